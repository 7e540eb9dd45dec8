// A mirror in a data folder answers as its source, a service over a data folder.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {zstdCompressSync} from "node:zlib";
import {loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {withdraw} from "../src/load/withdrawal.ts";
import {openStore, type Store} from "../src/store/open.ts";
import {listSourceFiles} from "../src/store/releases/source-file.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {createRandom} from "./api/changes.suite.ts";
import {createApi} from "./api/client.ts";
import {loadTidy} from "./api/packages.ts";
import {ryad} from "./command.ts";
import {registerSameAnswers} from "./pull-same.suite.ts";
import {openSource} from "./pulled-source.ts";
import {compareAnswers, LISTS, listValues, sampleOf, sharedAddresses} from "./same-answers.ts";
import {makeSampleFolder} from "./sample-folder.ts";
import {temporaryFolder} from "./warehouse.ts";

registerSameAnswers("data folders", {
  ...{seed: 20280, rounds: tries({few: 3, all: 8}), values: 300},
  source: (dataFolder) => openStore({dataFolder}),
  mirror: async (dataFolder) => ({environment: {}, open: () => openStore({dataFolder})}),
});

test("a mirror of the samples has the tags and the evidence of its source: for values of every dataset the file and the cell [pull.same-answers pull.same-tags pull.same-evidence]", async (t) => {
  const folder = await makeSampleFolder(t);
  const store = await openStore({dataFolder: folder});
  t.after(() => store.close());
  const source = await openSource(t, {}, store);
  await source.writeFiles();
  const data = join(await temporaryFolder(t), "mirror");
  const {code, stderr, stdout} = await ryad(["pull", source.origin, "--data", data], {
    RYAD_PULL_TOKEN: source.api.token,
  });
  assert.equal(code, 0, stderr);
  assert.doesNotMatch(stdout, /entity tags are not/);
  const copy = await openStore({dataFolder: data});
  t.after(() => copy.close());
  const compared = compareAnswers(source.api, await createApi(t, copy));
  const random = createRandom(20283);
  const values = await listValues(store);
  const keys = [...new Set(values.map(({key}) => key))];
  const {json} = await source.api.get("/api/v1/reference/datasets");
  const datasets: string[] = json.items.map((one: Record<string, string>) => `${one["provider_code"]}/${one["code"]}`);
  const asked = sampleOf(random, keys, tries({few: 400, all: keys.length}));
  await compared.same(asked.map((key) => `/api/v1/series/${key}/evidence`));
  await compared.same([...sharedAddresses(datasets, sampleOf(random, keys, 30), [1, 2, 3]), ...LISTS]);
  const ofDataset = Map.groupBy(values, ({key}) => key.slice(0, 5));
  const cells = [...ofDataset.values()].flatMap((own) => sampleOf(random, own, tries({few: 4, all: 12})));
  for (const {key, period} of cells) {
    const path = `/api/v1/series/${key}/evidence?period=${period}`;
    await compared.same([path]);
  }
  t.diagnostic(
    `${values.length} values in ${keys.length} series, ${cells.length} cells; ${JSON.stringify(compared.counts)}`,
  );
});

test("a mirror without archived files names them and says why a cell is missing; it may get them later, and keeps no file with other bytes [pull.same-evidence pull.archive]", async (t) => {
  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  const tidy = {dataset: "demo", rows: ["x,643,2020,1.5", "x,643,2021,2.5"]};
  await loadTidy(source.store, folder, tidy);
  const data = join(await temporaryFolder(t), "mirror");
  const pull = async (token: string) => {
    source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
    return await ryad(["pull", source.origin, "--data", data], {RYAD_PULL_TOKEN: token});
  };
  const business = await source.api.createToken("business");
  assert.equal((await pull(business)).code, 0);
  const copy = await openStore({dataFolder: data});
  t.after(() => copy.close());
  const mirror = await createApi(t, copy);
  const compared = compareAnswers(source.api, mirror);
  const {key} = (await listValues(copy))[0]!;
  await compared.same([...sharedAddresses(["showdata/demo"], [key], [1]), ...LISTS]);
  const cell = `/api/v1/series/${key}/evidence?period=2020-01-01`;
  const [there, here] = [await source.api.get(cell), await mirror.get(cell)];
  const known = ({
    locator: _,
    raw: _raw,
    parser_now: _now,
    reproduced: _same,
    problem: _why,
    ...rest
  }: object & Record<string, unknown>) => rest;
  assert.deepEqual(known(here.json.releases[0]), known(there.json.releases[0]));
  const {locator, reproduced, problem} = here.json.releases[0];
  assert.deepEqual([locator, reproduced, here.headers["etag"]], [null, false, undefined]);
  assert.equal(
    problem,
    `its file is in the archive of the service that this store mirrors: ${source.origin}/api/v1/series/${key}/evidence`,
  );
  const checked = await ryad(["check", "--data", data]);
  assert.equal(checked.code, 0, checked.stdout);

  await loadTidy(source.store, folder, {
    ...tidy,
    published_at: "2026-06-11",
    rows: ["x,643,2020,1.75", "x,643,2021,2.5"],
  });
  source.spoil = (passing) => {
    if (passing.path.includes("/archive/")) passing.body = Buffer.from(zstdCompressSync("another file"));
    passing.headers["content-length"] = String(passing.body.length);
    return null;
  };
  const spoilt = await pull(source.api.token);
  assert.equal(spoilt.code, 1);
  assert.match(spoilt.stderr, /the service gave another file than .* of its release/);
  assert.deepEqual(await copy.sources.read((q) => listSourceFiles(q)), []);
  source.spoil = () => null;
  const {code, stderr} = await pull(source.api.token);
  assert.equal(code, 0, stderr);
  await compared.same([cell, ...sharedAddresses(["showdata/demo"], [key], [1, 2])]);
  const deep = await ryad(["check", "--deep", "--data", data]);
  assert.equal(deep.code, 0, deep.stdout);
});

test("a mirrored release keeps its number although others are loaded into the mirror, and where a number is taken the tags of its dataset are the mirror's own [pull.same-tags]", async (t) => {
  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  const data = join(await temporaryFolder(t), "mirror");
  const copy = await openStore({dataFolder: data});
  t.after(() => copy.close());
  // before it is a mirror
  await loadTidy(copy, folder, {provider: "own", dataset: "early", rows: ["x,643,2020,1"]});
  await loadTidy(source.store, folder, {dataset: "first", rows: ["x,643,2020,1"]});
  await loadTidy(source.store, folder, {dataset: "second", rows: ["x,643,2020,2"]});
  const pulled = await ryad(["pull", source.origin, "--data", data], {RYAD_PULL_TOKEN: source.api.token});
  assert.equal(pulled.code, 0, pulled.stderr);
  assert.match(pulled.stdout, /showdata\/first: .*its entity tags are not those of the service/);
  assert.doesNotMatch(pulled.stdout, /showdata\/second: .*entity tags/);
  // now its numbers are far away
  await loadTidy(copy, folder, {provider: "own", dataset: "late", rows: ["x,643,2020,1"]});
  await loadTidy(source.store, folder, {dataset: "third", rows: ["x,643,2020,3"]});
  assert.equal((await ryad(["pull", source.origin, "--data", data], {RYAD_PULL_TOKEN: source.api.token})).code, 0);
  const compared = compareAnswers(source.api, await createApi(t, copy));
  const keyOf = async (dataset: string) =>
    (await source.api.get(`/api/v1/reference/series?dataset=showdata/${dataset}`)).json.items[0].series_key;
  for (const dataset of ["second", "third"])
    await compared.same(sharedAddresses([`showdata/${dataset}`], [await keyOf(dataset)], []));
  await compared.remember(sharedAddresses(["showdata/first"], [await keyOf("first")], [1]));
  const checked = await ryad(["check", "--data", data]);
  assert.equal(checked.code, 0, checked.stdout);
});

test("names that a catalogue of the provider gives come to the mirror with their state, also a later catalogue, and one that is loaded into the mirror changes nothing of what it mirrors [pull.same-answers pull.same-tags]", async (t) => {
  const source = await openSource(t);
  const data = join(await temporaryFolder(t), "mirror");
  const copy = await openStore({dataFolder: data});
  t.after(() => copy.close());
  const compared = compareAnswers(source.api, await createApi(t, copy));
  const message = emissMessage({
    ...{indicator: "99001", name: "Старое имя", codeLists: {s_OKATO: {"643": "Российская Федерация"}}},
    series: [{key: {s_OKATO: "643"}}],
  });
  const load = async (store: Store, name: string, text: string) => {
    const path = join(await temporaryFolder(t), name);
    await writeFile(path, text);
    await loadPath(store, path, {provider: null, dataset: null, publishedAt: null});
  };
  const list = (name: string, day: number) =>
    `name,url,excluded,department,group_level_2,group_level_3,group_level_4,group_level_5,group_level_6,date_of_update\n${name},https://fedstat.ru/indicator/99001,0,48. Банк,48.1. Деньги,${name},,,,${day}.0\n`;
  const pullAndCompare = async (title: string) => {
    source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
    const {code, stderr, stdout} = await ryad(["pull", source.origin, "--data", data], {
      RYAD_PULL_TOKEN: source.api.token,
    });
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stdout, /entity tags are not/);
    const {json} = await source.api.get("/api/v1/reference/series?dataset=fedstat/99001");
    assert.match(JSON.stringify(json.items[0]), new RegExp(title));
    const key = json.items[0].series_key;
    await compared.same([
      ...sharedAddresses(["fedstat/99001"], [key], [1]),
      ...LISTS,
      "/api/v1/concepts/fedstat-99001",
    ]);
  };
  await load(source.store, "data.xml", message);
  await load(source.store, "tree.csv", list("Новое имя", 19800));
  await pullAndCompare("Новое имя");
  await load(source.store, "tree.csv", list("Новейшее имя", 19900));
  await pullAndCompare("Новейшее имя");
  await load(copy, "tree.csv", list("Чужое имя", 19950));
  await pullAndCompare("Новейшее имя");
  const checked = await ryad(["check", "--deep", "--data", data]);
  assert.equal(checked.code, 0, checked.stdout);
});

test("where a source that lost releases gives their numbers to others, in another order, the mirror has the same numbers and tags after one pull [pull.same-tags]", async (t) => {
  const source = await openSource(t);
  const folder = await temporaryFolder(t);
  const data = join(await temporaryFolder(t), "mirror");
  const load = (dataset: string, day: string, value: number) =>
    loadTidy(source.store, folder, {dataset, published_at: day, rows: [`x,643,2020,${value}`]});
  const pull = async () => {
    source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
    const {code, stderr} = await ryad(["pull", source.origin, "--data", data], {RYAD_PULL_TOKEN: source.api.token});
    assert.equal(code, 0, stderr);
  };
  for (const day of ["2026-01-10", "2026-02-10"])
    for (const dataset of ["first", "second"]) await load(dataset, day, 1);
  await pull();
  for (const id of [4, 3]) await withdraw(source.store, id, PLAIN_EFFECTS);
  // as a store does that was restored from a backup of the day before
  await source.store.statistics.write(function* (q) {
    for (const step of q.differences.setCounter("release", 2)) yield step.compile(q.db);
  });
  for (const dataset of ["second", "first"]) await load(dataset, "2026-03-10", 2);
  await pull();
  const copy = await openStore({dataFolder: data});
  t.after(() => copy.close());
  const compared = compareAnswers(source.api, await createApi(t, copy));
  await compared.same([...sharedAddresses(["showdata/first", "showdata/second"], [], [1, 2, 3, 4]), ...LISTS]);
  const checked = await ryad(["check", "--deep", "--data", data]);
  assert.equal(checked.code, 0, checked.stdout);
});
