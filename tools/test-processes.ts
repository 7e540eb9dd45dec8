// The processes of `npm test`: files that take long, or that measure their own process, have one each; of the others many share one.
//
// A file of a few tests spends more on starting Node and reading the program than on its tests. Those of one process run one after the
// other, and what they register for the end of a file comes at the end of the process: a file must not rely on being alone in it, nor
// on others being there.
import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

/** By how long they take. */
const ALONE: readonly string[] = [
  "test/site/all-pages.test.ts",
  "test/backup.test.ts",
  "test/killed-load.test.ts",
  "test/held-run.test.ts",
  "test/site/journeys.test.ts",
  "test/site/odd-pages.test.ts",
  "src/store/conformance/conformance.postgres.test.ts",
  "test/kep-vintages.test.ts",
  "test/database/copy.postgres.test.ts",
  "test/command-line.test.ts",
  "test/database/many-servers.postgres.test.ts",
  "test/export.test.ts",
  "test/check-deep.test.ts",
  "test/database/outage.postgres.test.ts",
  "test/serve.test.ts",
  "test/rosstat-workbooks.test.ts",
  "test/docs-page.test.ts",
  "test/first-five-minutes.test.ts",
  "test/charges.test.ts",
  "test/first-wrong-steps.test.ts",
  "test/start.test.ts",
  "test/metrics.test.ts",
  "test/cbr-rates.test.ts",
  "test/launcher.test.ts",
  "test/check.test.ts",
  "test/api/slice-memory.test.ts",
];

interface Shared {
  readonly name: string;
  readonly processes: number;
  has(path: string): boolean;
}

/** A file is of the first that has it; those that take longest come first. */
const SHARED: readonly Shared[] = [
  {name: "publishers-files", processes: 1, has: (path) => path.endsWith(".publisher.test.ts")},
  {name: "postgres", processes: 1, has: (path) => path.endsWith(".postgres.test.ts")},
  {name: "api", processes: 2, has: (path) => path.startsWith("test/api/")},
  {name: "site", processes: 1, has: (path) => path.startsWith("test/site/")},
  {name: "whole-programs", processes: 2, has: (path) => path.startsWith("test/")},
  {name: "units", processes: 2, has: () => true},
];

/** What the runner is to start for these files of `root`, in this order; what starts many of them is written into `folder`. */
export function testProcesses(root: string, files: readonly string[], folder: string): string[] {
  const gone = ALONE.filter((path) => !existsSync(join(root, path)));
  if (gone.length > 0) throw new Error(`there is no ${gone.join(", ")}: mend the list of those alone`);
  const alone = ALONE.filter((path) => files.includes(path)).map((path) => join(root, path));
  const others = files.filter((path) => !ALONE.includes(path));
  const shared = SHARED.flatMap((one) => {
    const own = others.filter((path) => SHARED.find(({has}) => has(path)) === one).map((path) => join(root, path));
    const parts = Array.from({length: one.processes}, (_, place) =>
      own.filter((_, at) => at % one.processes === place),
    );
    return parts
      .filter((part) => part.length > 0)
      .map((part, place) => writeShared(part, folder, `${one.name}-${place + 1}`));
  });
  // programs that are started mostly wait; beside them the others compute
  return Array.from({length: Math.max(alone.length, shared.length)}, (_, place) => [alone[place], shared[place]])
    .flat()
    .filter((path) => path !== undefined);
}

function writeShared(paths: readonly string[], folder: string, name: string): string {
  const path = join(folder, `${name}.test.mjs`);
  writeFileSync(path, paths.map((one) => `import ${JSON.stringify(pathToFileURL(one).href)};\n`).join(""));
  return path;
}
