// Why a source gave no file that can be loaded: an outcome with words that say what to do. Any other error is a fault of this program.
import {Refusal} from "../service/refusal.ts";
import type {FetchOutcome} from "../store/fetches/attempt.ts";

/** The outcomes of a file that was not loaded. */
export type FailedOutcome = Exclude<FetchOutcome, "unchanged" | "loaded" | "held">;

/** What was received all the same: for the row of the attempt. */
export interface AnswerFacts {
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number | null;
}

export class FetchProblem extends Refusal {
  readonly outcome: FailedOutcome;
  readonly answer: AnswerFacts | null;
  /** Another try may help. */
  readonly mayPass: boolean;
  /** Seconds that the host wants to be left alone; null: it says none. */
  readonly restSeconds: number | null;

  constructor(
    outcome: FailedOutcome,
    message: string,
    {hint = null, answer = null, restSeconds = null, mayPass = false}: Partial<Details> = {},
  ) {
    super(message, hint);
    this.outcome = outcome;
    this.answer = answer;
    this.mayPass = mayPass;
    this.restSeconds = restSeconds;
  }
}

interface Details extends Pick<FetchProblem, "hint" | "answer" | "restSeconds" | "mayPass"> {}

/** The way out where a publisher lets a browser in and no program. */
export const BY_COMMAND =
  "see whether a browser or curl gets it from this machine; if so, fetch it with `command:` (docs/operating.md), else ask the publisher or use `through: {proxy: …}`";
