// The one country that a title names: "US Consumer Price Index" is of the United States.
//
// A title with two countries, with a group of them or with a name that another country's lists have too ("Georgia") names none, because a
// territory is never assumed [described.territory]. "World Bank" is such a group, too.
import {COUNTRIES} from "../../country/countries.ts";
import {namesWorldTerritory, worldTerritory} from "../../country/world-territories.ts";
import type {Territory} from "../../statistics/territory.ts";

const MOST_WORDS = 5;

/** null: the title names no country, or more than one territory. */
export function territoryInTitle(title: string): Territory | null {
  const words = title.match(/[\p{L}\p{M}.'’-]+/gu) ?? [];
  const found = new Map<string, Territory>();
  for (let at = 0; at < words.length; ) {
    const [name, count] = longestName(words, at);
    if (count > 0) found.set(worldTerritory(name)!.canonical, worldTerritory(name)!);
    if (count > 0 && isOfOtherLists(name)) return null;
    at += Math.max(1, count);
  }
  const [only, another] = found.values();
  return only !== undefined && another === undefined && only.level === "country" ? only : null;
}

/** Names of up to three letters are abbreviations: "us" is a word. Others begin with a capital. */
function longestName(words: readonly string[], at: number): [name: string, count: number] {
  for (let count = Math.min(MOST_WORDS, words.length - at); count > 0; count--) {
    const name = words.slice(at, at + count).join(" ");
    const letters = name.replace(/[^\p{L}]/gu, "");
    const isName = letters.length <= 3 ? letters === letters.toUpperCase() : /^\p{Lu}/u.test(name);
    if (isName && letters.length > 1 && namesWorldTerritory(name)) return [name, count];
  }
  return ["", 0];
}

function isOfOtherLists(name: string): boolean {
  const canonical = worldTerritory(name)!.canonical;
  return COUNTRIES.some(({territories}) => {
    const own = territories.ofName(name);
    return own !== null && own.canonical !== canonical && own.level !== "country";
  });
}
