// The cards of the monthly releases of a publisher that revises, against a plain computation over the published files.
//
// The computation keeps what was known before and with each release in lists by series and period. It shares no code with the program.
import assert from "node:assert/strict";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {loadPath} from "../src/load/run.ts";
import {type Api, createApi} from "./api/client.ts";
import {type KepRelease, kepFileCount, readKepReleases, writeKepPackage} from "./kep-releases.ts";
import {NEEDS_SHARED_DATA, temporaryFolder, temporaryStore} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

interface Headline {
  readonly period: string;
  readonly value: number;
  readonly known_before: number | null;
  readonly previous: {period: string; known_before: number | null; now: number; withdrawn: boolean} | null;
  readonly year_before: number | null;
}

interface Card {
  readonly published_at: string;
  readonly new_values: number;
  readonly revised_values: number;
  readonly withdrawn_values: number;
  /** By indicator and frequency, sorted. */
  readonly headlines: readonly (readonly [string, Headline])[];
  readonly values: number;
}

test("release cards of the 118 KEP tables equal a computation over the CSV files for every headline, and charge the values that they show [releases.card releases.headline releases.charged]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  assert.equal(kepFileCount(), 118);
  const releases = readKepReleases();
  const folder = await temporaryFolder(t);
  const {store} = await temporaryStore(t);
  for (const release of releases) await loadPath(store, await writeKepPackage(folder, release), NO_HINTS);
  const api = await createApi(t, store);
  const names = await namesOfSeries(api);
  const expected = cardsOf(releases);
  const {json} = await api.get("/api/v1/releases?dataset=rosstat_files/kep&limit=500");
  assert.equal(json.total, expected.length);
  let compared = 0;
  for (const [index, {release_id}] of json.items.toReversed().entries()) {
    const card = await readCard(api, release_id, names);
    assert.deepEqual(card, expected[index], expected[index]!.published_at);
    compared += card.headlines.length;
  }
  assert.ok(compared > 1000, `${compared} headlines`);
});

/** Indicator and frequency of each series, by its key. */
async function namesOfSeries(api: Api): Promise<ReadonlyMap<string, string>> {
  const {json} = await api.get("/api/v1/reference/series?dataset=rosstat_files/kep");
  return new Map(
    json.items.map((one: Record<string, string>) => [one["series_key"], `${one["indicator"]} ${one["freq"]}`]),
  );
}

async function readCard(api: Api, id: number, names: ReadonlyMap<string, string>): Promise<Card> {
  const headlines: [string, Headline][] = [];
  let values = 0;
  for (let path: string | null = `/api/v1/releases/${id}`; ; ) {
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
    const {json, headers} = await api.get(path);
    values += Number(headers["x-values"]);
    for (const {series_key, title: _, unit: __, evidence: ___, ...headline} of json.headlines)
      headlines.push([names.get(series_key)!, headline]);
    path = json.next;
    if (path !== null) continue;
    const {published_at, new_values, revised_values, withdrawn_values} = json;
    return {published_at, new_values, revised_values, withdrawn_values, headlines: byName(headlines), values};
  }
}

function byName<T>(rows: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  return rows.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0));
}

type Known = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** In order of publication. */
function cardsOf(releases: readonly KepRelease[]): Card[] {
  let before: Known = new Map();
  return releases.map((release) => {
    const now = new Map([...before].map(([name, values]) => [name, new Map(values)] as const));
    const touched = new Map<string, string>();
    let [first, revised] = [0, 0];
    for (const {indicator, frequency, period: written, value: text} of release.values) {
      const [name, period, value] = [`${indicator} ${frequency}`, firstDay(written), Number(text)];
      const own = now.get(name) ?? new Map<string, number>();
      now.set(name, own);
      const last = own.get(period);
      if (last === value) continue;
      if (last === undefined) first++;
      else revised++;
      own.set(period, value);
      if (period > (touched.get(name) ?? "")) touched.set(name, period);
    }
    const headlines = byName([...touched].map(([name, period]) => [name, headlineOf(name, period, before, now)]));
    before = now;
    return {
      published_at: release.publishedAt,
      ...{new_values: first, revised_values: revised, withdrawn_values: 0, headlines},
      values: headlines.reduce((sum, [, one]) => sum + shownValues(one), 0),
    };
  });
}

function headlineOf(name: string, period: string, before: Known, now: Known): Headline {
  const values = now.get(name)!;
  const earlier = [...values.keys()].filter((one) => one < period).sort();
  const previous = earlier.at(-1);
  const knownBefore = (one: string): number | null => before.get(name)?.get(one) ?? null;
  return {
    period,
    value: values.get(period)!,
    known_before: knownBefore(period),
    previous:
      previous === undefined
        ? null
        : {period: previous, known_before: knownBefore(previous), now: values.get(previous)!, withdrawn: false},
    year_before: values.get(`${Number(period.slice(0, 4)) - 1}${period.slice(4)}`) ?? null,
  };
}

function shownValues({known_before, previous, year_before}: Headline): number {
  const ofPrevious = previous === null ? 0 : previous.known_before === null ? 1 : 2;
  return 1 + ofPrevious + (known_before === null ? 0 : 1) + (year_before === null ? 0 : 1);
}

/** 2016, 2016-Q1, 2016-03 as their first days. */
function firstDay(period: string): string {
  const [year, part = "01"] = period.split("-");
  const month = part.startsWith("Q") ? String(Number(part[1]) * 3 - 2).padStart(2, "0") : part;
  return `${year}-${month}-01`;
}
