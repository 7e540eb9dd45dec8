// The portions of a sentence: its clauses, and of a clause with several figures a part for each.
//
// Some stand between a subject and its number and have no subject of their own. A clause that has its verb already is followed by another
// one and not by such: "inflation slowed, wages, on the contrary, rose".
// "Fell from 4.8 % in 2018 to 4.6 % in 2019" has two: words between two figures belong to the one before up to a preposition.
import {isStopWord} from "../../search/language/words.ts";
import {codeIn, phraseAt} from "../claim-phrases.ts";
import {type Clause, readClause} from "./clause.ts";
import {readTime} from "./clause-time.ts";
import type {Run} from "./clause-words.ts";
import {clausesOf, type DraftWord, draftWords, type Span} from "./draft-words.ts";
import {type DraftFigure, figuresOf} from "./figures.ts";
import {isLoose} from "./loose-words.ts";
import {isTelling} from "./subject.ts";

/** A clause, or the part of one that belongs to one figure. */
export interface Portion {
  readonly figure: DraftFigure | null;
  readonly clause: Clause;
  /** The position of the figure among its words. */
  readonly position: number;
  readonly by: string | null;
  /** It stands in brackets. */
  readonly isAside: boolean;
  /** Between a comma and a comma with a dash: "eggs, the hero of last autumn, — 5 %". */
  readonly isApposed: boolean;
  /** Between two commas. */
  readonly isBetween: boolean;
}

/** The portions of a sentence: its clauses, and of a clause with several figures a part for each. Places count from its beginning. */
export function portionsOf(sentence: string, isEnglish: boolean): Portion[] {
  const words = draftWords(sentence);
  const figures = figuresOf(sentence, words, isEnglish);
  const spans: Span[] = [];
  for (const clause of clausesOf(sentence, figures)) {
    const own = figures.filter(({start}) => start >= clause.start && start < clause.end);
    let {start} = clause;
    for (const [index, figure] of own.entries()) {
      const next = own[index + 1];
      const end = next === undefined ? clause.end : cutBetween(words, figure, next);
      spans.push({start, end});
      start = end;
    }
    if (own.length === 0) spans.push(clause);
  }
  return readPortions(sentence, spans, words, figures);
}

/** The same, with the clauses that speak of what something else has. @param before portions of the sentence before */
export function withOwners(portions: readonly Portion[], before: readonly Portion[]): readonly Portion[] {
  const clauses = [...before, ...portions].map(({clause}) => clause);
  return portions.map((one, at) => ({
    ...one,
    clause: {...one.clause, isOfOther: isOfOther(one.clause, clauses.slice(0, before.length + at))},
  }));
}

/** "Deposits grew. The bank raised their rate": a possessive, where neither a country nor who sets a rate can be its owner. */
function isOfOther(clause: Clause, before: readonly Clause[]): boolean {
  const {words, runs} = clause;
  for (const {at} of runs) {
    const word = [words[at - 1], words[at - 2]].find((one) => codeIn("possessive", one) !== null);
    const kind = codeIn("possessive", word);
    if (kind === null) continue;
    // a Russian subject is no owner in its own clause, where it has another word
    const own = ownerIn(clause, at);
    const isEnglish = /^[a-z]/.test(word!);
    const owners = before.map((one) => ownerIn(one, one.words.length));
    const owner = (own === "other" || isEnglish ? own : null) ?? owners.findLast((one) => one !== null);
    // "Rosstat has refined its figures": the only name is that of the office that reports
    if (kind !== "" || owner === "other" || (owner === undefined && !(isEnglish && at > 1))) return true;
  }
  return false;
}

/** What a clause is about, up to a place. */
function ownerIn({words, runs, territories, phrases, actorAt}: Clause, end: number): "known" | "other" | null {
  const known = [
    ...territories.map(({at}) => at),
    ...phrases.flatMap(({meaning, at}) => (meaning.startsWith("country") ? [at] : [])),
  ].filter((at) => !isStopWord(words[at - 1] ?? ""));
  const first = Math.min(...known, actorAt ?? end, end);
  const isVerb = (run: Run): boolean => run.words.every((_, at) => isLoose(run.words, at));
  if (runs.some((run) => run.at < first && run.isFree === true && !isVerb(run))) return "other";
  return first < end ? "known" : null;
}

/** Where the words of one figure end and those of the next begin: at a preposition, else behind its time, else right behind it. */
function cutBetween(words: readonly DraftWord[], one: DraftFigure, next: DraftFigure): number {
  const between = words.filter(({start, end}) => start >= one.end && end <= next.start);
  const cut = between.findLast(({word}) => codeIn("cut", word) !== null);
  if (cut === undefined) return endOfTime(between, one.end) ?? one.end;
  return codeIn("by", between.at(-1)?.word) !== null && cut !== between.at(-1)
    ? between.find(({word}) => codeIn("cut", word) !== null)!.start
    : cut.start;
}

/** "5.6 % in December 2025 with a target of 4 %": the time right behind a number is its own, if more words follow. null: there is none. */
function endOfTime(between: readonly DraftWord[], from: number): number | null {
  const {isOfTime, time, part} = readTime(between.map(({word}) => word));
  // a point before a digit ends no sentence: "21 %. 28 October"
  const isRightBehind = between.length > 0 && between[0]!.start - from <= 1;
  if (!isRightBehind || (time.period === null && part === null)) return null;
  const own = between.map((_, at) => isOfTime(at));
  const isBeside = between.slice(0, own.indexOf(true)).every(({word}) => isStopWord(word));
  const last = own.lastIndexOf(true);
  const behind = between.slice(last + 1);
  return isBeside && behind.some(({word}) => !isStopWord(word)) ? between[last]!.end : null;
}

function readPortions(
  sentence: string,
  spans: readonly Span[],
  words: readonly DraftWord[],
  figures: readonly DraftFigure[],
): Portion[] {
  return spans.map(({start, end}) => {
    const figure = figures.find((one) => one.start >= start && one.start < end) ?? null;
    const inside = words.filter(
      (word) =>
        word.start >= start &&
        word.end <= end &&
        (figure === null || word.end <= figure.start || word.start >= figure.end),
    );
    const position = figure === null ? inside.length : inside.filter((word) => word.end <= figure.start).length;
    return {
      figure,
      clause: readClause(inside, /,\s*$/.test(sentence.slice(0, start)), position),
      isAside: /[([]\s*$/.test(sentence.slice(0, start)),
      isApposed: /,\s*$/.test(sentence.slice(0, start)) && /^,\s*[-—–]/.test(sentence.slice(end)),
      isBetween: /,\s*$/.test(sentence.slice(0, start)) && /^,/.test(sentence.slice(end)),
      position,
      by: figure === null ? null : (byWord(inside, position) ?? null),
    };
  });
}

/** "by" or "to" right before a figure; "almost" and the like may stand between. */
function byWord(words: readonly DraftWord[], position: number): string | null {
  for (let at = position - 1; at >= 0; at--) {
    const {word} = words[at]!;
    if (codeIn("by", word) !== null || codeIn("up-to", word) !== null) return word;
    if (codeIn("about", word) === null && codeIn("bound", word) === null && codeIn("than", word) === null)
      return levelWord(words, at);
  }
  return null;
}

/** "Climbed to a new peak of 5": "to" between the verb and the number, not before a period. */
function levelWord(words: readonly DraftWord[], last: number): string | null {
  const plain = words.map(({word}) => word);
  for (let at = last; at >= 0 && last - at < MOST_LEVEL_WORDS; at--) {
    if (codeIn("by", plain[at]) !== null || CHANGES.includes(phraseAt(plain, at)?.meaning ?? "")) return null;
    const isTime = /^\d/.test(plain[at + 1] ?? "") || codeIn("month", plain[at + 1]) !== null;
    if (codeIn("up-to", plain[at]) !== null && !isTime) return plain[at]!;
  }
  return null;
}

const MOST_LEVEL_WORDS = 8;
const CHANGES: readonly string[] = ["up", "down", "price up", "price down"];

/**
 * "Inflation in December, they say at the bank, slowed": a clause with its own verb, between a subject that has none yet and its verb. A name in
 * it may say whose number it is.
 */
export function isInserted(portions: readonly Portion[], index: number): boolean {
  const {clause, isBetween, figure} = portions[index]!;
  if (!isBetween || figure !== null || clause.names.size > 0) return false;
  if (!hasVerb(clause) && !isOfTerritory(portions, index)) return false;
  let before = index - 1;
  while (before >= 0 && portions[before]!.isBetween && portions[before]!.figure === null) before--;
  const head = portions[before];
  return (
    head !== undefined &&
    head.figure === null &&
    head.clause.breaks.length === 0 &&
    !hasVerb(head.clause) &&
    head.clause.runs.some((run) => run.isFree === true && isTelling(run))
  );
}

/** "In Chukotka, the only region of its kind, there were": beside the territory right before it. */
function isOfTerritory(portions: readonly Portion[], index: number): boolean {
  const last = portions[index - 1]?.clause;
  const at = last?.territories.at(-1)?.at ?? -1;
  const {words} = portions[index]!.clause;
  return at >= 0 && last!.runs.every((run) => run.at < at) && words.length > 0 && !isStopWord(words[0]!);
}

function hasVerb({runs}: Clause): boolean {
  return runs.some(({words}) => words.some((_, at) => isLoose(words, at)));
}

/** "The default brought it back to 84 %": the number is of "it". The noun before the verb is only the cause. */
export function isObject({words}: Clause, position: number): boolean {
  const at = words.findIndex((word) => codeIn("object-pronoun", word) !== null);
  const next = words[at + 1];
  return at > 1 && at < position && (at + 1 === position || isStopWord(next!)) && isLoose(words, at - 1);
}
