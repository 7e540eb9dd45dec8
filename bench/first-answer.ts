// The first answer in a coding, with nothing in the cache: its time compared with the codec alone, and how long others wait beside it.
//
// The codec's own time is that of one thread of this process for the same body, at the fastest level, in turns with the answers. The clients
// are processes of their own.
import {Agent} from "node:http";
import {gzipSync, constants as zlib, zstdCompressSync} from "node:zlib";
import {startClient} from "./client.ts";
import {makeReaders} from "./readers.ts";
import {median, quantile} from "./results.ts";
import {ask, type MeasuredServer, startBare, withServer} from "./server.ts";
import {askOnce} from "./slice-speed.ts";
import {randomNumbers} from "./source-files.ts";
import type {Bench, Subject} from "./subject.ts";
import {randomSlicePath, SLICES, slicePath, type Warehouse} from "./warehouses.ts";

const CODECS = {
  gzip: (body: Uint8Array) => gzipSync(body, {level: 1}),
  zstd: (body: Uint8Array) => zstdCompressSync(body, {params: {[zlib.ZSTD_c_compressionLevel]: 1}}),
} as const;

/** Not counted, because the code is still being compiled: after 8 answers one takes half as long again as after 50. */
const WARM_UP_ANSWERS = 50;
/** The garbage of this process, which reads the plain bodies, must not be collected beside an answer. */
const IN_A_ROW = 10;

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
  const {tokens} = await makeReaders(folder, {requests: count * 2, values: SLICES.large.values});
  const random = randomNumbers(coding.length + coding.charCodeAt(0));
  const [agent, client] = [new Agent({keepAlive: true, maxSockets: 1}), await startClient(bench.work)];
  const answers: number[] = [];
  const bodies: {codec: number; bytes: number; plain: number}[] = [];
  for (let nth = 0; nth < count; nth += IN_A_ROW) {
    bench.progress.show(`first answers in ${coding}: ${nth} of ${count}`);
    const paths = Array.from({length: IN_A_ROW}, () => randomSlicePath(SLICES.large, datasets, random));
    const own = paths.map((_, index) => tokens[(nth + index) % tokens.length]!);
    answers.push(...(await client.ask({origin: server.origin, paths, tokens: own, usesEach: 1, coding})));
    for (const [index, path] of paths.entries()) {
      const headers = {"X-API-Key": own[index]!, "Accept-Encoding": "identity"};
      const {body} = await ask(agent, server.origin + path, headers, "identity");
      const began = performance.now();
      const {length} = CODECS[coding](body);
      bodies.push({codec: performance.now() - began, bytes: length, plain: body.length});
    }
  }
  agent.destroy();
  client.end();
  const [answerMs, counted] = [median(answers.slice(WARM_UP_ANSWERS)), bodies.slice(WARM_UP_ANSWERS)];
  const middle = (pick: (one: (typeof bodies)[number]) => number): number => median(counted.map(pick));
  const codecMs = middle(({codec}) => codec);
  bench.report(coding === "gzip" ? "first-gzip" : "first-zstd", answerMs / codecMs, {
    answerMs,
    codecMs,
    bytes: middle(({bytes}) => bytes),
    plainBytes: middle(({plain}) => plain),
    answers: counted.length,
  });
}

const BESIDE = ["identity", "gzip", "zstd", "br"] as const;
/** A client without pauses would be most of the server's work. */
const PAUSE_MS = 1;
/** Uses of a token within a minute. */
const ASKS_EACH = 15;

/**
 * A client asks for a 304 again and again while another asks for large answers, one at a time; then the same beside nothing, and beside a bare
 * server that has the large body already: its part of the waiting is the machine's. Each client is a process.
 */
async function askBeside(bench: Bench, warehouse: Warehouse, server: MeasuredServer): Promise<void> {
  const small = await askOnce(warehouse.folder, server, SLICES.small);
  const large = await askOnce(warehouse.folder, server, SLICES.large);
  const bare = await startBare(bench.work, {headers: [], body: Buffer.from(large.body).toString(), packs: true});
  const clients = {asker: await startClient(bench.work), reader: await startClient(bench.work)};
  const random = randomNumbers(304);

  /** The times of 304s while `act` lasts. */
  async function beside(origin: string, perform: () => Promise<unknown>): Promise<number[]> {
    const {tokens} = await makeReaders(warehouse.folder, {requests: 5000, values: 0});
    const held = {coding: "identity", etag: small.etag, pauseMs: PAUSE_MS, isEndless: true};
    const times = clients.asker.ask({origin, paths: [small.path], tokens, usesEach: ASKS_EACH, ...held});
    await perform().finally(clients.asker.stop);
    return times;
  }

  async function besideLarge({origin}: {origin: string}, coding: string): Promise<number[]> {
    bench.progress.show(`a 304 beside ${coding}`);
    const count = 4 * bench.scale.firstAnswers;
    const readers = await makeReaders(warehouse.folder, {requests: count, values: SLICES.large.values});
    const paths = Array.from({length: count}, () => randomSlicePath(SLICES.large, warehouse.datasets, random));
    return beside(origin, () => clients.reader.ask({origin, paths, tokens: readers.tokens, usesEach: 1, coding}));
  }

  const lines: Record<string, number> = {};
  await server.held();
  try {
    for (const coding of BESIDE) await besideLarge(bare, coding);
    for (const coding of BESIDE) {
      const [times, bareTimes] = [await besideLarge(server, coding), await besideLarge(bare, coding)];
      lines[coding] = quantile(times, 0.99);
      lines[`${coding}Most`] = Math.max(...times);
      lines[`${coding}OfBare`] = quantile(bareTimes, 0.99);
    }
    const held = await server.held();
    const idle = await beside(server.origin, () => new Promise((resolve) => setTimeout(resolve, IDLE_MS)));
    bench.report("first-beside", Math.max(...BESIDE.map((coding) => lines[coding]!)), {
      ...lines,
      idle: quantile(idle, 0.99),
      idleMost: Math.max(...idle),
      loopCpuMost: held,
    });
  } finally {
    for (const client of Object.values(clients)) client.end();
    bare.stop();
  }
}

const IDLE_MS = 2000;

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
