// The feed of loads: its rows, filters and pages, and withdrawals.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {dropDataset, withdraw} from "../../src/load/withdrawal.ts";
import {NOTHING_TOUCHED, sampleLoadRun} from "../../src/store/conformance/samples.fixture.ts";
import {recordChange} from "../../src/store/releases/load-run.ts";
import type {Answer, Api} from "./client.ts";
import {MOSCOW, openWith, type TidyPackage} from "./packages.ts";

const UPDATES = "/api/v1/updates";

function tidy(dataset: string, loaded_at: string, published_at: string, rows: readonly string[]): TidyPackage {
  return {dataset, loaded_at, published_at, rows: rows.map((row) => `x,${MOSCOW},${row}`)};
}

const LOADS = [
  tidy("a", "2026-06-01T23:59:59.999Z", "2026-05-10", ["2026-01,1", "2026-02,1"]),
  tidy("a", "2026-06-02T00:00:00.000Z", "2026-05-20", ["2026-02,2", "2026-03,1"]),
  tidy("a", "2026-06-02T12:00:00.000Z", "2026-05-15", ["2026-02,3"]),
  tidy("b", "2026-06-02T10:00:00.000Z", "2026-06-01", ["2025,1"]),
];

async function rowsOf(api: Api, query = ""): Promise<string[]> {
  const {json} = await api.get(`${UPDATES}?${query}`);
  return json.items.map((row: Record<string, unknown>) => Object.values(row).map(String).join(" "));
}

test("the feed has a row for each UTC day of loading and dataset, newest day first, with the declared members [updates.rows]", async (t) => {
  const api = await openWith(t, LOADS);
  const {json} = await api.get(UPDATES);
  assert.deepEqual(json, {
    items: [
      {
        day: "2026-06-02",
        provider_code: "showdata",
        dataset_code: "a",
        name: "a (not official)",
        latest_period: "2026-03",
        latest_published_at: "2026-05-20",
        releases: 2,
        new_values: 1,
        revised_values: 2,
      },
      {
        day: "2026-06-02",
        provider_code: "showdata",
        dataset_code: "b",
        name: "b (not official)",
        latest_period: "2025-01",
        latest_published_at: "2026-06-01",
        releases: 1,
        new_values: 1,
        revised_values: 0,
      },
      {
        day: "2026-06-01",
        provider_code: "showdata",
        dataset_code: "a",
        name: "a (not official)",
        latest_period: "2026-02",
        latest_published_at: "2026-05-10",
        releases: 1,
        new_values: 2,
        revised_values: 0,
      },
    ],
    total: 3,
    has_more: false,
    next_offset: null,
  });
});

test("since, provider and dataset narrow the feed; an unknown dataset or provider gives no rows [updates.parameters updates.unknown-dataset]", async (t) => {
  const other = {...tidy("b", "2026-06-03T10:00:00.000Z", "2026-06-02", ["2025,1"]), provider: "cbr"};
  const api = await openWith(t, [...LOADS, other]);
  const narrowed = async (query: string) =>
    (await rowsOf(api, query)).map((row) => row.split(" ").slice(0, 3).join(" ").slice(8));
  assert.deepEqual(await narrowed(""), ["03 cbr b", "02 showdata a", "02 showdata b", "01 showdata a"]);
  assert.deepEqual(await narrowed("since=2026-06-02"), ["03 cbr b", "02 showdata a", "02 showdata b"]);
  assert.deepEqual(await narrowed("since=2026-06-03"), ["03 cbr b"]);
  assert.deepEqual(await narrowed("since=2026-06-04"), []);
  assert.deepEqual(await narrowed("provider=cbr"), ["03 cbr b"]);
  assert.deepEqual(await narrowed("dataset=b"), ["03 cbr b", "02 showdata b"]);
  assert.deepEqual(await narrowed("dataset=showdata/b"), ["02 showdata b"]);
  assert.deepEqual(await narrowed("dataset=a&since=2026-06-02"), ["02 showdata a"]);
  for (const nothing of ["dataset=none", "dataset=cbr/a", "dataset=showdata/", "dataset=/b", "provider=none"]) {
    assert.deepEqual(await narrowed(nothing), [], nothing);
  }
  assert.deepEqual(await narrowed("dataset=showdata/b&provider=cbr"), []);
});

test("limit is 1 to 500, 100 when omitted; since is a day; any other value is 422 [updates.parameters]", async (t) => {
  const api = await openWith(t, []);
  await fillFeed(api, 501);
  const count = async (query: string) => (await api.get(`${UPDATES}?${query}`)).json.items.length;
  assert.equal(await count(""), 100);
  assert.equal(await count("limit=500"), 500);
  assert.equal(await count("limit=1"), 1);
  for (const [query, problem] of [
    ["limit=0", "limit greater_than_equal"],
    ["limit=501", "limit less_than_equal"],
    ["limit=x", "limit int_parsing"],
    ["offset=-1", "offset greater_than_equal"],
    ["since=2026-06", "since date_parsing"],
    ["since=yesterday", "since date_parsing"],
    ["since=2026-06-01&since=2026-06-02", "since value_error"],
    ["dataset=a&dataset=b", "dataset value_error"],
  ] as const) {
    const {status, json} = await api.get(`${UPDATES}?${query}`);
    assert.equal(status, 422, query);
    assert.deepEqual(
      json.detail.map(({loc, type}: {loc: string[]; type: string}) => `${loc[1]} ${type}`),
      [problem],
    );
  }
});

test("following the links gives all pages of the feed [updates.parameters data.link-next]", async (t) => {
  const api = await openWith(t, []);
  const total = 60;
  await fillFeed(api, total);
  await fc.assert(
    fc.asyncProperty(
      fc.integer({min: 1, max: 70}),
      fc.constantFrom("", "&since=2026-01-20", "&provider=showdata", "&dataset=d1"),
      async (limit, filter) => {
        const whole = (await api.get(`${UPDATES}?limit=500${filter}`)).json;
        assert.equal(whole.items.length, whole.total);
        const pages: object[] = [];
        for (let path: string | undefined = `${UPDATES}?limit=${limit}${filter}`; path !== undefined; ) {
          const {json, headers}: Answer = await api.get(path);
          pages.push(...json.items);
          assert.equal(json.total, whole.total);
          assert.equal(json.has_more, json.next_offset !== null);
          assert.equal(json.next_offset, json.has_more ? pages.length : null);
          const link: string | undefined = /^<http:\/\/[^/]*(.*)>; rel="next"$/.exec(headers["link"] ?? "")?.[1];
          assert.equal(link !== undefined, json.has_more);
          path = link;
        }
        assert.deepEqual(pages, whole.items);
      },
    ),
    {numRuns: 40},
  );
  const past = (await api.get(`${UPDATES}?offset=9007199254740991`)).json;
  assert.deepEqual(past, {items: [], total, has_more: false, next_offset: null});
});

test("a withdrawal and a drop are in the feed as rows with 0 releases, and the load stays in its own row [updates.withdrawn]", async (t) => {
  const api = await openWith(t, LOADS.slice(0, 2));
  const at = (now: string) => ({...PLAIN_EFFECTS, now: () => new Date(now)});
  const before = await rowsOf(api);
  await withdraw(api.store, 2, at("2026-06-05T10:00:00Z"));
  const withdrawn = await rowsOf(api);
  assert.deepEqual(withdrawn, ["2026-06-05 showdata a a (not official) 2026-02 null 0 0 0", ...before]);
  await dropDataset(api.store, "a", new Date("2026-06-06T10:00:00Z"));
  const dropped = await rowsOf(api);
  assert.deepEqual(dropped, ["2026-06-06 showdata a a (not official) null null 0 0 0", ...withdrawn]);
  await api.load(tidy("a", "2026-06-06T11:00:00.000Z", "2026-05-10", ["2026-05,1"]));
  const again = await rowsOf(api);
  assert.deepEqual(again, ["2026-06-06 showdata a a (not official) 2026-05 2026-05-10 1 1 0", ...withdrawn]);
  await withdraw(api.store, 3, at("2026-06-07T10:00:00Z"));
  assert.deepEqual(await rowsOf(api, "since=2026-06-07"), ["2026-06-07 showdata a a (not official) null null 0 0 0"]);
});

/** Writes load runs of several datasets and days, a row of the feed each. */
async function fillFeed(api: Api, rows: number): Promise<void> {
  await api.store.statistics.write(function* (q) {
    for (let number = 0; number < rows; number++) {
      const day = new Date(Date.UTC(2026, 0, 1 + Math.floor(number / 3))).toISOString().slice(0, 10);
      const fields = {id: `run-${number}`, day, dataset: `d${number % 3}`, loadedAt: `${day}T10:00:00.000Z`};
      yield* recordChange(q, sampleLoadRun(1, fields), NOTHING_TOUCHED);
    }
  });
}
