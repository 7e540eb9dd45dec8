// Compares one kind of answer with nginx, which sends the same bytes: alternating rounds, medians of their ratios, and a check of the charges.
//
// nginx gets the same request each time, the cheapest for wrk, and the better of two ways to send a file.

import type {ChildProcess} from "node:child_process";
import {once} from "node:events";
import {mkdirSync, mkdtempSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import type {Plan} from "../src/access/account.ts";
import {chargedValues, type LoadFigures, makeReaders, measureLoad, type Readers} from "./readers.ts";
import {alternate, median} from "./results.ts";
import type {MeasuredServer} from "./server.ts";
import type {Bench, Figures} from "./subject.ts";
import {freePort, type WorkFolder} from "./work-folder.ts";

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

// nginx (Debian's package) with one worker serves the same bytes as files: the upper limit of the machine.
//
// It runs without a master process, so no worker can remain after it.
export interface StaticServer {
  /** sendfile on, and off with 512 kB buffers: the faster one depends on the size of the file; `gzip` compresses every answer again. */
  readonly origins: Readonly<Record<"sendfile" | "buffers" | "gzip", string>>;
  readonly pid: number;
  stop(): Promise<void>;
}

/** The path of the file under each origin. */
export const FILE_PATH = "/slice";

export async function startNginx(work: WorkFolder, bytes: Uint8Array): Promise<StaticServer> {
  const folder = mkdtempSync(join(work.path, "nginx-"));
  mkdirSync(join(folder, "files"), {mode: 0o755});
  writeFileSync(join(folder, "files", FILE_PATH), bytes);
  const ports = {sendfile: await freePort(), buffers: await freePort(), gzip: await freePort()};
  const path = join(folder, "nginx.conf");
  writeFileSync(path, configuration(folder, ports));
  const words = ["-p", folder, "-c", path, "-e", join(folder, "error.log"), "-g", "daemon off;"];
  const server = work.spawn("nginx", words, {stdio: ["ignore", "ignore", "inherit"]});
  await answering(`http://127.0.0.1:${ports.gzip}${FILE_PATH}`, server);
  const origin = (port: number): string => `http://127.0.0.1:${port}`;
  return {
    origins: {sendfile: origin(ports.sendfile), buffers: origin(ports.buffers), gzip: origin(ports.gzip)},
    pid: server.pid!,
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
    },
  };
}

function configuration(folder: string, ports: Readonly<Record<keyof StaticServer["origins"], number>>): string {
  const site = (port: number, rules: string): string =>
    `server { listen 127.0.0.1:${port}; root ${folder}/files; default_type application/json; ${rules} }`;
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder};`);
  return `${process.getuid?.() === 0 ? "user root;" : ""} master_process off; worker_processes 1; pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http { access_log off; keepalive_requests 10000000; open_file_cache max=100; tcp_nopush on;
${temporary.join("\n")}
${site(ports.sendfile, "sendfile on;")}
${site(ports.buffers, "sendfile off; output_buffers 2 512k;")}
${site(ports.gzip, "gzip on; gzip_comp_level 1; gzip_types application/json;")} }
`;
}

async function answering(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100; tries++) {
    if (server.exitCode !== null) throw new Error(`nginx ended with ${server.exitCode}`);
    try {
      await (await fetch(url)).arrayBuffer();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`nginx does not answer at ${url}`);
}
