// Whether a text names a country of the world, or one of its usual groups: such a text is a territory, whatever country the words are of.
//
// It only asks. The names never give a territory to a value: a column of them is a question to the person.
import {once, readCountryCodes} from "../../reference/reference.ts";

const LANGUAGES = ["en", "ru"];
const GROUPS = ["World", "European Union", "Euro area", "OECD", "EU", "EU27_2020", "EU28", "G7", "G20"];

const byName = once(() => {
  const names = new Map<string, string>();
  for (const language of LANGUAGES) {
    const shown = new Intl.DisplayNames(language, {type: "region"});
    for (const {two, names: own} of readCountryCodes())
      for (const name of [shown.of(two)!, ...own]) names.set(plain(name), two);
  }
  for (const name of GROUPS) names.set(plain(name), name);
  return names;
});

const byCode = once(
  () => new Map(readCountryCodes().flatMap(({two, three}) => [two, three].map((code) => [code, two]))),
);

/** ISO 3166-1 alpha-2, or the name of a group; null: the text names neither. */
export function worldTerritory(text: string): string | null {
  return byName().get(plain(text)) ?? null;
}

/** The same for the texts of one column: codes of ISO 3166 count if all of its texts are such codes or names. */
export function worldTerritories(texts: readonly string[]): ReadonlySet<string> {
  const named = texts.map(worldTerritory);
  const coded = texts.map((text, at) => named[at] ?? byCode().get(text.trim()) ?? null);
  const isCoded = coded.length > 1 && coded.every((found) => found !== null);
  return new Set((isCoded ? coded : named).filter((found) => found !== null));
}

/** Names are compared without case, signs and "the". */
function plain(name: string): string {
  return name
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^\p{L}\d ]/gu, "")
    .replace(/\bthe\b/g, "")
    .replace(/ +/g, " ")
    .trim();
}
