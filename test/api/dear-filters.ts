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

interface Meanwhile {
  readonly status: number;
  /** Answers of /health while the other request was served. */
  readonly answers: number;
  /** The longest wait of one of them, as a share of the processor time of all. */
  readonly longestShare: number;
}

/** Requests /health of a server of this process, one answer after another, until the other request is answered. */
async function healthMeanwhile(query: Promise<{readonly status: number}>, health: string): Promise<Meanwhile> {
  let isOver = false;
  const began = worked();
  const answered = query.finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const before = worked();
    assert.deepEqual(await (await fetch(health)).json(), {status: "ok"});
    waits.push(worked() - before);
  }
  const lasted = worked() - began;
  const {status} = await answered;
  return {status, answers: waits.length, longestShare: Math.max(...waits) / lasted};
}

/**
 * Asserts that /health is answered at least `answers` times while a request is served, and that none of these waits for
 * most of the work. Work that holds the process holds it at every try; a collection of garbage or a compilation beside
 * it does not: so the best of three tries counts. `ask`, with the
 * number of the try, must do the whole work each time, not find it in a cache.
 */
export async function assertLetsOthersIn(
  ask: (i: number) => Promise<{readonly status: number}>,
  wanted: {readonly health: string; readonly answers: number; readonly status: number; readonly name: string},
): Promise<void> {
  const tries: Meanwhile[] = [];
  for (let i = 0; i < 3; i++) {
    const one = await healthMeanwhile(ask(i), wanted.health);
    assert.equal(one.status, wanted.status, wanted.name);
    if (one.answers >= wanted.answers && one.longestShare < 0.6) return;
    tries.push(one);
  }
  assert.fail(`others waited in each of three tries: ${wanted.name}: ${JSON.stringify(tries)}`);
}
