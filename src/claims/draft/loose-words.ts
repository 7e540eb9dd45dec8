// Words around a claim that are no part of its subject: lists, and endings that only verbs, adverbs and participles have.
//
// They count only where no title has the word. A participle right before a noun may say which one is meant ("adjusted inflation"), so there
// it is not loose. Endings that nouns and adjectives have too ("daily", "banking") are no signs: such words are listed.
import {isStopWord} from "../../search/language/words.ts";
import {codeIn, endsIn} from "../claim-phrases.ts";

/** @param words of a run */
export function isLoose(words: readonly string[], at: number): boolean {
  const word = words[at]!;
  // "the EU": a short word may be a name
  if (word.length < SHORTEST) return codeIn("loose", word) !== null;
  const next = words[at + 1];
  // "trimmed the rate" is no "trimmed mean"
  if (endsIn("participle-ending", word) && codeIn("article", next) !== null) return true;
  if (codeIn("not-loose", word) !== null || codeIn("foreseen", word) !== null) return false;
  if (codeIn("loose", word) !== null || endsIn("loose-ending", word)) return true;
  // "the fourth, Kazan, has": an ordinal alone counts what was named before
  return (
    (endsIn("participle-ending", word) || codeIn("ordinal", word) !== null) && (next === undefined || isStopWord(next))
  );
}

const SHORTEST = 4;
