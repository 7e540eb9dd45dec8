// What a package may say beyond the four required words, seen from outside.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../src/load/run.ts";
import {Refusal} from "../src/refusal.ts";
import {decodeCatalogue} from "../src/statistics/catalogue-code.ts";
import {parseDay} from "../src/statistics/day.ts";
import {readCatalogueColumns} from "../src/store/catalogue.ts";
import {findDatasets} from "../src/store/dataset.ts";
import {createApi} from "./api/client.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const METADATA = {provider: "showdata", dataset: "extras", name: "Extras (not official)", published_at: "2024-01-10"};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("next_release is kept with the dataset as a day, and anything else there is refused [tidy.next-release]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = async (name: string, next: string): Promise<void> => {
    const metadata = {...METADATA, next_release: next};
    await loadPath(
      store,
      await writePackage(join(folder, name), metadata, "indicator,geo,period,value", ["x,643,2022,1"]),
      NO_HINTS,
    );
  };
  await assert.rejects(load("bad", "soon"), (error) => error instanceof Refusal && /next_release/.test(error.message));
  await load("good", "2024-04-10");
  const [dataset] = await store.statistics.read((q) => findDatasets(q, {provider: "showdata", dataset: "extras"}));
  assert.equal(dataset?.nextRelease, parseDay("2024-04-10"));
});

test("a code that is neither built in nor listed is a city by its geo_label, and without one its row stops the load [territory.package-unlisted]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const header = "indicator,geo,geo_label,period,value";
  const bare = await writePackage(join(folder, "bare"), METADATA, header, ["x,nowhere-1,,2022,1"]);
  await assert.rejects(
    loadPath(store, bare, NO_HINTS),
    (error) => error instanceof Refusal && /line 2.*geo/s.test(error.message),
  );
  const named = await writePackage(join(folder, "named"), METADATA, header, ["x,nowhere-1,Somewhere,2022,1"]);
  assert.equal((await loadPath(store, named, NO_HINTS)).newValues, 1);
  const columns = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "extras"});
    return yield* readCatalogueColumns(q, dataset!.id);
  });
  const [territory] = decodeCatalogue(columns!).territories;
  assert.deepEqual([territory?.code, territory?.name, territory?.level], ["nowhere-1", "Somewhere", "city"]);
});

test("a release that labels a territory in its rows keeps the level at which an older one listed it [territory.package-unlisted territory.package]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const listed = {...METADATA, geo: [{code: "643-2", name: "Россия (новая методика)", level: "country"}]};
  const first = await writePackage(join(folder, "1"), listed, "indicator,geo,period,value", ["x,643-2,2022,1"]);
  const second = await writePackage(
    join(folder, "2"),
    {...METADATA, published_at: "2024-03-10"},
    "indicator,geo,geo_label,period,value",
    ["x,643-2,Россия,2023,2"],
  );
  for (const path of [second, first]) await loadPath(store, path, NO_HINTS);
  const api = await createApi(t, store);
  const {series, observation_count} = (await api.get("/api/v1/data?dataset=extras&geo=country")).json;
  assert.deepEqual([series[0].geo_label, series[0].geo_canonical], ["Россия (новая методика)", "RU-00"]);
  assert.equal(observation_count, 2);
});
