// How much of a question is covered, when nothing covers all of it: every word counts, a number half.
import type {FamilyIndex} from "../index/family-index.ts";
import {MAX_WORDS, type Question} from "../query/question.ts";

/**
 * A number says when more often than what. Of equals what the family covers tells more than the territory.
 * @param covered bits of the words that the family covers
 * @param mask bits of those that the territory covers
 */
export function coverOf({numbers}: Question, covered: number, mask: number): number {
  const both = covered | mask;
  return 2 * MAX_WORDS * bits(both & ~numbers) + MAX_WORDS * bits(both & numbers) + bits(covered);
}

/**
 * How much each word tells: the fewer series it fits, the more. By the datasets and the territories that hold the word or what may
 * stand for it: the same whatever was loaded first.
 */
export function weighWords(index: FamilyIndex, {size, spans, terms}: Question): number[] {
  const holders = Array.from({length: size}, () => new Set<number>());
  const places = new Array<number>(size).fill(0);
  for (const {words, alternatives} of spans) {
    for (const {term} of alternatives.flat(2)) {
      const own = index.holdersOf(terms[term]!);
      const isPlace = index.territories.holds(terms[term]!);
      for (const word of words) {
        for (let at = 0; at < own.length; at += 2) holders[word]!.add(own[at]!);
        if (isPlace) places[word]!++;
      }
    }
  }
  return holders.map((own, word) => 1 / (1 + Math.log2(1 + own.size + places[word]!)));
}

function bits(mask: number): number {
  let left = mask;
  let count = 0;
  for (; left !== 0; left &= left - 1) count++;
  return count;
}
