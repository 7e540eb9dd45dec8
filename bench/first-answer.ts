// The first answer in a coding, with nothing in the cache: its time compared with the codec alone, and the time that it blocks the event loop.
//
// The codec's own time is that of one thread of this process for the same body, at the fastest level, in turns with the answers.
import {Agent} from "node:http";
import {gzipSync, constants as zlib, zstdCompressSync} from "node:zlib";
import {makeReaders} from "./readers.ts";
import {median, quantile} from "./results.ts";
import {ask, type MeasuredServer, withServer} from "./server.ts";
import {randomNumbers} from "./source-files.ts";
import type {Bench, Subject} from "./subject.ts";
import {randomSlicePath, SLICES, slicePath, type Warehouse} from "./warehouses.ts";

const CODECS = {
  gzip: (body: Uint8Array) => gzipSync(body, {level: 1}),
  zstd: (body: Uint8Array) => zstdCompressSync(body, {params: {[zlib.ZSTD_c_compressionLevel]: 1}}),
} as const;

/** Not counted, because the code is still being compiled. */
const WARM_UP_ANSWERS = 8;

export const first: Subject = {
  name: "first",
  needs: [],
  async run(bench) {
    const {warehouses, scale} = bench;
    const warehouse = await warehouses.at(scale.series);
    await withServer(bench, warehouse.folder, {watchLoop: true}, async (server) => {
      const held: number[] = [];
      for (const coding of ["gzip", "zstd"] as const)
        held.push(...(await firstAnswers(bench, warehouse, server, coding)));
      const idle = await heldIdle(server, held.length);
      bench.report("first-held", Math.max(...held), {
        p50: median(held),
        p99: quantile(held, 0.99),
        answers: held.length,
        idleMost: Math.max(...idle),
      });
    });
  },
};

/** @returns for each answer the longest time that it blocked the event loop, ms */
async function firstAnswers(
  bench: Bench,
  {folder, datasets}: Warehouse,
  server: MeasuredServer,
  coding: keyof typeof CODECS,
): Promise<number[]> {
  const count = bench.scale.firstAnswers + WARM_UP_ANSWERS;
  const readers = await makeReaders(folder, {requests: count * 2, values: SLICES.large.values});
  const random = randomNumbers(coding.length + coding.charCodeAt(0));
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const times: {answer: number; codec: number; held: number; bytes: number; plain: number}[] = [];
  for (let nth = 0; nth < count; nth++) {
    bench.progress.show(`first answer in ${coding}: ${nth + 1} of ${count}`);
    const url = server.origin + randomSlicePath(SLICES.large, datasets, random);
    const token = readers.tokens[nth % readers.tokens.length]!;
    const take = (wanted: string) => ask(agent, url, {"X-API-Key": token, "Accept-Encoding": wanted}, wanted);
    await server.held();
    const packed = await take(coding);
    const held = await server.held();
    const plain = await take("identity");
    const began = performance.now();
    CODECS[coding](plain.body);
    const codec = performance.now() - began;
    times.push({answer: packed.ms, codec, held, bytes: packed.body.length, plain: plain.body.length});
  }
  agent.destroy();
  const counted = times.slice(WARM_UP_ANSWERS);
  const middle = (pick: (one: (typeof times)[number]) => number): number => median(counted.map(pick));
  bench.report(
    coding === "gzip" ? "first-gzip" : "first-zstd",
    middle(({answer}) => answer) / middle(({codec}) => codec),
    {
      answerMs: middle(({answer}) => answer),
      codecMs: middle(({codec}) => codec),
      bytes: middle(({bytes}) => bytes),
      plainBytes: middle(({plain}) => plain),
      answers: counted.length,
    },
  );
  return counted.map(({held}) => held);
}

/** The same figure for an idle server: the part of the system, for comparison. */
async function heldIdle(server: MeasuredServer, times: number): Promise<number[]> {
  const held: number[] = [];
  await server.held();
  for (let nth = 0; nth < times; nth++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    held.push(await server.held());
  }
  return held;
}

// The time from the start of the command to the first answer of a slice; the system has the files of the store in its cache.
export const start: Subject = {
  name: "start",
  needs: [],
  async run(bench) {
    const {warehouses, scale, progress, report} = bench;
    const {folder, values} = await warehouses.at(scale.series);
    const {tokens} = await makeReaders(folder, {requests: scale.rounds, values: SLICES.middle.values});
    const listening: number[] = [];
    const answered: number[] = [];
    // The first start fills the cache of compiled sources and does not count.
    for (let round = 0; round <= scale.rounds; round++) {
      progress.show(`start ${round} of ${scale.rounds}`);
      await withServer(bench, folder, {profileStart: true}, async ({origin, startedAt}) => {
        const ready = performance.now() - startedAt;
        const path = slicePath(SLICES.middle, round, 100 * round, 0);
        const answer = await fetch(origin + path, {headers: {"X-API-Key": tokens[round]!}});
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`);
        if (round === 0) return;
        listening.push(ready / 1000);
        answered.push((performance.now() - startedAt) / 1000);
      });
    }
    report("start", median(answered), {listening: median(listening), slowest: Math.max(...answered), values});
  },
};
