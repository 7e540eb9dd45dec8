// The law of derived values over random pairs of a day and a step: derived as of a day equals deriving what was known on that day, and the
// column of a panel equals both (CONTRACT 6.9, 6.12).
import assert from "node:assert/strict";
import {test} from "node:test";
import {roundValues} from "../../src/statistics/derived/columns.ts";
import {type DerivedInput, derive} from "../../src/statistics/derived/derive.ts";
import type {DerivedQuantity} from "../../src/statistics/derived/quantity.ts";
import {parseSteps} from "../../src/statistics/derived/step.ts";
import {dayText, firstDay, ordinalAt, parseDay} from "../../src/statistics/time/day.ts";
import {atOnce} from "../../src/work/pace.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import {openSampleStore} from "../site/site.ts";
import {createApi} from "./client.ts";

const PAIRS = tries({few: 400, all: 2000});
/** Printed when a pair fails; RYAD_SEED names another one. */
const SEED = Number(process.env["RYAD_SEED"] ?? 20_261_128);

// biome-ignore lint/suspicious/noExplicitAny: the shape has been held to the route's schema already
type Json = any;

/** A generator of numbers from 0 to below 1 (mulberry32). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Series of the samples that were revised, by a slice each, and what they measure. */
const SLICES: readonly (readonly [string, DerivedQuantity, readonly string[]])[] = [
  [
    "dataset=gdp&geo=country&transformation=level&freq=Q",
    "flow",
    ["yoy_pct", "pct", "change", "index:2014", "to:A:sum", "to:A:sum|yoy_pct", "rolling:4:sum", "log"],
  ],
  ["dataset=gdp&geo=country&transformation=level&freq=A", "flow", ["change", "pct", "index:2010"]],
  ["dataset=gdp&geo=country&transformation=pct_yoy&freq=Q", "index_yoy", ["change", "yoy"]],
  [
    "dataset=retail_sales&geo=country&transformation=level&class=total",
    "flow",
    ["yoy_pct", "ytd_pct", "rolling:12:mean", "index:2015-01", "to:Q:sum"],
  ],
  [
    "dataset=retail_sales&geo=country&transformation=pct_prev&class=total",
    "index_prev",
    ["chain:2014", "chain:2015-06", "chain:2014-12|yoy_pct", "to:Q:chain", "change"],
  ],
];

test("over random pairs derived as of a day equals deriving what was known on it, and so does the column of a panel [derived.as-of panel.derived]", async (t) => {
  const store = await openSampleStore(t);
  const api = await createApi(t, store);
  const next = random(SEED);
  const among = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!;
  const known = new Map<string, Json>();
  let values = 0;
  for (let pair = 0; pair < PAIRS; pair++) {
    api.clock.now = new Date(api.clock.now.getTime() + 20_000);
    const [slice, meaning, all] = among(SLICES);
    const day = dayText(parseDay("2015-01-01")! + Math.floor(next() * 1600));
    const text = among(all);
    const told = `seed ${SEED}, pair ${pair}: ${slice} ${text} ${day}`;
    const asked = `${slice}&as_of=${day}`;
    const published = known.get(asked) ?? (await api.get(`/api/v1/data?${asked}`)).json;
    known.set(asked, published);
    const {json, status} = await api.get(`/api/v1/derived?${asked}&derive=${encodeURIComponent(text)}`);
    assert.equal(status, 200, `${told}: ${JSON.stringify(json).slice(0, 300)}`);
    const expected = deriveRows(published, meaning, text);
    const found = json.observations.map(({period, value, as_of}: Json) => `${period} ${value} ${as_of}`);
    assert.deepEqual(found, expected, told);
    values += found.length;
    if (pair % 4 !== 0) continue;
    const key = published.series[0].series_key;
    const panel = await api.get(`/api/v1/panel?series=${key}&days=${day}&derive=${encodeURIComponent(text)}`);
    assert.deepEqual(
      panel.json.cells.filter(({value}: Json) => value !== null).map(({period, value}: Json) => `${period} ${value}`),
      found.map((row: string) => row.split(" ").slice(0, 2).join(" ")),
      told,
    );
  }
  assert.ok(values > PAIRS * 10, `${values} values were compared`);
});

/** The published rows of one day, derived without the store. */
function deriveRows({series, observations}: Json, meaning: DerivedQuantity, text: string): string[] {
  const frequency = series[0].freq;
  const days = (name: string) => observations.map((one: Json) => parseDay(one[name])!);
  const columns = {
    ...{frequency, count: observations.length},
    period: Int32Array.from(days("period"), (day: number) => ordinalAt(frequency, day)),
    value: Float64Array.from(observations, ({value}: Json) => value),
    asOf: Int32Array.from(days("as_of")),
  };
  const input: DerivedInput = {columns, meaning, isAdjusted: false, weeks: null};
  const steps = parseSteps(text);
  assert.ok(!("problem" in steps));
  const found = atOnce(derive(input, steps, new Map()));
  assert.ok("columns" in found, "refusal" in found ? found.refusal : "");
  const {columns: made} = found;
  roundValues(made);
  return Array.from({length: made.count}, (_, at) => {
    const period = firstDay(made.frequency as "M", made.period[at]!);
    return `${dayText(period)} ${made.value[at]} ${dayText(made.asOf[at]!)}`;
  });
}
