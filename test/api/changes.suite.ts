// The law of the feed of changes on one engine: random acts, while followers apply only what the feed gives (CONTRACT 6.5).
import assert from "node:assert/strict";
import {test} from "node:test";
import {exportEstimates} from "../../src/cli/export/estimate-export.ts";
import {createEstimateCsvWriter} from "../../src/formats/estimate-csv.ts";
import type {EstimateLayout} from "../../src/formats/estimate-rows.ts";
import {discardHeldRun} from "../../src/load/held-release.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import {dropDataset, withdraw} from "../../src/load/withdrawal.ts";
import {Refusal} from "../../src/service/refusal.ts";
import type {Store} from "../../src/store/open.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import {createFollower, type Follower} from "./changes-follower.ts";
import {createApi} from "./client.ts";
import {MOSCOW, SAINT_PETERSBURG} from "./packages.ts";

/** @param open a new, empty store, closed by the test @returns the digest of what was told, in its order, once the test is over */
export function registerFollowing(
  engine: string,
  acts: number,
  seed: number,
  open: () => Promise<Store>,
): {readonly digest: string | null} {
  const told: {digest: string | null} = {digest: null};
  test(`${engine}: at every cursor a follower that applies only the changes has what an export gives, byte for byte, after each of ${acts} random acts [changes.follower]`, async (t) => {
    const store = await open();
    t.after(() => store.close());
    const api = await createApi(t, store);
    const random = createRandom(seed);
    const acting = {store, random, folder: await temporaryFolder(t), clock: Date.UTC(2026, 0, 1), written: 0};
    const diligent = createFollower(api);
    const lazy = createFollower(api);
    const one = createFollower(api, `&dataset=p1/a`);
    let slow = createFollower(api);
    const counts = new Map<string, number>();
    const note = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1);
    let compared = 0;
    const hold = async (follower: Follower, dataset: string | null = null) => {
      for (const layout of ["plain", "estimates"] as const)
        assert.deepEqual(
          difference(follower.exported(layout), await exported(store, dataset, layout)),
          [],
          `seed ${seed}`,
        );
      compared++;
    };
    for (let act = 0; act < acts; act++) {
      note(await actOnce(acting));
      await diligent.catchUp(random.pick([1000, 7]));
      await hold(diligent);
      if (random.chance(0.5) && (await lazy.poll(random.pick([1, 5, 40])))) await hold(lazy);
      if (await slow.poll(random.pick([1, 3]))) {
        await hold(slow);
        if (random.chance(0.3)) slow = createFollower(api);
      }
      if (random.chance(0.3)) {
        await one.catchUp();
        await hold(one, "p1/a");
      }
    }
    for (const follower of [lazy, slow]) {
      await follower.catchUp(1000);
      await hold(follower);
    }
    t.diagnostic(`seed ${seed}: ${[...counts].map(([what, count]) => `${what} ${count}`).join(", ")}`);
    t.diagnostic(
      `${compared} exports compared; told: ${[...diligent.seen].map(([kind, count]) => `${kind} ${count}`).join(", ")}`,
    );
    told.digest = diligent.digest();
    t.diagnostic(`digest of what was told ${told.digest}`);
    if (acts >= 300) assert.equal(diligent.seen.size, 8, "every kind was told");
  });
  return told;
}

export async function exported(store: Store, dataset: string | null, layout: EstimateLayout): Promise<string> {
  const chunks: Buffer[] = [];
  const writer = createEstimateCsvWriter((bytes) => void chunks.push(Buffer.from(bytes)), layout);
  try {
    await exportEstimates(store, dataset, writer, () => {});
  } catch (error) {
    // an export of a dataset that there is not is refused
    if (!(error instanceof Refusal) || dataset === null) throw error;
    writer.end();
  }
  return Buffer.concat(chunks).toString();
}

/** The lines that only one of two texts has; or that their order is another one. */
export function difference(one: string, other: string): string[] {
  if (one === other) return [];
  const [lines, others] = [one.split("\n"), other.split("\n")];
  const extra = lines.filter((line) => !others.includes(line)).map((line) => `+ ${line}`);
  const missing = others.filter((line) => !lines.includes(line)).map((line) => `- ${line}`);
  return ["other lines, or another order", ...extra.slice(0, 20), ...missing.slice(0, 20)];
}

export interface Random {
  chance(share: number): boolean;
  below(limit: number): number;
  pick<T>(list: readonly T[]): T;
}

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    chance: (share) => next() < share,
    below: (limit) => Math.floor(next() * limit),
    pick: (list) => list[Math.floor(next() * list.length)]!,
  };
}

export interface Acting {
  readonly store: Store;
  readonly random: Random;
  readonly folder: string;
  clock: number;
  written: number;
}

const DATASETS = ["p1/a", "p1/b", "p2/a", "p2/w"] as const;
const MOST_RELEASES = 8;

/** @returns what was done */
export async function actOnce(acting: Acting): Promise<string> {
  const {store, random} = acting;
  acting.clock += 60_000;
  const now = () => new Date(acting.clock);
  const releases = await store.statistics.read(function* (q) {
    const query = q.db.selectFrom("release").innerJoin("dataset", "dataset.id", "release.dataset_id");
    const rows = yield query
      .select(["release.id", "dataset.provider_code", "dataset.code"])
      .orderBy("release.id")
      .compile();
    return rows.map((row) => ({id: row["id"] as number, dataset: `${row["provider_code"]}/${row["code"]}`}));
  });
  try {
    if (releases.length > 0 && random.chance(0.03)) {
      await dropDataset(store, random.pick(releases).dataset, now());
      return "drops";
    }
    const dataset = random.pick(DATASETS);
    const own = releases.filter((release) => release.dataset === dataset);
    if (own.length >= MOST_RELEASES || (own.length > 0 && random.chance(0.15))) {
      await withdraw(store, random.pick(own).id, {...PLAIN_EFFECTS, now, acceptRereading: true});
      return "withdrawals";
    }
    return await loadRandom(acting, dataset, now);
  } catch (error) {
    if (error instanceof Refusal) return "refused";
    throw error;
  }
}

async function loadRandom(acting: Acting, code: string, now: () => Date): Promise<string> {
  const {store, random, folder} = acting;
  const [provider, dataset] = code.split("/") as [string, string];
  const isWeekly = dataset === "w";
  const metadata = {
    ...{provider, dataset, name: random.pick(["A", "B"]), revised: true},
    published_at: `2025-0${1 + random.below(3)}-0${1 + random.below(9)}`,
    ...(random.chance(0.7) ? {partial: random.chance(0.8)} : {}),
    ...namesOf(random),
    ...(isWeekly
      ? {weeks: [{year: 2026, week: 1, date: random.pick(["2026-01-06", "2026-01-12", "2026-01-05"])}]}
      : {}),
  };
  const path = `${folder}/${acting.written++}`;
  const header = `indicator;class;geo;unit;freq;${isWeekly ? "week" : "period"};value`;
  await writePackage(path, metadata, header, rowsOf(random, dataset));
  const hints = {provider: null, dataset: null, publishedAt: null};
  const effects = {...PLAIN_EFFECTS, now};
  const {held} = await loadPath(store, path, hints, effects);
  if (held === null) return "loads";
  if (random.chance(0.7)) {
    await acceptRun(store, held.run, effects);
    return "accepted";
  }
  await discardHeldRun(store, held.run, {by: "a test", reason: ""}, now());
  return "discarded";
}

function namesOf(random: Random): object {
  const names = random.pick(["one", "two", "три; и"]);
  return {
    ...(random.chance(0.2) ? {geo: [{code: MOSCOW, name: `Moscow ${names}`, level: "region"}]} : {}),
    ...(random.chance(0.2) ? {classes: [{code: "1", name: `Class ${names}`}]} : {}),
    ...(random.chance(0.2) ? {indicators: [{code: "x", label: `Indicator ${names}`}]} : {}),
  };
}

function rowsOf(random: Random, dataset: string): string[] {
  const rows: string[] = [];
  const share = random.pick([0.15, 0.5, 0.9]);
  for (const indicator of ["x", "y"])
    for (const own of ["", "1", "2"])
      for (const geo of [MOSCOW, SAINT_PETERSBURG, "643"]) {
        if (!random.chance(share)) continue;
        const frequency = dataset === "w" ? "W" : dataset === "b" ? random.pick(["A", "M"]) : "M";
        const first = random.below(3);
        for (let period = first; period < first + 4; period++)
          if (random.chance(0.8))
            rows.push(
              `${indicator};${own};${geo};t;${frequency};${periodOf(frequency, period)};${randomValue(random)}`,
            );
      }
  return rows.length > 0
    ? rows
    : [`x;;643;t;${dataset === "w" ? "W" : "M"};${periodOf(dataset === "w" ? "W" : "M", 0)};1`];
}

function periodOf(frequency: string, index: number): string {
  if (frequency === "A") return String(2015 + index);
  return frequency === "W" ? `2026-W0${index + 1}` : `2024-0${index + 1}`;
}

/** Few values, so that many are published again. */
function randomValue(random: Random): string {
  return random.pick(["1", "2", "3.25", "-0.5", "0", "1", "2", "", "…"]);
}
