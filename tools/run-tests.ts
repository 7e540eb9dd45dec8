// `npm test`: every test but those of interop. The last thing printed is the summary of the test runner.
//
// A process of tests often waits: for programs that start, are killed and start again, for browsers and databases. So there are more at a
// time than processors. Those that wait most start first; at the end they would leave the machine idle. `npm test -- WORDS` runs the
// files with one of the words in their path.
//
// A file with a failed test runs once more, alone, after the others, and the output names it. A test that passes only there is a
// defect: it depends on the time that the machine has for it.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join, relative} from "node:path";
import {run} from "node:test";
import {spec} from "node:test/reporters";
import {HANG_MS} from "../src/work/patience.fixture.ts";
import {keepTemporaryFilesInMemory} from "./memory-folder.ts";
import {testFiles, testFilesOf} from "./test-files.ts";
import {FLAGS, testProcesses} from "./test-processes.ts";

const ROOT = join(import.meta.dirname, "..");
const AT_A_TIME = 5;
/** With more failed files the reason is not the machine. */
const MOST_AGAIN = 3;
const PRELOADED = ["unfollowed-promises.js", "finished-tests.js"];
const FIRST_FLAGS = [...FLAGS, ...PRELOADED.map((name) => `--import=${new URL(name, import.meta.url).href}`)];

const words = process.argv.slice(2);
keepTemporaryFilesInMemory();
const folder = mkdtempSync(join(tmpdir(), "ryad-processes-"));
process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
// the first test that needs the samples loads them there (test/sample-folder.ts)
process.env["RYAD_TEST_SAMPLES"] = join(folder, "samples");
const chosen = chosenFiles();
const failed = withoutSuites(await runFiles(testProcesses(ROOT, chosen, folder), AT_A_TIME, FIRST_FLAGS));
if (failed.length > 0 && failed.length <= MOST_AGAIN) {
  const names = failed.map((path) => relative(ROOT, path)).join(", ");
  console.log(`\nOnce more, alone, because a test in it failed beside others: ${names}\n`);
  process.exitCode = (await runFiles(failed, 1, FLAGS)).length === 0 ? 0 : 1;
} else if (failed.length > 0) process.exitCode = 1;

/** Runs the files and prints the report; the files with a failed test. */
async function runFiles(paths: readonly string[], concurrency: number, execArgv: readonly string[]): Promise<string[]> {
  const again = new Set<string>();
  const stream = run({files: paths, concurrency, timeout: HANG_MS, cwd: ROOT, execArgv});
  stream.on("test:fail", ({todo, file, name}) => {
    if (todo === undefined || todo === false) again.add(file ?? name);
  });
  for await (const lines of stream.compose(new spec())) process.stdout.write(lines);
  return [...again];
}

/** The files that run the tests of these: a suite runs none by itself. */
function withoutSuites(paths: readonly string[]): string[] {
  const found = paths.flatMap((path) => {
    const tests = testFilesOf(ROOT, relative(ROOT, path).replaceAll("\\", "/"), chosen);
    return tests.length === 0 ? [path] : tests.map((test) => join(ROOT, test));
  });
  return [...new Set(found)];
}

function chosenFiles(): string[] {
  const all = testFiles(ROOT);
  const found = words.length === 0 ? all : all.filter((path) => words.some((word) => path.includes(word)));
  if (found.length === 0) throw new Error(`no test file has ${words.join(" or ")} in its path`);
  return found;
}
