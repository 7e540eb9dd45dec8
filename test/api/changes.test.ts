// GET /api/v1/changes: its items by kind, its cursors, and what it charges (CONTRACT 6.5).
import assert from "node:assert/strict";
import {test} from "node:test";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {dropDataset, withdraw} from "../../src/load/withdrawal.ts";
import {createFollower} from "./changes-follower.ts";
import {type Api, spend} from "./client.ts";
import {MOSCOW, openWith, SAINT_PETERSBURG, type TidyPackage} from "./packages.ts";

const CHANGES = "/api/v1/changes";
const FIRST: TidyPackage = {
  loaded_at: "2026-06-01T10:00:00.000Z",
  published_at: "2026-06-01",
  rows: ["2026-01,1", "2026-02,2"].flatMap((row) => [`x,${MOSCOW},${row}`, `x,${SAINT_PETERSBURG},${row}`]),
};
const part = (day: string, rows: readonly string[], more: object = {}): TidyPackage => ({
  loaded_at: `${day}T10:00:00.000Z`,
  published_at: day,
  rows,
  more: {partial: true, ...more},
});

const ask = async (api: Api, query: string) => (await api.get(`${CHANGES}?${query}`)).json;
/** Items as "kind period value as_of" with the further members that they have. */
function told(json: {readonly items: readonly Record<string, unknown>[]}): string[] {
  return json.items.map(({kind, period, value, as_of, whole, reason, estimate}) =>
    [kind, period, value, as_of, whole && "whole", reason, estimate].filter((part) => part !== undefined).join(" "),
  );
}

test("without a cursor the answer is the cursor of now, which then tells each load: new values, revisions, and series [changes.kinds]", async (t) => {
  const api = await openWith(t, [FIRST]);
  const now = await ask(api, "");
  assert.deepEqual([now.items, now.has_more], [[], false]);
  await api.load(part("2026-06-02", [`x,${MOSCOW},2026-02,3`, `x,${MOSCOW},2026-03,4`, "x,643,2026-01,9"]));
  const next = await ask(api, `cursor=${now.cursor}`);
  assert.deepEqual(told(next), [
    "revised 2026-02-01 3 2026-06-02",
    "new 2026-03-01 4 2026-06-02",
    "series_added    whole",
    "new 2026-01-01 9 2026-06-02",
  ]);
  assert.deepEqual(next.items[1], {
    ...{kind: "new", dataset: "showdata/demo", series_key: next.items[0].series_key, period: "2026-03-01", value: 4},
    ...{as_of: "2026-06-02", at: "2026-06-02T10:00:00.000Z"},
  });
  assert.deepEqual(next.items[2].series, {
    ...{title: "x, Российская Федерация", indicator: "x", indicator_label: "x", classification: null, class_label: ""},
    ...{measure: null, transformation: null, unit: null, freq: "M"},
    ...{geo: "643", geo_canonical: "RU-00", geo_label: "Российская Федерация", geo_level: "country"},
  });
  assert.deepEqual((await ask(api, `cursor=${next.cursor}`)).items, []);
});

test("a value that its publisher withdraws is told with its reason, and when it is given again, whether it is another value [changes.kinds]", async (t) => {
  const api = await openWith(t, [FIRST]);
  const {cursor} = await ask(api, "");
  const gap = (day: string, cell: string) =>
    part(day, [`x,${MOSCOW},2026-02,${cell}`, `x,${MOSCOW},2026-01,1`], {partial: undefined});
  await api.load(gap("2026-06-02", "…"));
  await api.load(gap("2026-06-03", "2"));
  await api.load(gap("2026-06-04", "…"));
  await api.load(gap("2026-06-05", "5"));
  const items = told(await ask(api, `cursor=${cursor}`)).filter((line) => line.includes("2026-02-01"));
  assert.deepEqual(items, [
    "withdrawn 2026-02-01  2026-06-02 not_available",
    "restored 2026-02-01 2 2026-06-03 false",
    "withdrawn 2026-02-01  2026-06-04 not_available",
    "restored 2026-02-01 5 2026-06-05 true",
  ]);
});

test("a release that is taken back, another name and a dropped dataset are told [changes.kinds]", async (t) => {
  const api = await openWith(t, [FIRST]);
  await api.load(part("2026-06-02", [`x,${MOSCOW},2026-02,3`, `x,${MOSCOW},2026-03,4`, "x,643,2026-01,9"]));
  const {cursor} = await ask(api, "");
  await withdraw(api.store, 2, PLAIN_EFFECTS);
  const back = await ask(api, `cursor=${cursor}`);
  assert.deepEqual(told(back), ["series_gone   ", "new 2026-02-01 2 2026-06-01 whole", "withdrawn 2026-03-01   whole"]);
  const named = {geo: [{code: MOSCOW, name: "Moscow", level: "region"}]};
  await api.load({...part("2026-06-03", [...FIRST.rows, `x,${MOSCOW},2026-04,1`]), more: named});
  const renamed = await ask(api, `cursor=${back.cursor}`);
  assert.deepEqual(told(renamed), ["series_renamed    false", "new 2026-04-01 1 2026-06-03"]);
  assert.equal(renamed.items[0].series.geo_label, "Moscow");
  await dropDataset(api.store, "demo", new Date());
  const dropped = await ask(api, `cursor=${cursor}`);
  assert.deepEqual(told(dropped), ["dataset_dropped   "], "what came before the drop is not told any more");
  assert.deepEqual((await ask(api, "cursor=start")).items, []);
});

test("a late release is told as what it changes: its own estimates, or a period whole where an estimate is gone [changes.kinds]", async (t) => {
  const api = await openWith(t, [FIRST]);
  await api.load(part("2026-06-10", [`x,${MOSCOW},2026-01,5`, `x,${MOSCOW},2026-02,6`]));
  const {cursor} = await ask(api, "");
  await api.load({
    ...part("2026-06-05", [`x,${MOSCOW},2026-01,4`, `x,${MOSCOW},2026-02,6`]),
    loaded_at: "2026-06-11T10:00:00Z",
  });
  assert.deepEqual(told(await ask(api, `cursor=${cursor}`)), [
    "revised 2026-01-01 4 2026-06-05",
    "new 2026-02-01 2 2026-06-01 whole",
    "revised 2026-02-01 6 2026-06-05",
  ]);
});

test("provider, dataset and limit narrow and page the feed; an unknown dataset gives nothing [changes.parameters]", async (t) => {
  const other = {...FIRST, provider: "other", dataset: "demo"};
  const api = await openWith(t, [FIRST, {...FIRST, dataset: "b"}, other]);
  const datasets = async (query: string) => {
    const {items} = await ask(api, `cursor=start&${query}`);
    return [...new Set(items.map(({dataset}: {dataset: string}) => dataset))];
  };
  assert.deepEqual(await datasets(""), ["other/demo", "showdata/b", "showdata/demo"]);
  assert.deepEqual(await datasets("provider=showdata"), ["showdata/b", "showdata/demo"]);
  assert.deepEqual(await datasets("dataset=demo"), ["other/demo", "showdata/demo"]);
  assert.deepEqual(await datasets("dataset=showdata/demo"), ["showdata/demo"]);
  assert.deepEqual(await datasets("dataset=showdata/none"), []);
  const first = await ask(api, "cursor=start&limit=4");
  assert.deepEqual([first.items.length, first.has_more], [4, true]);
  for (const query of ["cursor=yesterday", "cursor=WzBd", "limit=0", "limit=10001", "dataset=a/b&provider=c"])
    assert.equal((await api.get(`${CHANGES}?${query}`)).status, 422, query);
  const {detail} = (await api.get(`${CHANGES}?cursor=yesterday`)).json;
  assert.match(detail[0].msg, /cursor is none that this service gave.*cursor=start/);
});

test("an answer is charged for its values; one without is free, and an unchanged one is 304 [changes.charged]", async (t) => {
  const api = await openWith(t, [FIRST]);
  const token = await api.createToken("free", "reader@example.org");
  const headers = {authorization: `Bearer ${token}`};
  const used = async () => Number((await api.get(`${CHANGES}`, headers)).headers["x-values"]);
  assert.equal(await used(), 0);
  const all = await api.get(`${CHANGES}?cursor=start`, headers);
  assert.equal(all.headers["x-values"], "4");
  const {cursor} = all.json;
  const poll = await api.get(`${CHANGES}?cursor=${cursor}`, headers);
  assert.equal(poll.headers["x-values"], "0");
  const again = await api.get(`${CHANGES}?cursor=${cursor}`, {...headers, "if-none-match": poll.headers["etag"]!});
  assert.equal(again.status, 304);
  await spend(api, token, 10_000_000);
  assert.equal((await api.get(`${CHANGES}?cursor=${cursor}`, headers)).status, 200, "nothing costs nothing");
  const refused = await api.get(`${CHANGES}?cursor=start`, headers);
  assert.deepEqual([refused.status, refused.json.error.code], [429, "RATE_LIMITED"]);
});

test("following with 1 % of revisions costs 1 % of all values [changes.charged]", async (t) => {
  const rows = Array.from({length: 200}, (_, index) => `x${index},${MOSCOW},2026-01,1`);
  const api = await openWith(t, [{...FIRST, rows}]);
  const follower = createFollower(api);
  await follower.catchUp();
  assert.equal(follower.charged, 200);
  for (const day of ["2026-06-02", "2026-06-03"])
    await api.load(part(day, [rows[7]!.replace(",1", `,${day.slice(-1)}`)]));
  await follower.catchUp();
  assert.equal(follower.charged, 202);
});

const WEEKS = "indicator,geo,freq,week,value";

test("a week that leaves the calendar with its release makes weekly series whole, and may come back with another day [changes.weeks]", async (t) => {
  const dated = (date: string) => ({partial: true, weeks: [{year: 2031, week: 5, date}]});
  const first = {header: WEEKS, published_at: "2031-01-15", rows: [`x,${MOSCOW},W,2031-W02,1`]};
  const api = await openWith(t, [{...first, more: {weeks: [{year: 2031, week: 2, date: "2031-01-10"}]}}]);
  const begun = await ask(api, "");
  const later = {header: WEEKS, published_at: "2031-02-08", rows: [`x,${MOSCOW},W,2031-W05,3`]};
  await api.load({...later, more: dated("2031-02-03")});
  const follower = createFollower(api);
  await follower.catchUp();
  const before = follower.cursor;
  await withdraw(api.store, 2, PLAIN_EFFECTS);
  assert.deepEqual(told(await ask(api, `cursor=${before}`)), [
    "series_renamed    whole",
    "new 2031-01-10 1 2031-01-15",
  ]);
  assert.equal((await api.get(`${CHANGES}?cursor=${begun.cursor}`)).status, 200);
  await api.load({
    ...{...later, published_at: "2031-02-09", rows: [`x,${MOSCOW},W,2031-W05,4`]},
    more: dated("2031-02-04"),
  });
  assert.ok(told(await ask(api, `cursor=${before}`)).includes("new 2031-02-04 4 2031-02-09"));
  await follower.catchUp();
  const anew = createFollower(api);
  await anew.catchUp();
  assert.equal(follower.exported("estimates"), anew.exported("estimates"));
});

test("the first name of a class, and another normalised code of a territory, are told as other names [changes.kinds]", async (t) => {
  const header = "indicator,class,geo,period,value";
  const named = (published_at: string, more: object): TidyPackage => ({
    header,
    published_at,
    rows: ["x,7,Z1,2025-01,1"],
    more,
  });
  const geo = (canonical: string) => ({geo: [{code: "Z1", name: "Zed", level: "region", canonical}]});
  const api = await openWith(t, [named("2025-02-01", geo("US-CA"))]);
  const {cursor} = await ask(api, "");
  await api.load(named("2025-02-02", {...geo("US-CA"), classes: [{code: "7", name: "Seven"}]}));
  const class7 = await ask(api, `cursor=${cursor}`);
  assert.deepEqual(told(class7), ["series_renamed    false"]);
  await api.load(named("2025-02-03", geo("US-TX")));
  const moved = await ask(api, `cursor=${class7.cursor}`);
  assert.deepEqual([told(moved), moved.items[0].series.geo_canonical], [["series_renamed    false"], "US-TX"]);
});
