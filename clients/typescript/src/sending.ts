// One request and its answer as JSON.
//
// Only a refusal that names its seconds (429 or 503 with Retry-After) is sent again: it charged nothing. Any other failure may have been
// charged, so it goes to the caller.
import {RyadError, readRefusal} from "./error.ts";

/** A list is sent as a repeated parameter: a code may have a comma in it. */
export type Parameter = string | number | readonly string[] | null | undefined;

export interface Sender {
  readonly base: string;
  readonly token: string | null;
  /** Seconds to wait at most for a minute that is used up. */
  readonly patience: number;
  /** Seconds for one answer. */
  readonly timeout: number;
  readonly fetch: typeof fetch;
}

export interface Call {
  /** Ends the call, its waiting included. */
  readonly signal?: AbortSignal | undefined;
}

/** Gives the answer; the type is the word of the service. */
export async function getJson<Answer>(
  sender: Sender,
  path: string,
  parameters: Readonly<Record<string, Parameter>>,
  {signal}: Call,
): Promise<Answer> {
  const address = addressOf(sender.base, path, parameters);
  const headers: Record<string, string> = {Accept: "application/json"};
  if (sender.token !== null) headers["Authorization"] = `Bearer ${sender.token}`;
  const began = Date.now();
  for (;;) {
    const answer = await within(sender.timeout, signal, (ending) => readAnswer(sender, address, headers, ending));
    if ("value" in answer) return answer.value as Answer;
    const waited = (Date.now() - began) / 1000;
    if (answer.wait === null || waited + answer.wait > sender.patience) throw answer.refusal;
    await sleep(answer.wait, signal);
  }
}

type Answer = {readonly value: unknown} | {readonly refusal: RyadError; readonly wait: number | null};

async function readAnswer(
  {fetch}: Sender,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await fetch(address, {headers, signal});
  if (!response.ok) {
    const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
    const again = (response.status === 429 || response.status === 503) && Number.isFinite(seconds);
    return {refusal: await readRefusal(response), wait: again ? seconds : null};
  }
  const text = await response.text();
  try {
    return {value: JSON.parse(text)};
  } catch {
    throw new RyadError(response.status, "", `the answer of ${address} is no JSON; is a Ryad service there?`);
  }
}

function addressOf(base: string, path: string, parameters: Readonly<Record<string, Parameter>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) query.append(name, String(one));
  }
  const text = query.toString();
  return `${base}${path}${text === "" ? "" : `?${text}`}`;
}

/** Node 20.0 has no AbortSignal.any, so the signal of the caller is joined by hand. */
async function within<T>(
  seconds: number,
  signal: AbortSignal | undefined,
  work: (ending: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const end = (): void => controller.abort(signal?.reason);
  const late = new DOMException(`no answer within ${seconds} seconds`, "TimeoutError");
  const clock = setTimeout(() => controller.abort(late), seconds * 1000);
  signal?.addEventListener("abort", end);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(clock);
    signal?.removeEventListener("abort", end);
  }
}

function sleep(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(clock);
      reject(signal?.reason);
    };
    const clock = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, seconds * 1000);
    if (signal?.aborted) end();
    else signal?.addEventListener("abort", end, {once: true});
  });
}
