// Files of one dataset of the billion: the time to write them, their size, and ranged reads of one of them by one client.
import {rmSync} from "node:fs";
import {Agent, get} from "node:http";
import {fileURLToPath} from "node:url";
import {filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import type {Manifest} from "../../src/store/dataset-files/manifest.ts";
import {makeReaders} from "../readers.ts";
import {type MeasuredServer, withServer} from "../server.ts";
import {randomNumbers} from "../source-files.ts";
import type {Bench} from "../subject.ts";
import {runToEnd} from "../work-folder.ts";
import type {BillionStore} from "./make-store.ts";
import {type Spread, spreadOf} from "./measure.ts";
import {billionCode, PROVIDER} from "./packages.ts";

export interface FilesFigures {
  /** From the start of the process that writes them to its end. */
  readonly seconds: number;
  /** Of that process, MB. */
  readonly memory: number;
  /** Of all files together, and of the one that is read. */
  readonly bytes: number;
  readonly readBytes: number;
  /** ms until the first byte of a ranged read, and until its last one. */
  readonly first: Spread;
  readonly whole: Spread;
}

const WRITE = fileURLToPath(new URL("write-files.ts", import.meta.url));
/** As the server starts its writer. */
const NODE_OPTIONS = ["--max-old-space-size=256", "--v8-pool-size=0"];
const READ_FILE = "latest.parquet";
/** Of one read: what a reader of one indicator or of some columns fetches. */
export const RANGE_BYTES = 1_000_000;
const READS = 300;

export async function measureFiles(
  parts: Pick<Bench, "work" | "profiles" | "progress">,
  {folder, datasets}: BillionStore,
): Promise<FilesFigures> {
  parts.progress.show("the files of one dataset");
  // a store that was kept may have those of an earlier measurement
  rmSync(filesFolderOf(folder), {recursive: true, force: true});
  const words = [...NODE_OPTIONS, WRITE, folder, PROVIDER, billionCode(datasets - 1)];
  const {output, seconds, peakMegabytes} = await runToEnd(parts.work, process.execPath, words);
  const {files}: Manifest = JSON.parse(output);
  const {address, bytes: readBytes} = files.find(({name}) => name === READ_FILE)!;
  const {tokens, asksEach} = await makeReaders(folder, {requests: READS, values: 1, plan: "business"});
  const random = randomNumbers(datasets);
  const reads = await withServer(parts, folder, {}, async (server) => {
    const agent = new Agent({keepAlive: true, maxSockets: 1});
    const times: ReadTimes[] = [];
    for (let nth = 0; nth < READS; nth++) {
      const token = tokens[Math.floor(nth / asksEach)]!;
      const from = Math.floor(random() * Math.max(1, readBytes - RANGE_BYTES));
      const to = Math.min(readBytes, from + RANGE_BYTES) - 1;
      times.push(await readRange(server, agent, address, {token, from, to}));
    }
    agent.destroy();
    return times;
  });
  return {
    ...{seconds, memory: peakMegabytes ?? Number.NaN, readBytes},
    bytes: files.reduce((sum, file) => sum + file.bytes, 0),
    first: spreadOf(reads.map(({first}) => first)),
    whole: spreadOf(reads.map(({whole}) => whole)),
  };
}

interface ReadTimes {
  readonly first: number;
  readonly whole: number;
}

function readRange(
  {origin}: MeasuredServer,
  agent: Agent,
  address: string,
  {token, from, to}: {readonly token: string; readonly from: number; readonly to: number},
): Promise<ReadTimes> {
  const began = performance.now();
  const headers = {"x-api-key": token, range: `bytes=${from}-${to}`};
  return new Promise((resolve, reject) => {
    get(origin + address, {agent, headers}, (response) => {
      let [first, bytes] = [Number.NaN, 0];
      response.on("data", (chunk: Buffer) => {
        if (bytes === 0) first = performance.now() - began;
        bytes += chunk.length;
      });
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 206 && bytes === to - from + 1) resolve({first, whole: performance.now() - began});
        else reject(new Error(`${address} was answered with ${response.statusCode} and ${bytes} bytes`));
      });
    }).on("error", reject);
  });
}
