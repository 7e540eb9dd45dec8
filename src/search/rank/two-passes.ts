// The two passes over one lot of documents: which answer (cover.ts), and of those that are worth the look how well (score.ts).

import {findTerm, type Postings} from "../index/postings.ts";
import type {Question} from "../query/question.ts";
import {type Cover, createCover} from "./cover.ts";
import {createScore, type Score} from "./score.ts";

export interface Matcher {
  readonly cover: Cover;
  readonly score: Score;
  /** Places of the question's terms in the postings, -1 where they are not there; good until the next call. */
  locate(postings: Postings, question: Question): Int32Array;
}

export function createMatcher(): Matcher {
  let located = new Int32Array(64);
  return {
    cover: createCover(),
    score: createScore(),
    locate(postings, {terms}) {
      if (located.length < terms.length) located = new Int32Array(terms.length * 2);
      for (let term = 0; term < terms.length; term++) located[term] = findTerm(postings, terms[term]!);
      return located;
    },
  };
}
