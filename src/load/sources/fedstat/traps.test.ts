// Traps of EMISS messages, each with the file that has it.
import assert from "node:assert/strict";
import {test} from "../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {fedstat} from "./source.ts";

const EXCERPTS = "fedstat/sdmx_excerpts";
const HOUSING = `${EXCERPTS}/31452_housing_price_quarterly.excerpt.xml`;
const UNEMPLOYMENT = `${EXCERPTS}/43062_unemployment_quarterly_and_annual.excerpt.xml`;
const MORTGAGE = `${EXCERPTS}/59345_mortgage_monthly_units.excerpt.xml`;
const COURIERS = "fedstat/sdmx/37908_courier_revenue_monthly_2012.xml";
const MINES = "fedstat/sdmx/42619_coal_mines_annual_2012.xml";

async function read(path: string) {
  const sink = watchingSink(false);
  const file = sharedFile(path);
  const {metadata} = await fedstat
    .parse([file], PLAIN_HINTS, sink)
    .catch(() => fedstat.parse([file], {...PLAIN_HINTS, publishedAt: "2026-01-20"}, sink));
  assert.deepEqual(sink.refused, [], path);
  return {metadata, values: sink.values};
}

const distinct = (values: readonly (string | null)[]) => [...new Set(values)].sort();

test("quarters and whole years of one key are different series (FIX-fedstat-13) [emiss.mixed-frequency]", {
  skip: needs(UNEMPLOYMENT),
}, async () => {
  const {values} = await read(UNEMPLOYMENT);
  assert.deepEqual(distinct(values.map(({series}) => series.frequency)), ["A", "Q"]);
});

test("a month may be a unit, the term of a loan (FIX-fedstat-14), under the Bank's own coding of territories (FIX-fedstat-23) [emiss.unit emiss.territory-codes]", {
  skip: needs(MORTGAGE),
}, async () => {
  const {values} = await read(MORTGAGE);
  assert.deepEqual(distinct(values.map(({series}) => series.unit)), ["месяц"]);
  assert.ok(
    values.every(({series}) => series.territory === "643"),
    "its 00 is the country",
  );
});

test("an indicator without any dimension is about the country (FIX-fedstat-09), a dimension that is declared but absent is ignored (FIX-fedstat-08) [emiss.empty-keys emiss.class]", {
  skip: needs(COURIERS, MINES),
}, async () => {
  for (const [path, count] of [
    [COURIERS, 34],
    [MINES, 14],
  ] as const) {
    const {values} = await read(path);
    assert.equal(values.length, count);
    assert.deepEqual(distinct(values.map(({series}) => series.territory)), ["643"]);
  }
  assert.deepEqual(distinct((await read(COURIERS)).values.map(({series}) => series.classification)), [null]);
});

test("the list of codes has two countries and districts of other years; a territory with values keeps its own code (FIX-fedstat-21, FIX-fedstat-22) [territory.second-country]", {
  skip: needs(HOUSING),
}, async () => {
  const {values, metadata} = await read(HOUSING);
  assert.deepEqual(distinct(values.map(({series}) => series.territory)), ["643"]);
  assert.ok(!metadata.territories?.some(({name}) => /до 29\.07\.2016/.test(name)), "names are our own");
  assert.equal(values.find(({period}) => period === "2000-01-01")!.value, 5910.45);
});
