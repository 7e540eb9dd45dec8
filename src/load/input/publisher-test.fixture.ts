// `test` for files of tests that read publishers' files.
//
// Where these files are missing, one skipped test stands for all of the process and says how many they are: a hundred lines would hide another
// test that is skipped.
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
