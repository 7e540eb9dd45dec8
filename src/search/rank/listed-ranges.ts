// The ranges of a query's terms, as indexes in a list of documents: those that are to be scored.
//
// A question scores thousands of documents at a time with the same ranges, so what is found out about these is kept until others come.
import {firstAtLeast, firstWhere} from "../../statistics/order/binary-search.ts";
import {FIELD, type PostingRanges} from "../index/postings.ts";
import {type FieldWeight, fieldWeight, type Quality, type TermChoice} from "../query/word-query.ts";
import type {Located} from "./match-mask.ts";

type RangeScore = (from: number, end: number, weight: FieldWeight) => void;

/** Numbers of so few ranges that each is looked at. */
const FEW = 3 * 64;

export class ListedRanges {
  private located: Located = [];
  private documents: Uint32Array = new Uint32Array(0);
  private count = 0;
  private readsDescriptions = false;
  /** By term of `located`, made when first needed. */
  private ascents: (readonly number[])[] = [];

  /** @param documents ascending; the first `count` of them are listed */
  begin(located: Located, documents: Uint32Array, count: number, readsDescriptions: boolean): void {
    if (this.located !== located) this.ascents = [];
    [this.located, this.documents, this.count] = [located, documents, count];
    this.readsDescriptions = readsDescriptions;
  }

  /** Calls `score` for every range of every term of a choice that may have documents of the list, with the indexes of these in it. */
  each(choice: TermChoice, score: RangeScore): void {
    if (this.count === 0) return;
    for (let i = 0; i < choice.length; i++) {
      const {term, quality} = choice[i]!;
      const ranges = this.located[term]!;
      if (ranges.length <= FEW) this.eachOfFew(ranges, quality, score);
      else {
        this.ascents[term] ??= findAscents(ranges);
        this.eachOfMany(ranges, this.ascents[term], quality, score);
      }
    }
  }

  private eachOfFew(ranges: PostingRanges, quality: Quality, score: RangeScore): void {
    const {documents, count} = this;
    for (let range = 0; range < ranges.length; range += 3) {
      const field = ranges[range + 2]!;
      if (field === FIELD.description && !this.readsDescriptions) continue;
      const end = firstAtLeast(documents, ranges[range + 1]!, 0, count);
      score(firstAtLeast(documents, ranges[range]!, 0, end), end, fieldWeight(quality, field));
    }
  }

  private eachOfMany(ranges: PostingRanges, ends: readonly number[], quality: Quality, score: RangeScore): void {
    const {documents, count} = this;
    const [first, last] = [documents[0]!, documents[count - 1]!];
    for (let ascent = 0; ascent < ends.length; ascent++) {
      const end = ends[ascent]!;
      let range = firstBehind(ranges, ascent === 0 ? 0 : ends[ascent - 1]!, end, first);
      if (range === end) continue;
      const field = ranges[range + 2]!;
      if (field === FIELD.description && !this.readsDescriptions) continue;
      const weight = fieldWeight(quality, field);
      for (let from = 0; range < end && ranges[range]! <= last; range += 3) {
        from = firstAtLeast(documents, ranges[range]!, from, count);
        const to = ranges[range + 1]! > last ? count : firstAtLeast(documents, ranges[range + 1]!, from, count);
        if (from < to) score(from, to, weight);
      }
    }
  }
}

/** Indexes behind ranges of one field that ascend. */
function findAscents(ranges: PostingRanges): readonly number[] {
  const ends: number[] = [];
  for (let range = 3; range <= ranges.length; range += 3)
    if (range === ranges.length || ranges[range]! < ranges[range - 2]! || ranges[range + 2] !== ranges[range - 1])
      ends.push(range);
  return ends;
}

/** The first range of an ascent that has a document from `document` on; `end`: none has. */
function firstBehind(ranges: PostingRanges, from: number, end: number, document: number): number {
  return from + 3 * firstWhere((end - from) / 3, (nth) => ranges[from + 3 * nth + 1]! > document);
}
