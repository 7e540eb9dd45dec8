// Memory of the server over the large store, under a mixture of all slices, plain and packed: how much at most, and whether it grows.
import {measureLoad} from "./load-generator.ts";
import {makeReaders} from "./readers.ts";
import {withServer} from "./server.ts";
import {luaAnyOf, luaSlices, SLICES} from "./slices.ts";
import type {Subject} from "./subject.ts";

const CONNECTIONS = 16;
const SAMPLE_MS = 200;
const HEADERS = ["", "Accept-Encoding: gzip\r\n", "Accept-Encoding: zstd\r\n"];
/** Of the mixture; most of it is the large ones. */
const MOST_REQUESTS_A_SECOND = 1000;

export const memory: Subject = {
  name: "memory",
  needs: ["wrk", "proc"],
  async run(bench) {
    const {work, warehouses, scale, progress, report} = bench;
    const {folder, datasets, values} = await warehouses.at(scale.series);
    const seconds = scale.memorySeconds;
    const readers = await makeReaders(folder, {
      requests: MOST_REQUESTS_A_SECOND * seconds,
      values: SLICES.large.values,
    });
    await withServer(bench, folder, {}, async (server) => {
      const atStart = server.memory()!;
      const samples: {now: number; own: number}[] = [];
      const sampling = setInterval(() => samples.push(server.memory()!), SAMPLE_MS);
      progress.show(`memory: ${seconds} s of load`);
      const luaRequest = luaAnyOf(Object.values(SLICES).map((shape) => luaSlices(shape, datasets, HEADERS)));
      const requests = {luaRequest, ...readers, seed: 5};
      const load = await measureLoad(work, {
        origin: server.origin,
        pid: server.pid,
        requests,
        connections: CONNECTIONS,
        seconds,
      }).finally(() => clearInterval(sampling));
      const most = (from: number, to: number): number =>
        Math.max(...samples.slice(from * samples.length, to * samples.length).map(({now}) => now));
      const remarks = load.failed === 0 ? [] : [`${load.failed} requests failed or were refused`];
      const figures = {atStart: atStart.now, ownAtMost: Math.max(...samples.map(({own}) => own)), values, seconds};
      const peak = server.memory()!.peak;
      report(
        "memory-peak",
        load.failed === 0 ? peak : null,
        {...figures, answersPerSecond: load.answersPerSecond},
        remarks,
      );
      const halves = {firstHalf: most(0, 0.5), secondHalf: most(0.5, 1)};
      report("memory-flat", load.failed === 0 ? halves.secondHalf / halves.firstHalf : null, halves, remarks);
    });
  },
};
