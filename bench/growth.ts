// Whether the cost of a slice depends on the size of the store: p50 of a single reader over warehouses of growing size, in turns.
import type {GoalName} from "./goals.ts";
import {makeReaders, measureLoad} from "./readers.ts";
import {alternate, median} from "./results.ts";
import {type MeasuredServer, startServer, withServer} from "./server.ts";
import type {Bench, Subject} from "./subject.ts";
import {luaAnyOf, luaSlices, SLICES, type SliceShape, type Warehouse} from "./warehouses.ts";

const LINES = [
  {goal: "growth-60000", shape: SLICES.large},
  {goal: "growth-6000", shape: SLICES.middle},
  {goal: "growth-50", shape: SLICES.small},
] as const satisfies readonly {goal: GoalName; shape: SliceShape}[];

/** No server answers a single reader faster. */
const MOST_REQUESTS_A_SECOND = 15_000;
const MOST_VALUES_A_SECOND = 40_000_000;

interface ServedWarehouse {
  readonly warehouse: Warehouse;
  readonly server: MeasuredServer;
}

export const growth: Subject = {
  name: "growth",
  needs: ["wrk"],
  async run(bench) {
    const {scale, warehouses} = bench;
    const servers: Record<string, ServedWarehouse> = {};
    try {
      for (const series of scale.growth) {
        const warehouse = await warehouses.at(series);
        servers[series] = {warehouse, server: await startServer(bench, warehouse.folder)};
      }
      for (const {goal, shape} of LINES) await measureLine(bench, servers, goal, shape);
    } finally {
      for (const {server} of Object.values(servers)) await server.stop();
    }
  },
};

async function measureLine(
  bench: Bench,
  servers: Readonly<Record<string, ServedWarehouse>>,
  goal: GoalName,
  shape: SliceShape,
): Promise<void> {
  const seconds = Math.max(1, bench.scale.seconds / 2);
  const ask = async ({warehouse, server}: ServedWarehouse, seed: number): Promise<number> => {
    bench.progress.show(`${shape.values} values over ${warehouse.series} series`);
    const requests = seconds * Math.min(MOST_REQUESTS_A_SECOND, MOST_VALUES_A_SECOND / shape.values);
    const readers = await makeReaders(warehouse.folder, {requests, values: shape.values});
    const luaRequest = luaSlices(shape, warehouse.datasets);
    const {origin, pid} = server;
    const plan = {origin, pid, requests: {luaRequest, ...readers, seed}, connections: 1, seconds};
    const {p50, failed} = await measureLoad(bench.work, plan);
    if (failed > 0) throw new Error(`${failed} of the requests for ${shape.values} values failed`);
    return p50;
  };
  const sides = Object.entries(servers).map(
    ([series, position]) => [series, (round: number) => ask(position, round)] as const,
  );
  for (const [, warmUp] of sides) await warmUp(1000);
  const rounds = await alternate(bench.scale.rounds, Object.fromEntries(sides));
  const fewest = rounds[bench.scale.growth[0]!]!;
  const ratios = bench.scale.growth
    .slice(1)
    .map((series) => median(rounds[series]!.map((p50, round) => p50 / fewest[round]!)));
  const figures = bench.scale.growth.map((series) => [`p50 over ${series}`, median(rounds[series]!)] as const);
  bench.report(goal, Math.max(...ratios), Object.fromEntries(figures));
}

// Memory of the server over the large store, under two equal rounds of load: the maximum, and whether the second round needs more.
//
// A round is the heaviest load (large slices, plain and packed, from 16 connections) and then a mixture of all requests.
const CONNECTIONS = 16;
const SAMPLE_MS = 200;
const HEADERS = ["", "Accept-Encoding: gzip\r\n", "Accept-Encoding: zstd\r\n"];
const ROUNDS = 2;
/** No server answers more large slices, or more of the mixture, in a second. */
const LARGE_REQUESTS_A_SECOND = 1000;

interface Sample {
  /** Resident memory, MB; `own` is the part that does not belong to a file. */
  readonly now: number;
  readonly own: number;
}

export const memory: Subject = {
  name: "memory",
  needs: ["wrk", "proc"],
  async run(bench) {
    const warehouse = await bench.warehouses.at(bench.scale.series);
    const phases = [
      luaSlices(SLICES.large, warehouse.datasets),
      luaSlices(SLICES.large, warehouse.datasets, HEADERS.slice(1)),
      luaAnyOf(Object.values(SLICES).map((shape) => luaSlices(shape, warehouse.datasets, HEADERS))),
    ];
    await withServer(bench, warehouse.folder, {}, async (server) => {
      const atStart = server.memory()!.now;
      const rounds: Sample[][] = [];
      let failed = 0;
      for (let round = 0; round < ROUNDS; round++) {
        const samples: Sample[] = [];
        rounds.push(samples);
        const sampling = setInterval(() => samples.push(server.memory()!), SAMPLE_MS);
        try {
          const seconds = bench.scale.memorySeconds / (ROUNDS * phases.length);
          for (const [nth, phase] of phases.entries()) {
            bench.progress.show(`memory: round ${round + 1} of ${ROUNDS}, part ${nth + 1} of ${phases.length}`);
            failed += await loadPart(bench, warehouse, server, phase, Math.ceil(seconds), 10 * round + nth);
          }
        } finally {
          clearInterval(sampling);
        }
      }
      const most = (pick: (sample: Sample) => number): number[] => rounds.map((all) => Math.max(...all.map(pick)));
      const [first, second] = most(({now}) => now) as [number, number];
      const remarks = failed === 0 ? [] : [`${failed} requests failed or were refused`];
      const figures = {atStart, ownAtMost: Math.max(...most(({own}) => own)), values: warehouse.values};
      bench.report("memory-peak", failed === 0 ? server.memory()!.peak : null, figures, remarks);
      bench.report("memory-flat", failed === 0 ? second / first : null, {first, second}, remarks);
    });
  },
};

/** @returns the number of failed requests */
async function loadPart(
  {work}: Bench,
  {folder}: Warehouse,
  {origin, pid}: MeasuredServer,
  luaRequest: string,
  seconds: number,
  seed: number,
): Promise<number> {
  const readers = await makeReaders(folder, {
    requests: LARGE_REQUESTS_A_SECOND * seconds,
    values: SLICES.large.values,
  });
  const requests = {luaRequest, ...readers, seed};
  return (await measureLoad(work, {origin, pid, requests, connections: CONNECTIONS, seconds})).failed;
}

// Bytes per value on disk: the size of statistics.db, divided by the values of slices.
//
// The file also contains superseded estimates. They do not count as values: a figure per estimate would look better than it is.
export const disk: Subject = {
  name: "disk",
  needs: [],
  async run({warehouses, scale, report}) {
    const {bytes, values, estimates, series, writtenInSeconds} = await warehouses.at(scale.series);
    report("disk", bytes / values, {
      bytes,
      values,
      estimates,
      perEstimate: bytes / estimates,
      series,
      writtenInSeconds,
    });
  },
};
