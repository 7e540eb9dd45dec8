// The tile map of an indicator: for the page of its territories and for the page of its dataset.
import {type DividedMap, dividedMap, tileMap} from "../../chart/tile-map.ts";
import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import {levelWords, territoryText} from "../../words/names.ts";
import {memberLink, type RankedMember} from "./ranking.ts";
import {TERRITORIES_WORDS} from "./words.ts";

/** null: too few regions have a value. */
export function mapOf(visit: Visit, rows: readonly RankedMember[]): DividedMap | null {
  const values = rows.map(({member, value}) => ({
    canonical: member.territory.canonical,
    name: territoryText(member.territory, visit.language),
    value,
    href: memberLink(visit, member.key),
  }));
  return dividedMap(values, visit.site.country);
}

/** With a heading; false: too few regions have a value. */
export function drawMap(visit: Visit, rows: readonly RankedMember[], heading: Html): Html | false {
  const words = TERRITORIES_WORDS[visit.language];
  const map = mapOf(visit, rows);
  if (map === null) return false;
  const label = levelWords(rows[0]?.member.territory.canonical ?? "", visit.language).map;
  return html`${heading}
${tileMap(map, {label, none: words.none, from: words.from}, visit.language)}`;
}
