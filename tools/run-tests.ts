// `npm test`: every test but those of interop, each file in a process of its own, those that take longest first.
//
// Most of a long file is waiting: for programs that start, are killed and start again, for browsers and databases. More files at a
// time than there are processors fill that; begun last, a long file would leave the machine to itself. `npm test -- WORDS` runs
// the files whose path holds one of them.
import {join} from "node:path";
import {run} from "node:test";
import {spec} from "node:test/reporters";
import {keepTemporaryFilesInMemory} from "./memory-folder.ts";
import {testFiles} from "./test-files.ts";

const ROOT = join(import.meta.dirname, "..");
const AT_A_TIME = 4;
const TIMEOUT_MS = 300_000;

/** By how long they take; the rest comes after them, by name. */
const LONGEST: readonly string[] = [
  "test/site/all-pages.test.ts",
  "test/backup.test.ts",
  "test/killed-load.test.ts",
  "test/held-run.test.ts",
  "src/store/conformance.postgres.test.ts",
  "test/kep-vintages.test.ts",
  "test/site/odd-pages.test.ts",
  "test/rosstat-workbooks.test.ts",
  "test/check-deep.test.ts",
  "test/export.test.ts",
  "test/database/copy.postgres.test.ts",
  "test/database/outage.postgres.test.ts",
  "test/api/odata-paging.test.ts",
  "test/site/journeys.test.ts",
  "test/api/access.test.ts",
  "src/load/sources/cbr/inflation-expectations.publisher.test.ts",
  "src/load/sources/roskazna/source.publisher.test.ts",
  "src/load/evidence/trace.publisher.test.ts",
  "test/command-line.test.ts",
  "test/launcher.test.ts",
  "test/serve.test.ts",
  "test/first-five-minutes.test.ts",
  "test/database/many-servers.postgres.test.ts",
  "test/start.test.ts",
  "test/metrics.test.ts",
  "test/cbr-rates.test.ts",
  "test/first-wrong-steps.test.ts",
  "test/charges.test.ts",
];

const words = process.argv.slice(2);
keepTemporaryFilesInMemory();
const stream = run({files: chosenFiles(), concurrency: AT_A_TIME, timeout: TIMEOUT_MS, cwd: ROOT});
stream.on("test:fail", ({todo}) => {
  if (todo === undefined || todo === false) process.exitCode = 1;
});
stream.compose(new spec()).pipe(process.stdout);

function chosenFiles(): string[] {
  const all = testFiles(ROOT);
  const gone = LONGEST.filter((path) => !all.includes(path));
  if (gone.length > 0) throw new Error(`there is no ${gone.join(", ")}: mend the list of the longest`);
  const inOrder = [...LONGEST, ...all.filter((path) => !LONGEST.includes(path))];
  const chosen = words.length === 0 ? inOrder : inOrder.filter((path) => words.some((word) => path.includes(word)));
  if (chosen.length === 0) throw new Error(`no test file has ${words.join(" or ")} in its path`);
  return chosen.map((path) => join(ROOT, path));
}
