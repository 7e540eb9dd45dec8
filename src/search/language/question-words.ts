// Phrases that only turn a subject into a question: "растёт ли безработица", "is unemployment up". A search leaves them out.
//
// The phrases are data (reference/question-words.txt). A phrase that remains alone is kept: then it is what is asked for. Some phrases may have a
// meaning ("сколько стоит" asks for prices): these are left out only if nothing matches with them.
import {plainWordsOf, type QueryPart} from "./words.ts";

/** Between the words of a phrase: "is … up". */
const GAP = "…";
/** Words that a gap may have. */
const GAP_WORDS = 6;

/** Words, each with any endings if it ends in "*", and gaps. */
type QuestionPhrase = readonly string[];

export interface QuestionWords {
  readonly always: readonly QuestionPhrase[];
  /** Left out if nothing matches with them. */
  readonly otherwise: readonly QuestionPhrase[];
}

/** @param text one or more phrases a line, separated by `;`; comments after `#`. "?" before a phrase: it is left out if nothing matches with it. */
export function parseQuestionWords(text: string): QuestionWords {
  const members = text
    .split(/\r?\n/)
    .flatMap((line) => line.replace(/#.*/, "").split(";"))
    .map((member) => member.trim());
  const read = (some: readonly string[]): readonly QuestionPhrase[] =>
    some.map((phrase) => phrase.split(/\s+/).flatMap(readPart)).filter((phrase) => phrase.some((part) => part !== GAP));
  return {
    always: read(members.filter((one) => !one.startsWith("?"))),
    otherwise: read(members.filter((one) => one.startsWith("?"))),
  };
}

function readPart(part: string): readonly string[] {
  if (part === GAP) return [GAP];
  return plainWordsOf(part).map((word) => (part.endsWith("*") ? `${word}*` : word));
}

/** The parts without the phrases; the same parts, if nothing else would be left. */
export function withoutQuestionWords(
  parts: readonly QueryPart[],
  phrases: readonly QuestionPhrase[],
): readonly QueryPart[] {
  const words = parts.map((one) => (one.words.length === 1 ? one.words[0]! : null));
  const isLeftOut = new Set<number>();
  const known = new Set(words);
  for (const phrase of phrases) {
    const [first] = phrase;
    if (first !== GAP && !first!.endsWith("*") && !known.has(first!)) continue;
    for (let from = 0; from < words.length; from++)
      for (const at of indexesOf(phrase, words, from) ?? []) isLeftOut.add(at);
  }
  return isLeftOut.size === 0 || isLeftOut.size === parts.length ? parts : parts.filter((_, at) => !isLeftOut.has(at));
}

/** The indexes of the words of a phrase that begins at an index; null: it does not. */
function indexesOf(phrase: QuestionPhrase, words: readonly (string | null)[], from: number): readonly number[] | null {
  const indexes: number[] = [];
  let at = from;
  for (let part = 0; part < phrase.length; part++) {
    if (phrase[part] !== GAP) {
      if (!isPart(words[at], phrase[part]!)) return null;
      indexes.push(at++);
      continue;
    }
    const next = phrase[++part]!;
    const behind = words.findIndex((word, index) => index > at && index <= at + GAP_WORDS && isPart(word, next));
    if (behind === -1) return null;
    indexes.push(behind);
    at = behind + 1;
  }
  return indexes;
}

function isPart(word: string | null | undefined, part: string): boolean {
  if (word === null || word === undefined) return false;
  return part.endsWith("*") ? word.startsWith(part.slice(0, -1)) : word === part;
}
