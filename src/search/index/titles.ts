// The words of names, and the titles of a family's series: all begin with the same text and end with the territory.

import {seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import {isStopWord, plainWordsOf, wordsOf} from "../language/words.ts";
import {codeOf, type SegmentContent} from "./dataset-segment.ts";
import {withoutBrackets} from "./segment-words.ts";

/** The words of a name. Words in brackets (`aside`) only qualify it. */
export interface NameWords {
  readonly main: readonly string[];
  readonly aside: readonly string[];
  /** The number of words that make a match of the whole name; at least 1. */
  readonly length: number;
}

/** @param neutral words that do not count for the length of a name that has others */
export function indexedNameWords(name: string, neutral: ReadonlySet<string> = NONE): NameWords {
  const aside: string[] = [];
  const outside = withoutBrackets(name, aside);
  const telling = new Set(plainWordsOf(outside).filter((word) => !isStopWord(word)));
  if (telling.size === 0) return {main: wordsOf(name), aside: [], length: 1};
  const length = [...telling].filter((word) => !neutral.has(word)).length || telling.size;
  return {main: wordsOf(outside), aside: wordsOf(aside.join(" ")), length};
}

const NONE: ReadonlySet<string> = new Set();

/** The title of a family's series without the territory. */
export function titleHead(
  segment: Pick<SegmentContent, "classification" | "indicator" | "classNames" | "indicatorLabels">,
  family: number,
): string {
  return indexedTitleOf({
    classification: codeOf(segment.classification, family),
    className: segment.classNames.at(segment.classification.index[family]!) ?? null,
    indicatorLabel: segment.indicatorLabels[segment.indicator.index[family]!]!,
  });
}

/** The same of a family's code and names. */
export function indexedTitleOf(names: Omit<Parameters<typeof seriesTitle>[0], "territoryName">): string {
  return seriesTitle({...names, territoryName: " "}).slice(0, -1);
}

/** The title of the series of a territory. */
export function fullTitle(head: string, territoryName: string): string {
  return territoryName === "" ? head.replace(/, $/, "") : head + territoryName;
}
