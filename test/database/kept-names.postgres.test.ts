// Names of series over several releases, and the names of those that a release lacks, on both engines.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {loadPath} from "../../src/load/run.ts";
import {emissMessage} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {createApi} from "../api/client.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {createWarehouse, NEEDS_POSTGRES} from "./servers.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const HEADER = "indicator,class,unit,geo,period,value";
const ROW = "price,bread,TRUB,643";
const NAMED = {
  indicators: [{code: "price", label: "Средние цены"}],
  classes: [{code: "bread", name: "Хлеб пшеничный"}],
  units: [{code: "TRUB", name: "тысяча рублей", mult: 1000}],
};
const BY_CODES = {
  indicators: [{code: "price", label: "price"}],
  classes: [{code: "bread", name: "bread"}],
  units: [{code: "TRUB", name: "TRUB"}],
};
const NO_LISTS = {};

/** The names that answers give after each of the releases. */
async function namesAfter(t: TestContext, store: Store): Promise<string[]> {
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  const found: string[] = [];
  for (const [month, more] of [NAMED, BY_CODES, NO_LISTS, {classes: [{code: "bread", name: "Хлеб"}]}].entries()) {
    const rows = [`${ROW},2025-${String(month + 1).padStart(2, "0")},5`];
    await loadTidy(store, folder, {
      dataset: "prices",
      published_at: `2026-0${month + 1}-10`,
      header: HEADER,
      rows,
      more,
    });
    const [series] = (await api.get("/api/v1/data?dataset=prices&geo=country&labels=1")).json.series;
    found.push(series.title);
  }
  return found;
}

/** The losses of a run that lacks half of the series of the release before. */
async function goneAfter(t: TestContext, store: Store): Promise<string[]> {
  const path = join(await temporaryFolder(t), "a.xml");
  const load = async (day: string, kinds: readonly string[]) => {
    const series = kinds.map((kind) => ({
      key: {s_OKATO: "643", kind},
      observations: [["2020", day.slice(-2)]] as const,
    }));
    const codeLists = {kind: Object.fromEntries(kinds.map((kind) => [kind, `вид ${kind}`]))};
    await writeFile(path, emissMessage({lastUpdate: `${day}T00:00:00`, series, codeLists}));
    return await loadPath(store, path, NO_HINTS);
  };
  assert.equal((await load("2024-01-05", ["1", "2", "3", "4"])).held, null);
  const {held, losses} = await load("2024-02-05", ["1", "3"]);
  assert.notEqual(held, null);
  return losses.map(({kind, text, example}) => `${kind} ${text.split(",")[0]} ${example}`);
}

async function postgres(t: TestContext): Promise<Store | null> {
  const warehouse = await createWarehouse(t);
  if (warehouse === null) return null;
  await warehouse.ryad("migrate");
  const store = await openStore({databaseUrl: warehouse.databaseUrl});
  t.after(() => store.close());
  return store;
}

test("on both engines a release with poorer names or none keeps the names, a newer name replaces them, and a hold names the series that are gone [tidy.former-labels load.losses]", async (t) => {
  const onServer = await postgres(t);
  if (onServer === null) return t.skip(NEEDS_POSTGRES);
  const {store: embedded} = await temporaryStore(t);
  for (const store of [embedded, onServer]) {
    const full = "Хлеб пшеничный, Средние цены, Российская Федерация";
    assert.deepEqual(await namesAfter(t, store), [full, full, full, "Хлеб, Средние цены, Российская Федерация"]);
    assert.deepEqual(await goneAfter(t, store), [
      "series вид 2 release of 2024-01-05",
      "series вид 4 release of 2024-01-05",
    ]);
  }
});
