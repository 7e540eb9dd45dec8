// The processor time of an answer: in bare answers of `node:http`, and with more workers. It carries to machines with more cores, which
// answers per second do not.
//
// The servers of a comparison are measured in turn, and each round gives one ratio. A data folder has one server at a time, so each of those
// with workers has a copy.
import {cpSync} from "node:fs";
import {join} from "node:path";
import {FILE_PATH, startNginx} from "./beside-nginx.ts";
import type {GoalName} from "./goals.ts";
import {type LoadFigures, makeReaders, measureLoad} from "./readers.ts";
import {alternate, median} from "./results.ts";
import {type MeasuredServer, startBare, startServer, withServer} from "./server.ts";
import {askOnce} from "./slice-speed.ts";
import type {Bench, Subject} from "./subject.ts";
import {luaSame, luaSlices, SLICES, type SliceShape, slicePath, type Warehouse} from "./warehouses.ts";
import {type MemoryTogether, memoryTogether} from "./work-folder.ts";

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 1;
/** No process answers more. */
const MOST_REQUESTS_A_SECOND = 40_000;
const MOST_VALUES_A_SECOND = 40_000_000;

export const bare: Subject = {
  name: "bare",
  needs: ["nginx", "wrk", "proc"],
  async run(bench) {
    const warehouse = await bench.warehouses.at(bench.scale.series);
    await withServer(bench, warehouse.folder, {}, async (server) => {
      const small = await askOnce(warehouse.folder, server, SLICES.small);
      const plain = await startBare(bench.work, {headers: small.headers, body: Buffer.from(small.body).toString()});
      const nginx = await startNginx(bench.work, small.body);
      try {
        for (const shape of Object.values(SLICES)) await askSlices(bench, warehouse, server, shape, WARM_UP_SECONDS);
        const held = luaSame(small.path, `If-None-Match: ${small.etag}\r\n`);
        const rounds = await alternate(bench.scale.rounds, {
          small: () => askSlices(bench, warehouse, server, SLICES.small),
          bare: () => askFile(bench, plain),
          unchanged: () => ask(bench, warehouse, server, held, {values: 0, perSecond: MOST_REQUESTS_A_SECOND}),
          nginx: () => askFile(bench, {origin: nginx.origins.sendfile, pid: nginx.pid}),
          middle: () => askSlices(bench, warehouse, server, SLICES.middle),
          large: () => askSlices(bench, warehouse, server, SLICES.large),
        });
        tell(bench, "bare-50", rounds.small, rounds.bare);
        tell(bench, "bare-304", rounds.unchanged, rounds.bare);
        tell(bench, "bare-6000", rounds.middle, rounds.bare);
        tell(bench, "bare-60000", rounds.large, rounds.bare);
        const beside = rounds.bare.map((one, round) => one.answersPerSecond / rounds.nginx[round]!.answersPerSecond);
        bench.report("bare-nginx", median(beside), {
          answersPerSecond: median(rounds.bare.map(({answersPerSecond}) => answersPerSecond)),
          nginxPerSecond: median(rounds.nginx.map(({answersPerSecond}) => answersPerSecond)),
          bareCpuMs: median(rounds.bare.map(({cpu}) => cpu)),
          nginxCpuMs: median(rounds.nginx.map(({cpu}) => cpu)),
        });
      } finally {
        plain.stop();
        await nginx.stop();
      }
    });
  },
};

export const workers: Subject = {
  name: "workers",
  needs: ["wrk", "proc"],
  async run(bench) {
    const warehouse = await bench.warehouses.at(bench.scale.series);
    const ended: (() => Promise<void>)[] = [];
    try {
      const four = await startWarm(bench, warehouse, 4, ended);
      // before the others share the program with them
      const memory = four.memory();
      bench.report("workers-memory", memory.shared, {sum: memory.sum, values: warehouse.values});
      const one = await startWarm(bench, warehouse, 1, ended);
      const two = await startWarm(bench, warehouse, 2, ended);
      const eight = await startWarm(bench, warehouse, 8, ended);
      const rounds = await alternate(bench.scale.rounds, {
        ...{"workers-1": one.ask, "workers-2": two.ask, "workers-4": four.ask, "workers-8": eight.ask},
      });
      for (const goal of ["workers-1", "workers-2", "workers-4", "workers-8"] as const) {
        const own = rounds[goal];
        bench.report(goal, median(own.map(({cpu}, round) => cpu / rounds["workers-1"][round]!.cpu)), {
          cpuMs: median(own.map(({cpu}) => cpu)),
          accountsMs: median(own.map(({wait}) => wait)),
          answersPerSecond: median(own.map(({answersPerSecond}) => answersPerSecond)),
          failed: own.reduce((sum, {failed}) => sum + failed, 0),
        });
      }
    } finally {
      for (const end of ended) await end();
    }
  },
};

/** Answers of each process before it is measured: until it has compiled most of its code, an answer costs twice as much. */
const WARM_ANSWERS = {quick: 500, default: 40_000, full: 40_000} as const;

/** A server over a copy of the warehouse, compiled by its own answers: all compared ones stay, because each start would have to be paid for. */
async function startWarm(
  bench: Bench,
  original: Warehouse,
  count: number,
  ended: (() => Promise<void>)[],
): Promise<{memory(): MemoryTogether; ask(): Promise<LoadFigures & {readonly wait: number}>}> {
  const warehouse = {...original, folder: join(bench.work.path, `workers-${count}`)};
  cpSync(original.folder, warehouse.folder, {recursive: true});
  const server = await startServer(bench, warehouse.folder, {workers: count});
  ended.push(server.stop);
  // what arrives in one turn is gathered, so each worker gets as many connections as the one process
  const load = (seconds: number): Promise<LoadFigures> =>
    askSlices(bench, warehouse, server, SLICES.small, seconds, CONNECTIONS * count);
  const wanted = WARM_ANSWERS[bench.scale.mode] * count;
  for (let answered = 0; answered < wanted; answered += (await load(WARM_UP_SECONDS * 3)).answers)
    bench.progress.show(`${count} workers compile their code: ${answered} of ${wanted} answers`);
  return {
    memory: () => memoryTogether(server.pid),
    async ask() {
      const waits = watchWaits(warehouse, server);
      const figures = await load(bench.scale.seconds);
      return {...figures, wait: median(await waits.end())};
    },
  };
}

function tell(bench: Bench, goal: GoalName, ours: readonly LoadFigures[], plain: readonly LoadFigures[]): void {
  const ratio = median(ours.map(({cpu}, round) => cpu / plain[round]!.cpu));
  const failed = ours.reduce((sum, one) => sum + one.failed, 0);
  const figures = {cpuMs: median(ours.map(({cpu}) => cpu)), bareCpuMs: median(plain.map(({cpu}) => cpu)), failed};
  if (failed === 0) bench.report(goal, ratio, figures);
  else bench.report(goal, null, {ratio, ...figures}, [`${failed} requests failed or were refused`]);
}

interface Origin {
  readonly origin: string;
  readonly pid: number;
}

function askFile({work, scale}: Bench, {origin, pid}: Origin): Promise<LoadFigures> {
  const requests = {path: FILE_PATH, headers: []};
  return measureLoad(work, {origin, pid, requests, connections: CONNECTIONS, seconds: scale.seconds});
}

function askSlices(
  bench: Bench,
  warehouse: Warehouse,
  server: MeasuredServer,
  shape: SliceShape,
  seconds = bench.scale.seconds,
  connections = CONNECTIONS,
): Promise<LoadFigures> {
  const perSecond = Math.min(MOST_REQUESTS_A_SECOND, MOST_VALUES_A_SECOND / shape.values);
  return ask(bench, warehouse, server, luaSlices(shape, warehouse.datasets), {
    ...shape,
    perSecond,
    seconds,
    connections,
  });
}

let seed = 0;

async function ask(
  {work, scale}: Bench,
  {folder}: Warehouse,
  {origin, pid}: MeasuredServer,
  luaRequest: string,
  {
    values,
    perSecond,
    seconds = scale.seconds,
    connections = CONNECTIONS,
  }: {values: number; perSecond: number; seconds?: number; connections?: number},
): Promise<LoadFigures> {
  const readers = await makeReaders(folder, {requests: perSecond * seconds, values});
  const requests = {luaRequest, ...readers, seed: seed++};
  return measureLoad(work, {origin, pid, requests, connections, seconds});
}

const PAUSE_MS = 50;

/** The time that answers of 50 values wait for the accounts, in milliseconds: the stages `who` and `charge` of Server-Timing. */
function watchWaits({folder}: Warehouse, {origin}: MeasuredServer): {end(): Promise<number[]>} {
  let isOver = false;
  const waits: number[] = [];
  const watching = (async () => {
    const {tokens} = await makeReaders(folder, {requests: 1, values: 0, plan: "owner"});
    for (let turn = 0; !isOver; turn++) {
      const headers = {"x-api-key": tokens[turn % tokens.length]!};
      const answer = await fetch(origin + slicePath(SLICES.small, 0, turn % 900, turn % 200), {headers});
      await answer.arrayBuffer();
      const stages = [...(answer.headers.get("server-timing") ?? "").matchAll(/\b(?:who|charge);dur=([\d.]+)/g)];
      if (stages.length === 2) waits.push(stages.reduce((sum, [, ms]) => sum + Number(ms), 0));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  })();
  return {
    async end() {
      isOver = true;
      await watching;
      return waits;
    },
  };
}
