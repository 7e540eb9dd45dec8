// A server over a store with one damaged dataset: its log and its metrics name it, /ready stays 200, other datasets are answered and found.
import assert from "node:assert/strict";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {DatabaseSync} from "node:sqlite";
import {type TestContext, test} from "node:test";
import {until} from "../src/work/patience.fixture.ts";
import {createToken, ryad, spawnRyad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

const METRIC = 'ryad_dataset_damaged{provider="showdata",dataset="broken"} 1';
const LOGGED = /"type":"damage-looked","datasets":\[\{"provider":"showdata","dataset":"broken","reason":"[^"]+"\}\]/;

test("a dataset whose history is damaged is named in the log and by a metric once a request has met it, and the server stays ready [store.damaged-dataset]", async (t) => {
  const data = await twoDatasets(t);
  damage(data, "update history set estimates = zeroblob(length(estimates))");
  const {ask, scraped, log} = await served(t, data);
  assert.ok(!(await scraped()).includes(METRIC));
  assert.equal((await ask("/api/v1/data?dataset=broken&geo=all")).status, 500);
  await until("the metric names it", async () => (await scraped()).includes(METRIC));
  await until("the log names it", async () => LOGGED.test(log()));
  assert.equal((await ask("/api/v1/data?dataset=sound&geo=all")).status, 200);
  assert.equal((await ask("/ready")).status, 200);
});

test("a search leaves out a dataset whose catalogue is damaged, finds all others, and the log and a metric name it [store.damaged-dataset]", async (t) => {
  const data = await twoDatasets(t);
  damage(data, "update catalogue set columns = zeroblob(length(columns))");
  const {ask, scraped, log} = await served(t, data);
  for (const path of [
    "/api/v1/series/search?q=things",
    "/api/v1/concepts/search?q=things",
    "/api/v1/odata/series?$search=things",
    "/search?q=things",
  ]) {
    const {status, text} = await ask(path);
    assert.equal(status, 200, path);
    assert.match(text, /sound/, path);
    assert.doesNotMatch(text, /broken/, path);
  }
  await until("the metric names it", async () => (await scraped()).includes(METRIC));
  await until("the log names it", async () => LOGGED.test(log()));
  assert.equal((await ask("/ready")).status, 200);

  const again = join(await temporaryFolder(t), "sound");
  await writePackage(again, metadata("sound", "2024-02-10"), HEADER, ["x,643,2024-01,1", "x,643,2024-02,2"]);
  assert.equal((await ryad(["load", again, "--data", data])).code, 0);
  const {text} = await ask("/api/v1/series/search?q=things");
  assert.equal(JSON.parse(text).items[0].last_period, "2024-02-01", "the index goes on with the others");
});

const HEADER = "indicator,geo,period,value";

function metadata(dataset: string, published: string): object {
  const indicators = [{code: "x", label: `things of ${dataset}`, concept: `${dataset}-x`}];
  return {provider: "showdata", dataset, name: dataset, published_at: published, indicators};
}

/** A data folder with two datasets. */
async function twoDatasets(t: TestContext): Promise<string> {
  const data = join(await temporaryFolder(t), "data");
  for (const dataset of ["broken", "sound"]) {
    const folder = join(await temporaryFolder(t), dataset);
    const path = await writePackage(folder, metadata(dataset, "2024-01-10"), HEADER, ["x,643,2024-01,1"]);
    assert.equal((await ryad(["load", path, "--data", data])).code, 0);
  }
  return data;
}

function damage(data: string, update: string): void {
  const db = new DatabaseSync(join(data, "statistics.db"));
  db.exec(`${update} where dataset_id = (select id from dataset where code = 'broken')`);
  db.close();
}

interface Watched {
  ask(path: string): Promise<{readonly status: number; readonly text: string}>;
  /** Lines of the metrics. */
  scraped(): Promise<string[]>;
  log(): string;
}

async function served(t: TestContext, data: string): Promise<Watched> {
  const token = await createToken(data, "owner");
  const server = spawnRyad(["serve", "--data", data, "--port", "0"], {RYAD_METRICS_PORT: "0"});
  t.after(() => server.kill("SIGKILL"));
  let log = "";
  server.stderr!.on("data", (chunk) => {
    log += chunk;
  });
  let [metrics, origin] = ["", ""];
  for await (const line of createInterface(server.stdout!)) {
    metrics ||= /metrics at (\S+)/.exec(line)?.[1] ?? "";
    origin = /listening on (\S+)/.exec(line)?.[1] ?? "";
    if (origin !== "") break;
  }
  return {
    async ask(path) {
      const answer = await fetch(origin + path, {headers: {"X-API-Key": token}});
      return {status: answer.status, text: await answer.text()};
    },
    scraped: async () => (await (await fetch(metrics)).text()).split("\n"),
    log: () => log,
  };
}
