// The processor time of 50 values with more workers, in two ways: 16 connections for each worker, and 16 for all of them.
//
// A machine with two cores makes more processes dearer by itself: they take turns, and each finds the caches full of the others' code. So the
// same numbers of bare processes on one port are measured beside them. A data folder has one server at a time, so each has a copy.
import {cpSync} from "node:fs";
import {join} from "node:path";
import {askFile, askSlices, CONNECTIONS} from "./processor-time.ts";
import {type LoadFigures, makeReaders} from "./readers.ts";
import {alternate, median} from "./results.ts";
import {type Bare, type MeasuredServer, startBare, startServer} from "./server.ts";
import {askOnce} from "./slice-speed.ts";
import type {Bench, Subject} from "./subject.ts";
import {SLICES, slicePath, type Warehouse} from "./warehouses.ts";
import {type MemoryTogether, memoryTogether} from "./work-folder.ts";

const NUMBERS = [1, 2, 4, 8] as const;

export const workers: Subject = {
  name: "workers",
  needs: ["wrk", "proc"],
  async run(bench) {
    const warehouse = await bench.warehouses.at(bench.scale.series);
    const ended: (() => Promise<void> | void)[] = [];
    try {
      const four = await startWarm(bench, warehouse, 4, ended);
      // before the others share the program with them
      const memory = four.memory();
      bench.report("workers-memory", memory.shared, {sum: memory.sum, values: warehouse.values});
      const one = await startWarm(bench, warehouse, 1, ended);
      const two = await startWarm(bench, warehouse, 2, ended);
      const eight = await startWarm(bench, warehouse, 8, ended);
      const bare = await startBareOnes(bench, one, ended);
      const rounds = await alternate(bench.scale.rounds, {
        ...{"workers-1": one.ask, "workers-2": two.ask, "workers-4": four.ask, "workers-8": eight.ask},
        ...{"workers-2-shared": two.askShared, "workers-4-shared": four.askShared, "workers-8-shared": eight.askShared},
        ...{"workers-1-bare": bare[1], "workers-2-bare": bare[2], "workers-4-bare": bare[4], "workers-8-bare": bare[8]},
      });
      for (const number of NUMBERS) {
        tell(bench, `workers-${number}`, rounds[`workers-${number}`], rounds["workers-1"]);
        if (number === 1) continue;
        tell(bench, `workers-${number}-shared`, rounds[`workers-${number}-shared`], rounds["workers-1"]);
        tell(bench, `workers-${number}-bare`, rounds[`workers-${number}-bare`], rounds["workers-1-bare"]);
      }
    } finally {
      for (const end of ended) await end();
    }
  },
};

type WorkersGoal = `workers-${1 | 2 | 4 | 8}` | `workers-${2 | 4 | 8}-${"shared" | "bare"}`;
/** `wait`: for the accounts, in ms. */
type Figures = LoadFigures & {readonly wait?: number};

function tell(bench: Bench, goal: WorkersGoal, own: readonly Figures[], single: readonly Figures[]): void {
  const waits = own.flatMap(({wait}) => wait ?? []);
  bench.report(goal, median(own.map(({cpu}, round) => cpu / single[round]!.cpu)), {
    cpuMs: median(own.map(({cpu}) => cpu)),
    ...(waits.length > 0 && {accountsMs: median(waits)}),
    answersPerSecond: median(own.map(({answersPerSecond}) => answersPerSecond)),
    failed: own.reduce((sum, {failed}) => sum + failed, 0),
  });
}

/** Answers of each process before it is measured: until it has compiled most of its code, an answer costs twice as much. */
const WARM_ANSWERS = {quick: 500, default: 40_000, full: 40_000} as const;
const WARM_UP_SECONDS = 3;

interface Warm {
  readonly server: MeasuredServer;
  readonly folder: string;
  memory(): MemoryTogether;
  /** 16 connections for each worker, as the one process has: what arrives in one turn is gathered. */
  ask(): Promise<Figures>;
  /** 16 connections for all workers. */
  askShared(): Promise<Figures>;
}

/** A server over a copy of the warehouse, compiled by its own answers: all compared ones stay, because each start would have to be paid for. */
async function startWarm(
  bench: Bench,
  original: Warehouse,
  count: number,
  ended: (() => Promise<void> | void)[],
): Promise<Warm> {
  const warehouse = {...original, folder: join(bench.work.path, `workers-${count}`)};
  cpSync(original.folder, warehouse.folder, {recursive: true});
  const server = await startServer(bench, warehouse.folder, {workers: count});
  ended.push(server.stop);
  const load = (seconds: number, connections: number): Promise<LoadFigures> =>
    askSlices(bench, warehouse, server, SLICES.small, seconds, connections);
  const wanted = WARM_ANSWERS[bench.scale.mode] * count;
  for (let answered = 0; answered < wanted; answered += (await load(WARM_UP_SECONDS, CONNECTIONS * count)).answers)
    bench.progress.show(`${count} workers compile their code: ${answered} of ${wanted} answers`);
  const measure = async (connections: number): Promise<Figures> => {
    const waits = watchWaits(warehouse, server);
    const figures = await load(bench.scale.seconds, connections);
    return {...figures, wait: median(await waits.end())};
  };
  return {
    server,
    folder: warehouse.folder,
    memory: () => memoryTogether(server.pid),
    ask: () => measure(CONNECTIONS * count),
    askShared: () => measure(CONNECTIONS),
  };
}

/** By their number of processes: the load of 16 connections for each. */
async function startBareOnes(
  bench: Bench,
  {server, folder}: Warm,
  ended: (() => void)[],
): Promise<Readonly<Record<(typeof NUMBERS)[number], () => Promise<Figures>>>> {
  const {headers, body} = await askOnce(folder, server, SLICES.small);
  const start = async (processes: number): Promise<() => Promise<Figures>> => {
    const bare: Bare = await startBare(bench.work, {headers, body: Buffer.from(body).toString()}, processes);
    ended.push(bare.stop);
    await askFile(bench, bare, CONNECTIONS * processes);
    return () => askFile(bench, bare, CONNECTIONS * processes);
  };
  return {1: await start(1), 2: await start(2), 4: await start(4), 8: await start(8)};
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
