// Real months of the publication: ordinary ones need no descriptor; the figures of their traps were checked by eye.
import assert from "node:assert/strict";
import {test} from "../../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../../../input/shared-file.fixture.ts";
import {rosstatKep} from "../text-publication.ts";

const FOLDER = "rosstat_files/kep_vintages";
const path = (month: string) => `${FOLDER}/kep_tab_${month}.csv`;

async function read(month: string) {
  const sink = watchingSink();
  await rosstatKep.parse([sharedFile(path(month))], {...PLAIN_HINTS, publishedAt: "2018-08-01"}, sink);
  return sink;
}

function only(values: readonly SeenValue[], line: number, column: number, measure: string | null = null): SeenValue {
  const found = values.filter(
    ({series, explained}) =>
      explained!.locator.line === line && explained!.locator.column === column && series.measure === measure,
  );
  assert.equal(found.length, 1);
  return found[0]!;
}

test("an ordinary month is read to its last cell: two figures in a cell, a stray comma, years in the header (FIX-rosstat-17, FIX-rosstat-18, FIX-rosstat-19) [kep.text]", {
  skip: needs(path("2016-05")),
}, async () => {
  const {values, refused} = await read("2016-05");
  assert.deepEqual(refused, []);
  assert.equal(only(values, 2541, 2).value, 6512.3);
  assert.equal(only(values, 2541, 2, "by_footnote").value, 6762.3);
  assert.equal(only(values, 2541, 7).value, 494.9);
  assert.equal(only(values, 2542, 7, "by_footnote").value, 512.9);
  const stray = only(values, 5320, 8);
  assert.deepEqual([stray.value, stray.period, stray.explained!.raw], [97.1, "2015-02-01", "97,1,"]);
  const poorest = only(values, 5663, 2);
  assert.deepEqual([poorest.value, poorest.period, poorest.series.unit], [2.6, "2007-01-01", "процент"]);
  const half = values.filter(
    ({series, period}) =>
      series.classification === "do_5000_0" && series.transformation === "level_ytd" && period === "2015-06-01",
  );
  assert.deepEqual(
    half.map(({value}) => value),
    [2.5],
  );
});

test("a table with a number in the corner of its header is not lost (FIX-rosstat-21) [kep.text]", {
  skip: needs(path("2017-02")),
}, async () => {
  const {values, refused} = await read("2017-02");
  assert.deepEqual(refused, []);
  assert.equal(only(values, 633, 2).value, 307.8);
});

test("a cell whose footnote is missing is refused: 72,4) may be 72 with a footnote [kep.text]", {
  skip: needs(path("2016-11")),
}, async () => {
  const {refused} = await read("2016-11");
  assert.deepEqual(
    refused.map(({line, column, text}) => [line, column, text]),
    [[5445, "3", "72,4)"]],
  );
});
