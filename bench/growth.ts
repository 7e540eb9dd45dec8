// Whether the cost of a slice depends on the size of the store: p50 of a single reader over warehouses of growing size, in turns.
import type {GoalName} from "./goals.ts";
import {measureLoad} from "./load-generator.ts";
import {makeReaders} from "./readers.ts";
import {alternate, median} from "./rounds.ts";
import {type MeasuredServer, startServer} from "./server.ts";
import {luaSlices, SLICES, type SliceShape} from "./slices.ts";
import type {Bench, Subject} from "./subject.ts";
import type {Warehouse} from "./warehouses.ts";

const LINES = [
  {goal: "growth-60000", shape: SLICES.large},
  {goal: "growth-6000", shape: SLICES.middle},
  {goal: "growth-50", shape: SLICES.small},
] as const satisfies readonly {goal: GoalName; shape: SliceShape}[];

/** No server answers a single reader faster. */
const MOST_REQUESTS_A_SECOND = 15_000;
const MOST_VALUES_A_SECOND = 40_000_000;

interface Place {
  readonly warehouse: Warehouse;
  readonly server: MeasuredServer;
}

export const growth: Subject = {
  name: "growth",
  needs: ["wrk"],
  async run(bench) {
    const {scale, warehouses} = bench;
    const places: Record<string, Place> = {};
    try {
      for (const series of scale.growth) {
        const warehouse = await warehouses.at(series);
        places[series] = {warehouse, server: await startServer(bench, warehouse.folder)};
      }
      for (const {goal, shape} of LINES) await measureLine(bench, places, goal, shape);
    } finally {
      for (const {server} of Object.values(places)) await server.stop();
    }
  },
};

async function measureLine(
  bench: Bench,
  places: Readonly<Record<string, Place>>,
  goal: GoalName,
  shape: SliceShape,
): Promise<void> {
  const seconds = Math.max(1, bench.scale.seconds / 2);
  const ask = async ({warehouse, server}: Place, seed: number): Promise<number> => {
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
  const sides = Object.entries(places).map(
    ([series, place]) => [series, (round: number) => ask(place, round)] as const,
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
