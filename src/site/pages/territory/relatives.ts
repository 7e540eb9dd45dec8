// The territories beside one: what it is part of, the others of the same part and level, and its own parts.
//
// Only those that share a dataset with it are shown: each link leads to a page with figures to compare.
import {ownerOf} from "../../../country/countries.ts";
import {LEVELS, type Territory} from "../../../statistics/territory.ts";
import {findTerritoriesOf} from "../../../store/datasets/territory-datasets.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {levelWords, territoriesByName, territoryLink} from "../../words/names.ts";
import {capitalized, numberText} from "../../words/wording.ts";
import type {TerritoryWords} from "./words.ts";

export interface Relatives {
  /** null: it is part of nothing that has series. */
  readonly parent: Territory | null;
  /** Of the same parent and level. */
  readonly beside: readonly Territory[];
  readonly parts: readonly Territory[];
}

/** Datasets that are asked for them. */
const DATASETS_WANTED = 12;
const SHOWN = 60;

/** @param datasets the numbers of those that have the territory, those with most territories first */
export function* readRelatives(q: Queries, territory: Territory, datasets: readonly number[]): Script<Relatives> {
  const listed = ownerOf(territory.canonical)?.territories.builtIn() ?? [];
  const canonicals = new Map(listed.map(({code, canonical}) => [code, canonical]));
  const canonicalOf = (code: string | null): string | null => code && (canonicals.get(code) ?? code);
  const own = listed.find(({canonical}) => canonical === territory.canonical) ?? territory;
  const parent = canonicalOf(own.parent);
  const isSibling = (one: Territory): boolean => one.level === own.level && canonicalOf(one.parent) === parent;
  const isPart = (one: Territory): boolean =>
    one.level !== own.level && canonicalOf(one.parent) === territory.canonical;
  const wanted = listed.filter((one) => one.canonical === parent || (parent !== null && isSibling(one)) || isPart(one));
  const codes = new Set([...wanted.map(({code}) => code), ...(parent === null ? [] : [parent])]);
  const found = yield* findTerritoriesOf(q, datasets.slice(0, DATASETS_WANTED), [...codes]);
  const there = new Set(found.map(({canonical}) => canonical));
  const others = new Map<string, Territory>();
  for (const one of wanted)
    if (there.has(one.canonical) && one.canonical !== territory.canonical && !others.has(one.canonical))
      others.set(one.canonical, one);
  const all = [...others.values()].filter(({canonical}) => canonical !== parent);
  return {
    parent: found.find(({code, canonical}) => code === own.parent || canonical === parent) ?? null,
    beside: all.filter(isSibling),
    parts: all.filter(isPart),
  };
}

/** false: there are none. */
export function drawRelatives(
  visit: Visit,
  territory: Territory,
  {parent, beside, parts}: Relatives,
  words: TerritoryWords,
): Html | false {
  const many = levelWords(territory.canonical, visit.language).many;
  const levels = LEVELS.filter((level) => parts.some((one) => one.level === level));
  return (
    (beside.length > 0 || levels.length > 0) &&
    html`<section aria-labelledby="beside">
<h2 id="beside">${beside.length > 0 ? words.beside : words.parts}</h2>
${beside.length > 0 && html`${parent !== null && html`<p class="quiet">${words.besideIn} ${territoryLink(visit, parent)}</p>\n`}${list(visit, beside, words)}`}${levels.map(
  (level) =>
    html`<h3>${capitalized(many[level])}</h3>
${list(
  visit,
  parts.filter((one) => one.level === level),
  words,
)}`,
)}</section>\n`
  );
}

function list(visit: Visit, territories: readonly Territory[], words: TerritoryWords): Html {
  const {language} = visit;
  const sorted = territoriesByName(territories, language);
  const left = sorted.length - SHOWN;
  return html`<ul class="territories">
${sorted.slice(0, SHOWN).map(({one}) => html`<li>${territoryLink(visit, one)}</li>\n`)}${left > 0 && html`<li class="quiet">${words.more} ${numberText(left, language)}</li>`}</ul>\n`;
}
