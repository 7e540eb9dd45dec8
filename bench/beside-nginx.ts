// Compares one kind of answer with nginx, which sends the same bytes: alternating rounds, medians of their ratios, and a check of the charges.
//
// nginx gets the same request each time, the cheapest for wrk, and the better of two ways to send a file.
import type {Plan} from "../src/access/account.ts";
import {type LoadFigures, measureLoad} from "./load-generator.ts";
import {FILE_PATH, startNginx} from "./nginx.ts";
import {chargedValues, makeReaders, type Readers} from "./readers.ts";
import {alternate, median} from "./rounds.ts";
import type {MeasuredServer} from "./server.ts";
import type {Bench, Figures} from "./subject.ts";

export interface Comparison {
  /** See ReadersRequests. */
  readonly luaRequest: string;
  readonly values: number;
  /** Values charged for one answer. */
  readonly charged: number;
  readonly plan?: Plan["code"];
  /** The file that nginx serves. */
  readonly bytes: Uint8Array;
  readonly nginx: "best" | "gzip";
}

export interface Compared {
  /** Our answers per second, divided by those of nginx. */
  readonly ratio: number;
  /** p99 over p50, divided by that of nginx. */
  readonly tail: number;
  readonly figures: Figures;
  readonly remarks: readonly string[];
}

const CONNECTIONS = 16;
const WARM_UP_SECONDS = 1;
/** No server answers more large slices, or more requests, in a second. This gives enough readers for the warm-up. */
const MOST_VALUES_A_SECOND = 60_000_000;
const MOST_REQUESTS_A_SECOND = 60_000;

export async function compareWithNginx(
  {work, scale, progress}: Bench,
  server: MeasuredServer,
  dataFolder: string,
  comparison: Comparison,
): Promise<Compared> {
  const {luaRequest, values, charged, bytes} = comparison;
  const everyone: Readers[] = [];
  let answers = 0;
  const ours = async (seed: number, rate: number, seconds: number): Promise<LoadFigures> => {
    const readers = await makeReaders(dataFolder, {...comparison, values: charged, requests: rate * seconds});
    everyone.push(readers);
    const requests = {luaRequest, ...readers, seed};
    const {origin, pid} = server;
    const figures = await measureLoad(work, {origin, pid, requests, connections: CONNECTIONS, seconds});
    answers += figures.answers;
    return figures;
  };
  progress.show(`${values} values: warming up`);
  const most = Math.min(MOST_REQUESTS_A_SECOND, MOST_VALUES_A_SECOND / values);
  const warm = await ours(1, most, WARM_UP_SECONDS);
  const nginx = await startNginx(work, bytes);
  try {
    const same = (origin: string, headers: readonly string[]) => () =>
      measureLoad(work, {
        origin,
        pid: nginx.pid,
        requests: {path: FILE_PATH, headers},
        connections: CONNECTIONS,
        seconds: scale.seconds,
      });
    const sides: Record<string, (round: number) => Promise<LoadFigures>> =
      comparison.nginx === "gzip"
        ? {gzip: same(nginx.origins.gzip, ["Accept-Encoding: gzip"])}
        : {sendfile: same(nginx.origins.sendfile, []), buffers: same(nginx.origins.buffers, [])};
    const rounds = await alternate(scale.rounds, {
      ours: (round) => {
        progress.show(`${values} values beside nginx: round ${round + 1} of ${scale.rounds}`);
        // A round may be much faster than the warm-up: an extra reader costs little, a missing reader spoils the line.
        return ours(round + 2, Math.max(warm.answersPerSecond * 2, most / 4), scale.seconds);
      },
      ...sides,
    });
    return summary(rounds["ours"]!, bestOf(rounds, Object.keys(sides)), {
      bytes: bytes.length,
      chargedForEachAnswer: (await chargedValues(dataFolder, everyone)) / answers,
      expectedCharge: charged,
    });
  } finally {
    await nginx.stop();
  }
}

/** The faster of nginx's two ways in each round. */
function bestOf(rounds: Readonly<Record<string, readonly LoadFigures[]>>, sides: readonly string[]): LoadFigures[] {
  return rounds[sides[0]!]!.map((_, round) =>
    sides.map((side) => rounds[side]![round]!).reduce((a, b) => (a.answersPerSecond > b.answersPerSecond ? a : b)),
  );
}

function summary(ours: readonly LoadFigures[], nginx: readonly LoadFigures[], known: Figures): Compared {
  const pairs = ours.map((own, round) => ({own, best: nginx[round]!}));
  const failed = ours.reduce((sum, figures) => sum + figures.failed, 0);
  const unpaid = known["chargedForEachAnswer"]! < known["expectedCharge"]!;
  return {
    ratio: median(pairs.map(({own, best}) => own.answersPerSecond / best.answersPerSecond)),
    tail: median(pairs.map(({own, best}) => own.p99 / own.p50 / (best.p99 / best.p50))),
    figures: {
      answersPerSecond: median(ours.map((figures) => figures.answersPerSecond)),
      nginxPerSecond: median(nginx.map((figures) => figures.answersPerSecond)),
      p50: median(ours.map((figures) => figures.p50)),
      p99: median(ours.map((figures) => figures.p99)),
      nginxP50: median(nginx.map((figures) => figures.p50)),
      nginxP99: median(nginx.map((figures) => figures.p99)),
      cpuMs: median(ours.map((figures) => figures.cpu)),
      nginxCpuMs: median(nginx.map((figures) => figures.cpu)),
      failed,
      ...known,
    },
    remarks: [
      ...(failed === 0 ? [] : [`${failed} requests failed or were refused: the figure does not count`]),
      ...(unpaid ? ["not every answer was charged: the figure does not count"] : []),
    ],
  };
}
