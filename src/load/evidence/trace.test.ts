// A value of a package traced to its cell through a whole store; those of publishers' files: trace.publisher.test.ts.
import assert from "node:assert/strict";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../test/warehouse.ts";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {loadPath} from "../run.ts";
import type {LoadHints} from "../source.ts";
import {traceValue} from "./trace.ts";

const NO_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};

test("a value of a package is traced to its file, line and cell, weeks by their day and periods as the package writes them [evidence.locator]", async (t) => {
  const [{store}, folder] = [await temporaryStore(t), await temporaryFolder(t)];
  const metadata = {
    provider: "showdata",
    dataset: "demo",
    name: "Демо",
    published_at: "2026-10-14",
    weeks: [{year: 2026, week: 41, date: "2026-10-12"}],
  };
  await mkdir(join(folder, "p/observations"), {recursive: true});
  await writeFile(join(folder, "p/dataset.json"), JSON.stringify(metadata));
  await writeFile(
    join(folder, "p/observations/a.csv"),
    'indicator;geo;period;value\nx;643;2026-Q1;"1,5"\nx;643;2026-03;3\n',
  );
  await writeFile(join(folder, "p/observations/b.csv"), "value,week,geo,indicator\n-2.5,2026-W41,643,x\n");
  await loadPath(store, join(folder, "p"), NO_HINTS);
  const key = (frequency: "Q" | "M" | "W") =>
    seriesKey("showdata", "demo", {
      indicator: "x",
      classification: null,
      measure: null,
      transformation: null,
      unit: null,
      frequency,
      territory: "643",
    });
  const traced = async (frequency: "Q" | "M" | "W", period: string) => {
    const {estimates} = await traceValue(store, key(frequency), period, null);
    const {locator, raw} = estimates[0]!.reading.explanation!;
    return [locator.file, `${locator.line}:${locator.column}`, raw, estimates[0]!.reading.value];
  };
  assert.deepEqual(await traced("Q", "2026-Q1"), ["observations/a.csv", "2:4", "1,5", 1.5]);
  assert.deepEqual(await traced("Q", "2026-01-01"), ["observations/a.csv", "2:4", "1,5", 1.5]);
  assert.deepEqual(await traced("M", "2026-03"), ["observations/a.csv", "3:4", "3", 3]);
  assert.deepEqual(await traced("W", "2026-10-12"), ["observations/b.csv", "2:1", "-2.5", -2.5]);
  assert.deepEqual((await traceValue(store, key("M"), "2026-03", parseDay("2026-10-13"))).estimates, []);
  for (const [frequency, period, reason] of [
    ["M", "2026-04", /has no value for 2026-04/],
    ["M", "2026-Q1", /is not a period of series/],
    ["M", "March", /is not a period/],
    ["W", "2026-10-13", /has no value/],
  ] as const)
    await assert.rejects(traced(frequency, period), {name: "Refusal", message: reason});
  await assert.rejects(traceValue(store, "0000000000000000", "2026-03", null), {name: "Refusal"});
});
