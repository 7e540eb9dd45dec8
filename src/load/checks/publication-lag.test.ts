// A day of publication of another time: the edge of two years, and a load that it holds.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {dayText, parseDay, parsePeriod} from "../../statistics/time/day.ts";
import {weekOrdinal} from "../../statistics/time/week.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";
import {isOfAnotherTime, lagChecks, lastDayOf} from "./publication-lag.ts";

const day = (text: string) => parseDay(text)!;

test("exactly two years after the last period pass, and one day more is asked (FIX-rosstat-76) [load.publication-lag]", () => {
  for (const [last, edge, after] of [
    ["2016-01-31", "2018-01-31", "2018-02-01"],
    ["2015-12-31", "2017-12-31", "2018-01-01"],
    ["2016-02-29", "2018-02-28", "2018-03-01"],
    ["2014-02-28", "2016-02-28", "2016-02-29"],
    ["2016-11-03", "2018-11-03", "2018-11-04"],
  ] as const) {
    assert.equal(isOfAnotherTime(day(edge), day(last)), false, edge);
    assert.equal(isOfAnotherTime(day(after), day(last)), true, after);
    const [passed] = lagChecks({publishedAt: day(edge), lastPeriodEnd: day(last)});
    const [held] = lagChecks({publishedAt: day(after), lastPeriodEnd: day(last)});
    assert.deepEqual([passed?.passed, held?.passed, held?.required], [true, false, true]);
    assert.match(held!.seen, new RegExp(`was it published on ${after}\\? the last period ends on ${last}`));
  }
  assert.deepEqual(lagChecks({publishedAt: day("2026-01-01"), lastPeriodEnd: null}), []);
});

test("the last period is that which ends last, of any frequency [load.publication-lag]", () => {
  const newest = (...periods: string[]) =>
    new Map(periods.map((text) => parsePeriod(text)!).map(({frequency, ordinal}) => [frequency, ordinal] as const));
  assert.equal(lastDayOf(new Map()), null);
  assert.equal(dayText(lastDayOf(newest("2016", "2017-02", "2016-Q4"))!), "2017-02-28");
  assert.equal(dayText(lastDayOf(newest("2017", "2017-02-03"))!), "2017-12-31");
  assert.equal(dayText(lastDayOf(new Map([["W", weekOrdinal(2016, 2)]]))!), "2016-01-14");
});

const DESCRIPTOR = {
  family: "cheese",
  provider: "me",
  dataset: {code: "cheese", name: "Сыр", indicator: {code: "cheese", label: "Сыр"}},
  tables: [{columns: ["year", "period"], rows: ["territory"], fixed: {unit: "тонна"}}],
};

test("a table of 2016 with the day of today is held before its district is that of 2018, and read with its own day (FIX-rosstat-76) [load.publication-lag]", async (t) => {
  const folder = await temporaryFolder(t);
  const [path, descriptor] = [join(folder, "cheese.xlsx"), join(folder, "d.json")];
  const rows = [
    ["Сыр", 2016],
    [null, "январь"],
    ["Сибирский федеральный округ", 5],
  ];
  writeFileSync(path, xlsxOf([{name: "1", rows}]));
  writeFileSync(descriptor, JSON.stringify(DESCRIPTOR));
  const load = (data: string, published: string) =>
    ryad([...["load", path, "--descriptor", descriptor], ...["--published", published, "--data", join(folder, data)]]);
  const held = await load("a", "2026-11-27");
  assert.match(held.stderr, /day-of-its-time: was it published on 2026-11-27\? the last period ends on 2016-01-31/);
  assert.equal(held.code, 1);
  const run = /load --accept (\S+)/.exec(held.stderr)![1]!;
  const accepted = await ryad(["load", "--accept", run, "--data", join(folder, "a")]);
  assert.deepEqual([accepted.code, /1 new value/.test(accepted.stdout)], [0, true], accepted.stderr);
  const own = await load("b", "2016-03-01");
  assert.deepEqual([own.code, /1 new value/.test(own.stdout)], [0, true], own.stderr);
  const shown = async (published: string) =>
    (await ryad(["load", path, "--descriptor", descriptor, "--preview", "--published", published])).stdout;
  const [today, then] = [await shown("2026-11-27"), await shown("2016-03-01")];
  assert.match(today, /question {2}was it published on 2026-11-27\? the last period ends on 2016-01-31/);
  assert.match(today, / 041 /);
  assert.match(then, / 035 /);
  assert.doesNotMatch(then, /question/);
});

test("a proposal without a day asks for it, with the last period if today is of another time [load.publication-lag]", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "cheese.csv");
  writeFileSync(path, "Регион;2015;2016\nБрянская область;1,5;2,5\nТверская область;2,5;3,5\n");
  const {stdout} = await ryad(["describe", path, "--unit", "тонна"]);
  assert.match(stdout, /on which day was it published\? give it with --published/);
  assert.match(stdout, /was it published on \d{4}-\d\d-\d\d\? the last period ends on 2016-12-31/);
  const own = await ryad(["describe", path, "--unit", "тонна", "--published", "2017-03-01"]);
  assert.doesNotMatch(own.stdout, /was it published/);
});

test("a table that names no territory is not asked: its day decides nothing [load.publication-lag]", async (t) => {
  const folder = await temporaryFolder(t);
  const [path, descriptor] = [join(folder, "cheese.xlsx"), join(folder, "d.json")];
  writeFileSync(
    path,
    xlsxOf([
      {
        name: "1",
        rows: [
          ["Сорт", 2016],
          ["твёрдый", 5],
        ],
      },
    ]),
  );
  const table = {columns: ["year"], rows: ["class"], fixed: {unit: "тонна", territory: "643"}};
  writeFileSync(descriptor, JSON.stringify({...DESCRIPTOR, tables: [table]}));
  const loaded = await ryad([
    ...["load", path, "--descriptor", descriptor],
    ...["--published", "2026-11-27", "--data", join(folder, "a")],
  ]);
  assert.deepEqual([loaded.code, /1 new value/.test(loaded.stdout)], [0, true], loaded.stderr);
});
