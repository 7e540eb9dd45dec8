// A disk that is full from time to time under a running server of the embedded store, and under loads: the size of files is limited, as a
// quota of the system does. Only answers are charged, and `check --deep` finds no fault when there is room again.
import {execFileSync, spawn, spawnSync} from "node:child_process";
import {once} from "node:events";
import {join} from "node:path";
import {ryad} from "../../test/command.ts";
import {PROJECT, writePackage} from "../../test/warehouse.ts";
import {numbersFrom, type Subject, type TrustOptions} from "../subject.ts";
import {type SampleServer, serveSample} from "./sample-server.ts";

const TURNS = {own: 12, full: 60};
const ASKED_AT_ONCE = 6;
const SLICES = ["cpi_monthly&geo=country", "cpi_monthly&geo=country&limit=2", "gdp&geo=country"].map(
  (query) => `/api/v1/data?dataset=${query}`,
);
/** The log of the accounts grows through it. */
const MOST_BYTES = 2 ** 20;
/** Most limits fall amid the writing of a load. */
const MOST_BLOCKS = 3000;

export const fullDisk: Subject = {
  name: "full disk",
  about:
    "a disk that is full from time to time under a running server and under loads: a request is answered and charged, or is 500 and costs nothing; a load lands whole or not at all; check --deep finds no fault when there is room again",
  async run(options) {
    if (spawnSync("prlimit", ["--version"]).error !== undefined) {
      options.say("needs prlimit, which limits the size of files");
      return {tried: 0, failures: [], rows: []};
    }
    const ends: (() => unknown)[] = [];
    try {
      const scope = {after: (end: unknown) => void ends.push(end as () => unknown)};
      const server = await serveSample("SQLite", scope);
      return await fillAndFree(server!, options);
    } finally {
      for (const end of ends.reverse()) await end();
    }
  },
};

async function fillAndFree(server: SampleServer, {seed, count, full}: TrustOptions) {
  const random = numbersFrom(seed);
  const failures: string[] = [];
  const tokens: string[] = [];
  const seen = {
    "answered while full": 0,
    "refused while full": 0,
    "loads refused": 0,
    "loads published": 0,
    charged: 0,
  };
  const limit = (bytes: string): void =>
    void execFileSync("prlimit", [`--pid=${server.process.pid}`, `--fsize=${bytes}:`]);
  const turns = count ?? (full ? TURNS.full : TURNS.own);
  for (let turn = 0; turn < turns; turn++) {
    // A free account may ask 20 times a minute.
    const token = await server.createToken("free", `disk-${turn}@example.org`);
    tokens.push(token);
    const isFull = random() < 0.6;
    limit(isFull ? String(Math.floor(random() * MOST_BYTES)) : "unlimited");
    const answers = await Promise.all(
      Array.from({length: ASKED_AT_ONCE}, () => ask(server, token, SLICES[Math.floor(random() * SLICES.length)]!)),
    );
    for (const {status, values, fault} of answers) {
      if (fault !== null) failures.push(`turn ${turn} of seed ${seed}: ${fault}`);
      if (status === 200) seen.charged += values;
      if (isFull) seen[status === 200 ? "answered while full" : "refused while full"]++;
      else if (status !== 200) failures.push(`turn ${turn} of seed ${seed}: ${status} with room on the disk`);
    }
    const published = await loadWithin(server.dataFolder, turn, Math.floor(random() * MOST_BLOCKS));
    if (published === null) failures.push(`turn ${turn} of seed ${seed}: a load has ended in another way than refused`);
    else seen[published ? "loads published" : "loads refused"]++;
  }
  limit("unlimited");
  if ((await server.get("/health", "")).status !== 200) failures.push(`seed ${seed}: the server does not live`);
  const used = (await Promise.all(tokens.map((token) => usedOf(server, token)))).reduce((sum, one) => sum + one, 0);
  if (used !== seen.charged)
    failures.push(`seed ${seed}: ${used} values are charged for ${seen.charged} that were answered`);
  const checked = await ryad(["check", "--deep", "--data", server.dataFolder]);
  if (checked.code !== 0) failures.push(`seed ${seed}: ${checked.stdout}${checked.stderr}`);
  return {tried: turns * (ASKED_AT_ONCE + 1), failures, rows: [{engine: "SQLite", turns, ...seen}]};
}

async function ask(server: SampleServer, token: string, path: string) {
  const answer = await server.get(path, token);
  const body = await answer.text();
  const {status} = answer;
  const isSound =
    status === 200 || (status === 500 && answer.headers.has("retry-after") && "error" in JSON.parse(body));
  const fault = isSound ? null : `${path}: ${status} ${body.slice(0, 200)}`;
  return {status, values: Number(answer.headers.get("x-values") ?? 0), fault};
}

async function usedOf(server: SampleServer, token: string): Promise<number> {
  const {headers} = await server.get("/api/v1/reference/units", token);
  return Number(headers.get("x-quota-values-limit")) - Number(headers.get("x-quota-values-remaining"));
}

/** Whether a load was published under a limit of file size, in blocks of 1 kB; null: it was neither published nor refused with a message. */
async function loadWithin(dataFolder: string, turn: number, blocks: number): Promise<boolean | null> {
  const day = `2026-02-${String((turn % 28) + 1).padStart(2, "0")}`;
  const metadata = {provider: "me", dataset: `disk${Math.floor(turn / 28)}`, name: "Full disk", published_at: day};
  const rows = Array.from({length: 3000}, (_, at) => `p${at % 250},643,${1950 + Math.floor(at / 250)},${at + turn}`);
  const path = await writePackage(join(dataFolder, `../package-${turn}`), metadata, "indicator,geo,period,value", rows);
  const limited = `ulimit -f ${blocks}; exec "$0" "$@"`;
  const command = [process.execPath, join(PROJECT, "bin/ryad.js"), "load", path, "--data", dataFolder];
  const child = spawn("bash", ["-c", limited, ...command], {stdio: ["ignore", "ignore", "pipe"]});
  let said = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    said += text;
  });
  const [code] = await once(child, "close");
  if (code === 0) return true;
  return code === 1 && !/this should not happen/.test(said) ? false : null;
}
