// The relevance of a family, with a group of territories, for a query: one whole number. The order of a search depends on it.
//
// It adds the match of each word and the part of the title that matches. The weights were tuned with the questions of
// bench/search-queries.tsv that are not set aside.
import {MANY_CLASSES, readKind} from "../index/dataset-segment.ts";
import type {ParsedQuery} from "./parsed-query.ts";
import type {Scores} from "./scores.ts";
import type {TerritoryGroup} from "./territory-groups.ts";

/** Relevance is a whole number from 0 to this. */
export const MAX_RELEVANCE = 2047;

/** Per percent. */
const WORD_POINTS = 10;
const TERRITORY_POINTS = 1;
const TITLE_POINTS = 240;
const BRIEF_POINTS = 60;
const TOTAL_POINTS = 60;

/** What the relevance needs to know of a family. */
export interface RankedFamily {
  /** `kindOf` */
  readonly kind: number;
  /** Words in the names of its class and of its indicator. */
  readonly classLength: number;
  readonly labelLength: number;
  /** `manyClassesFactor` of its dataset */
  readonly classesFactor: number;
}

/**
 * If the query does not name a class, a total (`All items`) counts as named: the question means the whole. Words lose weight in very long
 * titles and in datasets with very many classes, because a line of an account is less relevant than a well-known series with the same
 * words. So do answers of surveys and crossed tables, and, unless the query asks for them, seasonally adjusted series, targets, forecasts,
 * expectations and arrears: the published series is meant.
 * @param index of the family among the scored ones
 */
export function relevanceOf(
  {kind, classLength, labelLength, classesFactor}: RankedFamily,
  index: number,
  {count, points, headWords, labelWords}: Scores,
  {words, weights}: Pick<ParsedQuery, "words" | "weights">,
  group: TerritoryGroup,
): number {
  if (weights.length === 0) return 0;
  let [sum, weight] = [0, 0];
  const ofTerritory = group.points;
  const isOfTerritory = ofTerritory.length > 0;
  for (let word = 0; word < weights.length; word++) {
    const own = points[word * count + index]!;
    const other = isOfTerritory ? ofTerritory[word]! : 0;
    sum += weights[word]! * Math.max(own, other);
    weight += weights[word]!;
  }
  const {isWhole, labelKinds, isCrossed} = readKind(kind);
  const head = Math.min(headWords[index]!, classLength);
  const label = Math.min(labelWords[index]!, labelLength);
  const isTotal = isWhole && head === 0;
  const length = labelLength + (isTotal ? 0 : classLength);
  const matched = head + label;
  const share = length === 0 ? 0 : matched / length;
  const brevity = matched === 0 ? 0 : 1 / (1 + (length - matched) / 3);
  const mean = sum / weight;
  const unasked = matched === 0 ? 0 : length - matched;
  const hasOtherKind = (labelKinds & ~words.queryKinds) !== 0;
  const worth =
    mean *
    longTitleFactor(unasked) *
    (isTotal ? 1 : classesFactor) *
    (hasOtherKind ? OTHER_KIND_FACTOR : 1) *
    (isCrossed ? CROSSED_FACTOR : 1);
  return Math.round(
    WORD_POINTS * worth +
      (mean / 100) * (TITLE_POINTS * share + BRIEF_POINTS * brevity) +
      TERRITORY_POINTS * group.whole +
      (isTotal ? TOTAL_POINTS : 0),
  );
}

/** For answers of surveys and crossed tables: a well-known series with the same words is meant. */
const CROSSED_FACTOR = 0.7;

/** For what lies beside a published figure, if the query does not ask for it. */
const OTHER_KIND_FACTOR = 0.8;

/** A title may have LONG_FROM words that are not in the query without a loss; with LONG_BY more, its words have half the weight. */
const LONG_FROM = 18;
const LONG_BY = 12;

/** For very long titles (a line of a budget, a question of a survey): one word says little about the subject. */
function longTitleFactor(unasked: number): number {
  return unasked <= LONG_FROM ? 1 : LONG_BY / (LONG_BY + unasked - LONG_FROM);
}

/** In a dataset with ten thousand classes, each class is a line of an account. */
const LOSS_PER_DOUBLING = 0.1;

/** A class is less relevant in a dataset with many classes: its worth is multiplied by this. From above 0 to 1. */
export function manyClassesFactor(classes: number): number {
  return classes <= MANY_CLASSES ? 1 : 1 / (1 + LOSS_PER_DOUBLING * Math.log2(classes / MANY_CLASSES));
}
