// The one command before a commit: types, imports, format and lint, documents, unit tests; all parts run at the same time.
//
// The last line counts the files that test-files.ts leaves to `npm test`. If any part fails, it exits 1 and shows the output of that part.
import {spawn} from "node:child_process";
import {join} from "node:path";
import {keepTemporaryFilesInMemory} from "./memory-folder.ts";
import {isQuick, LEFT, testFiles} from "./test-files.ts";
import {FLAGS} from "./test-processes.ts";

interface Part {
  readonly name: string;
  /** Arguments for this Node, or null with `program`. */
  readonly program: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

interface Verdict {
  readonly name: string;
  readonly good: boolean;
  readonly seconds: number;
  readonly said: string;
}

const root = join(import.meta.dirname, "..");
const node = process.execPath;
const bin = (name: string): string => join(root, "node_modules", ".bin", name);

const tests = testFiles(root);
const quick = tests.filter(isQuick);

/** The files share a process: alone, each would spend more time on starting Node and reading common modules than on its tests. They leave nothing behind. */
const IN_ONE_PROCESS = [...FLAGS, "--test", "--test-isolation=none", "--test-reporter=dot"];

/** More threads do some work twice, and the tests need the processors. There is enough memory, so the garbage collector may wait. */
const ONE_THREAD = {arguments: ["--noEmit", "--singleThreaded"], environment: {GOGC: "400"}};

const PARTS: readonly Part[] = [
  ...["one half", "the other"].map((half, index) => ({
    name: `unit tests, ${half}`,
    program: node,
    arguments: [...IN_ONE_PROCESS, ...quick.filter((_, at) => at % 2 === index)],
  })),
  {name: "types", program: bin("tsc"), ...ONE_THREAD},
  {name: "types of code for browsers", program: bin("tsc"), arguments: ["--noEmit", "-p", "src/site/client"]},
  {name: "types of the client", program: bin("tsc"), arguments: ["--noEmit", "-p", "clients/typescript"]},
  {name: "format and lint", program: bin("biome"), arguments: ["ci", "--colors=off", "."]},
  {name: "imports", program: node, arguments: ["tools/check-imports.ts"]},
  {name: "conformance", program: node, arguments: ["tools/conformance.ts", "--check"]},
  {name: "documents", program: node, arguments: ["tools/write-docs.ts", "--check"]},
];

keepTemporaryFilesInMemory();
const verdicts = await Promise.all(PARTS.map(run));
for (const verdict of verdicts.filter((one) => !one.good))
  console.log(`\n--- ${verdict.name}\n${verdict.said.trimEnd()}`);
const failed = verdicts.filter((one) => !one.good).map((one) => one.name);
const left = LEFT.map(({what, path}) => `${tests.filter((test) => path.test(test)).length} files ${what}`);
console.log(
  failed.length === 0 ? `\nall good; left to npm test: ${left.join(", ")}` : `\nfailed: ${failed.join(", ")}`,
);
process.exitCode = failed.length === 0 ? 0 : 1;

function run(part: Part): Promise<Verdict> {
  const started = process.hrtime.bigint();
  return new Promise((resolve) => {
    let said = "";
    const child = spawn(part.program, part.arguments, {
      cwd: root,
      shell: process.platform === "win32",
      env: {...process.env, ...part.environment},
    });
    const finish = (good: boolean): void => {
      const seconds = Number(process.hrtime.bigint() - started) / 1e9;
      console.log(`${good ? "ok    " : "FAILED"}  ${part.name}  ${seconds.toFixed(1)} s`);
      resolve({name: part.name, good, seconds, said});
    };
    child.stdout.on("data", (chunk) => {
      said += chunk;
    });
    child.stderr.on("data", (chunk) => {
      said += chunk;
    });
    child.on("error", (error) => {
      said += error.message;
      finish(false);
    });
    child.on("close", (code) => finish(code === 0));
  });
}
