// The period of an EMISS observation: stocks at 1 January, and weeks.
import assert from "node:assert/strict";
import {test} from "node:test";
import {dayText} from "../../../statistics/time/day.ts";
import {parsed} from "./source.fixture.ts";

test("a stock at 1 January is annual if no other date occurs, FIX-fedstat-11 [emiss.period-words]", async () => {
  const {observed} = await parsed({
    series: [
      {
        words: "на 1 января",
        observations: [
          ["2020", "10"],
          ["2021", "11"],
        ],
      },
    ],
  });
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.frequency, period, value]),
    [
      ["A", 2020, 10],
      ["A", 2021, 11],
    ],
  );
});

test("a stock at 1 January is monthly if other dates occur, before or after it, FIX-fedstat-11 [emiss.period-words]", async () => {
  const {observed, seriesSeen} = await parsed({
    series: [
      {words: "на 1 января", observations: [["2020", "10"]]},
      {words: "на 1 декабря", observations: [["2020", "11"]]},
      {words: "на 1 января", observations: [["2021", "12"]]},
    ],
  });
  assert.deepEqual(
    seriesSeen.map(({frequency}) => frequency),
    ["M"],
  );
  assert.deepEqual(
    observed.map(({period, value}) => [period, value]),
    [
      [2020 * 12, 10],
      [2020 * 12 + 11, 11],
      [2021 * 12, 12],
    ],
  );
});

test("thousands of waiting stocks keep their order, series, lines and values, FIX-fedstat-11", async () => {
  const series = Array.from({length: 3000}, (_, at) => ({
    key: {s_vozr: String(at % 7)},
    words: "на 1 января",
    observations: [[String(1990 + (at % 30)), `${at},5`]] as const,
  }));
  const {observed} = await parsed({series});
  assert.equal(observed.length, 3000);
  for (const [at, {series: seen, period, value}] of observed.entries())
    assert.deepEqual([seen.classification, period, value], [String(at % 7), 1990 + (at % 30), at + 0.5]);
  for (let at = 1; at < 3000; at++) assert.equal(observed[at]!.line - observed[at - 1]!.line, 2);
});

test("weeks are read with the dates in their words, and the year must equal Time, FIX-fedstat-04 FIX-fedstat-12 [emiss.period-words week.calendar]", async () => {
  const {observed, metadata, refused} = await parsed({
    series: [
      {words: "01 неделя ( на 10 января)", observations: [["2022", "55,1"]]},
      {words: "12 неделя 2022", observations: [["2022", "56"]]},
      {words: "12 неделя 2021", observations: [["2022", "57"]]},
      {words: "01 неделя ( на 11 января)", observations: [["2022", "58"]]},
    ],
  });
  assert.deepEqual(
    observed.map(({series, period, value}) => [series.frequency, period, value]),
    [
      ["W", 2022 * 54, 55.1],
      ["W", 2022 * 54 + 11, 56],
    ],
  );
  assert.deepEqual(
    metadata.weeks?.map(({year, week, day}) => [year, week, dayText(day)]),
    [[2022, 1, "2022-01-10"]],
  );
  assert.deepEqual(
    refused.map(({reason}) => reason),
    ["gives another year than Time", "gives a week another date than before"],
  );
});
