// The period that a growth is measured against, by name.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {growthOnWords} from "./base-period.ts";

function words(code: string, frequency: Frequency, year: number, month: number): readonly (string | null)[] {
  return (["ru", "en"] as const).map((language) =>
    (
      growthOnWords({measure: code, transformation: "level", frequency}, dayOf(year, month, 1), language) ?? "-"
    ).replaceAll("\u00a0", " "),
  );
}

test("a growth names the period that it is measured against, over the end of a year too [verify.sentence]", () => {
  assert.deepEqual(words("pct_yoy", "Q", 2015, 10), ["рост к IV кварталу 2014 года", "growth on Q4 2014"]);
  assert.deepEqual(words("prev_month", "M", 2026, 1), ["рост к декабрю 2025 года", "growth on December 2025"]);
  assert.deepEqual(words("prev_december", "M", 2026, 12), ["рост к декабрю 2025 года", "growth on December 2025"]);
  assert.deepEqual(words("pct_qoq", "Q", 2016, 1), ["рост к IV кварталу 2015 года", "growth on Q4 2015"]);
  assert.deepEqual(words("pct_yoy", "A", 2016, 1), ["рост к 2015 году", "growth on 2015"]);
  for (const [month, name] of [
    [3, "марту"],
    [5, "маю"],
    [6, "июню"],
    [8, "августу"],
  ] as const)
    assert.equal(words("pct_yoy", "M", 2016, month)[0], `рост к ${name} 2015 года`);
  // a base that no code tells, and periods that have no such base
  for (const [code, frequency] of [
    ["by_footnote", "M"],
    ["pct_yoy", "D"],
    ["prev_december", "Q"],
    ["prev_date", "W"],
  ] as const)
    assert.deepEqual(words(code, frequency, 2016, 4), ["-", "-"]);
});
