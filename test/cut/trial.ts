// A release cut off at random places and loaded: alone, and behind the release before it. What is published must be true and not less.
import assert from "node:assert/strict";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {TestContext} from "node:test";
import {discardHeldRun} from "../../src/load/held-release.ts";
import type {LoadOutcome} from "../../src/load/load-outcome.ts";
import {loadPath} from "../../src/load/run.ts";
import {withdraw} from "../../src/load/withdrawal.ts";
import {Refusal} from "../../src/refusal.ts";
import {decodeHistory} from "../../src/statistics/history/decode.ts";
import {parseDay} from "../../src/statistics/time/day.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import type {Store} from "../../src/store/open.ts";
import {listReleases} from "../../src/store/releases/release.ts";
import {scanHistories} from "../../src/store/series/history.ts";
import {readSeries} from "../../src/store/series/series.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import type {CutFormat, Files} from "./formats.ts";

export interface CutTally {
  refused: number;
  held: number;
  /** published with every value of the whole */
  whole: number;
  /** published with fewer */
  part: number;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export async function cutAtRandom(t: TestContext, format: CutFormat, cuts: number, seed: number): Promise<CutTally> {
  const random = numbersFrom(seed);
  const folder = await temporaryFolder(t);
  const {store: empty} = await temporaryStore(t);
  const {store: carried} = await temporaryStore(t);
  const [[name, content]] = Object.entries(format.release) as [[string, string | Uint8Array]];
  const bytes = Buffer.from(content as string);
  const first = await loadFiles(carried, format, format.before, folder, "2017-11-01");
  assert.ok(first.changed && first.series > 0, `${format.name}: the release before does not load: ${words(first)}`);
  const whole = await loadFiles(empty, format, format.release, folder, "2017-12-01");
  assert.ok(whole.changed, `${format.name}: the whole release does not load: ${words(whole)}`);
  const values = await valuesOf(empty, whole);
  await takeBack(empty, whole);
  const tally: CutTally = {refused: 0, held: 0, whole: 0, part: 0};
  for (let count = 0; count < cuts; count++) {
    let at = 1 + Math.floor(random() * (bytes.length - 1));
    // Where a line ends there is nothing to see: every fourth cut goes there.
    if (format.open && count % 4 === 0) at = bytes.indexOf(10, at) + 1;
    const files = {...format.release, [name]: bytes.subarray(0, at)};
    for (const store of [empty, carried]) {
      const outcome = await loadFiles(store, format, files, folder, "2017-12-01").catch((error) => {
        if (error instanceof Refusal) return null;
        throw error;
      });
      const place = `${format.name}, cut at ${at} of ${bytes.length}${store === carried ? ", behind the release before" : ""}`;
      if (outcome === null) tally.refused++;
      else if (outcome.held !== null) {
        tally.held++;
        await discardHeldRun(store, outcome.held.run, "a test", new Date());
      } else {
        for (const [key, value] of await valuesOf(store, outcome))
          assert.equal(value, values.get(key), `${place}: ${key} is published as ${value}`);
        const isWhole = outcome.values === whole.values;
        if (!isWhole) assert.ok(format.open, `${place}: ${outcome.values} of ${whole.values} values are published`);
        if (store === carried)
          assert.ok(outcome.series >= first.series, `${place}: ${outcome.series} series behind ${first.series}`);
        tally[isWhole ? "whole" : "part"]++;
        await takeBack(store, outcome);
      }
    }
  }
  return tally;
}

async function loadFiles(store: Store, {untold, dataset}: CutFormat, files: Files, parent: string, day: string) {
  const folder = join(parent, String(++folders));
  await mkdir(folder);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const names = Object.keys(files);
  const path = names.length === 1 ? join(folder, names[0]!) : folder;
  return await loadPath(store, path, {provider: null, dataset: dataset ?? null, publishedAt: untold ? day : null});
}

let folders = 0;

/** Every estimate of the release's day, by series and period. */
async function valuesOf(
  store: Store,
  {provider, dataset: code, publishedAt}: LoadOutcome,
): Promise<Map<string, number>> {
  const day = parseDay(publishedAt);
  const values = new Map<string, number>();
  await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider, dataset: code});
    const keys = new Map((yield* readSeries(q, dataset!.id)).map(({number, key}) => [number, key]));
    for (const {number, estimates} of yield* scanHistories(q, dataset!.id, -1, 1_000_000)) {
      const {count, period, value, day: days} = decodeHistory(estimates);
      for (let row = 0; row < count; row++)
        if (days[row] === day) values.set(`${keys.get(number)} ${period[row]}`, value[row]!);
    }
  });
  return values;
}

async function takeBack(store: Store, {provider, dataset: code, publishedAt}: LoadOutcome): Promise<void> {
  const releases = await store.statistics.read(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider, dataset: code});
    return yield* listReleases(q, dataset!.id);
  });
  const own = releases.filter(({publishedAt: day}) => day === parseDay(publishedAt));
  await withdraw(store, own.at(-1)!.id, {now: () => new Date(), memoryLimit: 2 ** 26});
}

function words({held}: LoadOutcome): string {
  return (held?.checks ?? [])
    .filter(({passed}) => !passed)
    .map(({name, seen}) => `${name}: ${seen}`)
    .join("; ");
}
