// deploy/alerts.yml against the metrics of a service: its rules name metrics that there are, and each fires when it should.
//
// The rules use a small part of Prometheus' language; on one scrape nothing increases, and a minimum over time is the value itself.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {createMetrics} from "../src/api/metrics/metrics.ts";
import {loadPath} from "../src/load/run.ts";
import {emissMessage} from "../src/load/sources/fedstat/emiss-message.fixture.ts";
import {todayOf} from "../src/statistics/time/day.ts";
import type {Api} from "./api/client.ts";
import {MOSCOW, openWith, type TidyPackage} from "./api/packages.ts";
import {openSampleApi} from "./example-answers.ts";
import {Exposition, type ReadSample} from "./prometheus-text.ts";
import {PROJECT, temporaryFolder} from "./warehouse.ts";

const TEXT = readFileSync(join(PROJECT, "deploy/alerts.yml"), "utf8");
const RULES = [...TEXT.matchAll(/- alert: (\w+)\n\s+expr: (.+)\n/g)].map(([, name = "", expression = ""]) => ({
  name,
  expression,
}));
const COMPARISON = /^(?:(increase|min_over_time)\()?(\w+)(?:\{(\w+)="(\w+)"\})?(?:\[\d+[mh]\]\))? (==|>|<=) (\d+)$/;

function holds(value: number, sign: string, bound: number): boolean {
  if (sign === ">") return value > bound;
  return sign === "==" ? value === bound : value <= bound;
}

/** The labels of the samples for which one comparison holds. */
function fires(comparison: string, read: Exposition): string[] {
  const parts = COMPARISON.exec(comparison);
  assert.ok(parts !== null, `not read: ${comparison}`);
  const [, operation, metric = "", label = "", wanted, sign = "", bound] = parts;
  const own: ReadSample = {name: "up", labels: {job: "ryad"}, value: 1};
  const family = metric === "up" ? {kind: "gauge", samples: [own]} : read.families.get(metric);
  assert.ok(family !== undefined, `${metric} is a metric of the service`);
  assert.equal(family.kind, operation === "increase" ? "counter" : "gauge", metric);
  const samples = family.samples.filter(({labels}) => label === "" || labels[label] === wanted);
  assert.ok(label === "" || samples.length > 0, `${metric} has the label ${label}="${wanted}"`);
  return samples
    .filter(({value}) => holds(operation === "increase" ? 0 : value, sign, Number(bound)))
    .map(({labels}) => JSON.stringify(labels));
}

/** The names of the alerts that fire. */
async function alertsOf(api: Api): Promise<string[]> {
  const today = () => todayOf(null, api.clock.now);
  const read = new Exposition(
    await createMetrics({store: api.store, today, startedAt: api.clock.now, emit() {}}).scrape(),
  );
  return RULES.filter(({expression}) => {
    const sides = expression.split(" and ").map((one) => fires(one, read));
    return sides[0]!.some((labels) => sides.every((side) => side.includes(labels)));
  }).map(({name}) => name);
}

const monthly: TidyPackage = {dataset: "monthly", rows: [`x,${MOSCOW},2026-01,1`], published_at: "2026-02-10"};

test("the example alerts name metrics of the service, and none fires for a warehouse of dead datasets [metrics.alerts]", async (t) => {
  assert.ok(RULES.length >= 8);
  assert.equal(RULES.length, TEXT.match(/- alert:/g)!.length);
  const api = await openSampleApi(t);
  api.clock.now = new Date("2032-01-01T00:00:00Z");
  assert.deepEqual(await alertsOf(api), []);
});

test("an alert fires in the first three months that a dataset is overdue, and while a run is held [metrics.alerts metrics.held-runs]", async (t) => {
  const api = await openWith(t, [monthly]);
  const on = async (day: string): Promise<string[]> => {
    api.clock.now = new Date(`${day}T12:00:00Z`);
    return alertsOf(api);
  };
  assert.deepEqual(await on("2026-04-30"), []);
  for (const day of ["2026-05-01", "2026-07-31"]) assert.deepEqual(await on(day), ["RyadDatasetOverdue"]);
  assert.deepEqual(await on("2026-08-01"), []);

  const path = join(await temporaryFolder(t), "held.xml");
  writeFileSync(path, emissMessage({series: [{observations: [["2020", "12,x"]]}]}));
  assert.notEqual((await loadPath(api.store, path, {provider: null, dataset: null, publishedAt: null})).held, null);
  assert.deepEqual(await on("2026-08-01"), ["RyadHeldRuns"]);
});
