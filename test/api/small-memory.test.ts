// A server with too little memory for its catalogues gives the answers of one with enough, byte for byte, with the same tags and next links.
import assert from "node:assert/strict";
import {test} from "node:test";
import {NAMES_AT_ONCE} from "../../src/store/series/class-names.ts";
import {openSite} from "../site/site.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {type Api, createApi} from "./client.ts";
import {ALTAI, COUNTRY, loadTidy, MOSCOW} from "./packages.ts";

/** More than one read of names, and more than a server reads together. */
const CLASSES = 2 * NAMES_AT_ONCE + 300;

const code = (index: number): string => `c${String(index).padStart(4, "0")}`;

async function openBoth(t: Parameters<typeof temporaryStore>[0]) {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const rows = Array.from({length: CLASSES}, (_, index) => {
    const territories = index % 100 === 0 ? [COUNTRY, MOSCOW, ALTAI] : [index % 2 === 0 ? MOSCOW : ALTAI];
    return territories.map((geo) => `x,${code(index)},${geo},${index % 7 === 0 ? "2019" : "2026"},${index}`);
  });
  const classes = Array.from({length: CLASSES - 5}, (_, index) => ({
    code: code(index),
    name: index === 40 ? "Всего" : `Хлеб ${(index * 31) % CLASSES}`,
  }));
  await loadTidy(store, folder, {
    rows: [...rows.flat(), `x,,${COUNTRY},2026,1`],
    header: "indicator,class,geo,period,value",
    more: {classes},
  });
  await loadTidy(store, folder, {dataset: "other", rows: [`x,${COUNTRY},2026,1`]});
  const large = await createApi(t, store);
  const small = await createApi(t, store, {catalogueBytes: 2000});
  return {store, large, small};
}

async function assertSame({large, small}: {large: Api; small: Api}, path: string, headers = {}): Promise<string> {
  const [expected, found] = [await large.get(path, headers), await small.get(path, headers)];
  assert.equal(found.status, expected.status, path);
  assert.equal(found.headers["etag"], expected.headers["etag"], path);
  assert.equal(withoutRequest(found.text), withoutRequest(expected.text), path);
  return found.text;
}

function withoutRequest(text: string): string {
  return text.replace(/"request_id":"[^"]+"/, "");
}

const OF_DEMO = "dataset_code eq 'demo'";

test("a dataset that does not fit into memory has the same lists of codes, series and observations, and the same hints [store.catalogue-by-blocks]", async (t) => {
  const both = await openBoth(t);
  const key = JSON.parse((await both.large.get("/api/v1/odata/series?$top=3")).text).value[2].series_key as string;
  const filters = [
    OF_DEMO,
    `${OF_DEMO} and classification eq 'c0100'`,
    `${OF_DEMO} and classification in ('c0100','c0007','none') and geo eq '${MOSCOW}'`,
    `${OF_DEMO} and (classification eq 'c0100' or classification eq null)`,
    `${OF_DEMO} and classification eq null`,
    `${OF_DEMO} and classification ne 'c0100' and geo eq '${COUNTRY}'`,
    `${OF_DEMO} and contains(title,'7')`,
    `${OF_DEMO} and class_label eq 'Хлеб 31'`,
    `${OF_DEMO} and class_label eq null`,
    `${OF_DEMO} and status eq 'stalled'`,
    `series_key eq '${key}'`,
    `series_key in ('${key}','0000000000000000') and contains(title,'Хлеб')`,
  ];
  for (const filter of filters) {
    const query = `$filter=${encodeURIComponent(filter)}`;
    await assertSame(both, `/api/v1/odata/series?${query}&$top=40&$count=true`);
    await assertSame(both, `/api/v1/odata/series/$count?${query}`);
    await assertSame(both, `/api/v1/odata/series?${query}&$orderby=title desc,geo&$top=30`);
    await assertSame(both, `/api/v1/odata/series?${query}&$skip=7&$top=30`);
    if (filter.includes("class_label") || filter.includes("status")) continue;
    await assertSame(both, `/api/v1/odata/observations?${query}&$top=40`);
    await assertSame(both, `/api/v1/odata/observations/$count?${query}`);
    await assertSame(both, `/api/v1/odata/observations?${query}&$orderby=title,period&$top=30`);
    await assertSame(both, `/api/v1/odata/observations?${query}&$orderby=period desc&$top=30`);
    await assertSame(
      both,
      `/api/v1/odata/observations?$filter=${encodeURIComponent(`${filter} and (value gt 500 or contains(title,'3'))`)}`,
    );
  }
  for (const path of [
    "reference/codes?dataset=demo",
    "reference/codes?dataset=demo&format=csv&bom=1",
    "reference/codes?dataset=other",
    `odata/series('${key}')`,
    `odata/series('${key}')/title`,
    "odata/series('0000000000000000')",
    `odata/observations(series_key='${key}',period=2026-01-01)`,
    "odata/series?$top=5",
    "odata/observations?$top=20",
    `odata/series?$filter=${encodeURIComponent(`${OF_DEMO} and geo eq '${MOSCOW}'`)}&asOf=2026-06-10&$top=9`,
    "data?dataset=demo&class=c01&geo=all",
    "data?dataset=demo&class=31&geo=all",
    "data?dataset=demo&class=Хлеб%2012&geo=all",
    "data?dataset=demo&geo=district",
    "data?dataset=demo&freq=Q&geo=all",
    "data?dataset=demo&class=c0001&geo=country",
    "data?dataset=demo&class=c0100&geo=country&labels=1",
    "data/plan?dataset=demo&class=nope",
    "estimates?dataset=demo&class=nope",
  ])
    await assertSame(both, `/api/v1/${path}`);
});

test("series of very many classes are judged in the order of the classes, and given in that of their keys [store.catalogue-by-blocks odata.paging]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const indexes = Array.from({length: 6000}, (_, index) => index);
  await loadTidy(store, folder, {
    rows: indexes.map((index) => `x,${code(index)},${index % 3 === 0 ? MOSCOW : ALTAI},2026,${index}`),
    header: "indicator,class,geo,period,value",
    more: {classes: indexes.map((index) => ({code: code(index), name: `Хлеб ${(index * 31) % 6000}`}))},
  });
  const both = {large: await createApi(t, store), small: await createApi(t, store, {catalogueBytes: 2000})};
  for (const [filter, passes] of [
    [`geo eq '${MOSCOW}'`, (index: number) => index % 3 === 0],
    [`contains(title,'59')`, (index: number) => String((index * 31) % 6000).includes("59")],
    [
      `class_label eq 'Хлеб 77' or endswith(classification,'00')`,
      (index: number) => (index * 31) % 6000 === 77 || index % 100 === 0,
    ],
    [
      `endswith(classification,'7') and geo eq '${ALTAI}' and contains(title,'1')`,
      (index: number) => index % 10 === 7 && index % 3 !== 0 && String((index * 31) % 6000).includes("1"),
    ],
    [`geo eq '999'`, () => false],
    [`geo ne '999' and title ne ''`, () => true],
  ] as const) {
    const query = `$filter=${encodeURIComponent(`${OF_DEMO} and ${filter}`)}`;
    const found: string[] = [];
    const keys: string[] = [];
    for (let path: string | null = `/api/v1/odata/series?${query}&$select=series_key,classification`; path !== null; ) {
      const page = JSON.parse(await assertSame(both, path, {prefer: "odata.maxpagesize=700", host: "example.org"}));
      for (const one of page.value) {
        keys.push(one.series_key);
        found.push(one.classification);
      }
      const next: string | undefined = page["@odata.nextLink"];
      path = next === undefined ? null : next.slice(next.indexOf("/api/"));
    }
    assert.deepEqual(found.sort(), indexes.filter(passes).map(code), filter);
    assert.deepEqual(keys, keys.toSorted(), filter);
    assert.equal(await assertSame(both, `/api/v1/odata/series/$count?${query}`), String(found.length));
  }
});

test("next links of a dataset that does not fit into memory give each series once, in the order of keys [odata.paging]", async (t) => {
  const both = await openBoth(t);
  for (const set of ["series", "observations"]) {
    const seen: string[] = [];
    let path: string | null = `/api/v1/odata/${set}?$filter=${encodeURIComponent(OF_DEMO)}`;
    while (path !== null) {
      const text = await assertSame(both, path, {prefer: "odata.maxpagesize=300", host: "example.org"});
      const page = JSON.parse(text) as {value: {series_key: string}[]; "@odata.nextLink"?: string};
      seen.push(...page.value.map((one) => one.series_key));
      const next = page["@odata.nextLink"];
      path = next === undefined ? null : next.slice(next.indexOf("/api/"));
    }
    assert.equal(seen.length, new Set(seen).size);
    assert.deepEqual(seen, seen.toSorted());
    assert.equal(seen.length, CLASSES + 2 * Math.ceil(CLASSES / 100) + 1);
  }
});

test("the page of a dataset that does not fit into memory is the page of one that does [store.catalogue-by-blocks]", async (t) => {
  const {store} = await openBoth(t);
  const [large, small] = [await openSite(t, {store}), await openSite(t, {store, catalogueBytes: 2000})];
  for (const query of ["", "?class=c0007", "?geo=643", "?class=c1299&geo=643", "?class=none", "?offset=25"]) {
    const [expected, found] = [
      await large.get(`/datasets/showdata/demo${query}`),
      await small.get(`/datasets/showdata/demo${query}`),
    ];
    assert.equal(found.status, 200);
    assert.equal(found.text, expected.text, query);
  }
});
