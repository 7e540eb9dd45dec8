// Several territories of a ranking in one comparison, by one press: those with the highest or the lowest values, all of a level, or those that a
// reader names. It has the values of now, so a page of a past day has none.
import type {NamedTerritories} from "../../../store/search/territory-naming.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {territoryText} from "../../words/names.ts";
import {MOST_SERIES} from "../compare/query.ts";
import type {Family} from "../family/read-family.ts";
import {territoriesPath} from "../series/link.ts";
import type {RankedMember} from "./ranking.ts";
import {TERRITORIES_WORDS} from "./words.ts";

/** Territories of the links to the ends of a ranking. */
export const FIRST = 10;
const LONGEST = 1000;

export function drawTogether(visit: Visit, {series, level}: Family, rows: readonly RankedMember[]): Html | false {
  const {language, query, link} = visit;
  const words = TERRITORIES_WORDS[language];
  const valued = rows
    .flatMap(({member, rank}) => (rank === null ? [] : [{key: member.key, rank}]))
    .sort((one, other) => one.rank - other.rank);
  if (valued.length < 2) return false;
  const to = (own: readonly {readonly key: string}[], text: string): Html =>
    html` <a class="button quiet" href="${link("/compare", {series: own.map(({key}) => key).join(",")})}" rel="nofollow">${text}</a>`;
  const lang = query.get("lang");
  return html`<div class="together">
<p>${words.inChart}:${valued.length > FIRST && html`${to(valued.slice(0, FIRST), `${words.highest10} ${FIRST}`)}${to(valued.slice(-FIRST), `${words.lowest10} ${FIRST}`)}`}${valued.length <= MOST_SERIES && to(valued, `${words.allOf} ${valued.length}`)}</p>
<form class="inline-form" action="${link(territoriesPath(series.key))}">
<div class="field"><label for="names">${words.byNames}</label>
<input type="text" id="names" name="names" value="${typedNames(query)}" maxlength="${LONGEST}" autocomplete="off" placeholder="${rows
    .slice(0, 2)
    .map(({member}) => territoryText(member.territory, language))
    .join(", ")}"></div>
<input type="hidden" name="level" value="${level}">${lang !== null && html`<input type="hidden" name="lang" value="${lang}">`}
<button type="submit" class="quiet">${words.compare}</button>
</form>
</div>\n`;
}

export function typedNames(query: URLSearchParams): string {
  return (query.get("names") ?? "").slice(0, LONGEST).trim();
}

export interface FoundNames {
  /** Of the named territories, in the order of the text. */
  readonly keys: readonly string[];
  /** Named territories without a series here, and words that name none. */
  readonly missing: readonly string[];
}

/** What the typed names mean among the series of the level. */
export async function findNames({site, budget}: Visit, text: string, {members}: Family): Promise<FoundNames> {
  const keys: string[] = [];
  const missing: string[] = [];
  for (const part of text.split(/[,;\n]+/).filter((one) => one.trim() !== "")) {
    const {territories, rest}: NamedTerritories = await site.store.search.namedTerritories(part, budget);
    const own = territories.map(({canonical}) => members.find(({territory}) => territory.canonical === canonical)?.key);
    keys.push(...own.flatMap((key) => key ?? []));
    if (rest !== "" || own.length === 0 || own.includes(undefined)) missing.push(part.trim());
  }
  return {keys: [...new Set(keys)].slice(0, MOST_SERIES), missing};
}
