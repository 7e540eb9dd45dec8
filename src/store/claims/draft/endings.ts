// Words told by their endings, which the lists of reference/claim-words.txt have.
//
// An ending is no proof: a noun may have that of an adjective. So it counts only beside something else that is known of the word.
import {wordsIn} from "../claim-phrases.ts";

/** @param list of endings */
export function endsIn(list: string, word: string): boolean {
  return wordsIn(list).some((ending) => word.length > ending.length + 1 && word.endsWith(ending));
}

/** In any of its forms, in Russian. */
export function isAdjective(word: string): boolean {
  return endsIn("any-adjective-ending", word);
}
