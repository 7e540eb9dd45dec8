// A catalogue of EMISS loaded before and after its data, on a real store, seen through the api.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {test} from "../src/load/input/publisher-test.fixture.ts";
import {withdrawListing} from "../src/load/listing/load-listing.ts";
import {loadPath} from "../src/load/run.ts";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {verifyStore} from "../src/load/verify/verification.ts";
import type {Store} from "../src/store/open.ts";
import {listListings} from "../src/store/releases/listing.ts";
import {createApi} from "./api/client.ts";
import {ryad} from "./command.ts";
import {NEEDS_SHARED_DATA, SHARED_DATA, temporaryFolder, temporaryStore} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const HEADER =
  "name,url,excluded,department,group_level_2,group_level_3,group_level_4,group_level_5,group_level_6,date_of_update";

/** Of 2024-03-05. */
const MESSAGE = emissMessage({
  indicator: "99001",
  name: "Старое имя",
  codeLists: {s_OKATO: {"643": "Российская Федерация"}},
  series: [{key: {s_OKATO: "643"}}],
});

/** `day` as days since 1970: 19800 is 2024-03-18. */
function tree(name: string, day: number): string {
  return `${HEADER}\n${name},https://fedstat.ru/indicator/99001,0,48. Банк,48.1. Деньги,${name},,,,${day}.0\nДругое,https://fedstat.ru/indicator/99002,0,1. Росстат,1.1. Люди,Другое,,,,${day}.0\n`;
}

async function loadText(t: TestContext, store: Store, name: string, text: string) {
  const path = join(await temporaryFolder(t), name);
  await writeFile(path, text);
  return loadPath(store, path, NO_HINTS);
}

async function answers(t: TestContext, store: Store) {
  const api = await createApi(t, store);
  const get = async (path: string) => (await api.get(path)).json;
  return {
    datasets: (await get("/api/v1/reference/datasets")).items,
    concept: await get("/api/v1/concepts/fedstat-99001"),
    byOldName: (await get("/api/v1/concepts/search?q=Старое имя")).items.length,
    series: (await get("/api/v1/series/search?dataset=fedstat/99001")).items,
    methodology: (await get("/api/v1/reference/methodology")).items,
    updates: (await get("/api/v1/updates")).items.length,
    values: (await get("/api/v1/data?dataset=fedstat/99001&geo=country")).observations,
  };
}

test("a catalogue makes no dataset; loaded before or after the data, it describes a dataset in the same way and changes no values [load.listing]", async (t) => {
  const [before, after] = [(await temporaryStore(t)).store, (await temporaryStore(t)).store];
  const alone = await loadText(t, before, "tree.csv", tree("Новое имя", 19800));
  assert.deepEqual(alone.listing, {indicators: 2, datasets: 0});
  assert.equal(alone.changed, true);
  const empty = await createApi(t, before);
  assert.deepEqual((await empty.get("/api/v1/reference/datasets")).json.items, []);
  await loadText(t, before, "data.xml", MESSAGE);

  await loadText(t, after, "data.xml", MESSAGE);
  const plain = await answers(t, after);
  assert.equal(plain.series[0].title, "Старое имя, Российская Федерация");
  const late = await loadText(t, after, "tree.csv", tree("Новое имя", 19800));
  assert.deepEqual(late.listing, {indicators: 2, datasets: 1});

  const [one, other] = [await answers(t, before), await answers(t, after)];
  assert.deepEqual(one, other);
  assert.equal(one.datasets.length, 1);
  assert.equal(one.datasets[0].name, "Новое имя");
  assert.equal(one.concept.label, "Новое имя");
  assert.equal(one.concept.description, "Деньги. Ведомство: Банк.");
  assert.equal(one.series[0].title, "Новое имя, Российская Федерация");
  assert.equal(one.series[0].series_key, plain.series[0].series_key);
  assert.equal(one.byOldName, plain.byOldName);
  assert.match(one.methodology[0].text, /Ведомство: Банк\.$/);
  assert.equal(one.updates, 1);
  assert.equal(one.values.length, 1);
  assert.deepEqual(one.values, plain.values);
  for (const store of [before, after]) {
    const findings: string[] = [];
    await verifyStore(store, {deep: true, memoryLimit: 2 ** 26, onFinding: (finding) => findings.push(finding)});
    assert.deepEqual(findings, []);
  }
});

test("the same catalogue again is nothing new; a newer one renames, an older one that is loaded later does not [load.listing]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadText(t, store, "data.xml", MESSAGE);
  await loadText(t, store, "tree.csv", tree("Новое имя", 19800));
  assert.equal((await loadText(t, store, "tree.csv", tree("Новое имя", 19800))).changed, false);
  assert.equal((await loadText(t, store, "tree.csv", tree("Новейшее имя", 19801))).listing!.datasets, 1);
  await loadText(t, store, "tree.csv", tree("Давнее имя", 19700));
  const {concept, datasets} = await answers(t, store);
  assert.equal(datasets[0].name, "Новейшее имя");
  assert.equal(concept.label, "Новейшее имя");
});

test("loaded catalogues are reported as catalogues, never as nothing new [load.listing]", async (t) => {
  const folder = await temporaryFolder(t);
  const paths = ["a.csv", "b.csv"].map((name) => join(folder, name));
  for (const [index, path] of paths.entries()) await writeFile(path, tree("Имя", 19800 + index));
  const load = async () =>
    (await ryad(["load", ...paths, "--data", join(folder, "data")])).stdout.trim().split("\n").at(-1);
  assert.equal(await load(), "2 catalogues loaded");
  assert.match((await load())!, /^nothing new/);
});

test("data newer than the catalogue keep their own name; a broken catalogue changes nothing [load.listing]", async (t) => {
  const {store} = await temporaryStore(t);
  await loadText(t, store, "data.xml", MESSAGE);
  await loadText(t, store, "tree.csv", tree("Давнее имя", 19700));
  const {concept, datasets} = await answers(t, store);
  assert.equal(datasets[0].name, "Старое имя");
  assert.equal(concept.description, "Деньги. Ведомство: Банк.");
  await assert.rejects(loadText(t, store, "tree.csv", tree("Новое имя", 19800).slice(0, -12)), /tree\.csv, line 3/);
  assert.deepEqual((await answers(t, store)).concept, concept);
  await assert.rejects(loadText(t, store, "indlist.csv", "<!DOCTYPE html><html></html>"), /web page/);
});

test("the real catalogues describe the real messages: coal of 2012 gets its ministry and its place in the tree [load.listing]", {
  skip: NEEDS_SHARED_DATA,
}, async (t) => {
  const {store} = await temporaryStore(t);
  const shared = (path: string) => join(SHARED_DATA, "fedstat", path);
  await loadPath(store, shared("sdmx/42619_coal_mines_annual_2012.xml"), NO_HINTS);
  const real = await loadPath(store, shared("catalog/fedstatAPIr_indicators.csv"), NO_HINTS);
  assert.deepEqual(real.listing, {indicators: 7888, datasets: 1});
  await loadPath(store, shared("catalog/opendata_list_2021-01.json"), NO_HINTS);
  const api = await createApi(t, store);
  const {json} = await api.get("/api/v1/concepts/fedstat-42619");
  assert.equal(json.label, "Количество добытого угля на шахтах");
  assert.equal(
    json.description,
    "Технико-экономические показатели работы угледобывающих и углеперерабатывающих предприятий. Ведомство: Министерство энергетики Российской Федерации.",
  );
  assert.equal((await api.get("/api/v1/reference/datasets")).json.items.length, 1);
});

test("a withdrawn catalogue leaves its datasets as they would be without it, and can be loaded again [load.listing-withdraw]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  await loadText(t, store, "data.xml", MESSAGE);
  const plain = await answers(t, store);
  await loadText(t, store, "tree.csv", tree("Новое имя", 19800));
  const older = await answers(t, store);
  await loadText(t, store, "tree.csv", tree("Неверное имя", 19801));
  assert.equal((await answers(t, store)).datasets[0].name, "Неверное имя");
  const listed = await ryad(["catalogue", "list", "--json", "--data", dataFolder]);
  const [, wrong] = JSON.parse(listed.stdout) as {id: string; indicators: number}[];
  assert.equal(wrong!.indicators, 2);
  const withdraw = (id: string) => ryad(["catalogue", "withdraw", id, "--data", dataFolder]);
  assert.equal(
    (await withdraw(wrong!.id.slice(0, 8))).stdout,
    "withdrew tree.csv of fedstat, 2024-03-19; 1 dataset described again\n",
  );
  assert.deepEqual(await answers(t, store), older);
  assert.match((await withdraw(wrong!.id)).stderr, /there is no catalogue/);
  assert.match((await withdraw("")).stderr, /there is no catalogue/);
  const [right] = await store.statistics.read((q) => listListings(q));
  assert.equal((await withdrawListing(store, right!.id, new Date())).datasets, 1);
  assert.deepEqual(await answers(t, store), plain);
  const findings: string[] = [];
  await verifyStore(store, {deep: true, memoryLimit: 2 ** 24, onFinding: (words) => findings.push(words)});
  assert.deepEqual(findings, []);
  assert.equal((await loadText(t, store, "tree.csv", tree("Новое имя", 19800))).listing!.datasets, 1);
  assert.deepEqual(await answers(t, store), older);
});
