// The port through which the site shows the desk of the operator and does its acts: each is a command of `ryad`, an act in a process
// of its own.
//
// A page and a terminal get the same. What is long does not hold the server, and an act that crashes changes nothing in it.

import type {Finding} from "../text/finding.ts";

/** The object of `ryad desk --json`. */
export interface DeskState {
  /** Of all held runs, also those beyond the ones in `causes`. */
  readonly held_runs: number;
  readonly causes: readonly DeskCause[];
  /** null: sources.yaml has faults, in the words of `sources_refused`. */
  readonly sources: readonly DeskSource[] | null;
  readonly sources_refused: string | null;
  /** Datasets whose expected release has not come. */
  readonly waiting: readonly DeskWaiting[];
  readonly health: DeskHealth;
  readonly loads: readonly DeskLoad[];
  readonly usage: {readonly month: string; readonly accounts: number; readonly values: number};
  readonly unsent: readonly DeskLetter[];
  /** Decisions of late that failed after the page had stopped waiting, the newest first. */
  readonly failed_decisions: readonly {readonly at: string; readonly words: string}[];
}

export interface DeskCause {
  readonly causes: readonly {readonly check: string; readonly detail: string | null}[];
  readonly runs: readonly DeskHeldRun[];
}

export interface DeskHeldRun {
  readonly run: string;
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  readonly published_at: string;
  readonly held_at: string;
  readonly source_file: string;
  /** null: held by a program that did not compare values. */
  readonly difference: {readonly new: number; readonly changed: number; readonly gone: number} | null;
}

export interface DeskSource {
  readonly id: string;
  readonly kind: string;
  readonly schedule: string;
  /** ISO 8601, UTC, as `last`; null: only by command. */
  readonly next: string | null;
  readonly last: string | null;
  /** null: never tried, or under way. */
  readonly outcome: string | null;
  readonly words: string | null;
  readonly held_run: string | null;
}

export interface DeskWaiting {
  readonly provider: string;
  readonly dataset: string;
  readonly name: string;
  readonly kind: "silent" | "overdue";
  /** YYYY-MM-DD on which a release was expected; null: not known. */
  readonly day: string | null;
  readonly since: string;
}

export interface DeskHealth {
  /** ISO 8601, UTC; null: `ryad backup` has made none of this folder, or the store is a database with tools of its own. */
  readonly last_backup: string | null;
  readonly is_database: boolean;
  /** Bytes of the disk of the data folder; null: it has none. */
  readonly disk: {readonly free: number; readonly total: number} | null;
  readonly letters: {readonly waiting: number; readonly given_up: number};
  /** Messages of the contact form that no letter has brought to anybody. */
  readonly contact_messages: number;
}

export interface DeskLoad {
  readonly run: string;
  readonly provider: string;
  readonly dataset: string;
  readonly published_at: string;
  readonly at: string;
  readonly new_values: number;
  readonly revised_values: number;
  /** The person who accepted it; null: the checks had nothing against it. */
  readonly by: string | null;
}

export interface DeskLetter {
  readonly id: string;
  readonly kind: string;
  readonly created_at: string;
  readonly tries: number;
  readonly error: string | null;
}

/** The object of `ryad runs --show RUN --json`. */
export interface DeskRun {
  readonly run: string;
  readonly state: "held" | "accepted" | "published" | "discarded";
  readonly provider: string;
  readonly dataset: string;
  readonly published_at: string;
  /** time of the run */
  readonly at: string;
  /** The person who accepted or discarded it, and why; absent: nobody decided. */
  readonly by?: string;
  readonly reason?: string;
  /** the publisher's name of the file */
  readonly source_file?: string;
  /** number of values read and to be published, or published */
  readonly values: number;
  readonly checks: readonly {
    readonly name: string;
    readonly required: boolean;
    readonly passed: boolean;
    /** The findings in English. */
    readonly seen: string;
    readonly findings: readonly Finding[];
  }[];
  readonly losses: readonly {
    readonly kind: string;
    readonly reason: string;
    readonly text: string;
    readonly values: number;
    readonly example: string;
  }[];
  readonly difference: DeskDifference | null;
}

export interface DeskDifference {
  readonly newValues: number;
  readonly changedValues: number;
  readonly goneValues: number;
  readonly changedSeries: number;
  readonly rows: readonly {
    readonly key: string;
    readonly title: string;
    readonly period: string;
    readonly before: number;
    readonly after: number | null;
    readonly newValues: number;
    readonly changedValues: number;
    readonly goneValues: number;
  }[];
}

/** A row of `ryad account list --json`. */
export interface DeskAccount {
  readonly email: string;
  readonly plan: string;
  readonly created_at: string;
  readonly disabled_at: string | null;
  readonly tokens: number;
  readonly last_used_at: string | null;
  readonly values_used: number;
}

/** A refusal in the words of the command. */
export interface DeskRefused {
  readonly refused: string;
}

export interface DeskDecision {
  readonly act: "accept" | "discard";
  readonly runs: readonly string[];
  /** The address of the account. */
  readonly by: string;
  readonly reason: string;
}

export interface DeskDone {
  /** Runs that are published or discarded now. */
  readonly done: number;
  /** It takes longer than a page waits, and goes on. */
  readonly isUnderWay: boolean;
  /** What was refused, in the words of the command; null: nothing. */
  readonly refused: string | null;
}

export type AccountAct =
  | {readonly act: "plan"; readonly email: string; readonly plan: string}
  | {readonly act: "disable" | "enable"; readonly email: string};

export interface OperatorDesk {
  state(): Promise<DeskState | DeskRefused>;
  /** @param run the whole id */
  run(run: string): Promise<DeskRun | DeskRefused>;
  decide(decision: DeskDecision): Promise<DeskDone>;
  /** @param month YYYY-MM of the usage */
  accounts(month: string): Promise<readonly DeskAccount[] | DeskRefused>;
  changeAccount(act: AccountAct): Promise<DeskRefused | null>;
}
