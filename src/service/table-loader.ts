// The port through which the site loads an operator's own table: a server may not read files itself, so a command of its own does it.
//
// Everything goes by the words of `ryad describe` and `ryad load`, so a page and a terminal get the same.

import type {Finding} from "../text/finding.ts";

export interface UploadedTable {
  /** The name of the file, with its ending. */
  readonly name: string;
  readonly bytes: Buffer;
  /** By the options of the command, without their dashes. */
  readonly answers: Readonly<Record<string, string>>;
}

/** A question that is still open. */
export interface TableQuestion {
  /** The option of the command that answers it, without its dashes. null: only a corrected descriptor does; until then its values are left out. */
  readonly option: string | null;
  /** In the words of the proposal, each with its sheets. */
  readonly texts: readonly string[];
  readonly guess: string | null;
  /** Where the guess comes from. */
  readonly because: string | null;
}

export interface TablePreview {
  readonly values: number;
  /** One value of each of the first series. */
  readonly examples: readonly Readonly<Record<string, string>>[];
  /** What would be refused: a reason and the number of values. */
  readonly losses: readonly {readonly reason: string; readonly text: string; readonly values: number}[];
  readonly questions: readonly TableQuestion[];
}

/** A refusal in the words of the command. */
export interface TableRefused {
  readonly refused: string;
}

export interface FailedCheck {
  readonly name: string;
  readonly findings: readonly Finding[];
}

export interface TableLoaded {
  readonly dataset: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  readonly newValues: number;
  readonly revisedValues: number;
  /** The run that its checks hold, with those that failed; null: it is published. */
  readonly held: {readonly run: string; readonly failed: readonly FailedCheck[]} | null;
}

export interface TableLoader {
  /** What would be read, and what must be answered before. */
  preview(table: UploadedTable): Promise<TablePreview | TableRefused>;
  /** Publishes it, or holds it by its checks; refused while a question is open. */
  publish(table: UploadedTable): Promise<TableLoaded | TableRefused>;
}
