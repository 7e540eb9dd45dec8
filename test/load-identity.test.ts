// The identity of a release, what the command may add to a file, and the names of a series.
import assert from "node:assert/strict";
import {cp, readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../src/load/run.ts";
import {findDatasets} from "../src/store/datasets/dataset.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {listReleases} from "../src/store/releases/release.ts";
import {createApi} from "./api/client.ts";
import {temporaryFolder, temporaryStore, writePackage} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
const HEADER = "indicator,geo,period,value";

/** An EMISS export of one national value a year, generated in the publisher's form. */
function emissExport(lastUpdate: string | null, value: string): string {
  const update = lastUpdate === null ? "" : `<LastUpdate value="${lastUpdate}"/>`;
  return `<?xml version="1.0" encoding="utf-8"?>
<GenericData xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message" xmlns:generic="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/generic" xmlns:structure="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/structure">
<Header Id="singHead"><ID>1</ID></Header><CodeLists></CodeLists>
<Description Id="signObj"><Indicator id="99001" name="Пример"><Units><Unit value="единица"/></Units>${update}</Indicator></Description>
<DataSet><generic:Series><generic:SeriesKey></generic:SeriesKey><generic:Attributes><generic:Value concept="EI" value="единица"/><generic:Value concept="PERIOD" value="значение показателя за год"/></generic:Attributes><generic:Obs><generic:Time>2020</generic:Time><generic:ObsValue value="${value}"/></generic:Obs></generic:Series></DataSet>
</GenericData>
`;
}

test("a release is identified by dataset, day and fingerprint: if all three are the same, nothing is new; else it is a new release [release.identity load.idempotent load.later-day]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "99001.xml");
  const load = async (publishedAt: string | null) => (await loadPath(store, path, {...NO_HINTS, publishedAt})).changed;
  await writeFile(path, emissExport(null, "5"));
  assert.equal(await load("2024-01-10"), true);
  assert.equal(await load("2024-01-10"), false);
  assert.equal(await load(null), false);
  assert.equal(await load("2024-02-10"), true);
  await writeFile(path, emissExport(null, "6"));
  assert.equal(await load("2024-02-10"), true);
  assert.equal(await load("2024-02-10"), false);
  const releases = await releasesOf(store, "99001");
  assert.deepEqual(
    releases.map(({sequence, newValues, revisedValues}) => [sequence, newValues, revisedValues]),
    [
      [0, 1, 0],
      [0, 0, 0],
      [1, 0, 1],
    ],
  );
});

test("the same content packed anew or written at another moment is nothing new, unless it gets another day [load.packed-anew]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "99001.xml");
  const load = async (publishedAt: string | null) => (await loadPath(store, path, {...NO_HINTS, publishedAt})).changed;
  const written = (id: number, day: string | null) =>
    writeFile(path, emissExport(day, "5").replace("<ID>1</ID>", `<ID>${id}</ID>`));
  await written(1, null);
  assert.equal(await load("2024-01-10"), true);
  await written(2, null);
  assert.equal(await load("2024-01-10"), false);
  assert.equal(await load(null), false, "no day at all");
  assert.equal(await load("2024-02-10"), true, "a person gives it a later day");
  await written(3, null);
  assert.equal(await load("2024-01-10"), false);
  assert.equal((await releasesOf(store, "99001")).length, 2);
  await writeFile(path, emissExport(null, "6"));
  await assert.rejects(load(null), /does not say when it was published/, "another content still needs its day");
});

test("two parallel loads of one release make one release, and the later one finds nothing new [load.idempotent release.identity]", async (t) => {
  const {store, dataFolder} = await temporaryStore(t);
  const other = await openStore({dataFolder});
  t.after(() => other.close());
  const path = join(await temporaryFolder(t), "99001.xml");
  await writeFile(path, emissExport("2024-01-10", "5"));
  const outcomes = await Promise.all([store, other].map((one) => loadPath(one, path, NO_HINTS)));
  assert.deepEqual(outcomes.map(({changed}) => changed).sort(), [false, true]);
  assert.equal((await releasesOf(store, "99001")).length, 1);
});

test("--published gives the day if a file has none, a file without one is refused with that hint, and --dataset and --provider must not contradict the file [load.overrides]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "99001.xml");
  await writeFile(path, emissExport(null, "5"));
  await assert.rejects(loadPath(store, path, NO_HINTS), (error: Error & {hint: string}) =>
    /--published/.test(`${error.message} ${error.hint}`),
  );
  await assert.rejects(loadPath(store, path, {...NO_HINTS, publishedAt: "2024-01-10", dataset: "99002"}), /99001/);
  const outcome = await loadPath(store, path, {provider: "fedstat", dataset: "99001", publishedAt: "2024-01-10"});
  assert.deepEqual([outcome.provider, outcome.dataset, outcome.publishedAt], ["fedstat", "99001", "2024-01-10"]);
});

test("a folder moved or copied elsewhere is the same release [tidy.fingerprint]", async (t) => {
  const {store} = await temporaryStore(t);
  const work = await temporaryFolder(t);
  const metadata = {provider: "showdata", dataset: "moved", name: "Moved (not official)", published_at: "2024-01-10"};
  const folder = await writePackage(join(work, "one"), metadata, HEADER, ["x,643,2020,1"]);
  assert.equal((await loadPath(store, folder, NO_HINTS)).changed, true);
  await cp(folder, join(work, "two"), {recursive: true});
  assert.equal((await loadPath(store, join(work, "two"), NO_HINTS)).changed, false);
});

test("series have the names of territories and classes from their own package, not from another package [tidy.own-names tidy.metadata-newest]", async (t) => {
  const {store} = await temporaryStore(t);
  const work = await temporaryFolder(t);
  const named = (dataset: string, name: string, publishedAt: string) => ({
    provider: "showdata",
    dataset,
    name: `${dataset} (not official)`,
    published_at: publishedAt,
    geo: [{code: "030", name, level: "district", canonical: "RU-130"}],
  });
  for (const [dataset, name, day] of [
    ["one", "Центр", "2024-01-10"],
    ["two", "The centre", "2024-01-20"],
    ["two", "Centre", "2024-01-15"],
  ] as const) {
    const folder = await writePackage(join(work, `${dataset}-${day}`), named(dataset, name, day), HEADER, [
      "x,030,2020,1",
    ]);
    await loadPath(store, folder, NO_HINTS);
  }
  const api = await createApi(t, store);
  const label = async (dataset: string) =>
    (await api.get(`/api/v1/data?dataset=${dataset}&geo=district`)).json.series[0].geo_label;
  assert.equal(await label("one"), "Центр");
  assert.equal(await label("two"), "The centre", "the newest release names it, whatever the order of loading");
});

test("archived source files are never served [load.archive-not-served]", async (t) => {
  const {store} = await temporaryStore(t);
  const metadata = {provider: "showdata", dataset: "kept", name: "Kept (not official)", published_at: "2024-01-10"};
  const folder = await writePackage(join(await temporaryFolder(t), "kept-package"), metadata, HEADER, [
    "x,643,2020,123456.5",
  ]);
  await loadPath(store, folder, NO_HINTS);
  const [release] = await releasesOf(store, "kept");
  const plain = await readFile(join(folder, "observations.csv"), "utf8");
  const api = await createApi(t, store);
  const names = release!.files.flatMap((file) => [file.sha256, file.name]);
  const paths = names.flatMap((name) =>
    ["", "/sources", "/api", "/api/v1", "/api/v1/source", "/api/v1/source_file", "/data"].map(
      (root) => `${root}/${name}`,
    ),
  );
  for (const path of [...paths, "/api/v1/data?dataset=kept&geo=country&format=csv", "/../sources.db", "/sources.db"]) {
    const answer = await api.get(path);
    assert.ok(!answer.text.includes(plain) && !answer.text.includes(HEADER), path);
    assert.ok(answer.status === 404 || path.includes("?dataset="), `${answer.status} ${path}`);
  }
});

async function releasesOf(store: Store, code: string) {
  return store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: code});
    return yield* listReleases(q, dataset!.id);
  });
}
