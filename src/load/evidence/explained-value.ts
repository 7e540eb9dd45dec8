// A value with what its parser says of its cell, and the interface of the verification: the cell has to contain what is said.
import type {Explanation, Rereading} from "../../service/evidence.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";

export interface ExplainedValue extends Explanation {
  readonly value: number;
  readonly series: SeriesDimensions;
  readonly period: number;
}

export interface Mismatch {
  readonly explained: ExplainedValue;
  /** The fault, as a text that follows the locator: `contains "1,5" and not "1,6"`. */
  readonly reason: string;
}

/** A release that gives no value when it is read again. @param parserNow "name@version"; null: it was not read */
export function failed(problem: string, parserNow: string | null = null): Rereading {
  return {parserNow, value: null, explanation: null, problem};
}

/** Looks up the values one after the other, and returns those that differ from their file. */
export async function mismatchesOf(
  values: readonly ExplainedValue[],
  mismatchOf: (explained: ExplainedValue) => Promise<Mismatch | null>,
): Promise<Mismatch[]> {
  const mismatches: (Mismatch | null)[] = [];
  for (const explained of values) mismatches.push(await mismatchOf(explained));
  return mismatches.filter((mismatch) => mismatch !== null);
}

/** Looks up cells of one file. Values in the order of the file need one pass over it. */
export interface CellLookup {
  confirm(values: readonly ExplainedValue[]): Promise<Mismatch[]>;
  close(): Promise<void>;
}
