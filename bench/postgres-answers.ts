// Whole answers over HTTP, one connection: a server on the embedded store and a server on PostgreSQL, in turns.
import {measureLoad} from "./load-generator.ts";
import {missingTools} from "./machine.ts";
import type {PostgresGoal} from "./postgres-goals.ts";
import type {PostgresBench, Side} from "./postgres-sides.ts";
import {createProfiles} from "./profile.ts";
import {makeReaders} from "./readers.ts";
import {alternate, median} from "./rounds.ts";
import {type MeasuredServer, withServer} from "./server.ts";
import {luaSlices, SLICES, type SliceShape} from "./slices.ts";

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
  const {places} = bench;
  const parts = {work: bench.work, profiles: createProfiles(null)};
  const folder = "dataFolder" in places.embedded ? places.embedded.dataFolder : "";
  const databaseUrl = "databaseUrl" in places.postgres ? places.postgres.databaseUrl : "";
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
  {work, places, datasets, rounds, seconds, progress, report}: PostgresBench,
  servers: Readonly<Record<Side, MeasuredServer>>,
  goal: Extract<PostgresGoal, `answer-${string}`>,
  shape: SliceShape,
): Promise<void> {
  const ask = async (side: Side, round: number) => {
    progress.show(`${shape.values} values, round ${round + 1} of ${rounds}, ${side}`);
    const wanted = {requests: MOST_ANSWERS_A_SECOND[goal] * seconds, values: shape.values};
    const readers = await makeReaders(places[side], wanted);
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
