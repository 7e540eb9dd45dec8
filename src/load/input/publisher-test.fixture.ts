// `test` for files of tests that read publishers' files.
//
// If these files are missing, the process reports one skipped test with the number of all: a hundred lines would hide another skipped test.
import {test as register, type TestContext, type TestOptions} from "node:test";

type Run = (t: TestContext) => unknown;

const left: string[] = [];

/** As `test` of node:test. */
export function test(title: string, ...rest: [run: Run] | [options: TestOptions, run: Run]): void {
  const options = rest.length === 1 ? {} : rest[0];
  const run = rest.at(-1) as Run;
  if (typeof options.skip !== "string" || !options.skip.startsWith("needs ../shared/data")) {
    void register(title, options, async (t) => void (await run(t)));
  } else if (left.push(title) === 1) {
    void register("tests of publishers' files", (t) => t.skip(`${left.length} tests need ../shared/data`));
  }
}
