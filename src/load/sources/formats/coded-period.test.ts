// One text is one period or none, and one code one territory.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {dayOf, dayText, firstDay, monthIndex} from "../../../statistics/time/day.ts";
import {codedPeriod} from "./coded-period.ts";
import {isoTerritory} from "./iso-territory.ts";

test("a text is a period of one frequency, or the reason why it is none [formats.periods described.writings]", () => {
  const cases: [text: string, frequency: string | null, found: string][] = [
    ["2024", null, "A 2024"],
    ["2024-A1", "A", "A 2024"],
    ["2024-Q3", "Q", `Q ${2024 * 4 + 2}`],
    ["2024Q3", null, `Q ${2024 * 4 + 2}`],
    ["2024-05", "M", `M ${2024 * 12 + 4}`],
    ["2024M05", null, `M ${2024 * 12 + 4}`],
    ["2024-05-01", "M", `M ${2024 * 12 + 4}`],
    ["2024-04-01", "Q", `Q ${2024 * 4 + 1}`],
    ["2024-05-02", "D", "D 19845"],
    ["2020-W53", null, `W ${2020 * 54 + 52}`],
    ["2024-01-29", "W", `W ${2024 * 54 + 4}`],
    ["2024-02-04", "W", `W ${2024 * 54 + 4}`],
    ["2021-01-03", "W", `W ${2020 * 54 + 52}`],
    ["1988 JAN", null, `M ${1988 * 12}`],
    ["Jan 2024", null, `M ${2024 * 12}`],
    ["Q3 2024", "Q", `Q ${2024 * 4 + 2}`],
    ["02.05.2024", null, "D 19845"],
    ["202405", "M", `M ${2024 * 12 + 4}`],
    ["2024 январь", "M", `M ${2024 * 12}`],
  ];
  for (const [text, frequency, found] of cases) {
    const period = codedPeriod(text, frequency);
    assert.equal(typeof period === "string" ? period : `${period.frequency} ${period.ordinal}`, found, text);
  }
  for (const text of [
    "2024-13",
    "2024-Q5",
    "2024-S1",
    "2024-H2",
    "2021-W53",
    "2024-05-02",
    "202405",
    "Jan-Mar 2024",
    "2020-2021",
    "",
  ])
    assert.equal(typeof codedPeriod(text, text.endsWith("02") ? "M" : null), "string", text);
  assert.equal(codedPeriod("202405", null), "may be a month or a quarter: it needs its frequency");
  assert.equal(codedPeriod("03/04/2024", "M"), "may have the day or the month first");
  assert.equal(codedPeriod("Jan-55", "M"), "has a year that may be of two centuries");
  assert.equal(codedPeriod("2023/24", null), "does not say which of the two years");
  // INSEE calls the frequency of quarters T; another frequency with it stays unknown
  assert.deepEqual(codedPeriod("2018-Q1", "T"), codedPeriod("2018-Q1", "Q"));
  assert.equal(typeof codedPeriod("2018-01", "T"), "string");
});

test("the first or the last day of a period is the period that the file declares, a day inside it and a month of a longer one are refused (FIX-country-13) [formats.periods]", () => {
  const day = fc
    .integer({min: dayOf(1900, 1, 1), max: dayOf(2100, 12, 31)})
    .chain((at) => fc.constantFrom(at, firstDay("M", monthIndex(at)), firstDay("M", monthIndex(at) + 1) - 1));
  fc.assert(
    fc.property(day, fc.constantFrom("M", "Q", "A"), (at, frequency) => {
      const [year, month, dayOfMonth] = dayText(at).split("-").map(Number) as [number, number, number];
      const length = {M: 1, Q: 3, A: 12}[frequency]!;
      const isFirst = dayOfMonth === 1 && (month - 1) % length === 0;
      const isLast = month % length === 0 && new Date(Date.UTC(year, month, 0)).getUTCDate() === dayOfMonth;
      const found = codedPeriod(dayText(at), frequency);
      const expected = {frequency, ordinal: (year * 12) / length + Math.floor((month - 1) / length)};
      assert.deepEqual(typeof found === "string" ? null : found, isFirst || isLast ? expected : null);
    }),
  );
  for (const [text, frequency] of [
    ["2025M01", "A"],
    ["2000-01", "A"],
    ["2024-04", "Q"],
    ["2024-Q1", "A"],
  ] as const)
    assert.equal(codedPeriod(text, frequency), `does not agree with the frequency ${frequency}`);
  assert.deepEqual(codedPeriod("2024M05D02", "D"), codedPeriod("2024-05-02", "D"));
});

test("a code is a country only by ISO 3166 and never against its label; Russia is one territory by all its codes (FIX-country-03) [formats.territories]", () => {
  const canonical = (code: string, label = "", provider = "ecb"): string => {
    const found = isoTerritory(code, label, provider);
    return typeof found === "string" ? "refused" : `${found.canonical} ${found.level}`;
  };
  for (const [code, label] of [
    ["RU", ""],
    ["RUS", ""],
    ["643", "Russian Federation"],
  ] as const)
    assert.equal(canonical(code, label), "RU-00 country", code);
  assert.equal(canonical("DEU", "", "world_bank"), "DE country");
  assert.equal(canonical("EL", "", "estat"), "GR country");
  assert.equal(canonical("040", "Austria"), "AT country");
  // The Southern federal district of another list is not Austria.
  assert.equal(canonical("040", "Южный федеральный округ"), "X-040 macroregion");
  assert.equal(canonical("AT", "Germany"), "refused");
  assert.equal(canonical("EA20"), "EA20 region".replace("region", "macroregion"));
  assert.equal(canonical("DE21"), "DE21 region");
  // Metropolitan France at INSEE is not Micronesia.
  assert.equal(canonical("FM", "", "fr1"), "X-FM macroregion");
  assert.equal(canonical("FR", "", "fr1"), "FR country");
});
