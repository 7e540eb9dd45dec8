// The files of a whole dataset on its card, in schema.org, and in the DCAT catalogue (CONTRACT 6.6).
import assert from "node:assert/strict";
import {type TestContext, test} from "node:test";
import {filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import {createApi} from "../api/client.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {writeFilesOf} from "../written-files.ts";
import {openSite, type SiteOptions} from "./site.ts";

const EN = {"accept-language": "en"};
const CARD = "/datasets/showdata/prices";

async function openWritten(t: TestContext, settings: SiteOptions["settings"] = {}) {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  const tidy = {dataset: "prices", rows: ["cpi,643,2020,1.5", "cpi,643,2021,2.5"]};
  await loadTidy(store, folder, {...tidy, published_at: "2026-01-10", more: {licence: "CC-BY-4.0"}});
  await writeFilesOf(store, dataFolder);
  await loadTidy(store, folder, {dataset: "bare", rows: ["x,643,2020,1"]});
  const filesFolder = filesFolderOf(dataFolder);
  const site = await openSite(t, {store, filesFolder, settings: {publicUrl: "https://data.example.org", ...settings}});
  return {site, store, filesFolder};
}

const blockOf = (text: string) => JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text)![1]!);

test("the card of a dataset shows the files with size, rows, licence and versions, and the lines of DuckDB, pandas and R [files.site]", async (t) => {
  const {site} = await openWritten(t);
  const {text} = await site.get(CARD, EN);
  for (const shown of [
    "latest.parquet",
    "estimates.csv.gz",
    "CC-BY-4.0",
    "read_parquet",
    "download.file",
    "BEARER_TOKEN",
  ])
    assert.ok(text.includes(shown), shown);
  assert.ok(!text.includes('href="/api/v1/files'), "a link without a token would lead to an error");
  assert.match((await site.get(CARD, {"accept-language": "ru"})).text, /Файлы всего набора/);
  assert.ok(
    !(await site.get("/datasets/showdata/bare", EN)).text.includes('id="files"'),
    "nothing is shown that is not there",
  );
  const open = await openWritten(t, {files: "open"});
  const card = (await open.site.get(CARD, EN)).text;
  assert.match(card, /href="\/api\/v1\/files\/showdata\/prices\/[^"]+\/latest\.parquet"/);
  assert.ok(!card.includes("BEARER_TOKEN"));
  assert.ok(!(await (await openWritten(t, {files: "off"})).site.get(CARD, EN)).text.includes('id="files"'));
});

test("the licence and the downloads of a dataset are in schema.org; what nobody says is left out [files.licence]", async (t) => {
  const {site} = await openWritten(t);
  const block = blockOf((await site.get(CARD, EN)).text);
  assert.equal(block.license, "https://spdx.org/licenses/CC-BY-4.0");
  assert.equal(block.distribution.length, 5);
  assert.match(
    block.distribution[0].contentUrl,
    /^https:\/\/data\.example\.org\/api\/v1\/files\/showdata\/prices\/.*\/latest\.parquet$/,
  );
  const bare = blockOf((await site.get("/datasets/showdata/bare", EN)).text);
  assert.deepEqual([bare.license, bare.distribution], [undefined, undefined]);
});

test("the catalogue is DCAT in JSON-LD without a token: datasets with publisher, licence, span and files [files.catalogue]", async (t) => {
  const {store, filesFolder} = await openWritten(t);
  const api = await createApi(t, store, {filesFolder, settings: {publicUrl: "https://data.example.org"}});
  const path = "/api/catalogue.jsonld";
  const answer = await api.server.inject({url: path});
  assert.equal(answer.statusCode, 200);
  assert.match(String(answer.headers["content-type"]), /^application\/ld\+json/);
  const catalogue = answer.json();
  assert.equal(catalogue["@type"], "dcat:Catalog");
  const [bare, prices] = catalogue["dcat:dataset"];
  assert.equal(prices["dct:identifier"], "showdata/prices");
  assert.deepEqual(prices["dct:license"], {"@id": "https://spdx.org/licenses/CC-BY-4.0"});
  assert.equal(prices["dct:temporal"]["dcat:startDate"]["@value"], "2020-01-01");
  const [, latest] = prices["dcat:distribution"];
  assert.match(
    latest["dcat:downloadURL"]["@id"],
    /^https:\/\/data\.example\.org\/api\/v1\/files\/showdata\/prices\/.*latest\.parquet$/,
  );
  assert.equal(bare["dct:license"], undefined);
  assert.equal(bare["dcat:distribution"].length, 1);
  const headers = {"if-none-match": String(answer.headers["etag"])};
  assert.equal((await api.server.inject({url: path, headers})).statusCode, 304);
});
