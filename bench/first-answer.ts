// The first answer in a coding, with nothing in the cache: its time compared with the codec alone, and how long others wait beside it.
//
// The codec's own time is that of one thread of this process for the same body, at the fastest level, in turns with the answers.
import {Agent} from "node:http";
import {gzipSync, constants as zlib, zstdCompressSync} from "node:zlib";
import {makeReaders} from "./readers.ts";
import {median, quantile} from "./results.ts";
import {type AnswerInPieces, askInPieces, type MeasuredServer, withServer} from "./server.ts";
import {askOnce} from "./slice-speed.ts";
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
      for (const coding of ["gzip", "zstd"] as const) await firstAnswers(bench, warehouse, server, coding);
      await askBeside(bench, warehouse, server);
    });
  },
};

async function firstAnswers(
  bench: Bench,
  {folder, datasets}: Warehouse,
  server: MeasuredServer,
  coding: keyof typeof CODECS,
): Promise<void> {
  const count = bench.scale.firstAnswers + WARM_UP_ANSWERS;
  const readers = await makeReaders(folder, {requests: count * 2, values: SLICES.large.values});
  const random = randomNumbers(coding.length + coding.charCodeAt(0));
  const agent = new Agent({keepAlive: true, maxSockets: 1});
  const times: {answer: number; codec: number; bytes: number; plain: number}[] = [];
  for (let nth = 0; nth < count; nth++) {
    bench.progress.show(`first answer in ${coding}: ${nth + 1} of ${count}`);
    const url = server.origin + randomSlicePath(SLICES.large, datasets, random);
    const token = readers.tokens[nth % readers.tokens.length]!;
    const packed = await ask(agent, url, token, coding);
    const plain = await ask(agent, url, token, "identity");
    const body = Buffer.concat(plain.chunks);
    const began = performance.now();
    CODECS[coding](body);
    const codec = performance.now() - began;
    times.push({answer: packed.ms, codec, bytes: lengthOf(packed.chunks), plain: body.length});
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
}

const lengthOf = (chunks: readonly Buffer[]): number => chunks.reduce((sum, {length}) => sum + length, 0);

const BESIDE = ["identity", "gzip", "zstd", "br"] as const;
/** A client without pauses would be most of the server's work. */
const PAUSE_MS = 1;
/** Uses of a token within a minute. */
const ASKS_EACH = 15;

/** A client asks for a 304 again and again while another asks for large answers, one at a time; then the same beside nothing. */
async function askBeside(bench: Bench, warehouse: Warehouse, server: MeasuredServer): Promise<void> {
  const {folder, datasets} = warehouse;
  const small = await askOnce(warehouse.folder, server, SLICES.small);
  const agents = [new Agent({keepAlive: true, maxSockets: 1}), new Agent({keepAlive: true, maxSockets: 1})] as const;
  const random = randomNumbers(304);
  const count = bench.scale.firstAnswers;

  async function beside(act: () => Promise<unknown>): Promise<number[]> {
    const {tokens} = await makeReaders(folder, {requests: 5000, values: 0});
    const times: number[] = [];
    const state = {isOver: false};
    const acted = act().finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      const token = tokens[Math.floor(times.length / ASKS_EACH) % tokens.length]!;
      times.push((await ask(agents[0], server.origin + small.path, token, "identity", small.etag)).ms);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    await acted;
    return times;
  }

  const lines: Record<string, number> = {};
  await server.held();
  for (const coding of BESIDE) {
    const {tokens} = await makeReaders(folder, {requests: count, values: SLICES.large.values});
    const times = await beside(async () => {
      for (let nth = 0; nth < count; nth++) {
        bench.progress.show(`a 304 beside ${coding}: ${nth + 1} of ${count}`);
        const url = server.origin + randomSlicePath(SLICES.large, datasets, random);
        await ask(agents[1], url, tokens[nth % tokens.length]!, coding);
      }
    });
    lines[coding] = quantile(times, 0.99);
    lines[`${coding}Most`] = Math.max(...times);
  }
  const held = await server.held();
  const idle = await beside(() => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
  for (const agent of agents) agent.destroy();
  bench.report("first-beside", Math.max(...BESIDE.map((coding) => lines[coding]!)), {
    ...lines,
    idle: quantile(idle, 0.99),
    idleMost: Math.max(...idle),
    loopCpuMost: held,
  });
}

const IDLE_MS = 2000;

/** @param etag of an answer that the client has: a 304 is expected */
function ask(agent: Agent, url: string, token: string, coding: string, etag?: string): Promise<AnswerInPieces> {
  const held = etag === undefined ? {} : {"If-None-Match": etag};
  const headers = {"X-API-Key": token, "Accept-Encoding": coding, ...held};
  return askInPieces(agent, url, headers, {coding, status: etag === undefined ? 200 : 304});
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
