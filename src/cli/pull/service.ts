// Questions to the service that is mirrored: with a token, bounded, and asked again while the service is away or wants a pause.
//
// A redirect is not followed: the token belongs to the address that the operator wrote.
import {setTimeout as wait} from "node:timers/promises";
import {Refusal} from "../../service/refusal.ts";

export interface Service {
  /** Without a slash at its end. */
  readonly origin: string;
  /** The body of an answer: a JSON object or list. @param path with its query. Throws CursorGone; Refusal for any other answer that waiting does not help */
  ask(path: string): Promise<unknown>;
}

/** The service does not keep the changes since this cursor any more, or it is of another state. */
export class CursorGone extends Error {}

const ANSWER_SECONDS = 120;
const MOST_BYTES = 64 * 2 ** 20;
/** Attempts while nobody answers, with pauses that double. */
const ATTEMPTS = 7;
const FIRST_PAUSE_MS = 500;
/** A longer pause is told and not waited for: a month's values are used up. */
const LONGEST_PAUSE_SECONDS = 900;

/** @param note told of pauses */
export function createService(url: string, token: string | null, note: (line: string) => void): Service {
  const origin = originOf(url);
  const headers: Record<string, string> = {accept: "application/json", "user-agent": "Ryad-Pull/1"};
  if (token !== null) headers["authorization"] = `Bearer ${token}`;

  async function ask(path: string): Promise<unknown> {
    for (let attempt = 1; ; attempt++) {
      const found = await tryOnce(origin + path, headers);
      if ("body" in found) return found.body;
      if (found.isFinal || (attempt >= ATTEMPTS && !found.isWanted) || found.pause > LONGEST_PAUSE_SECONDS)
        throw new Refusal(`${origin} does not give ${path}: ${found.problem}`, found.hint);
      const seconds = Math.max(found.pause, (FIRST_PAUSE_MS * 2 ** Math.min(attempt - 1, 6)) / 1000);
      if (seconds > 5) note(`${found.problem}; asking again in ${Math.round(seconds)} s`);
      await wait(seconds * 1000);
    }
  }

  return {origin, ask};
}

interface Problem {
  readonly problem: string;
  readonly hint: string;
  /** Waiting does not help. */
  readonly isFinal: boolean;
  /** The service itself wants a pause. */
  readonly isWanted: boolean;
  /** In seconds. */
  readonly pause: number;
}

const LATER = "the pull goes on where it was: start it again when the service answers";

async function tryOnce(url: string, headers: Record<string, string>): Promise<{readonly body: unknown} | Problem> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {headers, redirect: "manual", signal: AbortSignal.timeout(ANSWER_SECONDS * 1000)});
    text = await readBounded(response);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const {message, cause} = error as Error;
    const problem = cause instanceof Error ? `${message} (${cause.message})` : message;
    return {problem, hint: LATER, isFinal: false, isWanted: false, pause: 0};
  }
  const body = parsed(text);
  const isObject = typeof body === "object" && body !== null;
  if (response.status === 200 && isObject) return {body};
  return problemOf(response, isObject ? body : undefined);
}

function problemOf(response: Response, body: unknown): Problem {
  const {status} = response;
  const error = (body as {error?: {code?: unknown; message?: unknown; hint?: unknown}} | undefined)?.error;
  const [code, message] = [shortText(error?.code) ?? `status ${status}`, shortText(error?.message)];
  if (code === "CURSOR_GONE") throw new CursorGone();
  const problem = message === null ? code : `${code}: ${message}`;
  const pause = Number(response.headers.get("retry-after")) || 0;
  const isWanted = pause > 0 && (status === 429 || status === 503);
  const isFinal = status < 500 && status !== 429;
  if (status === 401 || status === 403)
    return {problem, hint: "give a token of that service in RYAD_PULL_TOKEN", isFinal, isWanted, pause};
  const hint = isFinal
    ? (shortText(error?.hint) ?? "URL has to be the address of a Ryad service, and nothing behind it")
    : LATER;
  return {problem, hint, isFinal, isWanted, pause};
}

const LONGEST_TEXT = 300;

/** What another program says, in one line. */
function shortText(given: unknown): string | null {
  if (typeof given !== "string" || given === "") return null;
  return given.replaceAll(/\p{Cc}+/gu, " ").slice(0, LONGEST_TEXT);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES)
      throw new Refusal(
        `an answer of ${response.url} has more than ${MOST_BYTES} bytes`,
        "URL has to be a Ryad service",
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function originOf(url: string): string {
  if (!/^https?:\/\//.test(url) || !URL.canParse(url))
    throw new Refusal(
      `URL has to be an address that begins with https, not "${url}"`,
      "for example https://stat.example.org",
    );
  const {username, search, hash} = new URL(url);
  if (username !== "" || search !== "" || hash !== "")
    throw new Refusal("URL has to be the address of a service alone", "a token is given in RYAD_PULL_TOKEN");
  return url.replace(/\/+$/, "");
}
