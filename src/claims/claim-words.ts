// The words of a claim about a figure, taken apart: its subject, and how the number is meant: unit, base of comparison, change, period, country.
//
// A search would look for all these words in titles, which seldom have them. Words that are not known stay in the subject, where a search
// that does not find them makes the answer ambiguous.
import {isStopWord, plainWordsOf} from "../search/language/words.ts";
import {type ClaimPeriod, isWithin, readPeriod} from "./claim-period.ts";
import {codeIn, firstOf, phraseAt} from "./claim-phrases.ts";
import {type ClaimUnit, unitAt} from "./claim-unit.ts";

/** Longer words of a claim are refused: what is cut off might deny it, and each word costs a search. */
export const MAX_CLAIM_LETTERS = 400;

export type ClaimBase = "yoy" | "mom" | "qoq" | "wow" | "ytd" | "dec";

export interface ClaimWords {
  /** What is searched, in this order, until titles have all words. The last is the whole text. */
  readonly subjects: readonly string[];
  /** The words of the subject that no other subject has: without "prices", "volume" and words of no meaning. */
  readonly core: string;
  readonly period: ClaimPeriod | null;
  readonly unit: ClaimUnit | null;
  /** null: the words do not say. */
  readonly isPerCent: boolean | null;
  readonly base: ClaimBase | null;
  /** The number is a growth or a fall ("fell by 5"). */
  readonly change: "up" | "down" | null;
  /** It speaks of inflation, which is one to the year before or to the month before. */
  readonly isInflation: boolean;
  /** Normalised code of the named country. */
  readonly country: string | null;
  /** Whether the words say what no series can be compared with: another period than that of the claim, a change in points, a denial. */
  readonly isUnclear: boolean;
}

/** @param given the period of the claim, null: only the words may name it */
export function readClaimWords(text: string, given: ClaimPeriod | null): ClaimWords {
  const all = plainWordsOf(text.replace(/=\s*100\s*%?/g, " ").replaceAll("%", " percent "));
  const time = readPeriod(all);
  const words = all.filter((_, at) => !time.taken.has(at));
  const meanings = new Map<string, string>();
  const kept: {word: string; isWeak: boolean; isGeneral?: boolean}[] = [];
  let unit: ClaimUnit | null = null;
  for (let at = 0; at < words.length; ) {
    const measured = unitAt(words, at);
    const phrase = phraseAt(words, at);
    if (measured !== null && measured.length >= (phrase?.length ?? 0)) {
      unit ??= measured.unit;
      at += measured.length;
    } else if (phrase === null) {
      kept.push({word: words[at++]!, isWeak: false});
    } else {
      const [kind = "", code = ""] = phrase.meaning.split(" ");
      const end = at + phrase.length;
      if (kind === "weak" || kind === "general")
        for (const word of words.slice(at, end)) kept.push({word, isWeak: kind === "weak", isGeneral: true});
      if (kind === "part") for (const word of words.slice(at, end)) kept.push({word, isWeak: false});
      if (kind === "price") kept.push({word: firstOf("price"), isWeak: false, isGeneral: true});
      const span = codeIn("rate-noun", words[end]) === null ? null : codeIn("span", words[at]);
      if (span !== null) meanings.set(span, "");
      const isChange = CHANGES.includes(phrase.meaning);
      if (!isChange || !isUpTo(words, end)) meanings.set(kind, kind === "price" ? code : (meanings.get(kind) ?? code));
      at = end;
    }
  }
  const join = (parts: typeof kept): string => parts.map(({word}) => word).join(" ");
  const strong = kept.filter(({isWeak}) => !isWeak);
  const telling = strong.some(({word, isGeneral}) => !isGeneral && !isStopWord(word));
  const base = BASES.find((one) => meanings.has(one)) ?? null;
  const change = changeOf(meanings);
  const period = given ?? time.period;
  const isRate = meanings.has("rate") || base !== null || change !== null;
  return {
    subjects: [...new Set([join(kept), ...(telling ? [join(strong)] : [])])].filter((one) => one.trim() !== ""),
    core: join(strong.filter(({word, isGeneral}) => isGeneral !== true && !isStopWord(word))),
    period,
    unit,
    isPerCent: unit !== null ? unit.isPerCent : isRate ? true : meanings.has("amount") ? false : null,
    base,
    change,
    isInflation: words.some((word) => codeIn("two-bases", word) !== null),
    country: meanings.get("country") ?? null,
    isUnclear:
      !telling ||
      (change !== null && !meanings.has("price") && kept.some(({word}) => codeIn("own-rate", word) !== null)) ||
      meanings.has("denied") ||
      meanings.has("points") ||
      meanings.has("shift") ||
      meanings.has("later") ||
      time.isUnclear ||
      (given !== null && time.period !== null && !isWithin(given, time.period)),
  };
}

const BASES: readonly ClaimBase[] = ["dec", "ytd", "yoy", "qoq", "mom", "wow"];
const CHANGES: readonly string[] = ["up", "down", "price up", "price down", "shift"];

function changeOf(meanings: ReadonlyMap<string, string>): ClaimWords["change"] {
  if (meanings.has("down") || meanings.get("price") === "down") return "down";
  return meanings.has("up") || meanings.get("price") === "up" ? "up" : null;
}

/** Whether the change is told by its end: "rose to 105", "rose in annual terms to". */
function isUpTo(words: readonly string[], from: number): boolean {
  for (let at = from; at < words.length; at++) {
    if (codeIn("by", words[at]) !== null) return false;
    if (codeIn("up-to", words[at]) !== null && phraseAt(words, at + 1)?.meaning !== "yoy") return true;
  }
  return false;
}
