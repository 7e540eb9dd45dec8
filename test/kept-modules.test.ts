// The sources that bin/kept-modules.js keeps: a second process reads one file, and sees every change of a source.
import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const KEEPER = JSON.stringify(join(PROJECT, "bin/kept-modules.js"));

/** Modules that Node itself had to load; a hook that is registered earlier is asked later. */
const SEEN = `
import module from "node:module";
const seen = [];
module.registerHooks({load(url, context, next) {
  if (/program|part|greeting/.test(url)) seen.push(url.slice(url.lastIndexOf("/") + 1));
  return next(url, context);
}});
process.on("exit", () => console.log(seen.sort().join(" ")));
`;

async function makeProgram(t: TestContext) {
  const folder = await temporaryFolder(t);
  const write = (path: string, text: string): void => writeFileSync(join(folder, path), text);
  mkdirSync(join(folder, "node_modules/greeting"), {recursive: true});
  write("node_modules/greeting/package.json", '{"name": "greeting", "type": "module", "exports": "./greeting.js"}');
  write("node_modules/greeting/greeting.js", 'export const greeting = "hello";');
  write("package.json", '{"type": "module"}');
  write("part.ts", 'export const name: string = "Тверь";\n');
  write(
    "program.ts",
    'import {greeting} from "greeting";\nimport {name} from "./part.ts";\nconsole.log(greeting, name);\n',
  );
  write("seen.js", SEEN);
  write(
    "start.js",
    `import {useKeptModules} from ${KEEPER};\nuseKeptModules(process.argv[2]);\nawait import("./program.ts");\n`,
  );
  const kept = join(folder, "kept");
  /** The words of the program, and the modules that were not kept. */
  const run = (file = kept): string[] => {
    const words = [`--import=${join(folder, "seen.js")}`, join(folder, "start.js"), file];
    const said = execFileSync(process.execPath, words, {encoding: "utf8", stdio: ["ignore", "pipe", "pipe"]});
    return said.trimEnd().split("\n");
  };
  return {folder, kept, run, write};
}

const ALL = "greeting.js part.ts program.ts";

test("a second process takes every source from the file of kept modules", async (t) => {
  const {run} = await makeProgram(t);
  assert.deepEqual(run(), ["hello Тверь", ALL]);
  assert.deepEqual(run(), ["hello Тверь"]);
});

test("a changed source is read, also with the size and the time of modification that it had, and a missing one is missed", async (t) => {
  const {folder, run, write} = await makeProgram(t);
  run();
  const path = join(folder, "part.ts");
  const {size, atime, mtime} = statSync(path);
  write("part.ts", 'export const name: string = "Пермь";\n');
  utimesSync(path, atime, mtime);
  assert.deepEqual([statSync(path).size, statSync(path).mtime], [size, mtime]);
  assert.deepEqual(run(), ["hello Пермь", ALL]);
  assert.deepEqual(run(), ["hello Пермь"]);
  rmSync(path);
  assert.throws(() => run(), /ERR_MODULE_NOT_FOUND/);
});

test("a module that was not needed before is added to those that are kept", async (t) => {
  const {run, write} = await makeProgram(t);
  write("more", "no");
  write(
    "program.ts",
    'import {readFileSync} from "node:fs";\nif (readFileSync(new URL("more", import.meta.url), "utf8") === "yes") console.log((await import("./part.ts")).name);\n',
  );
  assert.deepEqual(run(), ["program.ts"]);
  write("more", "yes");
  assert.deepEqual(run(), ["Тверь", "part.ts"]);
  assert.deepEqual(run(), ["Тверь"]);
});

test("kept modules with a changed byte are not used, and kept again", async (t) => {
  const {kept, run} = await makeProgram(t);
  run();
  const bytes = readFileSync(kept);
  for (const place of [0, 4, 8, bytes.length - 10]) {
    const damaged = Buffer.from(bytes);
    damaged[place]! ^= 1;
    writeFileSync(kept, damaged);
    assert.deepEqual(run(), ["hello Тверь", ALL], `byte ${place}`);
    assert.deepEqual(run(), ["hello Тверь"]);
  }
});

test("where nothing can be written the program runs without kept modules", async (t) => {
  const {folder, run} = await makeProgram(t);
  for (const file of [join(folder, "none/kept"), folder])
    for (let times = 0; times < 2; times++) assert.deepEqual(run(file), ["hello Тверь", ALL]);
});
