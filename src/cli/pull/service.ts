// Questions to the service that is mirrored: with a token, bounded, and asked again while the service is away or wants a pause.
//
// A redirect is not followed: the token belongs to the address that the operator wrote.
import {setTimeout as wait} from "node:timers/promises";
import {Refusal} from "../../service/refusal.ts";
import {parsed, readBounded, readBoundedBytes} from "./bounded-body.ts";
import {
  ANSWER_SECONDS,
  awayProblem,
  CursorGone,
  refusedProblem,
  type ServiceProblem,
  serviceProblem,
} from "./problem.ts";
import {type FileSink, readOn} from "./read-file.ts";

export interface Service {
  /** Without a slash at its end. */
  readonly origin: string;
  /** The body of an answer: a JSON object or list. @param path with its query. Throws CursorGone; Refusal for any other answer that waiting does not help */
  ask(path: string): Promise<unknown>;
  /** The same; null: the service has nothing there. */
  find(path: string): Promise<unknown>;
  /** The bytes of an answer, of some megabytes at most; null: the service has nothing there. */
  findBytes(path: string): Promise<Uint8Array | null>;
  /** Reads a file of a known size on from where the sink is. Throws NothingThere; Refusal, PauseTooLong among them */
  read(path: string, file: FileSink): Promise<void>;
}

/** The service has nothing at the address. */
export class NothingThere extends Refusal {}

/** The service does not understand a parameter. */
export class NotUnderstood extends Refusal {}

/** The service wants a pause that is not waited for: the values of a month are used up, or do not suffice. */
export class PauseTooLong extends Refusal {}

/** Attempts while nobody answers, with pauses that double. */
const ATTEMPTS = 7;
const FIRST_PAUSE_MS = 500;
/** A longer pause is told and not waited for: a month's values are used up. */
const LONGEST_PAUSE_SECONDS = 900;

/** A body is wanted as it is, without a coding. */
const PLAIN_BYTES = {accept: "*/*", "accept-encoding": "identity"};

type Attempt<T> = {readonly body: T} | ServiceProblem;
type Reading<T> = (response: Response) => Promise<Attempt<T>>;

/** @param note told of pauses */
export function createService(url: string, token: string | null, note: (line: string) => void): Service {
  const origin = originOf(url);
  const headers: Record<string, string> = {accept: "application/json", "user-agent": "Ryad-Pull/1"};
  if (token !== null) headers["authorization"] = `Bearer ${wellFormed(token)}`;

  /** @param tryIt gives what is wanted, or a problem; one that has moved on begins to count anew */
  async function inAttempts<T>(path: string, tryIt: () => Promise<Attempt<T>>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      const found = await tryIt();
      if ("body" in found) return found.body;
      if (found.hasMoved === true) attempt = 1;
      const problem = `${origin} does not give ${path}: ${found.problem}`;
      if (found.status === 404) throw new NothingThere(problem, found.hint);
      if (found.status === 422) throw new NotUnderstood(problem, found.hint);
      if (found.pause > LONGEST_PAUSE_SECONDS) throw new PauseTooLong(problem, found.hint);
      if (found.isFinal || (attempt >= ATTEMPTS && !found.isWanted)) throw new Refusal(problem, found.hint);
      const seconds = Math.max(found.pause, (FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 6)) / 1000);
      if (seconds > 5) note(`${found.problem}; asking again in ${Math.round(seconds)} s`);
      await wait(seconds * 1000);
    }
  }

  const ask = (path: string): Promise<unknown> => inAttempts(path, () => tryOnce(origin + path, headers, readJson));
  return {
    origin,
    ask,
    find: (path) => orNull(ask(path)),
    findBytes: (path) =>
      orNull(inAttempts(path, () => tryOnce(origin + path, {...headers, ...PLAIN_BYTES}, readBytes))),
    read: (path, file) => inAttempts(path, () => readOn(origin + path, headers, file)),
  };
}

async function orNull<T>(found: Promise<T>): Promise<T | null> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof NothingThere) return null;
    throw error;
  }
}

/** One attempt. @param read gives what is wanted of an answer, or its problem */
async function tryOnce<T>(url: string, headers: Record<string, string>, read: Reading<T>): Promise<Attempt<T>> {
  try {
    const signal = AbortSignal.timeout(ANSWER_SECONDS * 1000);
    return await read(await fetch(url, {headers, redirect: "manual", signal}));
  } catch (error) {
    if (error instanceof Refusal || error instanceof CursorGone) throw error;
    return awayProblem(error as Error);
  }
}

async function readBytes(response: Response): Promise<Attempt<Uint8Array>> {
  return response.status === 200 ? {body: await readBoundedBytes(response)} : await refusedProblem(response);
}

async function readJson(response: Response): Promise<Attempt<unknown>> {
  const body = parsed(await readBounded(response));
  const isObject = typeof body === "object" && body !== null;
  return response.status === 200 && isObject ? {body} : serviceProblem(response, isObject ? body : undefined);
}

/** A header takes no other letters, and the error of one that has them would show the token. */
function wellFormed(token: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new Refusal("RYAD_PULL_TOKEN is no token: it has a blank, a line feed or another letter that tokens lack");
}

function originOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Refusal(
      `URL has to be an address that begins with https, not "${url}"`,
      "for example https://stat.example.org",
    );
  const {username, password, search, hash} = new URL(url);
  if (`${username}${password}${search}${hash}` !== "")
    throw new Refusal("URL has to be the address of a service alone", "a token is given in RYAD_PULL_TOKEN");
  return url.replace(/\/+$/, "");
}
