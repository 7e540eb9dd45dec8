// The processes of `npm test`: long files, and files that measure their own process, have one each; many other files share a process.
//
// A file with few tests spends more time on starting Node and reading the program than on its tests. The files of a process run one after
// another, and their hooks for the end of a file run at the end of the process. So a file must not depend on being alone in its process, nor
// on other files in it.
import {existsSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {pathToFileURL} from "node:url";

/**
 * There are enough processes for the processors: more threads for garbage collection would only wait for each other. A process runs hundreds
 * of tests and its garbage is young, so it collects the whole heap seldom.
 */
export const FLAGS: readonly string[] = [
  "--single-threaded-gc",
  "--initial-old-space-size=256",
  "--min-semi-space-size=16",
];

/** Those that need a process for themselves, or as much of a processor as a shared one. */
const ALONE: readonly string[] = [
  "test/site/all-pages.test.ts",
  "src/store/conformance/conformance.postgres.test.ts",
  "test/api/slice-memory.test.ts",
];

interface Shared {
  readonly name: string;
  readonly processes: number;
  has(path: string): boolean;
}

/** A file belongs to the first entry whose `has` accepts it. All that wait for browsers, databases and programs start before the last ones. */
const SHARED: readonly Shared[] = [
  {name: "site", processes: 1, has: (path) => /^test\/(?:site\/|docs-page)/.test(path)},
  {name: "publishers-files", processes: 1, has: (path) => path.endsWith(".publisher.test.ts")},
  {name: "postgres", processes: 2, has: (path) => path.endsWith(".postgres.test.ts")},
  {name: "api", processes: 2, has: (path) => path.startsWith("test/api/")},
  {name: "whole-programs", processes: 5, has: (path) => path.startsWith("test/")},
  {name: "units", processes: 3, has: () => true},
];

/** The files that the runner starts for these tests of `root`, in this order; files that start many tests are written into `folder`. */
export function testProcesses(root: string, files: readonly string[], folder: string): string[] {
  const gone = ALONE.filter((path) => !existsSync(join(root, path)));
  if (gone.length > 0) throw new Error(`there is no ${gone.join(", ")}: correct the list of files that run alone`);
  const alone = ALONE.filter((path) => files.includes(path)).map((path) => join(root, path));
  const others = files.filter((path) => !ALONE.includes(path));
  const shared = SHARED.flatMap((one) => {
    const own = others.filter((path) => SHARED.find(({has}) => has(path)) === one).map((path) => join(root, path));
    const parts = Array.from({length: one.processes}, (_, index) =>
      own.filter((_, at) => at % one.processes === index),
    );
    return parts
      .filter((part) => part.length > 0)
      .map((part, index) => writeShared(part, folder, `${one.name}-${index + 1}`));
  });
  return [...alone, ...shared];
}

function writeShared(paths: readonly string[], folder: string, name: string): string {
  const path = join(folder, `${name}.test.mjs`);
  writeFileSync(path, paths.map((one) => `import ${JSON.stringify(pathToFileURL(one).href)};\n`).join(""));
  return path;
}
