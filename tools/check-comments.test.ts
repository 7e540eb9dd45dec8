// Comments that a rename left behind.
import assert from "node:assert/strict";
import {test} from "node:test";
import {citedAs, staleComments, wrongCites} from "./check-comments.ts";

const of = (text: string) => staleComments({path: "src/a.ts", text}, new Set(["day.ts"]));

test("a comment that names a lost file, a parameter that is not there, or a retired word is a breach", () => {
  assert.deepEqual(
    of("// The days (time/day.ts).\n/** @param from a day */\nexport function f({from}: Span): void {}\n"),
    [],
  );
  assert.deepEqual(of("// See week.ts.\n"), ["src/a.ts:1: the comment names week.ts, which does not exist"]);
  assert.deepEqual(
    of("\n/** @param place of it */\nfunction f(index: number, g: (place: string) => void): void {}\n"),
    [],
  );
  assert.deepEqual(of("\n/** @param place of it */\nfunction f(index: number): void { place(); }\n"), [
    "src/a.ts:2: @param place is no parameter of what follows",
  ]);
  assert.match(of("const a = 1; // a stretch of rows")[0]!, /the comment says "stretch"; say/);
  assert.deepEqual(of("// outstretched\nconst stretch = 1;"), []);
});

test("a comment cites a rule by its id, or all rules of a subject, and no section of a paper", () => {
  const rules = citedAs("status.stalled\tSPEC states\tbuilt\tA series …\n");
  const of = (text: string) => wrongCites({path: "src/a.ts", text}, rules);
  assert.deepEqual(of("// Months [status.stalled], and more [status.*].\nconst a = list[status.other];\n"), []);
  assert.deepEqual(of("/** Months [status.gone]. */\n"), ["src/a.ts:1: [status.gone] is no rule"]);
  assert.match(of("// Months (CONTRACT 2).\n").join(), /the comment cites CONTRACT: cite a rule/);
});
