// English names of what Russian publishers have published: datasets, indicators and classes, from reference/name-english.csv.
//
// A class of several levels ("Всего / мужчины") has an English name only if each of its parts has one, so that no name is half Russian.
import {once, readNameEnglish} from "../../reference.ts";

export function englishName(name: string): string | null {
  const known = ofWhole(name);
  if (known !== null || !name.includes(" / ")) return known;
  const parts = name.split(" / ").map(ofWhole);
  return parts.includes(null) ? null : parts.join(" / ");
}

function ofWhole(name: string): string | null {
  const names = byFolded();
  const own = names.get(folded(name));
  if (own !== undefined) return own;
  const ofAll = names.get(folded(name.replace(OF_ALL_REGIONS, "")));
  return ofAll === undefined || !OF_ALL_REGIONS.test(name) ? null : `${ofAll}, by region`;
}

const OF_ALL_REGIONS = /,? по субъектам Российской Федерации$/i;

const byFolded = once(() => new Map([...readNameEnglish()].map(([name, english]) => [folded(name), english])));

/** Publishers write one name with capitals or without, and with other blanks and dashes; the list has no semicolons. */
function folded(name: string): string {
  return name.toLowerCase().replaceAll("ё", "е").replaceAll(";", ",").replace(/[–—]/g, "-").replace(/\s+/g, " ").trim();
}
