// The time from the start of the command to the first answer of a slice; the system has the files of the store in its cache.
import {makeReaders} from "./readers.ts";
import {median} from "./rounds.ts";
import {withServer} from "./server.ts";
import {SLICES, slicePath} from "./slices.ts";
import type {Subject} from "./subject.ts";

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
