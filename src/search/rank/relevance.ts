// How well a family with the territories of a group answers a question: one whole number, on which the order of a search rests.
//
// Mostly how well each word is met; then how much of the title is asked for. The weights were set by the questions of
// bench/search-queries.tsv that may be looked at.
import type {DatasetPart} from "../index/dataset-part.ts";
import type {Reading} from "../query/parsed-query.ts";
import type {TerritoryGroup} from "../query/territory-groups.ts";
import type {Scored} from "./score.ts";

/** Points are whole, not negative and at most so many. */
export const MOST_POINTS = 2047;

/** For each percent. */
const WORD_POINTS = 10;
const PLACE_POINTS = 1;
const TITLE_POINTS = 240;
const BRIEF_POINTS = 60;
const WHOLE_POINTS = 60;

/**
 * A class that is all there is counts as asked for: whoever names no part means the whole. Words are worth less in titles of half a page
 * and in one of ten thousands of classes: a line of an account stands behind the series that is known by these words.
 * Seasonally adjusted figures stand behind those that they were computed from, unless the question is about the season.
 * @param place of the family among those that were scored
 */
export function pointsOf(
  part: DatasetPart,
  family: number,
  place: number,
  {count, strength, headMet, labelMet}: Scored,
  {question, weights}: Pick<Reading, "question" | "weights">,
  group: TerritoryGroup,
): number {
  if (weights.length === 0) return 0;
  let [sum, weight] = [0, 0];
  const ofPlace = group.strength;
  const isNamed = ofPlace.length > 0;
  for (let word = 0; word < weights.length; word++) {
    const own = strength[word * count + place]!;
    const other = isNamed ? ofPlace[word]! : 0;
    sum += weights[word]! * Math.max(own, other);
    weight += weights[word]!;
  }
  const [classPlace, labelPlace] = [part.classification.index[family]!, part.indicator.index[family]!];
  const classLength = part.classLengths[classPlace]!;
  const labelLength = part.labelLengths[labelPlace]!;
  const head = Math.min(headMet[place]!, classLength);
  const label = Math.min(labelMet[place]!, labelLength);
  const isWhole = part.wholeClasses[classPlace] === 1 && head === 0;
  const length = labelLength + (isWhole ? 0 : classLength);
  const met = head + label;
  const whole = length === 0 ? 0 : met / length;
  const brief = met === 0 ? 0 : 1 / (1 + (length - met) / 3);
  const mean = sum / weight;
  const unasked = met === 0 ? 0 : length - met;
  const isComputed = part.adjustedLabels[labelPlace] === 1 && !question.asksForSeason;
  const worth =
    mean * clarityOf(unasked) * (isWhole ? 1 : closenessOf(part.classNames.length)) * (isComputed ? ADJUSTED_WORTH : 1);
  return Math.round(
    WORD_POINTS * worth +
      (mean / 100) * (TITLE_POINTS * whole + BRIEF_POINTS * brief) +
      PLACE_POINTS * group.whole +
      (isWhole ? WHOLE_POINTS : 0),
  );
}

/** What adjusted figures are worth to a question that does not ask for them. */
const ADJUSTED_WORTH = 0.8;

/** So many words of a title that nobody asked for take nothing from those that were; by LONG_BY more they are worth half. */
const LONG_FROM = 18;
const LONG_BY = 12;

/** A word found in a title of half a page (a line of a budget, a question of a survey) says less of what the series is about. */
function clarityOf(unasked: number): number {
  return unasked <= LONG_FROM ? 1 : LONG_BY / (LONG_BY + unasked - LONG_FROM);
}

/** Of so many classes each is a series that people know; of ten thousands each is a line of an account. */
const MANY_CLASSES = 512;
const LOSS_BY_DOUBLING = 0.1;

function closenessOf(classes: number): number {
  return classes <= MANY_CLASSES ? 1 : 1 / (1 + LOSS_BY_DOUBLING * Math.log2(classes / MANY_CLASSES));
}
