// The list of test files, and the part of it that the quick check leaves to `npm test`.
import {globSync} from "node:fs";

/** Paths of all tests except those of interop, relative to the project, with "/", sorted. */
export function testFiles(root: string): string[] {
  return globSync(["src/**/*.test.ts", "test/**/*.test.ts", "tools/**/*.test.ts"], {cwd: root})
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => !path.startsWith("test/interop/"))
    .sort();
}

/** Paths of tests that only `npm test` runs; every other test is quick. */
export const LEFT: readonly {readonly what: string; readonly path: RegExp}[] = [
  {what: "of whole programs", path: /^test\/(?!.*\.postgres\.test\.ts$)/},
  {what: "with a PostgreSQL", path: /\.postgres\.test\.ts$/},
  {what: "over megabytes of publishers' files", path: /\.publisher\.test\.ts$/},
];

export function isQuick(path: string): boolean {
  return !LEFT.some((kind) => kind.path.test(path));
}
