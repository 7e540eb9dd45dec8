// The units, the Compose file and docs/operating.md: every command that they type is one that the program knows, with its options; every
// setting and file that they name is there.
//
// Neither systemd nor Docker runs here. What is left to them is the sandbox of the units and the images of others.
import assert from "node:assert/strict";
import {spawnSync} from "node:child_process";
import {existsSync, mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {parse} from "yaml";
import {COMMAND_NAMES, COMMANDS} from "../src/cli/commands.ts";
import {findCommand, parseCall} from "../src/cli/parse-call.ts";
import {SETTINGS} from "../src/settings/setting-rows.ts";
import {readSettings} from "../src/settings/settings.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const read = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const UNITS = ["ryad.service", "ryad-backup.service", "ryad-backup.timer"];
const FILES = [...UNITS, "compose.yaml", "example.env"].map((name) => `deploy/${name}`);
const GUIDE = "docs/operating.md";

interface Compose {
  readonly services: Readonly<
    Record<string, {image?: string; environment?: Record<string, string>; volumes?: string[]}>
  >;
}
const COMPOSE = parse(read("deploy/compose.yaml"), {merge: true}) as Compose;

/** The words after `ryad`, or after a service of ours that Compose runs, in lines that a person or a unit types. */
function callsIn(text: string): string[][] {
  const lines = text
    .replaceAll(/\\\n#? */g, " ")
    .replaceAll(/"\$\(.*?\)"/g, "FILE")
    .split("\n");
  const typed = /(?:\.bin\/ryad|run --rm (?:--\S+ \S+ )?ryad-1) ([^;&|#`]+?)(?: {2,}.*|[;&|#`].*|)$/;
  return lines.flatMap((line) => {
    const words = typed.exec(line)?.[1]?.trim().split(/\s+/);
    return words === undefined ? [] : [words];
  });
}

test("every command of the units, of the Compose file and of the page of operation is one that the program knows [deploy.words]", async () => {
  const calls = [...FILES, GUIDE].flatMap((path) => callsIn(read(path)).map((words) => ({path, words})));
  for (const named of ["serve", "backup", "fetch", "token create", "source add", "restore"])
    assert.ok(
      calls.some(({words}) => words.join(" ").startsWith(named)),
      named,
    );
  for (const {path, words} of calls) {
    const said = `${path}: ryad ${words.join(" ")}`;
    assert.doesNotThrow(() => findCommand(words, COMMAND_NAMES), said);
    const command = await COMMANDS[findCommand(words, COMMAND_NAMES)]!();
    assert.doesNotThrow(() => parseCall(words, command), said);
  }
});

test("every setting of the units, of the Compose file and of the page of operation is one, with a value that it takes [deploy.words]", () => {
  const known = new Set(Object.values(SETTINGS).map(({environment}) => environment as string));
  const named = [...FILES, GUIDE].flatMap((path) =>
    [...read(path).matchAll(/\bRYAD_[A-Z_]+\b/g)].map(([name]) => ({path, name})),
  );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter(({name}) => !known.has(name)),
    [],
  );
  const {environment = {}} = COMPOSE.services["ryad-1"]!;
  // Compose puts an empty text in place of a variable without a value.
  const given = Object.entries(environment).map(([name, text]) => [
    name,
    text.replace(/\$\{\w+(?::[-?](.*))?\}/, "$1"),
  ]);
  assert.doesNotThrow(() => readSettings(Object.fromEntries(given), {}));
  const guide = /```\n(RYAD_PUBLIC_URL=[\s\S]+?)```/.exec(read(GUIDE))![1]!;
  const lines = guide.trim().split("\n");
  assert.doesNotThrow(() =>
    readSettings(Object.fromEntries(lines.map((line) => line.split(/=(.*)/s).slice(0, 2))), {}),
  );
});

test("every file of the program that units and the Compose file name is there [deploy.words]", () => {
  for (const path of FILES)
    for (const [, named] of read(path).matchAll(/\/opt\/ryad\/((?:docs|deploy|bin)\/[\w./-]+)/g))
      assert.ok(existsSync(join(PROJECT, named!)), `${path}: ${named}`);
  for (const {volumes = []} of Object.values(COMPOSE.services))
    for (const own of volumes.filter((volume) => volume.startsWith("./")))
      assert.ok(existsSync(join(PROJECT, "deploy", own.split(":")[0]!)), own);
  assert.ok(COMPOSE.services["ryad-1"]!.volumes!.includes("./sources:/etc/ryad:ro"));
  assert.ok(existsSync(join(PROJECT, "deploy/sources/sources.yaml")), "the file of RYAD_SOURCES");
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"]).status === 0;

test("systemd finds no fault in the units, and rates them as well as 2 of 10 [deploy.words]", {
  skip: hasSystemd ? false : "needs systemd-analyze",
}, async (t) => {
  const folder = await temporaryFolder(t);
  const program = join(folder, "ryad/node_modules/.bin");
  mkdirSync(program, {recursive: true});
  writeFileSync(join(program, "ryad"), "", {mode: 0o755});
  for (const name of UNITS)
    writeFileSync(join(folder, name), read(`deploy/${name}`).replaceAll("/opt/ryad", join(folder, "ryad")));
  const verified = spawnSync("systemd-analyze", ["verify", ...UNITS.map((name) => join(folder, name))], {
    encoding: "utf8",
  });
  assert.deepEqual([verified.status, verified.stderr], [0, ""]);
  for (const name of UNITS.filter((unit) => unit.endsWith(".service"))) {
    const words = ["security", "--offline=true", "--threshold=20", "--no-pager", join(folder, name)];
    const rated = spawnSync("systemd-analyze", words, {encoding: "utf8"});
    assert.equal(rated.status, 0, rated.stdout.split("\n").slice(-3).join("\n"));
  }
});
