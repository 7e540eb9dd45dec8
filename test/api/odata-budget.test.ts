// What one request of the OData channel may cost: counts and refusals, and what other requests notice of it.
import assert from "node:assert/strict";
import {after, test} from "node:test";
import type {Store} from "../../src/store/open.ts";
import type {Ending} from "../sample-folder.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {type Api, createApi} from "./client.ts";
import {anyOf, assertLetsOthersIn, DEAR_PACKAGES, MONTHS, sumOf, TITLES, WIDE_SERIES} from "./dear-filters.ts";
import {address, allRows, neverBusy, ODATA} from "./odata-rows.ts";
import {loadTidy} from "./packages.ts";

const endings: (() => Promise<void>)[] = [];
let opened: Promise<Store> | null = null;

after(async () => {
  for (const end of endings.reverse()) await end();
});

/** One store for all tests, because its load takes longer than most of them. */
async function openDear(t: Ending): Promise<Api> {
  opened ??= (async () => {
    const file = {after: (end: () => Promise<void>) => void endings.push(end)};
    const {store} = await temporaryStore(file);
    const folder = await temporaryFolder(file);
    for (const tidy of DEAR_PACKAGES) await loadTidy(store, folder, tidy);
    return store;
  })();
  return createApi(t, await opened);
}

test("while a filter of hundreds of conditions is evaluated, other requests are answered [odata.budget]", async (t) => {
  const api = await openDear(t);
  const health = `${await api.server.listen({port: 0, host: "127.0.0.1"})}/health`;
  const classes = anyOf(40, (i) => `contains(class_label,'q${i}')`);
  for (const [path, status] of [
    [address("series/$count", {$filter: TITLES}), 400],
    [address("series", {$filter: TITLES}), 200],
    [address("series/$count", {$filter: classes}), 200],
    [address("observations", {$filter: `dataset_code eq 'long' and (${MONTHS})`}), 200],
    [address("observations/$count", {$filter: `dataset_code eq 'long' and (${MONTHS})`}), 400],
    [address("observations", {$filter: "dataset_code eq 'long'", $orderby: sumOf(120, "value")}), 400],
    [address("series", {$orderby: "length(title),title desc"}), 200],
  ] as const) {
    await api.get(address("series", {$top: 1}));
    await assertLetsOthersIn(() => api.get(path), {health, answers: 5, status, name: path.slice(0, 100)});
  }
});

test("a count and an order beyond the budget are refused with a hint to narrow them, and charge nothing [odata.budget odata.charges]", async (t) => {
  const api = await openDear(t);
  const authorization = `Bearer ${await api.createToken("free")}`;
  const long = `dataset_code eq 'long' and (${MONTHS})`;
  for (const path of [
    address("series/$count", {$filter: TITLES}),
    address("series", {$filter: TITLES, $count: "true"}),
    address("series", {$filter: TITLES, $skip: 1}),
    address("series", {$filter: TITLES, $orderby: "title"}),
    address("series", {$orderby: sumOf(300, "length(title)")}),
    address("observations/$count", {$filter: long}),
    address("observations", {$filter: long, $count: "true"}),
    address("observations", {$filter: `${long} and value gt 0`}),
    address("observations", {$filter: "dataset_code eq 'long'", $orderby: sumOf(300, "value")}),
  ]) {
    const {status, headers, json} = await api.get(path, {authorization});
    assert.deepEqual([status, json.error.code], [400, "BAD_REQUEST"], path.slice(0, 100));
    assert.match(json.error.message, /more than 2000000 evaluations/);
    assert.match(json.error.hint, /narrow it by dataset_code/);
    assert.equal(headers["x-quota-values-remaining"], "1000000");
    api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  }
});

test("a page beyond the budget ends early and its next link continues: no row is missing or repeated [odata.budget odata.paging]", async (t) => {
  const api = neverBusy(await openDear(t));
  const wanted = await allRows(
    api,
    address("series", {$filter: "endswith(classification,'77')", $select: "series_key"}),
  );
  assert.equal(wanted.length, WIDE_SERIES / 100);
  let pages = 0;
  const between = async () => void pages++;
  const filter = `endswith(classification,'77') and (contains(title,'Хлеб') or ${TITLES})`;
  const dear = `(${TITLES}) or endswith(title,' 77') or contains(title,'77,')`;
  const rows = await allRows(api, address("series", {$filter: dear, $select: "series_key"}), {between});
  assert.deepEqual(rows, wanted);
  assert.equal(pages, 5, "8 million evaluations and the reading of 20,000 names are five pages");
  assert.deepEqual(await allRows(api, address("series", {$filter: filter, $select: "series_key"})), wanted);

  const days = `dataset_code eq 'long' and (${MONTHS} or day(period) eq 7)`;
  pages = 0;
  const sevenths = await allRows(api, address("observations", {$filter: days, $select: "period"}), {between});
  const plain = address("observations", {$filter: "dataset_code eq 'long' and day(period) eq 7", $select: "period"});
  assert.deepEqual(sevenths, await allRows(api, plain));
  assert.ok(sevenths.length > 600);
  assert.ok(pages >= 4, "a page ends within a series");
});

test("an expression that is too dear for one row is refused before a row is read: long texts in long texts, also by aliases [odata.row-budget]", async (t) => {
  const api = await openDear(t);
  const [a, b] = ["a".repeat(2000), `${"a".repeat(1000)}b${"a".repeat(999)}`];
  const nested = `${"concat(@p,".repeat(90)}title${")".repeat(90)}`;
  for (const options of [
    {$filter: `contains(concat('${a}${a}',title),'${b}')`, $top: 1},
    {$filter: `indexof(concat('${a}${a}',title),'${b}') eq 1`, $top: 1},
    {$filter: `contains(${nested},@q)`, "@p": `'${a}${a}'`, "@q": `'${b}'`, $top: 1},
    {$orderby: `indexof(concat('${a}${a}',title),'${b}')`, $top: 1},
  ]) {
    const {status, json} = await api.get(address("series", options));
    assert.deepEqual([status, json.error.code], [400, "BAD_REQUEST"]);
    assert.match(json.error.message, /compares texts that are too long/);
  }
  const short = await api.get(address("series", {$filter: `contains(concat('${a}',title),'${b}')`, $top: 1}));
  assert.equal(short.status, 200);
});

test("$orderby takes texts of 300 letters and none of 301 [odata.row-budget]", async (t) => {
  const api = await openDear(t);
  const sorted = (letters: number) =>
    api.get(address("series", {$orderby: `concat('${"a".repeat(letters)}',indicator)`, $top: 1}));
  assert.equal((await sorted(300 - 64)).status, 200, "a property counts as 64 letters");
  const {status, json} = await sorted(301 - 64);
  assert.deepEqual([status, json.error.code], [400, "BAD_REQUEST"]);
  assert.match(json.error.message, /at most 300 letters/);
});

test("a list of `in` is looked up: its length has no cost [odata.budget]", async (t) => {
  const api = await openDear(t);
  const titles = Array.from({length: 1500}, (_, i) => `'${i}'`).join();
  const {status, text} = await api.get(`${ODATA}/series/$count?$filter=title%20in%20(${titles})`);
  assert.deepEqual([status, text], [200, "0"]);
});
