// The words that a query can be made of: those of the index, and their synonyms.
import type {Synonyms} from "../language/synonyms.ts";
import type {Vocabulary} from "./vocabulary.ts";

export interface Lexicon {
  readonly vocabulary: Vocabulary;
  readonly synonyms: Synonyms;
  /** Whether a document has the term now. */
  isUsed(term: number): boolean;
}
