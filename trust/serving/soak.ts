// The same requests again and again, beside rude clients: the memory that is left after a collection, and the descriptors, must not grow.
import {readFileSync} from "node:fs";
import {Agent, request as httpRequest} from "node:http";
import {join} from "node:path";
import {setTimeout as wait} from "node:timers/promises";
import {type ListedRequest, parseRequests, wireRequest} from "../../tools/capture/request-list.ts";
import type {Engine} from "../requests/sample-api.ts";
import type {Subject, TrustOptions} from "../subject.ts";
import {openRudeClients} from "./rude-clients.ts";
import {type SampleServer, serveSample} from "./sample-server.ts";

const LIST = join(import.meta.dirname, "../../tools/capture/requests.tsv");
const ROUNDS = {own: 8, full: 40};
/** Caches are filled and code is compiled. */
const WARM_UP = 3;
const AT_A_TIME = 4;
const RUDE = 24;
const LARGE = "/api/v1/data?dataset=cpi_monthly&geo=all";
/** An account may ask 600 times a minute. */
const ACCOUNTS = 12;
/** Bytes for each request, over the measured rounds: an object that is kept has more. */
const MOST_BYTES = 150;
const MOST_PROCESS_BYTES = 6000;

export const soak: Subject = {
  name: "soak",
  about:
    "600 different requests again and again beside clients that are slow, silent or half-closed, on both engines: after the first rounds neither the memory of the server grows nor its number of descriptors",
  async run(options) {
    const failures: string[] = [];
    const rows: Record<string, string | number>[] = [];
    for (const engine of ["SQLite", "PostgreSQL"] as const) {
      if (options.words.length > 0 && !options.words.some((word) => engine.toLowerCase().includes(word))) continue;
      const ends: (() => unknown)[] = [];
      try {
        const server = await serveSample(engine, {after: (end) => void ends.push(end as () => unknown)});
        if (server !== null) rows.push(await soakOne(server, engine, options, failures));
      } finally {
        for (const end of ends.reverse()) await end();
      }
    }
    return {tried: rows.reduce((sum, row) => sum + (row["requests"] as number), 0), failures, rows};
  },
};

async function soakOne(server: SampleServer, engine: Engine, {count, full}: TrustOptions, failures: string[]) {
  const queries = parseRequests(readFileSync(LIST, "utf8"));
  const tokens = await Promise.all(
    Array.from({length: ACCOUNTS}, (_, at) => server.createToken("owner", `soak-${at}@example.org`)),
  );
  const rounds = count ?? (full ? ROUNDS.full : ROUNDS.own);
  const own: number[] = [];
  const all: number[] = [];
  const descriptors: number[] = [];
  for (let round = 0; round < WARM_UP + rounds; round++) {
    const leave = await openRudeClients({origin: server.origin, path: LARGE, token: tokens[0]!}, RUDE);
    await askAll(server.origin, queries, tokens);
    leave();
    await settled(server);
    if (round < WARM_UP) continue;
    const memory = await server.memory();
    own.push(memory.own);
    all.push(memory.process);
    descriptors.push(server.descriptors());
  }
  const growth = slope(own) / queries.length;
  const processGrowth = slope(all) / queries.length;
  const more = descriptors.at(-1)! - descriptors[0]!;
  if (growth > MOST_BYTES) failures.push(`${engine}: ${Math.round(growth)} bytes of memory are kept for each request`);
  if (processGrowth > MOST_PROCESS_BYTES)
    failures.push(`${engine}: the process grows by ${Math.round(processGrowth)} bytes for each request`);
  if (more > 0) failures.push(`${engine}: ${more} descriptors more after ${rounds} rounds`);
  return {
    engine,
    requests: (WARM_UP + rounds) * queries.length,
    "rude clients": (WARM_UP + rounds) * RUDE,
    "MB at first": Math.round(own[0]! / 2 ** 20),
    "bytes a request": Math.round(growth),
    "process MB": Math.round(all.at(-1)! / 2 ** 20),
    "process bytes a request": Math.round(processGrowth),
    "descriptors more": more,
  };
}

async function askAll(origin: string, queries: readonly ListedRequest[], tokens: readonly string[]): Promise<void> {
  const agent = new Agent({keepAlive: true, maxSockets: AT_A_TIME});
  let next = 0;
  await Promise.all(
    Array.from({length: AT_A_TIME}, async () => {
      for (let at = next++; at < queries.length; at = next++)
        await askOne(agent, origin, queries[at]!, tokens[at % tokens.length]!);
    }),
  );
  agent.destroy();
}

/** The tags of its answers are not kept: an `If-None-Match` of the list meets an answer. */
function askOne(agent: Agent, origin: string, query: ListedRequest, token: string): Promise<void> {
  const {address, headers} = wireRequest(query, query.account === "" ? null : token, '"none"');
  return new Promise((resolve, reject) => {
    httpRequest(origin + address, {agent, method: query.method, headers}, (answer) => {
      answer.resume().once("close", resolve);
    })
      .once("error", reject)
      .end();
  });
}

const LOOKS = 100;

/** Waits until the sockets of a round are gone; a server that keeps them is seen by their number. */
async function settled(server: SampleServer): Promise<void> {
  for (let look = 0, before = Number.POSITIVE_INFINITY; look < LOOKS; look++) {
    const open = server.descriptors();
    if (open >= before) return;
    before = open;
    await wait(200);
  }
}

/** Least squares: the growth from one round to the next. */
function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [rise, run] = [0, 0];
  for (const [at, value] of values.entries()) {
    rise += (at - middle) * (value - mean);
    run += (at - middle) ** 2;
  }
  return run === 0 ? 0 : rise / run;
}
