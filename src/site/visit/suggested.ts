// A subject that may be suggested while somebody types: an indicator, a territory or a dataset, with its name in both languages.
import type {Named} from "../../store/search/suggestions.ts";
import type {Language} from "../words/language.ts";

export interface SuggestedSubject extends Named {
  readonly texts: Readonly<Record<Language, string>>;
  /** What it is, beside the name. */
  readonly note: (language: Language) => string;
  /** The address of its page. */
  readonly path: string;
  readonly query: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}
