// For each word: the documents (families, concepts or territories) that have it, as ranges, and the field in which they have it.
//
// Ranges, because a word of a class, an indicator or a dataset belongs to all its families, and these have neighbouring numbers. A word
// of an indicator is mostly one range. The ranges are packed, because a form of the Treasury has twenty words for each of a hundred thousand
// families; a question unpacks those of its own terms.

import {firstAtLeast} from "../../statistics/order/binary-search.ts";
import {numberOrder} from "../../statistics/order/number-order.ts";
import {type Bytes, createBytes, takeNumber} from "./varint.ts";

/** The field of a document that has the word; the weights fall in this order. */
export const FIELD = {
  /** The class of a family; the label of a concept; the name of a territory. */
  head: 0,
  /** The indicator of a family. */
  label: 1,
  /** The code of anything. */
  code: 2,
  /** Another name that the package gives. */
  synonym: 3,
  /** The dataset's name. */
  name: 4,
  /** Text in brackets, or a word for the unit, the frequency or the provider. */
  aside: 5,
  /** The description of the indicator. Only a query that reads descriptions matches it. */
  description: 6,
} as const;
export type Field = (typeof FIELD)[keyof typeof FIELD];

/** Words in a field, as numbers. */
export type Posted = readonly [words: readonly number[], field: Field];

export interface Postings {
  /** Ascending. */
  readonly terms: Uint32Array;
  /** Parallel to the terms: the index of their ranges in `packed`. */
  readonly starts: Uint32Array;
  /** The ranges of a term: their number, then chunks of one field that ascend. A chunk is its number of ranges and its field, then the ranges. */
  readonly packed: Uint8Array;
  /** The terms that a description has. */
  readonly described: Uint32Array;
}

/** Postings whose packed ranges are in sections of a stored segment (stored/segment-code.ts). */
export interface StoredPostings extends Omit<Postings, "packed"> {
  /** Where each section begins in `packed`, ascending, and behind them the end of the last. */
  readonly sections: Uint32Array;
}

/** Ranges are three numbers each: first document, document after the last, field. */
export type PostingRanges = Uint32Array;

export const NO_RANGES: PostingRanges = new Uint32Array(0);

/** The ranges of a term; none if no document has it. */
export function rangesOf(postings: Postings, term: number): PostingRanges {
  const start = startOf(postings, term);
  return start === 0 ? NO_RANGES : unpack(postings.packed, start);
}

/** The offset of the ranges of a term; 0: no document has it. */
export function startOf({terms, starts}: Pick<Postings, "terms" | "starts">, term: number): number {
  const index = firstAtLeast(terms, term);
  return terms[index] === term ? starts[index]! : 0;
}

/** The section that has the ranges at an offset. */
export function sectionAt({sections}: StoredPostings, start: number): number {
  return firstAtLeast(sections, start + 1) - 1;
}

/** The ranges at an offset of the postings. */
export function rangesIn({sections}: StoredPostings, nth: number, section: Uint8Array, start: number): PostingRanges {
  return unpack(section, start - sections[nth]!);
}

/** Finished postings, whose terms are the numbers from 0 on, with other numbers of the terms. */
export function* renumbered<P extends Omit<Postings, "packed">>(
  postings: P,
  numbers: Uint32Array,
): Generator<undefined, P> {
  const {starts, described} = postings;
  const order = yield* numberOrder(numbers);
  const terms = order.map((term) => numbers[term]!);
  yield;
  return {
    ...postings,
    terms,
    starts: order.map((term) => starts[term]!),
    described: described.map((term) => numbers[term]!),
  };
}

export interface PostingsDraft {
  /** @param term numbers from 0 on */
  add(term: number, from: number, to: number, field: Field): void;
  finish(): Generator<undefined, Postings>;
}

export function draftPostings(): PostingsDraft {
  /** The ranges of all terms as they came: term, first document, document after the last times FIELDS plus the field. */
  let log = new Uint32Array(1024);
  let end = 0;
  /** By term: the offset in the log behind its last range; 0: it has none. */
  let lastOf = new Uint32Array(256);
  let terms = 0;

  return {
    add(term, from, to, field) {
      if (term >= lastOf.length) lastOf = longerCopy(lastOf, 2 * term);
      terms = Math.max(terms, term + 1);
      const last = lastOf[term]!;
      // the same word again in one text, or also in the next document
      if (last > 0) {
        const until = log[last - 1]!;
        if (until % FIELDS === field && from <= (until - field) / FIELDS && from >= log[last - 2]!) {
          log[last - 1] = Math.max(until, to * FIELDS + field);
          return;
        }
      }
      if (end + 3 > log.length) log = longerCopy(log, 2 * log.length);
      log[end] = term;
      log[end + 1] = from;
      log[end + 2] = to * FIELDS + field;
      end += 3;
      lastOf[term] = end;
    },
    finish: () => packByTerm(log.subarray(0, end), terms),
  };
}

/** @param log ranges as they came */
function* packByTerm(log: Uint32Array, terms: number): Generator<undefined, Postings> {
  const indexes = yield* indexesByTerm(log, terms);
  const starts = new Uint32Array(terms);
  const described: number[] = [];
  const bytes = createBytes();
  // at offset 0 the ranges of a number that no document has: none
  bytes.put(0);
  let sincePause = 0;
  for (let from = 0, to = 0; from < indexes.length; from = to) {
    const term = log[indexes[from]!]!;
    to = from + 1;
    while (to < indexes.length && log[indexes[to]!] === term) to++;
    starts[term] = bytes.length();
    if (pack(bytes, log, indexes.subarray(from, to))) described.push(term);
    sincePause += to - from;
    if (sincePause < RANGES_AT_ONCE) continue;
    sincePause = 0;
    yield;
  }
  return {
    terms: Uint32Array.from(starts.keys()),
    starts,
    packed: bytes.finish(),
    described: Uint32Array.from(described),
  };
}

/** Offsets of the ranges in the log, by term and then as they came. */
function* indexesByTerm(log: Uint32Array, terms: number): Generator<undefined, Uint32Array> {
  const next = new Uint32Array(terms + 1);
  for (let index = 0; index < log.length; index += 3) next[log[index]! + 1]! += 1;
  yield;
  for (let term = 0; term < terms; term++) next[term + 1]! += next[term]!;
  const indexes = new Uint32Array(log.length / 3);
  for (let index = 0; index < log.length; index += 3) {
    indexes[next[log[index]!]!++] = index;
    if (index % (3 * RANGES_AT_ONCE) === 0) yield;
  }
  return indexes;
}

/** A copy with room for `length` numbers; those behind the copied ones are 0. */
export function longerCopy(numbers: Uint32Array<ArrayBuffer>, length: number): Uint32Array<ArrayBuffer> {
  const copy = new Uint32Array(length);
  copy.set(numbers);
  return copy;
}

const RANGES_AT_ONCE = 20_000;

/**
 * Adds the ranges at these indexes of the log. The start of a range is stored as its distance from the end of the range before it; the lowest bit
 * is set if the range has several documents. @returns whether one of them is of a description
 */
function pack(bytes: Bytes, log: Uint32Array, indexes: Uint32Array): boolean {
  bytes.put(indexes.length);
  let isDescribed = false;
  for (let first = 0, next = 0; first < indexes.length; first = next) {
    const field = log[indexes[first]! + 2]! % FIELDS;
    isDescribed ||= field === FIELD.description;
    let end = 0;
    for (next = first; next < indexes.length; next++) {
      const until = log[indexes[next]! + 2]!;
      if (until % FIELDS !== field || log[indexes[next]! + 1]! < end) break;
      end = (until - field) / FIELDS;
    }
    bytes.put((next - first) * FIELDS + field);
    end = 0;
    for (let at = first; at < next; at++) {
      const from = log[indexes[at]! + 1]!;
      const to = (log[indexes[at]! + 2]! - field) / FIELDS;
      bytes.put((from - end) * 2 + (to - from > 1 ? 1 : 0));
      if (to - from > 1) bytes.put(to - from - 2);
      end = to;
    }
  }
  return isDescribed;
}

const FIELDS = 8;

function unpack(packed: Uint8Array, start: number): PostingRanges {
  const cursor = {bytes: packed, at: start};
  const take = (): number => takeNumber(cursor);
  const ranges = new Uint32Array(take() * 3);
  for (let range = 0; range < ranges.length; ) {
    const head = take();
    const field = head % FIELDS;
    const last = range + ((head - field) / FIELDS) * 3;
    for (let end = 0; range < last; range += 3) {
      const gap = take();
      ranges[range] = end + (gap >>> 1);
      end = ranges[range]! + ((gap & 1) === 1 ? take() + 2 : 1);
      ranges[range + 1] = end;
      ranges[range + 2] = field;
    }
  }
  return ranges;
}
