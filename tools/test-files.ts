// The list of test files, and the part of it that the quick check leaves to `npm test`.
import {globSync, readFileSync} from "node:fs";
import {posix} from "node:path";
import {findImports} from "./source-text.ts";

/** Paths of all tests of `npm test`, which leaves interop and long trials to other commands; relative to the project, with "/", sorted. */
export function testFiles(root: string): string[] {
  return globSync(["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"], {cwd: root})
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("test/interop/") && !path.endsWith(".trust.test.ts"))
    .sort();
}

/** Paths of tests that only `npm test` runs; every other test is quick. */
export const LEFT: readonly {readonly what: string; readonly path: RegExp}[] = [
  {what: "of whole programs", path: /^test\/(?!.*\.postgres\.test\.ts$)/},
  {what: "with a PostgreSQL", path: /\.postgres\.test\.ts$/},
  {what: "over megabytes of publishers' files", path: /\.publisher\.test\.ts$/},
  {what: "with stores, threads or servers, or of some seconds", path: /\.long\.test\.ts$/},
];

export function isQuick(path: string): boolean {
  return !LEFT.some((kind) => kind.path.test(path));
}

/**
 * The files of `tests` that run the tests of a file: the file itself, or those that import it, directly or through other suites.
 * A test of a suite fails in the suite's file, which runs no test by itself.
 */
export function testFilesOf(root: string, path: string, tests: readonly string[]): string[] {
  if (tests.includes(path)) return [path];
  const suites = globSync("{src,test}/**/*.suite.ts", {cwd: root}).map((suite) => suite.replaceAll("\\", "/"));
  const reached = new Set([path]);
  const reaches = (file: string): boolean =>
    findImports(readFileSync(posix.join(root, file), "utf8")).some(({specifier}) =>
      reached.has(posix.join(posix.dirname(file), specifier)),
    );
  for (let size = 0; size < reached.size; ) {
    size = reached.size;
    for (const suite of suites) if (reaches(suite)) reached.add(suite);
  }
  return tests.filter(reaches);
}
