// Load from a second process: wrk (Debian's package), one thread.
//
// Its figures depend on the whole machine: server and load share the cores, so only figures of one run may be compared.
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {processorSeconds, runToEnd, type WorkFolder} from "./work-folder.ts";

export interface LoadFigures {
  readonly answers: number;
  readonly answersPerSecond: number;
  /** ms */
  readonly p50: number;
  readonly p99: number;
  /** answers other than 2xx and 3xx, and socket errors */
  readonly failed: number;
  /** Processor time of the server per answer, ms; other work on the machine hardly changes it. */
  readonly cpu: number;
}

/** The same request each time: the lowest possible cost of wrk itself. */
export interface SameRequest {
  readonly path: string;
  readonly headers: readonly string[];
}

/** Requests of many readers, none more often than its plan allows. */
export interface ReadersRequests {
  /** A Lua function without arguments that gives a path and a text of further header lines, each ended by \r\n. */
  readonly luaRequest: string;
  readonly tokens: readonly string[];
  /** Uses of each token: READERS_AT_ONCE tokens take turns until they are used up. */
  readonly asksEach: number;
  /** Another seed requests other slices. */
  readonly seed: number;
}

export interface LoadPlan {
  readonly origin: string;
  /** The process that answers. */
  readonly pid: number;
  readonly requests: SameRequest | ReadersRequests;
  readonly connections: number;
  readonly seconds: number;
}

export const READERS_AT_ONCE = 64;

let scripts = 0;

export async function measureLoad(work: WorkFolder, plan: LoadPlan): Promise<LoadFigures> {
  const {origin, requests, connections, seconds} = plan;
  const script = join(work.path, `load-${scripts++}.lua`);
  const readers = "tokens" in requests;
  if (readers) writeFileSync(`${script}.tokens`, requests.tokens.join("\n"));
  writeFileSync(script, (readers ? readersLua(origin, requests, `${script}.tokens`) : "") + DONE_LUA);
  const headers = readers ? [] : requests.headers.flatMap((header) => ["-H", header]);
  const address = readers ? origin : origin + requests.path;
  const before = processorSeconds(plan.pid);
  const {output} = await runToEnd(work, "wrk", [
    ...["-t1", `-c${connections}`, `-d${seconds}s`, "--timeout", "20s", "-s", script],
    ...[...headers, address],
  ]);
  const {figures} = JSON.parse(output.slice(output.indexOf('{"figures"')).split("\n")[0]!);
  const used = before === null ? Number.NaN : processorSeconds(plan.pid)! - before;
  return {...figures, cpu: (1000 * used) / figures.answers};
}

/** The script writes the requests as text: wrk.format would cost more than some answers. */
function readersLua(origin: string, {luaRequest, asksEach, seed}: ReadersRequests, tokenFile: string): string {
  return `math.randomseed(${seed})
local random = math.random
local ask = ${luaRequest}
local tokens = {}
for line in io.lines(${JSON.stringify(tokenFile)}) do tokens[#tokens + 1] = line end
local tail = " HTTP/1.1\\r\\nHost: ${new URL(origin).host}\\r\\n"
local group, lap = ${READERS_AT_ONCE}, ${READERS_AT_ONCE * asksEach}
local asked = 0
request = function()
  local path, headers = ask()
  local token = tokens[(math.floor(asked / lap) * group + asked % group) % #tokens + 1]
  asked = asked + 1
  return "GET " .. path .. tail .. headers .. "X-API-Key: " .. token .. "\\r\\n\\r\\n"
end
`;
}

/** Times are in milliseconds; wrk counts in microseconds. */
const DONE_LUA = `done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('{"figures":{"answers":%d,"answersPerSecond":%.1f,"p50":%.3f,"p99":%.3f,"failed":%d}}\\n',
    summary.requests, summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000,
    latency:percentile(99) / 1000, e.connect + e.read + e.write + e.status + e.timeout))
end
`;
