// The processor time of an answer, in bare answers of `node:http`. It carries to machines with more cores, which answers per second do not.
//
// The servers of a comparison are measured in turn, and each round gives one ratio.
import {FILE_PATH, startNginx} from "./beside-nginx.ts";
import type {GoalName} from "./goals.ts";
import {type LoadFigures, makeReaders, measureLoad} from "./readers.ts";
import {alternate, median} from "./results.ts";
import {type MeasuredServer, startBare, withServer} from "./server.ts";
import {askOnce} from "./slice-speed.ts";
import type {Bench, Subject} from "./subject.ts";
import {luaSame, luaSlices, SLICES, type SliceShape, type Warehouse} from "./warehouses.ts";

export const CONNECTIONS = 16;
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

export function askFile({work, scale}: Bench, {origin, pid}: Origin, connections = CONNECTIONS): Promise<LoadFigures> {
  const requests = {path: FILE_PATH, headers: []};
  return measureLoad(work, {origin, pid, requests, connections, seconds: scale.seconds});
}

export function askSlices(
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
