// Weekly values, from the package to the slice: stored by the source's own weeks, dated by a calendar that may change.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../src/load/run.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {createApi} from "./api/client.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const HEADER = "indicator,geo,week,value";
const PATH = "/api/v1/data?dataset=weekly&geo=country";

type Weeks = readonly (readonly [week: number, day: string])[];

async function packageOf(folder: string, day: string, rows: readonly string[], weeks: Weeks | null): Promise<string> {
  const list = weeks?.map(([week, date]) => ({year: 2031, week, date}));
  const metadata = {
    provider: "showdata",
    dataset: "weekly",
    name: "Weekly (not official)",
    freq: "W",
    published_at: day,
    weeks: list,
  };
  return writePackage(join(folder, day), metadata, HEADER, rows);
}

test("a moved week is not a revision: it changes no as_of, applies to every vintage and changes the ETag [week.moved week.identity tidy.metadata-lists]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store, {now: new Date("2031-03-01T00:00:00Z")});
  const first = ["x,643,2031-W01,100", "x,643,2031-W02,101", "x,643,2031-W03,102"];
  await loadPath(
    store,
    await packageOf(folder, "2031-01-28", first, [
      [1, "2031-01-10"],
      [2, "2031-01-17"],
    ]),
    NO_HINTS,
  );
  const before = await api.get(PATH);
  assert.deepEqual(
    days(before.json),
    ["2031-01-10", "2031-01-17", "2031-01-24"],
    "an unlisted week is seven days after the one before",
  );

  await loadPath(store, await packageOf(folder, "2031-02-04", ["x,643,2031-W04,103"], [[3, "2031-01-27"]]), NO_HINTS);
  const after = await api.get(PATH);
  assert.deepEqual(days(after.json), ["2031-01-10", "2031-01-17", "2031-01-27", "2031-02-03"]);
  assert.deepEqual(
    after.json.observations.map((row: {as_of: string}) => row.as_of),
    ["2031-01-28", "2031-01-28", "2031-01-28", "2031-02-04"],
  );
  assert.notEqual(after.headers["etag"], before.headers["etag"]);
  const vintage = await api.get(`${PATH}&as_of=2031-01-28`);
  assert.deepEqual(days(vintage.json), ["2031-01-10", "2031-01-17", "2031-01-27"]);
  assert.equal(after.json.series[0].last_period, "2031-02-03");
  assert.equal(after.json.dataset.latest_period, "2031-02");
  const counts = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: "weekly"});
    return (yield* listReleases(q, dataset!.id)).map(({newValues, revisedValues}) => [newValues, revisedValues]);
  });
  assert.deepEqual(counts, [
    [3, 0],
    [1, 0],
  ]);

  const bounded = await api.get(`${PATH}&start=2031-01-17&end=2031-01-27`);
  assert.deepEqual(days(bounded.json), ["2031-01-17", "2031-01-27"], "a week belongs to a bound by its date");
});

test("a release with only weeks moves the dates of existing values [week.moved]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store, {now: new Date("2031-03-01T00:00:00Z")});
  await loadPath(
    store,
    await packageOf(folder, "2031-01-28", ["x,643,2031-W01,100", "x,643,2031-W02,101"], [[1, "2031-01-10"]]),
    NO_HINTS,
  );
  await loadPath(store, await packageOf(folder, "2031-02-04", ["x,643,2031-W01,100"], [[2, "2031-01-20"]]), NO_HINTS);
  assert.deepEqual(days((await api.get(PATH)).json), ["2031-01-10", "2031-01-20"]);
});

test("two weeks on one date, listed or computed, stop the load, and nothing is changed [week.two-on-one-date load.atomic]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const rows = ["x,643,2031-W01,100", "x,643,2031-W02,101"];
  for (const weeks of [
    [
      [1, "2031-01-10"],
      [2, "2031-01-10"],
    ],
    [
      [1, "2031-01-10"],
      [3, "2031-01-17"],
    ],
  ] as const) {
    const withThird = weeks[1][0] === 3 ? [...rows, "x,643,2031-W03,102"] : rows;
    const path = await packageOf(folder, "2031-01-28", withThird, weeks);
    await assert.rejects(loadPath(store, path, NO_HINTS), /2031-W0[123]/);
    assert.deepEqual(await store.statistics.read((q) => findDatasets(q, {provider: null, dataset: "weekly"})), []);
  }
});

function days(json: {observations: {period: string}[]}): string[] {
  return json.observations.map((row) => row.period);
}
