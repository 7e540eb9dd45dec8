// `npm test`: every test but those of interop. The last thing printed is the summary of the test runner.
//
// A long file mostly waits: for programs that start, are killed and start again, for browsers and databases. So there are more processes at a
// time than processors. Long files start first; at the end they would leave the machine idle. `npm test -- WORDS` runs the
// files with one of the words in their path.
import {mkdtempSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {run} from "node:test";
import {spec} from "node:test/reporters";
import {HANG_MS} from "../src/patience.fixture.ts";
import {keepTemporaryFilesInMemory} from "./memory-folder.ts";
import {testFiles} from "./test-files.ts";
import {testProcesses} from "./test-processes.ts";

const ROOT = join(import.meta.dirname, "..");
const AT_A_TIME = 4;
/** There are enough processes for the processors: more threads for garbage collection would only wait for each other. */
const FLAGS = ["--single-threaded-gc"];

const words = process.argv.slice(2);
keepTemporaryFilesInMemory();
const folder = mkdtempSync(join(tmpdir(), "ryad-processes-"));
process.on("exit", () => rmSync(folder, {recursive: true, force: true}));
// the first test that needs the samples loads them there (test/sample-folder.ts)
process.env["RYAD_TEST_SAMPLES"] = join(folder, "samples");
const files = testProcesses(ROOT, chosenFiles(), folder);
const stream = run({files, concurrency: AT_A_TIME, timeout: HANG_MS, cwd: ROOT, execArgv: FLAGS});
stream.on("test:fail", ({todo}) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
stream.compose(new spec()).pipe(process.stdout);

function chosenFiles(): string[] {
  const all = testFiles(ROOT);
  const chosen = words.length === 0 ? all : all.filter((path) => words.some((word) => path.includes(word)));
  if (chosen.length === 0) throw new Error(`no test file has ${words.join(" or ")} in its path`);
  return chosen;
}
