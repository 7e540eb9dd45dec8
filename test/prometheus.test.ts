// Prometheus itself: it scrapes a server without a fault, and takes the alerts of deploy/ and evaluates them.
import assert from "node:assert/strict";
import {spawn, spawnSync} from "node:child_process";
import {once} from "node:events";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {createInterface} from "node:readline";
import {test} from "node:test";
import {until} from "../src/work/patience.fixture.ts";
import {spawnRyad} from "./command.ts";
import {freePort} from "./haproxy.ts";
import {copySampleTo} from "./sample-folder.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const skip = spawnSync("prometheus", ["--version"]).status === 0 ? false : "needs Prometheus";

test("Prometheus scrapes a server, and evaluates each alert of deploy/alerts.yml without a fault [metrics.alerts]", {
  skip,
}, async (t) => {
  const data = await temporaryFolder(t);
  await copySampleTo(data);
  const server = spawnRyad(["serve", "--data", data, "--port", "0", "--workers", "1"], {RYAD_METRICS_PORT: "0"});
  t.after(async () => {
    server.kill("SIGKILL");
    await once(server, "exit");
  });
  let metrics = "";
  for await (const line of createInterface(server.stdout!)) {
    metrics = /^metrics at (http:\/\/\S+)$/.exec(line)?.[1] ?? metrics;
    if (/^listening on /.test(line)) break;
  }
  const folder = await temporaryFolder(t);
  const settings = {
    global: {scrape_interval: "1s", evaluation_interval: "1s"},
    rule_files: [join(PROJECT, "deploy/alerts.yml")],
    scrape_configs: [{job_name: "ryad", static_configs: [{targets: [new URL(metrics).host]}]}],
  };
  // JSON is YAML
  writeFileSync(join(folder, "prometheus.yml"), JSON.stringify(settings));
  const origin = `127.0.0.1:${await freePort()}`;
  const words = [`--config.file=${folder}/prometheus.yml`, `--storage.tsdb.path=${folder}/series`];
  const prometheus = spawn("prometheus", [...words, `--web.listen-address=${origin}`], {stdio: "ignore"});
  t.after(async () => {
    prometheus.kill("SIGKILL");
    await once(prometheus, "exit");
  });
  const ask = async (path: string) =>
    fetch(`http://${origin}/api/v1/${path}`).then(
      async (answer) => ((await answer.json()) as {data: Record<string, unknown[]>}).data,
      () => ({}) as Record<string, unknown[]>,
    );
  type Target = {health: string; lastError: string};
  await until("the server is scraped", async () => {
    assert.deepEqual([prometheus.exitCode, prometheus.signalCode], [null, null], "Prometheus ended");
    const [target] = ((await ask("targets"))["activeTargets"] ?? []) as Target[];
    assert.equal(target?.lastError ?? "", "");
    return target?.health === "up";
  });
  type Group = {rules: {name: string; health: string; state: string}[]};
  await until("every alert was evaluated", async () => {
    const groups = ((await ask("rules"))["groups"] ?? []) as Group[];
    const rules = groups.flatMap((group) => group.rules);
    assert.deepEqual(
      rules.filter(({health}) => health === "err"),
      [],
    );
    return rules.length >= 8 && rules.every(({health}) => health === "ok");
  });
  const {result = []} = await ask(`query?query=${encodeURIComponent('up{job="ryad"}')}`);
  assert.equal(result.length, 1);
});
