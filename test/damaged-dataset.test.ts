// A server over a store with one damaged dataset: its log and its metrics name it, /ready stays 200, other datasets are answered.
import assert from "node:assert/strict";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {DatabaseSync} from "node:sqlite";
import {test} from "node:test";
import {until} from "../src/patience.fixture.ts";
import {createToken, ryad, spawnRyad} from "./command.ts";
import {temporaryFolder, writePackage} from "./warehouse.ts";

test("a dataset whose history is damaged is named in the log and by a metric once a request has met it, and the server stays ready [store.damaged-dataset]", async (t) => {
  const data = join(await temporaryFolder(t), "data");
  for (const dataset of ["sound", "broken"]) {
    const metadata = {provider: "showdata", dataset, name: dataset, published_at: "2024-01-10"};
    const path = await writePackage(join(await temporaryFolder(t), dataset), metadata, "indicator,geo,period,value", [
      "x,643,2024-01,1",
    ]);
    assert.equal((await ryad(["load", path, "--data", data])).code, 0);
  }
  const token = await createToken(data, "owner");
  const db = new DatabaseSync(join(data, "statistics.db"));
  db.exec(
    "update history set estimates = zeroblob(length(estimates)) where dataset_id = (select id from dataset where code = 'broken')",
  );
  db.close();

  const server = spawnRyad(["serve", "--data", data, "--port", "0"], {RYAD_METRICS_PORT: "0"});
  t.after(() => server.kill("SIGKILL"));
  let log = "";
  server.stderr!.on("data", (piece) => {
    log += piece;
  });
  let [metrics, origin] = ["", ""];
  for await (const line of createInterface(server.stdout!)) {
    metrics ||= /metrics at (\S+)/.exec(line)?.[1] ?? "";
    origin = /listening on (\S+)/.exec(line)?.[1] ?? "";
    if (origin !== "") break;
  }
  const ask = async (path: string) => (await fetch(origin + path, {headers: {"X-API-Key": token}})).status;
  const scraped = async () => (await (await fetch(metrics)).text()).split("\n");
  const named = 'ryad_dataset_damaged{provider="showdata",dataset="broken"} 1';
  assert.ok(!(await scraped()).includes(named));
  assert.equal(await ask("/api/v1/data?dataset=broken&geo=all"), 500);
  await until("the metric names it", async () => (await scraped()).includes(named));
  await until("the log names it", async () =>
    /"type":"damage-looked","datasets":\[\{"provider":"showdata","dataset":"broken","reason":"[^"]+"\}\]/.test(log),
  );
  assert.equal(await ask("/api/v1/data?dataset=sound&geo=all"), 200);
  assert.equal(await ask("/ready"), 200);
});
