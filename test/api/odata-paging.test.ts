// Pages while data are loaded: a load may change values, but no row is passed over and none comes twice.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {tries} from "../../src/work/tries.fixture.ts";
import {address, allRows, DATASETS, neverBusy, ODATA, PACKAGES, PLAIN, type Rows, twins} from "./odata-rows.ts";
import {ALTAI, COUNTRY, MOSCOW, openWith, SAINT_PETERSBURG, type TidyPackage} from "./packages.ts";

const GEOS = [MOSCOW, ALTAI, COUNTRY, SAINT_PETERSBURG];
const MONTHS = Array.from({length: 12}, (_, i) => `2025-${String(i + 1).padStart(2, "0")}`);

/** A release of the dataset `moving`: some series, some months, some values; later releases revise and add. */
const release = fc.record({
  classes: fc.subarray(["a", "b", "c", "d", "e"], {minLength: 1}),
  geos: fc.subarray(GEOS, {minLength: 1}),
  months: fc.subarray(MONTHS, {minLength: 1}),
  value: fc.integer({min: -50, max: 50}),
  level: fc.constantFrom("region", "city", "district"),
  name: fc.constantFrom("Хлеб", "Молоко", "Яйца"),
});

function packageOf(
  given: {classes: string[]; geos: string[]; months: string[]; value: number; level: string; name: string},
  day: number,
): TidyPackage {
  const rows = given.classes.flatMap((one) =>
    given.geos.flatMap((geo) => given.months.map((month, i) => `x,${one},${geo},${month},${given.value + i}`)),
  );
  return {
    dataset: "moving",
    published_at: `2026-01-${String(day).padStart(2, "0")}`,
    header: "indicator,class,geo,period,value",
    rows,
    more: {
      classes: given.classes.map((code) => ({code, name: `${given.name} ${code}`})),
      geo: [{code: MOSCOW, name: `Москва ${day}`, level: given.level, canonical: "RU-77"}],
    },
  };
}

const keyOf = (row: Rows[number]): string => `${row.series_key} ${row.period}`;

test("a load between two pages neither repeats nor skips a row that exists before and after it [odata.paging]", async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(release, {minLength: 2, maxLength: 4}),
      fc.integer({min: 1, max: 25}),
      fc.constantFrom(
        "",
        "series_key,period",
        "period",
        "period desc",
        "geo desc",
        "classification,geo,period",
        "geo,period desc",
        "freq,length(geo)",
      ),
      fc.constantFrom(
        "",
        " and period ge 2025-03-01",
        " and geo ne '643'",
        " and month(period) ne 7",
        " and value gt -1000",
      ),
      async (releases, most, $orderby, filter) => {
        const [first, ...later] = releases;
        const api = neverBusy(await openWith(t, [packageOf(first!, 1)]));
        const path = address("observations", {$filter: `dataset_code eq 'moving'${filter}`, $orderby});
        const before = await allRows(api, path);
        let loaded = 0;
        const rows = await allRows(api, path, {
          headers: {prefer: `odata.maxpagesize=${most}`},
          most,
          between: async () => {
            const next = later[loaded++];
            if (next !== undefined) await api.load(packageOf(next, loaded + 1));
          },
        });
        const after = new Set((await allRows(api, path)).map(keyOf));
        const given = rows.map(keyOf);
        assert.equal(new Set(given).size, given.length, "no row comes twice");
        const missing = before.map(keyOf).filter((key) => after.has(key) && !given.includes(key));
        assert.deepEqual(missing, [], "no row is passed over");
        await api.server.close();
      },
    ),
    {numRuns: tries({few: 12, all: 40})},
  );
});

test("a load between pages of series does not move them either, in orders that no load can change [odata.paging]", async (t) => {
  const api = neverBusy(await openWith(t, [...PACKAGES, ...twins()]));
  for (const $orderby of ["", "geo desc", "dataset_code,geo", "series_ref desc", "length(geo)"]) {
    const path = address("series", {$orderby});
    const before = await allRows(api, path);
    let loads = 0;
    const rows = await allRows(api, path, {
      headers: {prefer: "odata.maxpagesize=4"},
      between: async () => {
        loads++;
        if (loads < 3)
          await api.load({
            ...PLAIN,
            published_at: `2026-06-${10 + loads}`,
            rows: [`gdp,${GEOS[loads]},2026,${loads}`, ...PLAIN.rows],
          });
      },
    });
    const keys = rows.map(({series_key}) => series_key);
    assert.equal(new Set(keys).size, keys.length);
    for (const {series_key} of before) assert.ok(keys.includes(series_key), $orderby);
  }
});

test("after a load has changed the order, the next page is refused with the hint to begin again [odata.paging]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const paged = {prefer: "odata.maxpagesize=3"};
  const moving: [string, object][] = [
    ["observations", {$filter: DATASETS, $orderby: "value"}],
    ["observations", {$filter: DATASETS, $orderby: "as_of desc,title"}],
    ["observations", {$filter: DATASETS, $orderby: "geo_label"}],
    ["observations", {$filter: DATASETS, $orderby: "period desc"}],
    ["series", {$orderby: "last_period desc"}],
    ["series", {$orderby: "status,title"}],
  ];
  const links: string[] = [];
  for (const [set, options] of moving) {
    const {json} = await api.get(address(set, options as Record<string, string>), paged);
    links.push(json["@odata.nextLink"].replace(/^http:\/\/[^/]+/, ""));
  }
  for (const link of links) assert.equal((await api.get(link, paged)).status, 200, link);
  await api.load({...PLAIN, published_at: "2026-06-20", rows: [`gdp,${COUNTRY},2024,1000`]});
  for (const link of links) {
    const {status, json} = await api.get(link, paged);
    assert.deepEqual([status, json.error?.code], [400, "BAD_REQUEST"], link);
    assert.match(json.error.hint, /first page again/);
  }
});

test("a $skiptoken belongs to its request: altered, cut or used elsewhere, it is refused [odata.skiptoken]", async (t) => {
  const api = neverBusy(await openWith(t, PACKAGES));
  const paged = {prefer: "odata.maxpagesize=3"};
  const filter = encodeURIComponent(DATASETS);
  const {json} = await api.get(`${ODATA}/observations?$filter=${filter}&$top=20&custom=1`, paged);
  const link = new URL(json["@odata.nextLink"]);
  const token = link.searchParams.get("$skiptoken")!;
  assert.deepEqual([...link.searchParams.keys()], ["$filter", "$top", "custom", "$skiptoken"]);
  const own = `${ODATA}/observations?$filter=${filter}&$top=20`;
  assert.equal((await api.get(`${own}&$skiptoken=${token}`, paged)).status, 200);
  assert.equal(
    (await api.get(`${own}&$select=value&$skiptoken=${token}`, paged)).status,
    200,
    "columns are no matter of place",
  );
  const others = [
    `${ODATA}/observations?$filter=${filter}&$skiptoken=${token}`,
    `${ODATA}/observations?$filter=${filter}&$top=21&$skiptoken=${token}`,
    `${own}&$orderby=value&$skiptoken=${token}`,
    `${own}&$count=true&$skiptoken=${token}`,
    `${own}&@p=1&$skiptoken=${token}`,
    `${ODATA}/observations?$filter=dataset_code%20eq%20'plain'&$top=20&$skiptoken=${token}`,
    `${ODATA}/series?$top=20&$skiptoken=${token}`,
  ];
  for (let index = 0; index < token.length; index++) {
    const sign = token[index] === "A" ? "B" : "A";
    others.push(
      `${own}&$skiptoken=${token.slice(0, index)}${sign}${token.slice(index + 1)}`,
      `${own}&$skiptoken=${token.slice(0, index + 1)}=`,
    );
  }
  for (const path of others) {
    const {status, json: body} = await api.get(path, paged);
    assert.deepEqual([status, body.error?.code], [400, "BAD_REQUEST"], path);
  }
});

test("$count is on every page, with the number counted for the first [odata.count odata.paging]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const [set, options] of [
    ["observations", {$filter: DATASETS}],
    ["series", {}],
  ] as const) {
    const whole = await allRows(api, address(set, options));
    let next: string | undefined = address(set, {...options, $count: "true"});
    let pages = 0;
    for (; next !== undefined; pages++) {
      const {json} = await api.get(next, {prefer: "odata.maxpagesize=9"});
      assert.equal(json["@odata.count"], whole.length);
      next = json["@odata.nextLink"]?.replace(/^http:\/\/[^/]+/, "");
    }
    assert.equal(pages, Math.ceil(whole.length / 9));
  }
});
