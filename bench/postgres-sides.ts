// The two sides of the bench of PostgreSQL, and the input of a comparison.

import {join} from "node:path";
import {fileURLToPath} from "node:url";
import type {Store, StoreLocation} from "../src/store/open.ts";
import {createProfiles} from "./profile.ts";
import {makeReaders, measureLoad} from "./readers.ts";
import {alternate, type Machine, median, missingTools, type PostgresGoal, type PostgresMeasurement} from "./results.ts";
import {type MeasuredServer, withServer} from "./server.ts";
import {writeTidyPackage} from "./source-files.ts";
import {luaSlices, SLICES, type SliceShape} from "./warehouses.ts";
import {type Progress, runToEnd, type WorkFolder} from "./work-folder.ts";

export const SIDES = ["embedded", "postgres"] as const;
export type Side = (typeof SIDES)[number];

export interface PostgresBench {
  readonly work: WorkFolder;
  readonly machine: Machine;
  readonly progress: Progress;
  readonly locations: Readonly<Record<Side, StoreLocation>>;
  readonly stores: Readonly<Record<Side, Store>>;
  readonly datasets: number;
  /** Series of the dataset of which one value is revised. */
  readonly revisedSeries: number;
  readonly rounds: number;
  /** Duration of one side in one round under load. */
  readonly seconds: number;
  /** An empty place for each side. */
  newLocation(side: Side): Promise<StoreLocation>;
  report(
    goal: PostgresGoal,
    value: number | null,
    figures: PostgresMeasurement["figures"],
    remarks?: readonly string[],
  ): void;
}

// Whole answers over HTTP, one connection: a server on the embedded store and a server on PostgreSQL, in turns.

/** A page of 100 series × 300 values. */
const PAGE: SliceShape = {...SLICES.large, values: 30_000, series: 100};
/** No server answers more over one connection. */
const MOST_ANSWERS_A_SECOND = {"answer-30000": 1500, "answer-50": 6000};

export async function compareAnswers(bench: PostgresBench): Promise<void> {
  const missing = missingTools(bench.machine, ["wrk"]);
  if (missing !== null) {
    for (const goal of ["answer-30000", "answer-50"] as const) bench.report(goal, null, {}, [missing]);
    return;
  }
  const {locations} = bench;
  const parts = {work: bench.work, profiles: createProfiles(null)};
  const folder = "dataFolder" in locations.embedded ? locations.embedded.dataFolder : "";
  const databaseUrl = "databaseUrl" in locations.postgres ? locations.postgres.databaseUrl : "";
  // Only one process may serve a folder; the server on the database does not lock it.
  await bench.stores.embedded.close();
  await withServer(parts, folder, {}, (embedded) =>
    withServer(parts, folder, {databaseUrl}, async (postgres) => {
      await compare(bench, {embedded, postgres}, "answer-30000", PAGE);
      await compare(bench, {embedded, postgres}, "answer-50", SLICES.small);
    }),
  );
}

async function compare(
  {work, locations, datasets, rounds, seconds, progress, report}: PostgresBench,
  servers: Readonly<Record<Side, MeasuredServer>>,
  goal: keyof typeof MOST_ANSWERS_A_SECOND,
  shape: SliceShape,
): Promise<void> {
  const ask = async (side: Side, round: number) => {
    progress.show(`${shape.values} values, round ${round + 1} of ${rounds}, ${side}`);
    const wanted = {requests: MOST_ANSWERS_A_SECOND[goal] * seconds, values: shape.values};
    const readers = await makeReaders(locations[side], wanted);
    const requests = {luaRequest: luaSlices(shape, datasets), ...readers, seed: round};
    const {origin, pid} = servers[side];
    const figures = await measureLoad(work, {origin, pid, requests, connections: 1, seconds});
    if (figures.failed > 0) throw new Error(`${figures.failed} answers of ${side} failed`);
    return figures;
  };
  await ask("embedded", 100);
  await ask("postgres", 100);
  const found = await alternate(rounds, {
    embedded: (round) => ask("embedded", round),
    postgres: (round) => ask("postgres", round),
  });
  const ratios = found.postgres.map(({p50}, round) => p50 / found.embedded[round]!.p50);
  const of = (side: Side, name: "p50" | "p99" | "cpu") => median(found[side].map((figures) => figures[name]));
  report(goal, median(ratios), {
    embeddedMs: of("embedded", "p50"),
    postgresMs: of("postgres", "p50"),
    embeddedP99: of("embedded", "p99"),
    postgresP99: of("postgres", "p99"),
    embeddedServerCpu: of("embedded", "cpu"),
    postgresServerCpu: of("postgres", "cpu"),
    leastRatio: Math.min(...ratios),
    mostRatio: Math.max(...ratios),
  });
}

// The command loads the same generated package into an empty store of each kind.
const COMMAND = fileURLToPath(new URL("../bin/ryad.js", import.meta.url));
const VALUES = 1_000_000;

export async function compareLoads({work, rounds, newLocation, progress, report}: PostgresBench): Promise<void> {
  const path = join(work.path, "tidy");
  const values = writeTidyPackage(path, VALUES);
  const load = async (side: Side): Promise<number> => {
    const location = await newLocation(side);
    const words =
      "databaseUrl" in location ? [`RYAD_DATABASE_URL=${location.databaseUrl}`] : [`RYAD_DATA=${location.dataFolder}`];
    const {output, seconds} = await runToEnd(work, "env", [
      ...words,
      process.execPath,
      COMMAND,
      "load",
      path,
      "--json",
    ]);
    const loaded = JSON.parse(output.trim().split("\n").at(-1)!).releases[0].new_values;
    if (loaded !== values) throw new Error(`the load took ${loaded} of ${values} values`);
    return seconds;
  };
  const found = await alternate(Math.min(rounds, 5), {
    embedded: (round) => {
      progress.show(`loading, round ${round + 1}`);
      return load("embedded");
    },
    postgres: () => load("postgres"),
  });
  const ratios = found.postgres.map((seconds, round) => seconds / found.embedded[round]!);
  report("first-load", median(ratios), {
    embeddedSeconds: median(found.embedded),
    postgresSeconds: median(found.postgres),
    values,
    leastRatio: Math.min(...ratios),
    mostRatio: Math.max(...ratios),
  });
}
