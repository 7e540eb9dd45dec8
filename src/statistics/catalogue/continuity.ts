// Continuity: pairs of series, where the second continues the first after a declared change of class code.
//
// A break names two classes. It pairs every series of the one with the series of the other that is equal in all other dimensions
// [identity.continuity]. A series without such a partner is not continued.

import {firstAtLeast} from "../order/binary-search.ts";
import type {ContinuityBreak} from "../release/release.ts";
import type {Column, Texts} from "./catalogue.ts";
import {findCode} from "./code-order.ts";

export interface Continuity {
  /** by position: the position that continues it, or that it continues; -1: none; null: all are -1 */
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
}

type Columns = Readonly<Record<"classification" | (typeof PARTNER_DIMENSIONS)[number], Column<Texts>>>;

/**
 * Pairs the series of a catalogue, whose columns are in the order of the slice, so that a class is one range of positions.
 * If several breaks would continue one series, the newest decides, and of equally new ones the first.
 */
export function pairContinuity(columns: Columns, breaks: readonly ContinuityBreak[]): Continuity {
  const size = columns.classification.index.length;
  const continuesAs = new Int32Array(size).fill(-1);
  const continuesFrom = new Int32Array(size).fill(-1);
  let pairs = 0;
  const newestFirst = breaks.toSorted((left, right) =>
    left.period < right.period ? 1 : left.period > right.period ? -1 : 0,
  );
  for (const {from, to} of newestFirst) {
    for (const [older, newer] of pairsOfBreak(columns, from, to)) {
      if (continuesAs[older] === -1) continuesAs[older] = newer;
      if (continuesFrom[newer] === -1) continuesFrom[newer] = older;
      pairs++;
    }
  }
  return pairs === 0 ? {continuesAs: null, continuesFrom: null} : {continuesAs, continuesFrom};
}

/** The pairs of positions, older and newer, that a break from class `from` to class `to` joins, ascending. */
export function pairsOfBreak(columns: Columns, from: string, to: string): [older: number, newer: number][] {
  const pairs: [number, number][] = [];
  if (from === to) return pairs;
  const older = runOfClass(columns.classification, from);
  const newer = runOfClass(columns.classification, to);
  while (older.start < older.end && newer.start < newer.end) {
    const compared = comparePartners(columns, older.start, newer.start);
    if (compared === 0) pairs.push([older.start, newer.start]);
    if (compared <= 0) older.start++;
    if (compared >= 0) newer.start++;
  }
  return pairs;
}

/** The positions of a class, each paired with itself, for a break inside the class, which continues no series under another key. */
export function seriesOfClass(columns: Columns, code: string): [older: number, newer: number][] {
  const {start, end} = runOfClass(columns.classification, code);
  return Array.from({length: end - start}, (_, index) => [start + index, start + index]);
}

/** The positions of a class: [start, end). */
function runOfClass(classification: Column<Texts>, code: string): {start: number; end: number} {
  const index = findCode(classification.codes, code);
  if (index === -1) return {start: 0, end: 0};
  const start = firstAtLeast(classification.index, index, 0, classification.index.length);
  return {start, end: firstAtLeast(classification.index, index + 1, start, classification.index.length)};
}

const PARTNER_DIMENSIONS = ["indicator", "measure", "transformation", "unit", "frequency", "territory"] as const;

function comparePartners(columns: Columns, left: number, right: number): number {
  for (const dimension of PARTNER_DIMENSIONS) {
    const {index} = columns[dimension];
    const difference = (index[left] as number) - (index[right] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
