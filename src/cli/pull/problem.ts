// Why a request to the service failed: what to tell the operator, and whether asking again may help.
import {parsed, readBounded} from "./bounded-body.ts";

/** The service does not keep the changes since this cursor any more, or it is of another state. */
export class CursorGone extends Error {}

export const ANSWER_SECONDS = 120;

export interface ServiceProblem {
  /** null: there was no answer. */
  readonly status: number | null;
  readonly hasMoved?: boolean;
  readonly problem: string;
  readonly hint: string;
  /** Waiting does not help. */
  readonly isFinal: boolean;
  /** The service itself wants a pause. */
  readonly isWanted: boolean;
  /** In seconds. */
  readonly pause: number;
}

export const LATER = "the pull goes on where it was: start it again when the service answers";

/** Nobody answers, or the answer ends early. */
export function awayProblem({message, cause}: Error): ServiceProblem {
  const problem = cause instanceof Error ? `${message} (${cause.message})` : message;
  return {problem, hint: LATER, status: null, isFinal: false, isWanted: false, pause: 0};
}

/** The problem of an answer that is not the wanted one, whose body is read. */
export async function refusedProblem(response: Response): Promise<ServiceProblem> {
  const body = parsed(await readBounded(response));
  return serviceProblem(response, typeof body === "object" && body !== null ? body : undefined);
}

export function serviceProblem(response: Response, body: unknown): ServiceProblem {
  const {status} = response;
  const error = (body as {error?: {code?: unknown; message?: unknown; hint?: unknown}} | undefined)?.error;
  const [code, message] = [shortText(error?.code) ?? `status ${status}`, shortText(error?.message)];
  if (code === "CURSOR_GONE") throw new CursorGone();
  const problem = message === null ? code : `${code}: ${message}`;
  const pause = Number(response.headers.get("retry-after")) || 0;
  const isWanted = pause > 0 && (status === 429 || status === 503);
  const isFinal = status < 500 && status !== 429;
  if (status === 401 || status === 403)
    return {problem, hint: "give a token of that service in RYAD_PULL_TOKEN", status, isFinal, isWanted, pause};
  const hint = isFinal
    ? (shortText(error?.hint) ?? "URL has to be the address of a Ryad service, and nothing behind it")
    : LATER;
  return {problem, hint, status, isFinal, isWanted, pause};
}

const LONGEST_TEXT = 300;

/** What another program says, in one line. */
function shortText(given: unknown): string | null {
  if (typeof given !== "string" || given === "") return null;
  return given.replaceAll(/\p{Cc}+/gu, " ").slice(0, LONGEST_TEXT);
}
