// The benchmark: what a slice costs end to end, beside nginx sending the same bytes, all in one run on one machine.
//
// Server, load and nginx share the machine's cores, and its speed drifts: only the ratios mean something, and they are medians of
// rounds in which both sides take turns. `--full` adds 2 M series, `--quick` shortens every round.
import {mkdtemp, rm, stat, writeFile} from "node:fs/promises";
import {cpus, tmpdir, totalmem} from "node:os";
import {join} from "node:path";
import {parseArgs} from "node:util";
import {openStore} from "../src/store/open.ts";
import {writeAccounts} from "./accounts.ts";
import {type LoadFigures, measureLoad} from "./load-generator.ts";
import {startNginx} from "./nginx.ts";
import {type MeasuredServer, startServer} from "./server.ts";
import {datasetCode, PERIODS, randomNumbers, SERIES_A_DATASET, writeWarehouse} from "./warehouse.ts";

const {values: options} = parseArgs({
  options: {
    full: {type: "boolean", default: false},
    quick: {type: "boolean", default: false},
    series: {type: "string"},
  },
});
const SECONDS = options.quick ? 2 : 4;
const ROUNDS = options.quick ? 3 : 5;
const CONNECTIONS = 16;
const SIZES = options.series
  ? options.series.split(",").map(Number)
  : [2_000, 20_000, 200_000, ...(options.full ? [2_000_000] : [])];

/** Slices of a random page of a random dataset: series a page, months of each, and how many accounts keep them within the free plan. */
const SLICES = [
  {values: 60_000, series: 200, months: PERIODS, accounts: 1_500},
  {values: 6_000, series: 100, months: 60, accounts: 6_000},
  {values: 50, series: 1, months: 50, accounts: 40_000},
] as const;

type Slice = (typeof SLICES)[number];

interface Row {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}

const rows: Row[] = [];
const report = (what: string, figures: Row["figures"]) => {
  rows.push({what, figures});
  console.log(
    what.padEnd(56),
    Object.entries(figures)
      .map(([name, figure]) => `${name} ${Number(figure.toPrecision(4))}`)
      .join("  "),
  );
};

for (const [place, seriesCount] of SIZES.entries()) await measureSize(seriesCount, place === SIZES.length - 1);
const machine = {cpu: cpus()[0]!.model, cores: cpus().length, memory: totalmem(), node: process.version};
await writeFile(new URL("results.json", import.meta.url), `${JSON.stringify({machine, rows}, null, 1)}\n`);

/** One warehouse: the latency of a lone reader always, the comparison with nginx on the largest. */
async function measureSize(seriesCount: number, compared: boolean): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "ryad-bench-data-"));
  try {
    const store = await openStore({dataFolder: folder});
    const began = performance.now();
    const estimates = await writeWarehouse(store, seriesCount);
    const seconds = (performance.now() - began) / 1000;
    const tokens = new Map<Slice, string[]>();
    for (const slice of SLICES) tokens.set(slice, await writeAccounts(store, slice.accounts, `s${slice.values}`));
    await store.close();
    const {size} = await stat(join(folder, "statistics.db"));
    report(`${seriesCount} series: written`, {seconds, estimates, bytesPerValue: size / estimates});
    const server = await startServer(folder);
    try {
      report(`${seriesCount} series: start`, {ms: server.startMs, memoryMB: (await server.memory()) / 1e6});
      for (const slice of SLICES) {
        const alone = await load(server, slice, seriesCount, tokens.get(slice)!.slice(0, slice.accounts / 3), 1);
        report(`${seriesCount} series: ${slice.values} values, 1 connection`, figuresOf(alone));
      }
      if (compared) await compare(server, seriesCount, tokens);
      report(`${seriesCount} series: after load`, {memoryMB: (await server.memory()) / 1e6});
    } finally {
      await server.stop();
    }
  } finally {
    await rm(folder, {recursive: true});
  }
}

async function compare(
  server: MeasuredServer,
  seriesCount: number,
  tokens: ReadonlyMap<Slice, readonly string[]>,
): Promise<void> {
  for (const slice of SLICES) {
    const own = tokens.get(slice)!.slice(slice.accounts / 3);
    const spare = tokens.get(slice)![0]!;
    const [path] = slicePaths(slice, seriesCount);
    const answer = await fetch(server.origin + path, {headers: {"X-API-Key": spare, "Accept-Encoding": "identity"}});
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const nginx = await startNginx({slice: bytes});
    try {
      const rounds: {ours: LoadFigures; best: LoadFigures}[] = [];
      for (let round = 0; round < ROUNDS; round++) {
        const share = own.slice(
          Math.floor((own.length * round) / ROUNDS),
          Math.floor((own.length * (round + 1)) / ROUNDS),
        );
        const ours = await load(server, slice, seriesCount, share, CONNECTIONS);
        const statics = [];
        for (const origin of Object.values(nginx.origins))
          statics.push(
            await measureLoad({
              origin,
              paths: ["/slice"],
              tokens: share,
              headerLines: "",
              connections: CONNECTIONS,
              seconds: SECONDS,
            }),
          );
        const best = statics.reduce((a, b) => (a.requestsPerSecond > b.requestsPerSecond ? a : b));
        rounds.push({ours, best});
      }
      report(`${slice.values} values, uncached, ${CONNECTIONS} connections`, {
        bytes: bytes.length,
        ...figuresOf(middle(rounds.map((round) => round.ours))),
        nginx: median(rounds.map((round) => round.best.requestsPerSecond)),
        ratio: median(rounds.map((round) => round.ours.requestsPerSecond / round.best.requestsPerSecond)),
        tailRatio: median(rounds.map((round) => round.ours.p99 / round.ours.p50 / (round.best.p99 / round.best.p50))),
      });
    } finally {
      await nginx.stop();
    }
  }
}

async function load(
  server: MeasuredServer,
  slice: Slice,
  seriesCount: number,
  tokens: readonly string[],
  connections: number,
): Promise<LoadFigures> {
  return measureLoad({
    origin: server.origin,
    paths: slicePaths(slice, seriesCount),
    tokens,
    headerLines: "",
    connections,
    seconds: SECONDS,
  });
}

/** Random pages of random datasets, so that nothing is asked twice but by chance. */
function slicePaths({series, months}: Slice, seriesCount: number): string[] {
  const random = randomNumbers(7);
  const datasets = Math.max(1, Math.floor(seriesCount / SERIES_A_DATASET));
  return Array.from({length: 4_000}, () => {
    const offset = Math.floor(random() * (SERIES_A_DATASET - series));
    const first = new Date(Date.UTC(2001, PERIODS - months, 1)).toISOString().slice(0, 7);
    return `/api/v1/data?dataset=${datasetCode(Math.floor(random() * datasets))}&limit=${series}&offset=${offset}&start=${first}`;
  });
}

function figuresOf(figures: LoadFigures): Row["figures"] {
  return {...figures};
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function middle(figures: readonly LoadFigures[]): LoadFigures {
  return [...figures].sort((a, b) => a.requestsPerSecond - b.requestsPerSecond)[Math.floor(figures.length / 2)]!;
}
