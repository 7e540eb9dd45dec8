// Load from a second process: wrk (Debian's package), one thread, every request a random path of a list.
//
// What it prints is the whole machine's: server and load share its cores, so only figures of one run may be compared.
import {execFile} from "node:child_process";
import {mkdtemp, rm, writeFile} from "node:fs/promises";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {promisify} from "node:util";

export interface LoadFigures {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** answers other than 2xx and 3xx, and socket errors */
  readonly failed: number;
}

export interface LoadPlan {
  readonly origin: string;
  readonly paths: readonly string[];
  /** sent in turn, one a request: no account asks more often than its plan allows */
  readonly tokens: readonly string[];
  /** further header lines, each ended by \r\n */
  readonly headerLines: string;
  readonly connections: number;
  readonly seconds: number;
}

const run = promisify(execFile);

export async function measureLoad(plan: LoadPlan): Promise<LoadFigures> {
  const folder = await mkdtemp(join(tmpdir(), "ryad-bench-"));
  try {
    const script = join(folder, "paths.lua");
    await writeFile(script, luaScript(plan));
    const {stdout} = await run("wrk", [
      "-t1",
      `-c${plan.connections}`,
      `-d${plan.seconds}s`,
      "--timeout",
      "20s",
      "-s",
      script,
      plan.origin,
    ]);
    return JSON.parse(stdout.slice(stdout.indexOf('{"figures"')).split("\n")[0]!).figures;
  } finally {
    await rm(folder, {recursive: true});
  }
}

/** Times are in milliseconds; wrk counts in microseconds. Requests are put together by hand: wrk.format would cost more than some answers. */
function luaScript({origin, paths, tokens, headerLines}: LoadPlan): string {
  const list = (texts: readonly string[]) => `{${texts.map((text) => JSON.stringify(text)).join(",\n")}}`;
  return `local paths = ${list(paths)}
local tokens = ${list(tokens)}
local tail = " HTTP/1.1\\r\\nHost: ${new URL(origin).host}\\r\\n${headerLines.replaceAll("\r\n", "\\r\\n")}X-API-Key: "
local turn = 0
request = function()
  turn = turn % #tokens + 1
  return "GET " .. paths[math.random(#paths)] .. tail .. tokens[turn] .. "\\r\\n\\r\\n"
end
done = function(summary, latency)
  local e = summary.errors
  io.write(string.format('{"figures":{"requestsPerSecond":%.1f,"p50":%.3f,"p99":%.3f,"failed":%d}}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1000, latency:percentile(99) / 1000,
    e.connect + e.read + e.write + e.status + e.timeout))
end
`;
}
