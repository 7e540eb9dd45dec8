// Readers with an account and a token each: enough readers that no request is refused, so every answer is charged.
//
// An account is used in one round only, within the limits of its minute and its month. New accounts are made beside the running server, as the
// command does it.
import {randomBytes} from "node:crypto";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {monthOf, PLANS, type Plan, tokenFingerprint, tokenFromRandom} from "../src/access/account.ts";
import {ensureAccount} from "../src/store/accounts/account.ts";
import {insertToken} from "../src/store/accounts/token.ts";
import {readUsage} from "../src/store/accounts/usage.ts";
import {openStore, type StoreLocation} from "../src/store/open.ts";
import {processorSeconds, runToEnd, type WorkFolder, withChildren} from "./work-folder.ts";

export interface Readers {
  readonly tokens: readonly string[];
  readonly accountIds: readonly number[];
  /** Requests for n values that each reader may send. */
  readonly asksEach: number;
}

/** A little less than the minute limit, because a round may begin in the minute of the warm-up. */
const SPARED_ASKS = 2;

let made = 0;

/** Makes readers for n requests of n values each (see `wanted`), plus half as many readers in reserve. */
export async function makeReaders(
  store: string | StoreLocation,
  wanted: {readonly requests: number; readonly values: number; readonly plan?: Plan["code"]},
): Promise<Readers> {
  const plan = PLANS.find(({code}) => code === (wanted.plan ?? "free"))!;
  const month = plan.valuesPerMonth ?? Number.POSITIVE_INFINITY;
  const asksEach = Math.min(plan.requestsPerMinute - SPARED_ASKS, Math.floor(month / Math.max(1, wanted.values)));
  const groups = Math.ceil((wanted.requests * 1.5) / asksEach / READERS_AT_ONCE) + 1;
  const tokens = Array.from({length: groups * READERS_AT_ONCE}, () => tokenFromRandom(randomBytes(64)));
  const accountIds: number[] = [];
  const now = new Date().toISOString();
  const opened = await openStore(indexOf(store));
  try {
    await opened.accounts.write(function* (q) {
      for (const token of tokens) {
        const {id} = yield* ensureAccount(q, `reader-${process.pid}-${made++}@example.org`, plan.code, now);
        yield* insertToken(q, {accountId: id, fingerprint: tokenFingerprint(token), name: "bench", now});
        accountIds.push(id);
      }
    });
  } finally {
    await opened.close();
  }
  return {tokens, accountIds, asksEach};
}

/** Values charged to the readers this month. */
export async function chargedValues(store: string | StoreLocation, readers: readonly Readers[]): Promise<number> {
  const opened = await openStore(indexOf(store));
  try {
    const month = monthOf(Date.now());
    return await opened.accounts.read(function* (q) {
      let sum = 0;
      for (const {accountIds} of readers) for (const id of accountIds) sum += yield* readUsage(q, id, month);
      return sum;
    });
  } finally {
    await opened.close();
  }
}

/** The path of a folder is enough to name the store in it. */
function indexOf(store: string | StoreLocation): StoreLocation {
  return typeof store === "string" ? {dataFolder: store} : store;
}

// Load from a second process: wrk (Debian's package), one thread.
//
// Its figures depend on the whole machine: server and load share the cores, so only figures of one run may be compared.
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

/** Requests to a program without readers. */
export interface OthersRequests {
  /** A Lua function that gives the whole text of a request. */
  readonly luaText: string;
  readonly seed: number;
}

export interface LoadPlan {
  readonly origin: string;
  /** The process that answers; its children are counted too. */
  readonly pid: number;
  readonly requests: SameRequest | ReadersRequests | OthersRequests;
  readonly connections: number;
  readonly seconds: number;
}

export const READERS_AT_ONCE = 64;

let scripts = 0;

export async function measureLoad(work: WorkFolder, plan: LoadPlan): Promise<LoadFigures> {
  const {origin, requests, connections} = plan;
  const script = join(work.path, `load-${scripts++}.lua`);
  const isSame = "path" in requests;
  if ("tokens" in requests) writeFileSync(`${script}.tokens`, requests.tokens.join("\n"));
  const asking = "tokens" in requests ? readersLua(origin, requests, `${script}.tokens`) : "";
  writeFileSync(script, ("luaText" in requests ? othersLua(requests) : asking) + DONE_LUA);
  const headers = isSame ? requests.headers.flatMap((header) => ["-H", header]) : [];
  const address = isSame ? origin + requests.path : origin;
  const pids = withChildren(plan.pid);
  const seconds = (): number => pids.reduce((sum, pid) => sum + (processorSeconds(pid) ?? Number.NaN), 0);
  const before = seconds();
  const {output} = await runToEnd(work, "wrk", [
    ...["-t1", `-c${connections}`, `-d${plan.seconds}s`, "--timeout", "20s", "-s", script],
    ...[...headers, address],
  ]);
  const {figures} = JSON.parse(output.slice(output.indexOf('{"figures"')).split("\n")[0]!);
  return {...figures, cpu: (1000 * (seconds() - before)) / figures.answers};
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

function othersLua({luaText, seed}: OthersRequests): string {
  return `math.randomseed(${seed})
local random = math.random
request = ${luaText}
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
