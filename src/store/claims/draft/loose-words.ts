// Words around a claim that are no part of its subject, told by their endings: finite verbs, infinitives, gerunds, adverbs, participles.
//
// They count only where no title has the word. A participle right before a noun may say which one is meant ("adjusted inflation"), so there
// it is not loose; and no ending makes a noun or an adjective loose.
import {isStopWord} from "../../../search/language/words.ts";
import {codeIn, endsIn} from "../claim-phrases.ts";
import type {Run} from "./clause-words.ts";

/** @param words of a run */
export function isLoose(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  if (word.length < SHORTEST) return word.length <= MOST_OF_PARTICLE && !/\d/.test(word);
  if (codeIn("not-loose", word) !== null || codeIn("foreseen", word) !== null) return false;
  if (codeIn("loose", word) !== null || endsIn("loose-ending", word)) return true;
  const next = words[at + 1];
  return endsIn("participle-ending", word) && (next === undefined || isStopWord(next));
}

const SHORTEST = 4;
const MOST_OF_PARTICLE = 2;

/** Whether a run is one adjective right before the number: "a whopping 5 %". @param position of the number */
export function isOfNumber({words, at, isAfterArticle}: Run, position: number): boolean {
  const [word = "", ...others] = words;
  if (others.length > 0 || at + 1 !== position || codeIn("not-loose", word) !== null) return false;
  return isAfterArticle === true || endsIn("adjective-ending", word);
}
