// A service of four workers: exact counts, changes that all see, and what remains of it when workers are killed or replaced.
import assert from "node:assert/strict";
import {type ChildProcess, execFileSync} from "node:child_process";
import {once} from "node:events";
import {Agent, get, type IncomingMessage} from "node:http";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {setTimeout as pause} from "node:timers/promises";
import {WINDOW_MS} from "../src/access/account.ts";
import {withStore} from "../src/cli/open-store.ts";
import {readSettings} from "../src/settings/settings.ts";
import {listAccounts} from "../src/store/accounts/account-list.ts";
import {until, within} from "../src/work/patience.fixture.ts";
import {tries} from "../src/work/tries.fixture.ts";
import {overWorkers} from "../trust/requests/quotas.ts";
import {createToken, ryad, type Served, serve} from "./command.ts";
import {writeLargePackage} from "./large-package.ts";
import {temporaryFolder} from "./warehouse.ts";
import {TEST_WORKERS} from "./worker-stores.ts";

const FOUR = {RYAD_WORKERS: "4"};
const SMALL = "/api/v1/data?dataset=large&limit=1&end=2020-12";
const POSIX = {skip: process.platform === "win32" ? "needs POSIX signals" : false};

async function makeFolder(t: TestContext): Promise<string> {
  const dataFolder = await temporaryFolder(t);
  const size = {classes: 1, months: 12, publishedAt: "2025-01-10", shift: 0};
  const prices = await writeLargePackage(join(await temporaryFolder(t), "large"), size);
  assert.equal((await ryad(["load", prices, "--data", dataFolder])).code, 0);
  return dataFolder;
}

/** The processes of the workers. */
function workersOf({process: parent}: Served): number[] {
  const children = execFileSync("ps", ["-o", "pid=", "--ppid", String(parent.pid)], {encoding: "utf8"});
  return children
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(Number);
}

interface Got {
  readonly status: number;
  readonly body: string;
  /** Values that were charged for the answer. */
  readonly values: number;
  readonly left: number;
}

/**
 * null: the connection ended before the answer was whole.
 * @param onStale what to answer where a kept connection has ended before any byte of the answer
 */
function ask(
  served: Served,
  token: string,
  agent: Agent | false = false,
  onStale: () => Promise<Got | null> | null = () => null,
): Promise<Got | null> {
  return new Promise((resolve) => {
    const request = get(
      served.origin + SMALL,
      {headers: {"x-api-key": token}, agent},
      async (answer: IncomingMessage) => {
        try {
          let body = "";
          for await (const chunk of answer.setEncoding("utf8")) body += chunk;
          const number = (name: string): number => Number(answer.headers[name] ?? 0);
          const left = number("x-ratelimit-remaining-minute");
          resolve({status: answer.statusCode ?? 0, body, values: number("x-values"), left});
        } catch {
          resolve(null);
        }
      },
    );
    request.on("error", () => resolve(request.reusedSocket ? onStale() : null));
  });
}

/** Requests at once of a new account of the plan "free"; on a machine that takes longer than a minute, with another account again. */
async function askInOneMinute(served: Served, dataFolder: string, requests: number) {
  for (let attempt = 1; ; attempt++) {
    const email = `free${attempt}@example.org`;
    const token = await createToken(dataFolder, "free", email);
    const began = performance.now();
    const answers = await Promise.all(Array.from({length: requests}, () => ask(served, token)));
    if (performance.now() - began < WINDOW_MS || attempt === 5) return {email, answers};
  }
}

async function usedBy(dataFolder: string, email: string): Promise<number> {
  const month = new Date().toISOString().slice(0, 7);
  const accounts = await withStore({...readSettings({}), dataFolder}, "read", (store) =>
    store.accounts.read((q) => listAccounts(q, month)),
  );
  return accounts.find((account) => account.email === email)!.used;
}

async function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<unknown[]> {
  const exit = once(child, "exit");
  child.kill(signal);
  return exit;
}

test(
  "over four workers minutes and charges are exact, a revocation and a load are seen by all within a second, and SIGTERM ends all [serve.workers limits.minute-headers limits.charge-durable]",
  POSIX,
  async (t) => {
    const dataFolder = await makeFolder(t);
    const business = await createToken(dataFolder, "business");
    const served = await serve(t, dataFolder, FOUR);
    assert.equal(workersOf(served).length, 4);

    const {email, answers} = await askInOneMinute(served, dataFolder, 25);
    const taken = answers.filter((answer) => answer?.status === 200);
    assert.equal(taken.length, 20);
    assert.equal(answers.filter((answer) => answer?.status === 429).length, 5);
    assert.deepEqual(
      taken.map((answer) => answer!.left).sort((a, b) => b - a),
      Array.from({length: 20}, (_, index) => 19 - index),
    );
    assert.equal(
      await usedBy(dataFolder, email),
      taken.reduce((sum, answer) => sum + answer!.values, 0),
    );

    const revised = {classes: 1, months: 12, publishedAt: "2025-02-10", shift: 1};
    const second = await writeLargePackage(join(await temporaryFolder(t), "second"), revised);
    const agent = new Agent({keepAlive: true, maxSockets: 8});
    t.after(() => agent.destroy());
    const bodies = async (): Promise<Set<string>> =>
      new Set((await Promise.all(Array.from({length: 8}, () => ask(served, business, agent)))).map((one) => one!.body));
    const before = await bodies();
    assert.equal(before.size, 1);
    assert.equal((await ryad(["load", second, "--data", dataFolder])).code, 0);
    await within(1, "a worker does not see the load", async () => {
      const now = await bodies();
      return now.size === 1 && !before.has([...now][0]!);
    });
    assert.equal((await ryad(["account", "disable", "business@example.org", "--data", dataFolder])).code, 0);
    await within(1, "a worker takes the token", async () => {
      const all = await Promise.all(Array.from({length: 8}, () => ask(served, business, agent)));
      return all.every((answer) => answer?.status === 401);
    });
    const left = workersOf(served);
    assert.deepEqual(await ended(served.process, "SIGTERM"), [0, null]);
    for (const pid of left) assert.throws(() => process.kill(pid, 0), "a worker is left");
  },
);

test(
  "killed workers lose no charge, tear no answer and are replaced; SIGHUP replaces all without a dropped request [serve.worker-killed serve.workers-replaced limits.charge-durable]",
  POSIX,
  async (t) => {
    const dataFolder = await makeFolder(t);
    const rounds = Number(process.env["RYAD_KILLED_WORKERS"] ?? tries({few: 1, all: 4}));
    // each round has an account of its own: its requests take a minute's share of one in less than a second
    const emails = Array.from({length: rounds}, (_, index) => `owner-${index}@example.org`);
    const tokens: string[] = [];
    for (const email of emails) tokens.push(await createToken(dataFolder, "owner", email));
    const number = Math.max(2, TEST_WORKERS);
    const served = await serve(t, dataFolder, {RYAD_WORKERS: String(number), RYAD_LOG: "none"});
    const agent = new Agent({keepAlive: true, maxSockets: 16});
    t.after(() => agent.destroy());
    let [isOver, isReplacing, charged, whole, cut, token] = [false, false, 0, 0, 0, tokens[0]!];
    t.after(() => {
      isOver = true;
    });
    // A client that is idle for seconds may send its next request just when its connection is closed, and sends it again as any client does.
    const again = () => (isReplacing ? ask(served, token) : null);
    const client = async (): Promise<void> => {
      while (!isOver) {
        const answer = await ask(served, token, agent, again);
        if (answer === null) cut++;
        else if (answer.status === 200) {
          assert.ok((JSON.parse(answer.body) as {observation_count: number}).observation_count > 0);
          whole++;
          charged += answer.values;
        } else {
          assert.equal(answer.status, 429);
          // a client with Retry-After does not repeat its request at once
          await pause(20);
        }
      }
    };
    const clients = Array.from({length: 16}, client);
    for (let round = 0; round < rounds; round++) {
      const wholeBefore = whole;
      token = tokens[round]!;
      await until("there are answers", () => whole >= wholeBefore + 30);
      const workers = workersOf(served);
      const killed = workers[Math.floor(Math.random() * workers.length)]!;
      process.kill(killed, "SIGKILL");
      await until("the worker is replaced", () => {
        const now = workersOf(served);
        return now.length === number && !now.includes(killed);
      });
    }
    const [before, cutBefore] = [workersOf(served), cut];
    isReplacing = true;
    served.process.kill("SIGHUP");
    await until("no old worker is left", () => {
      const now = workersOf(served);
      return now.length === number && !now.some((pid) => before.includes(pid));
    });
    assert.equal(cut, cutBefore, "SIGHUP has cut an answer");
    isOver = true;
    await Promise.all(clients);
    assert.ok(whole > 0);
    let used = 0;
    for (const email of emails) used += await usedBy(dataFolder, email);
    t.diagnostic(`${whole} whole answers, ${cut} cut, ${charged} values answered, ${used} charged`);
    assert.ok(used >= charged, `${charged} values were answered, ${used} are charged`);
    // what a killed worker had charged and not sent, as after a crash of the server
    assert.ok(used - charged <= cut * 100);
    assert.deepEqual(await ended(served.process, "SIGTERM"), [0, null]);
  },
);

test(
  "random requests of accounts, alone and at once, to four workers are answered as a model of windows and quotas says [serve.workers limits.window-every-request limits.quota-exceeded]",
  POSIX,
  async () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    const {failures} = await overWorkers({seed, count: 180, full: false, words: [], say: () => {}});
    assert.deepEqual(failures, []);
  },
);
