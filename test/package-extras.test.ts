// Optional members of a package, seen from outside.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../src/load/run.ts";
import {Refusal} from "../src/service/refusal.ts";
import {parseDay} from "../src/statistics/time/day.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {readCatalogueManifest} from "../src/store/series/catalogue.ts";
import {createApi} from "./api/client.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const METADATA = {provider: "showdata", dataset: "extras", name: "Extras (not official)", published_at: "2024-01-10"};
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("next_release is stored with the dataset as a day, and anything else is refused [tidy.next-release]", async (t) => {
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

test("an unlisted code is a city with the name geo_label, and without a name its row stops the load [territory.package-unlisted]", async (t) => {
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
  const manifest = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "extras"});
    return yield* readCatalogueManifest(q, dataset!.id);
  });
  const [territory] = manifest!.territories;
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

test("a release with `partial` adds codes and renames none; a full release renames [tidy.partial]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  const named = (suffix: string, more: object) => ({
    ...METADATA,
    name: `Extras${suffix}`,
    classes: ["a", "b"].map((code) => ({code, name: `Class ${code}${suffix}`})),
    units: [{code: "u", name: `Unit${suffix}`}],
    indicators: [{code: "x", label: `Indicator${suffix}`}],
    geo: [
      {code: "zone", name: `Zone${suffix}`, level: "city"},
      {code: "45000000000", name: `Москва${suffix}`},
    ],
    ...more,
  });
  let count = 0;
  const load = async (metadata: object, ...rows: string[]) => {
    const header = "indicator,class,unit,geo,period,value";
    const path = await writePackage(join(folder, String(++count)), metadata, header, rows);
    return await loadPath(store, path, NO_HINTS);
  };
  const told = async () => {
    const {json} = await api.get("/api/v1/data?dataset=extras&geo=all&labels=1");
    const {items: units} = (await api.get("/api/v1/reference/units")).json;
    const {items: datasets} = (await api.get("/api/v1/reference/datasets")).json;
    const titles = json.series.map((one: {title: string}) => one.title);
    return [datasets[0].name, units.map((one: {name: string}) => one.name).join(), ...titles];
  };
  const zone = [{code: "zone", name: "Zone", level: "city"}];
  await load(named("", {classes: [{code: "a", name: "Class a"}], geo: zone}), "x,a,u,zone,2022,1");
  await load(
    named(" (part)", {published_at: "2024-02-10", partial: true, licence: "CC-BY-4.0"}),
    "x,b,u,zone,2022,2",
    "x,b,u,45000000000,2022,3",
  );
  assert.deepEqual(await told(), [
    "Extras",
    "Unit",
    "Class a, Indicator, Zone",
    "Class b (part), Indicator, г. Москва",
    "Class b (part), Indicator, Zone",
  ]);
  const releases = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: "showdata", dataset: "extras"});
    return yield* listReleases(q, dataset!.id);
  });
  assert.deepEqual(
    releases.map(({metadata}) => [metadata.partial, metadata.licence]),
    [
      [undefined, undefined],
      [true, "CC-BY-4.0"],
    ],
  );
  await load(named(" (new)", {published_at: "2024-03-10"}), "x,b,u,zone,2022,2");
  assert.deepEqual(await told(), [
    "Extras (new)",
    "Unit (new)",
    "Class a (new), Indicator (new), Zone (new)",
    "Class b (new), Indicator (new), Москва (new)",
    "Class b (new), Indicator (new), Zone (new)",
  ]);
});

test("a name that equals the code replaces no other name, in the dataset or in the reference lists [tidy.code-is-no-name]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  const header = "indicator,class,unit,geo,period,value";
  const packageOf = (dataset: string, day: string, name: (code: string) => string) =>
    writePackage(
      join(folder, `${dataset}-${day}`),
      {
        ...METADATA,
        dataset,
        published_at: day,
        classes: [{code: "a", name: name("a")}],
        units: [{code: "u", name: name("u")}],
        indicators: [{code: "x", label: name("x"), concept: "c"}],
        geo: [
          {code: "zone", name: name("zone"), level: "city"},
          {code: "040", name: name("040") === "040" ? "040" : "Южный федеральный округ"},
        ],
      },
      header,
      ["x,a,u,zone,2022,1", "x,a,u,040,2022,1"],
    );
  const bare = (code: string) => code;
  const full = (code: string) => `The name of ${code}`;
  for (const [dataset, day, name] of [
    ["one", "2024-01-10", full],
    ["one", "2024-02-10", bare],
    ["two", "2024-03-10", bare],
  ] as const)
    await loadPath(store, await packageOf(dataset, day, name), NO_HINTS);
  const titles = async (dataset: string) =>
    (await api.get(`/api/v1/data?dataset=${dataset}&geo=all`)).json.series.map((one: {title: string}) => one.title);
  assert.deepEqual(await titles("one"), [
    "The name of a, The name of x, Южный федеральный округ",
    "The name of a, The name of x, The name of zone",
  ]);
  assert.deepEqual(await titles("two"), ["a, x, Южный федеральный округ", "a, x, zone"]);
  const items = async (path: string) => (await api.get(path)).json.items as Record<string, unknown>[];
  assert.deepEqual(
    (await items("/api/v1/reference/units")).map(({name}) => name),
    ["The name of u"],
  );
  const territories = await items("/api/v1/reference/geo");
  assert.deepEqual(
    territories.filter(({code}) => code === "zone" || code === "040").map(({name}) => name),
    ["Южный федеральный округ", "The name of zone"],
  );
  assert.deepEqual(
    (await items("/api/v1/concepts/search")).map(({label}) => label),
    ["The name of x"],
  );
});

test("a package without `revised` takes it from the list of datasets that are never revised [tidy.not-revised]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const load = async (day: string, value: number, more: object) => {
    const metadata = {...METADATA, provider: "fedstat", dataset: "31074", published_at: day, ...more};
    const rows = [`x,643,2022,${value}`];
    const path = await writePackage(join(folder, `${day}-${value}`), metadata, "indicator,geo,period,value", rows);
    return await loadPath(store, path, NO_HINTS);
  };
  const api = await createApi(t, store);
  const revised = async () => (await api.get("/api/v1/data?dataset=31074&geo=all")).json.dataset.revised;
  await load("2024-01-10", 1, {});
  assert.equal(await revised(), false);
  const {held} = await load("2024-02-10", 2, {});
  assert.deepEqual(
    held?.checks.filter(({required, passed}) => required && !passed).map(({name}) => name),
    ["not-revised"],
  );
  assert.equal((await load("2024-02-10", 3, {revised: true})).changed, true);
  assert.equal(await revised(), true);
});

test("a package with only a header is a release of names: values and days of the dataset stay [tidy.metadata-newest]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const api = await createApi(t, store);
  const load = async (day: string, label: string, ...rows: string[]) => {
    const metadata = {...METADATA, published_at: day, indicators: [{code: "x", label}]};
    const path = await writePackage(join(folder, day), metadata, "indicator,geo,period,value", rows);
    return await loadPath(store, path, NO_HINTS);
  };
  const read = async () => (await api.get("/api/v1/data?dataset=extras&geo=all")).json;
  await load("2024-01-10", "Prices", "x,643,2022,1");
  const before = await read();
  const {changed, held} = await load("2024-02-10", "Consumer prices");
  assert.deepEqual([changed, held], [true, null]);
  const after = await read();
  assert.equal(after.series[0].title, "Consumer prices, Российская Федерация");
  assert.deepEqual(after.observations, before.observations);
});
