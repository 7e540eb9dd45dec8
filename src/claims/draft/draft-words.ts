// The words of a text with their places, and its sentences and clauses.
//
// Places are offsets of UTF-16, as `slice` takes them. A decimal sign is no end of a clause, and a blank within a number is no end of a word:
// numbers are found first (figures.ts), and here are only the words and the marks between them.
import {isStopWord, plainWordsOf} from "../../search/language/words.ts";
import {codeIn} from "../claim-phrases.ts";

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A word in the form in which words are compared; the signs of per cent and of the ruble are words too. */
export interface DraftWord extends Span {
  readonly word: string;
  /** It begins with a capital letter and no sentence begins with it. */
  readonly isName: boolean;
  readonly isCapital: boolean;
  /** "US", "U.S.": no "us". */
  readonly isAcronym: boolean;
}

/** "y/y" and "p.p." are one word; a longer run of such letters is not read, so that any text takes the same time. */
const WORD = /(?<!\p{L})(?:\p{L}[./]){1,3}\p{L}(?![\p{L}\p{N}])|[\p{L}\p{N}]+(?:['’]\p{L}+)?|[%₽]/gu;

export function draftWords(text: string): DraftWord[] {
  const found: DraftWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const [raw] = match;
    const own = raw.replace(POSSESSIVE, "");
    const word = SIGNS[raw] ?? plainWordsOf(own).join("");
    const isName =
      /^\p{Lu}\p{Ll}/u.test(raw) &&
      /[\p{L}\p{N},;:)-]\s*$/u.test(text.slice(Math.max(0, match.index - 3), match.index));
    const isCapital = /^\p{Lu}/u.test(raw);
    const isAcronym = /^\p{Lu}[\p{Lu}\p{N}./]+$/u.test(own);
    if (word !== "")
      found.push({word, isName, isCapital, isAcronym, start: match.index, end: match.index + raw.length});
  }
  return found;
}

const POSSESSIVE = /['’]s$/;
const SIGNS: Readonly<Record<string, string>> = {"%": "percent", "₽": "rub"};

/** An end of a sentence: a sign, and behind a blank a capital letter, perhaps behind a quotation mark or a bullet; or a new line. */
const SENTENCE_END = /[.!?…]+["'»”)\]]*(?=\s+[^\p{L}\p{N}\s]{0,3}\s?\p{Lu})|\n+/gu;

/** The sentences of a text, in order and without gaps. */
export function* sentencesOf(text: string): Generator<Span> {
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    const end = match.index + match[0].length;
    if (isAbbreviated(text, start, match.index)) continue;
    yield* shortened(text, {start, end});
    start = end;
  }
  if (start < text.length) yield* shortened(text, {start, end: text.length});
}

/** Longer sentences are read in parts: the work for a sentence grows with the square of its length. */
const LONGEST_SENTENCE = 800;

function* shortened(text: string, {start, end}: Span): Generator<Span> {
  let from = start;
  while (end - from > LONGEST_SENTENCE) {
    const blank = text.lastIndexOf(" ", from + LONGEST_SENTENCE);
    const to = blank > from ? blank : from + LONGEST_SENTENCE;
    yield {start: from, end: to};
    from = to;
  }
  yield {start: from, end};
}

/** "5 April. Then", "y/y. Then" and "in the 90-s. Then" end, "bn. Rubles" and initials do not: one letter before the point ends no sentence. */
function isAbbreviated(text: string, start: number, point: number): boolean {
  if (text[point] !== ".") return false;
  const [last = ""] = /\p{L}+$/u.exec(text.slice(Math.max(start, point - 3), point)) ?? [];
  if (codeIn("abbreviation", last.toLowerCase()) !== null) return true;
  if (last.length !== 1 || /(?:[\p{N}/]|\d-)$/u.test(text.slice(Math.max(0, point - 3), point - 1))) return false;
  // "in 2020 y. In Kazan": behind a year a small word with a capital letter begins a sentence
  const [, next = ""] = /^\.\s+(\p{Lu}\p{L}*)/u.exec(text.slice(point, point + MOST_NEXT)) ?? [];
  const isOfYear = /\d{4}\s$/.test(text.slice(Math.max(0, point - 6), point - 1));
  return !(isOfYear && next !== "" && isStopWord(next.toLowerCase()));
}

const MOST_NEXT = 20;

const CLAUSE_END = /(?<!\d),|,(?!\d)|[;:()[\]«»"“”]|\s[-—–]\s|—/gu;

const COMMA_OF_DATE = /^,\s(?:19|20)\d\d(?!\d)/;

/** At the first or the last mark of one word in quotation marks, which is no clause. */
function isQuotedWord(sentence: string, at: number): boolean {
  const [before, behind] = [
    sentence.slice(Math.max(0, at - LONGEST_QUOTED), at),
    sentence.slice(at, at + LONGEST_QUOTED),
  ];
  return /^[«"“]\p{Ll}+[»"”]/u.test(behind) || (/^[»"”]/.test(behind) && /[«"“]\p{Ll}+$/u.test(before));
}

const LONGEST_QUOTED = 30;

/** The clauses of a sentence: its parts between marks. Marks within one of the figures do not count. */
export function clausesOf(sentence: string, figures: readonly Span[]): Span[] {
  const clauses: Span[] = [];
  let start = 0;
  for (const match of sentence.matchAll(CLAUSE_END)) {
    const at = match.index;
    if (figures.some((one) => at >= one.start && at < one.end) || isQuotedWord(sentence, at)) continue;
    // "March 5, 2024" is one time
    if (/\d$/.test(sentence.slice(0, at)) && COMMA_OF_DATE.test(sentence.slice(at, at + 7))) continue;
    // "services — 5 %": a dash between a subject and its figure divides nothing
    if (/[-—–]/.test(match[0]) && !figures.some((one) => one.start >= start && one.start < at)) continue;
    if (at > start) clauses.push({start, end: at});
    start = at + match[0].length;
  }
  if (start < sentence.length) clauses.push({start, end: sentence.length});
  return clauses;
}
