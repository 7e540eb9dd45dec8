// Whether the texts of a table below a header of several levels name countries of the world or groups of them.
//
// It only asks. The names never give a territory to a value there: a column of them is a question to the person.
import {namesWorldTerritory, worldTerritory} from "../../country/world-territories.ts";

/** The territories that the texts of one column name; codes of ISO 3166 count if all of its texts are such codes or names. */
export function worldTerritories(texts: readonly string[]): ReadonlySet<string> {
  const coded = texts.map((text) => (isDigits(text) ? null : worldTerritory(text)));
  const isCoded = coded.length > 1 && coded.every((found) => found !== null);
  const found = coded.filter((one, at) => one !== null && (isCoded || namesWorldTerritory(texts[at]!)));
  return new Set(found.map((one) => one!.canonical));
}

function isDigits(text: string): boolean {
  return /^\d+$/.test(text.trim());
}
