// Memory of the server over the large store, under two equal rounds of load: the maximum, and whether the second round needs more.
//
// A round is the heaviest load (large slices, plain and packed, from 16 connections) and then a mixture of all requests.
import {measureLoad} from "./load-generator.ts";
import {makeReaders} from "./readers.ts";
import {type MeasuredServer, withServer} from "./server.ts";
import {luaAnyOf, luaSlices, SLICES} from "./slices.ts";
import type {Bench, Subject} from "./subject.ts";
import type {Warehouse} from "./warehouses.ts";

const CONNECTIONS = 16;
const SAMPLE_MS = 200;
const HEADERS = ["", "Accept-Encoding: gzip\r\n", "Accept-Encoding: zstd\r\n"];
const ROUNDS = 2;
/** No server answers more large slices, or more of the mixture, in a second. */
const MOST_REQUESTS_A_SECOND = 1000;

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
    requests: MOST_REQUESTS_A_SECOND * seconds,
    values: SLICES.large.values,
  });
  const requests = {luaRequest, ...readers, seed};
  return (await measureLoad(work, {origin, pid, requests, connections: CONNECTIONS, seconds})).failed;
}
