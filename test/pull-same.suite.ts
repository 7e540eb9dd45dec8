// A mirror answers as its source on one pair of engines: bodies, entity tags and evidence, after random acts of the source and of others in the mirror.
import assert from "node:assert/strict";
import {join} from "node:path";
import {test} from "node:test";
import {dropDataset} from "../src/load/withdrawal.ts";
import type {Store} from "../src/store/open.ts";
import {type Acting, actOnce, createRandom, type Random} from "./api/changes.suite.ts";
import {createApi} from "./api/client.ts";
import {loadTidy, type TidyPackage} from "./api/packages.ts";
import {ryad} from "./command.ts";
import {openSource} from "./pulled-source.ts";
import {compareAnswers, LISTS, listValues, ownAddresses, sampleOf, sharedAddresses} from "./same-answers.ts";
import {temporaryFolder} from "./warehouse.ts";

export interface SamePlan {
  readonly seed: number;
  readonly rounds: number;
  /** Values whose evidence is compared after each round. */
  readonly values: number;
  /** Makes a new store. */
  readonly source: (folder: string) => Promise<Store>;
  /** The environment and the options that `ryad pull` and a second process open the mirror with. */
  readonly mirror: (folder: string) => Promise<{readonly environment: Record<string, string>; open(): Promise<Store>}>;
}

/** Another release of one day, which repeats some values of those before it: the evidence names the last one. */
function againOnTheDay(random: Random): TidyPackage {
  const rows = [2020, 2021, 2022, 2023].map((year) => `x,643,${year},${random.pick([1, 1, 2])}`);
  return {provider: "p3", dataset: "d", published_at: "2025-02-01", rows};
}

export function registerSameAnswers(name: string, plan: SamePlan): void {
  test(`${name}: at each cursor a mirror and its source give the same answers, tags and evidence; where bodies differ, tags differ [pull.same-answers pull.same-tags pull.same-evidence]`, async (t) => {
    const {seed, rounds} = plan;
    const folder = await temporaryFolder(t);
    const store = await plan.source(join(folder, "source"));
    t.after(() => store.close());
    const source = await openSource(t, {}, store);
    const data = join(folder, "mirror");
    const {environment, open} = await plan.mirror(data);
    const random = createRandom(seed);
    const acting: Acting = {store, random, folder: await temporaryFolder(t), clock: Date.UTC(2026, 0, 1), written: 0};
    const pull = async () => {
      source.api.clock.now = new Date(source.api.clock.now.getTime() + 61_000);
      const given = {...environment, RYAD_PULL_TOKEN: source.api.token};
      const {code, stderr, stdout} = await ryad(["pull", source.origin, "--data", data], given);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stdout + stderr, /entity tags are not those/);
    };
    for (let act = 0; act < 3; act++) await actOnce(acting);
    await pull();
    const copy = await open();
    t.after(() => copy.close());
    const mirror = await createApi(t, copy);
    const compared = compareAnswers(source.api, mirror);
    const own = await temporaryFolder(t);
    let [loads, cellsCompared] = [0, 0];
    for (let round = 0; round < rounds; round++) {
      for (let act = 0; act < 1 + random.below(4); act++) await actOnce(acting);
      await loadTidy(store, acting.folder, againOnTheDay(random));
      const {json} = await source.api.get("/api/v1/reference/datasets");
      const datasets: string[] = json.items.map(
        (one: Record<string, string>) => `${one["provider_code"]}/${one["code"]}`,
      );
      const values = await listValues(store);
      const keys = sampleOf(random, [...new Set(values.map(({key}) => key))], 6);
      const cells = sampleOf(random, values, plan.values).map(
        ({key, period}) => `/api/v1/series/${key}/evidence?period=${period}`,
      );
      // behind
      const {json: listed} = await source.api.get("/api/v1/releases");
      const releases: number[] = listed.items.map((one: Record<string, number>) => one["release_id"]);
      const shared = sharedAddresses(datasets, keys, sampleOf(random, releases, 4));
      await compared.remember([...shared, ...LISTS, ...ownAddresses(datasets)]);
      if (random.chance(0.4)) {
        const published_at = `2026-02-${10 + (loads % 18)}`;
        await loadTidy(copy, own, {provider: "own", dataset: "d", published_at, rows: [`x,643,2020,${loads}`]});
        loads++;
      }
      if (random.chance(0.5)) await source.writeFiles();
      await pull();
      mirror.clock.now = source.api.clock.now;
      const areOwn = loads > 0;
      await compared.same([...shared, ...cells, ...(areOwn ? [] : LISTS)]);
      cellsCompared += cells.length;
      await compared.remember([...LISTS, ...ownAddresses(datasets)]);
      if (areOwn && random.chance(0.5)) {
        await dropDataset(copy, "own/d", new Date(acting.clock));
        await compared.same(LISTS);
        loads = 0;
      }
    }
    t.diagnostic(`seed ${seed}: ${JSON.stringify(compared.counts)}, evidence of ${cellsCompared} values`);
    assert.ok(cellsCompared > 100 * rounds);
  });
}
