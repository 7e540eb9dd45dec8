// Windows and quotas against a model: accounts send random requests, alone and at once, while the clock moves, and every answer must be the one
// that the model gives: its status, what is left of the minute and of the month, and Retry-After.
//
// PostgreSQL counts by its own clock, and workers are processes. There accounts are left before their minute is over, and the clock does not
// move. Of a service with workers several accounts ask at a time.
import assert from "node:assert/strict";
import {findPlan, monthOf, type Plan, secondsToNextMonth, WINDOW_MS} from "../../src/access/account.ts";
import {type Answer, spend} from "../../test/api/client.ts";
import {indexIn} from "../loads/damager.ts";
import {numbersFrom, type Subject, seedOf, type TrustOptions, type TrustReport} from "../subject.ts";
import {type Engine, onEngines, type ServedApi, withServedApi} from "./sample-api.ts";

const COUNT = {own: 3000, full: 9000};
/** Of an account, after which another begins. */
const STEPS = 60;
/** Accounts that ask workers at a time. */
const AT_ONCE = 10;

export const quotas: Subject = {
  name: "quotas",
  about: "random requests of accounts against a model of windows and quotas, alone and at once, while the clock moves",
  async run(options) {
    const {tried, failures, rows} = await onEngines(options, ask);
    if (options.words.length > 0 && !options.words.some((word) => "workers".includes(word)))
      return {tried, failures, rows};
    const over = await overWorkers(options);
    return {tried: tried + over.tried, failures: [...failures, ...over.failures], rows: [...rows, ...over.rows]};
  },
};

/** The same to a server of four workers. */
export async function overWorkers(options: TrustOptions): Promise<TrustReport> {
  const failures: string[] = [];
  const {tried, row} = await withServedApi({RYAD_WORKERS: "4"}, (api) => ask(api, "4 workers", options, failures));
  return {tried, failures, rows: [row]};
}

interface Account {
  readonly plan: Plan;
  readonly token: string;
  openedAt: number;
  requests: number;
  month: string;
  values: number;
}

interface Slice {
  readonly path: string;
  readonly values: number;
}

interface Expected {
  readonly status: number;
  readonly minuteLeft: number;
  readonly valuesLeft: number | null;
  readonly retryAfter: number | null;
}

const SLICES = [
  "dataset=gdp&geo=country&limit=1&start=2017",
  "dataset=cpi_monthly&geo=all&limit=20",
  "dataset=fedstat/31452&geo=all&limit=60",
];
const NOWHERE = "/nothing";
const OTHERS = [
  {path: "/api/v1/reference/units", status: 200},
  {path: "/api/v1/data?dataset=gdp&geo=RU-77", status: 404},
  {path: "/api/v1/data?limit=0", status: 422},
  {path: `/api/v1${NOWHERE}`, status: 404},
];

async function ask(api: ServedApi, engine: Engine | "4 workers", options: TrustOptions, failures: string[]) {
  const {seed, count, full, say} = options;
  const slices: Slice[] = [];
  for (const query of SLICES) {
    const path = `/api/v1/data?${query}`;
    slices.push({path, values: Number((await api.ask("HEAD", path)).headers["x-values"])});
  }
  const tried = count ?? (full ? COUNT.full : COUNT.own);
  const refused = {minute: 0, month: 0};
  const judge = async (round: number): Promise<void> => {
    const random = numbersFrom(seedOf(seed, engine, round));
    const account = await newAccount(api, random);
    const began = Date.now();
    try {
      for (let step = 0; step < STEPS; step++) {
        if (engine === "SQLite") move(api.clock, random);
        else if (Date.now() - began > WINDOW_MS / 2) break;
        await (random() < 0.15 ? askAtOnce : askOne)(api, account, slices, random, refused);
      }
    } catch (error) {
      failures.push(`${engine}, round ${round} of seed ${seed}: ${String(error).slice(0, 500)}`);
      say(failures.at(-1)!);
    }
  };
  const rounds = Math.ceil(tried / STEPS);
  const atOnce = engine === "4 workers" ? AT_ONCE : 1;
  for (let first = 0; first < rounds; first += atOnce) {
    if (engine !== "SQLite") api.clock.now = new Date();
    await Promise.all(Array.from({length: Math.min(atOnce, rounds - first)}, (_, index) => judge(first + index)));
  }
  return {tried, row: {engine, tried, "beyond the minute": refused.minute, "beyond the month": refused.month}};
}

async function newAccount(api: ServedApi, random: () => number): Promise<Account> {
  const plan = findPlan(random() < 0.7 ? "free" : "academic")!;
  const token = await api.createToken(plan.code);
  const spent = random() < 0.6 ? 1_000_000 - indexIn(20_000, random) : 0;
  await spend(api, token, spent);
  return {plan, token, openedAt: -Infinity, requests: 0, month: monthOf(api.clock.now.getTime()), values: spent};
}

/** To an edge of the window or of the month, or a little on. */
function move(clock: {now: Date}, random: () => number): void {
  const [now, kind] = [clock.now.getTime(), random()];
  const steps = [1, 999, 1000, WINDOW_MS - 1, WINDOW_MS];
  if (kind < 0.02) clock.now = new Date(now + secondsToNextMonth(now) * 1000 - indexIn(2, random) * 1001);
  else if (kind < 0.5) clock.now = new Date(now + steps[indexIn(steps.length, random)]!);
}

async function askOne(
  {ask: send, clock}: ServedApi,
  account: Account,
  slices: readonly Slice[],
  random: () => number,
  refused: {minute: number; month: number},
): Promise<void> {
  const slice = random() < 0.7 ? slices[indexIn(slices.length, random)]! : null;
  const method = random() < 0.2 ? "HEAD" : "GET";
  const other = OTHERS[indexIn(OTHERS.length, random)]!;
  const expected = expect(account, clock.now.getTime(), slice ?? other, method);
  if (expected.status === 429) refused[expected.minuteLeft === 0 && !isSpent(account, slice) ? "minute" : "month"]++;
  hold(await send(method, (slice ?? other).path, {"x-api-key": account.token}), expected);
}

/** The same slice many times at once: as many are answered as the minute and the month allow. */
async function askAtOnce(
  {ask: send, clock}: ServedApi,
  account: Account,
  slices: readonly Slice[],
  random: () => number,
): Promise<void> {
  const slice = slices[indexIn(slices.length, random)]!;
  const times = 2 + indexIn(12, random);
  const statuses = Array.from({length: times}, () => expect(account, clock.now.getTime(), slice, "GET").status);
  const answers = await Promise.all(statuses.map(() => send("GET", slice.path, {"x-api-key": account.token})));
  assert.deepEqual(answers.map(({status}) => status).sort(), statuses.sort(), `${times} at once`);
}

function isSpent({plan, values}: Account, slice: Slice | null): boolean {
  return slice !== null && plan.valuesPerMonth !== null && values + slice.values > plan.valuesPerMonth;
}

/** The model: the answer that the account must get, whose counts it moves. */
function expect(
  account: Account,
  now: number,
  query: Slice | {path: string; status: number},
  method: string,
): Expected {
  const {requestsPerMinute, valuesPerMonth} = account.plan;
  if (now - account.openedAt >= WINDOW_MS) Object.assign(account, {openedAt: now, requests: 0});
  if (monthOf(now) !== account.month) Object.assign(account, {month: monthOf(now), values: 0});
  // An address that does not exist is a 404 before the minute is judged; it counts all the same.
  const isBeyond = ++account.requests > requestsPerMinute && !query.path.endsWith(NOWHERE);
  const slice = "values" in query ? query : null;
  const isDear = !isBeyond && isSpent(account, slice);
  if (slice !== null && !isBeyond && !isDear && method === "GET") account.values += slice.values;
  const toWindowEnd = Math.max(1, Math.ceil((account.openedAt + WINDOW_MS - now) / 1000));
  return {
    status: isBeyond || isDear ? 429 : slice === null ? (query as {status: number}).status : 200,
    minuteLeft: Math.max(0, requestsPerMinute - account.requests),
    valuesLeft: valuesPerMonth === null ? null : Math.max(0, valuesPerMonth - account.values),
    retryAfter: isBeyond ? toWindowEnd : isDear ? secondsToNextMonth(now) : null,
  };
}

function hold({status, headers}: Answer, expected: Expected): void {
  const number = (name: string): number | null => (headers[name] === undefined ? null : Number(headers[name]));
  assert.equal(status, expected.status, "status");
  assert.equal(number("x-ratelimit-remaining-minute"), expected.minuteLeft, "left of the minute");
  assert.equal(number("x-quota-values-remaining"), expected.valuesLeft, "left of the month");
  // A clock of its own may be a second on.
  const late = Math.abs((number("retry-after") ?? 0) - (expected.retryAfter ?? 0));
  assert.ok(
    (number("retry-after") === null) === (expected.retryAfter === null) && late <= WINDOW_MS / 2000,
    "Retry-After",
  );
}
