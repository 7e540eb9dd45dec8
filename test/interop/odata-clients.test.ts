// OData clients of others with the live service: four hand-written, two generated from its $metadata.
import assert from "node:assert/strict";
import {mkdir, rm, writeFile} from "node:fs/promises";
import {createRequire} from "node:module";
import {join} from "node:path";
import {before, test} from "node:test";
import {type Json, type Live, startLive} from "./live.ts";
import {run} from "./tools.ts";

const require = createRequire(import.meta.url);
const COMMONJS = '{"type": "commonjs"}';
const GENERATED = join(import.meta.dirname, "generated");
/** Growth of the domestic product, annual. */
const GROWTH = "ycowe7zbqp9rhk93";

/** The expected result of every client: values of the dataset from 2017 on, ascending by period and value, as the slice has them. */
async function expectedValues(live: Live): Promise<string[]> {
  const {observations} = (await (await live.get("/api/v1/data?dataset=gdp&geo=country&start=2017")).json()) as Json;
  return observations.map(({period, value}: Json) => `${period} ${value}`).sort();
}

const rootOf = (live: Live): string => `${live.origin}/api/v1/odata`;

before(() => mkdir(GENERATED, {recursive: true}));

test("@odata/client filters, counts and retrieves by key [odata.clients]", async (t) => {
  const live = await startLive(t);
  const {OData} = require("@odata/client");
  const client = OData.New4({serviceEndpoint: `${rootOf(live)}/`, commonHeaders: {"X-API-Key": live.token}});
  const observations = client.getEntitySet("observations");
  const filter = client.newFilter().property("dataset_code").eq("gdp").property("value").gt(100);
  const rows: Json[] = await observations.query(filter);
  assert.ok(rows.length > 100 && rows.every(({value}) => value > 100));
  assert.equal(await observations.count(filter), rows.length);
  assert.equal((await client.getEntitySet("series").retrieve(GROWTH)).series_key, GROWTH);
  await assert.rejects(observations.query(client.newFilter().property("geo").eq("643")), /must name a dataset/);
});

test("ts-odata-client follows the pages to the last one [odata.clients odata.paging]", async (t) => {
  const live = await startLive(t);
  const {ODataQuery} = require("ts-odata-client");
  const headers = {"X-API-Key": live.token, Prefer: "odata.maxpagesize=50"};
  const query = ODataQuery.forV4(`${rootOf(live)}/observations`, {requestInit: () => ({headers})});
  const keys = new Set<string>();
  let rows = 0;
  for await (const {series_key, period} of query.filter((row: Json) => row.dataset_code.$equals("31452"))) {
    rows++;
    keys.add(`${series_key} ${period}`);
  }
  const counted = await (
    await live.get("/api/v1/odata/observations/$count?$filter=dataset_code%20eq%20'31452'")
  ).text();
  assert.deepEqual([String(rows), String(keys.size)], [counted, counted]);
  assert.ok(rows > 500);
});

test("the expressions of odata-query are understood [odata.clients odata.filter]", async (t) => {
  const live = await startLive(t);
  const {default: build} = require("odata-query");
  const query = build({
    filter: {
      and: [
        {dataset_code: "gdp"},
        {or: [{freq: "A"}, {freq: {in: ["Q", "M"]}}]},
        {period: {ge: {type: "raw", value: "2017-01-01"}}},
        {title: {contains: "Валовой"}},
        {not: [{geo: "45000000000"}]},
      ],
    },
    select: ["period", "value"],
    orderBy: ["period", "value desc"],
    count: true,
  });
  const response = await live.get(`/api/v1/odata/observations${query}`);
  const {value, "@odata.count": count} = (await response.json()) as Json;
  assert.equal(response.status, 200, query);
  assert.deepEqual(value.map(({period, value: one}: Json) => `${period} ${one}`).sort(), await expectedValues(live));
  assert.equal(count, value.length);
});

test("odata-csdl reads $metadata without errors [odata.clients odata.metadata]", async (t) => {
  const live = await startLive(t);
  const {xml2json} = require("odata-csdl");
  const messages: unknown[] = [];
  const csdl = xml2json(await (await live.get("/api/v1/odata/$metadata")).text(), {strict: true, messages});
  assert.deepEqual(messages, []);
  assert.deepEqual(csdl.Ryad.Observation.$Key, ["series_key", "period"]);
  assert.equal(csdl.Ryad.Observation.value.$Type, "Edm.Double");
  assert.equal(csdl.Ryad.Observation.value.$Nullable, true);
  assert.equal(csdl.Ryad.Container.series.$Type, "Ryad.Series");
});

test("a client that odata2ts generates from $metadata reads rows, keys and counts [odata.clients odata.keys]", async (t) => {
  const live = await startLive(t);
  const folder = await generatedFolder("odata2ts", live);
  // it empties the folder that it writes to
  const config = join(GENERATED, "odata2ts.json");
  await writeFile(
    config,
    JSON.stringify({compilerOptions: {target: "es2022", module: "nodenext", skipLibCheck: true}}),
  );
  const made = await run("odata2ts", [
    "-s",
    join(folder, "metadata.xml"),
    "-o",
    folder,
    "-m",
    "all",
    "-e",
    "js",
    "-t",
    config,
  ]);
  assert.equal(made.code, 0, made.stderr + made.stdout);
  await writeFile(join(folder, "package.json"), COMMONJS);
  const {RyadService} = require(join(folder, "RyadService.js"));
  const {FetchClient} = await import("@odata2ts/http-client-fetch");
  const service = new RyadService(new FetchClient({headers: {"X-API-Key": live.token}}), rootOf(live));
  const {data} = await service
    .observations()
    .query((builder: Json, row: Json) =>
      builder
        .select("period", "value")
        .filter(row.dataset_code.eq("gdp"), row.period.ge("2017-01-01"))
        .orderBy(row.period.desc())
        .count(),
    );
  assert.deepEqual(data.value.map(({period, value}: Json) => `${period} ${value}`).sort(), await expectedValues(live));
  assert.equal(data["@odata.count"], data.value.length);
  assert.equal((await service.series(GROWTH).query()).data.series_key, GROWTH);
  const one = await service.observations({series_key: GROWTH, period: "2016-01-01"}).query();
  assert.equal(one.data.period, "2016-01-01");
});

test("a client that SAP's Cloud SDK generates from $metadata reads rows, keys and counts [odata.clients odata.keys]", async (t) => {
  const live = await startLive(t);
  const folder = await generatedFolder("sap", live);
  const input = join(folder, "metadata.xml");
  const made = await run("generate-odata-client", [
    "--input",
    input,
    "--outputDir",
    folder,
    "--transpile",
    "--skipValidation",
    "--overwrite",
  ]);
  assert.equal(made.code, 0, made.stderr + made.stdout);
  const {metadata} = require(join(folder, "metadata/index.js"));
  const {desc} = require("@sap-cloud-sdk/odata-common");
  const moment = require("moment");
  const destination = {url: rootOf(live), headers: {"X-API-Key": live.token}};
  const {observationsApi, seriesApi} = metadata();
  const {schema} = observationsApi;
  const all = () =>
    observationsApi
      .requestBuilder()
      .getAll()
      .filter(schema.DATASET_CODE.equals("gdp"), schema.PERIOD.greaterOrEqual(moment("2017-01-01")));
  const rows: Json[] = await all()
    .select(schema.PERIOD, schema.VALUE)
    .orderBy(desc(schema.PERIOD))
    .execute(destination);
  const expected = await expectedValues(live);
  assert.deepEqual(rows.map(({period, value}) => `${period.format("YYYY-MM-DD")} ${value}`).sort(), expected);
  assert.equal(await all().count().execute(destination), expected.length);
  assert.equal((await seriesApi.requestBuilder().getByKey(GROWTH).execute(destination)).seriesKey, GROWTH);
});

/** An empty folder of CommonJS with the live $metadata in it, where packages are found. */
async function generatedFolder(name: string, live: Live): Promise<string> {
  const folder = join(GENERATED, name);
  await rm(folder, {recursive: true, force: true});
  await mkdir(folder, {recursive: true});
  await writeFile(join(folder, "package.json"), COMMONJS);
  await writeFile(join(folder, "metadata.xml"), await (await live.get("/api/v1/odata/$metadata")).text());
  return folder;
}
