// Expensive requests of the OData channel, a store large enough for them, and the effect on other requests.
import assert from "node:assert/strict";
import {COUNTRY, daily, type TidyPackage} from "./packages.ts";

export const WIDE_SERIES = 20_000;

/** `wide`: as many series as classes, each with one value and a title of its own; `long`: one series of 20,000 days. */
export const DEAR_PACKAGES: readonly TidyPackage[] = [
  {
    dataset: "wide",
    header: "indicator,class,geo,period,value",
    rows: Array.from({length: WIDE_SERIES}, (_, i) => `x,c${i},${COUNTRY},2025,${i}`),
    more: {classes: Array.from({length: WIDE_SERIES}, (_, i) => ({code: `c${i}`, name: `Хлеб ${i}`}))},
  },
  {...daily([20_000]), dataset: "long"},
];

/** One of `count` conditions. */
export const anyOf = (count: number, condition: (i: number) => string): string =>
  Array.from({length: count}, (_, i) => condition(i)).join(" or ");

/** A sum of `count` equal terms. */
export const sumOf = (count: number, property: string): string => Array(count).fill(property).join(" add ");

export const TITLES = anyOf(200, (i) => `contains(title,'q${i}')`);
export const MONTHS = anyOf(300, () => "month(period) eq 13");

/** Processor time of this process so far, in microseconds: a busy machine may stop the process for any time. */
function worked(): number {
  const {user, system} = process.cpuUsage();
  return user + system;
}

/** Requests /health of a server of this process, one answer after another, until the other request is answered. */
export async function healthMeanwhile(
  api: {get(path: string): Promise<{readonly status: number}>},
  health: string,
  path: string,
) {
  let isOver = false;
  const began = worked();
  const asked = api.get(path).finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const before = worked();
    assert.deepEqual(await (await fetch(health)).json(), {status: "ok"});
    waits.push(worked() - before);
  }
  const lasted = worked() - began;
  const {status} = await asked;
  return {status, answers: waits.length, longestShare: Math.max(...waits) / lasted};
}
