// A search that names several territories: the words without them, in these territories, and one line that leads to a comparison.
//
// No series is of two territories, so such a question matches none as a whole. It is read so only then.
import {territoryIdentity} from "../../../statistics/territory.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import {readDeclaredQuantities} from "../../../store/datasets/declared-quantities.ts";
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {territoryWords} from "../../words/names.ts";
import {nameFound} from "../../words/own-names.ts";
import {stepSubjectOf} from "../derived/choices.ts";
import {findPriceIndices} from "../derived/price-indices.ts";
import {realWays} from "../derived/real-ways.ts";
import {DERIVED_WORDS} from "../derived/words.ts";
import {subjectWords} from "../series/link.ts";

/** What a comparison takes: from seven series on each has a chart of its own. */
const MOST_COMPARED = 100;

const WORDS = inPairs({
  together: ["Вместе:", "Together:"],
  compare: ["Сравнить на графике", "Compare in a chart"],
});

export interface SeveralTerritories {
  /** The text without the territories. */
  readonly text: string;
  /** Their codes, in the order of the text. */
  readonly territory: readonly string[];
}

/** null: the text names fewer than two, or nothing but territories. */
export async function severalTerritories({site, budget}: Visit, text: string): Promise<SeveralTerritories | null> {
  const {territories, rest} = await site.store.search.namedTerritories(text, budget);
  const subject = rest.replace(COMPARING, " ").trim();
  if (territories.length < 2 || subject === "") return null;
  return {text: subject, territory: territories.map(({canonical}) => canonical)};
}

/** Words that only ask for a comparison. */
const COMPARING =
  /(?<![\p{L}\d])(?:сравни(?:ть|те|м)?|сравнени[ея]|против|и|compare|comparison|versus|vs|and|between|of|in)(?![\p{L}\d])/gu;

/** The first indicator of which several of the territories have a series, in the order of the text. false: of none. */
export async function drawFoundTogether(
  visit: Visit,
  found: readonly FoundSeries[],
  {territory}: SeveralTerritories,
): Promise<Html | false> {
  const {language, link} = visit;
  const families = Map.groupBy(found, familyOf);
  const family = [...families.values()].map(inEachTerritory).find((own) => own.length > 1);
  if (family === undefined) return false;
  const orderOf = ({fullTerritory: {canonical}}: FoundSeries): number => territory.indexOf(canonical);
  const members = family.toSorted((one, other) => orderOf(one) - orderOf(other)).slice(0, MOST_COMPARED);
  const named = await nameFound(visit, members);
  const series = members.map(({key}) => key).join(",");
  const real = await realOf(visit, members);
  return html`<p class="notice together">${WORDS[language].together} ${subjectWords(named[0]!, language)} — ${named.map(({fullTerritory}, at) => html`${at > 0 && ", "}${territoryWords(fullTerritory, language)}`)}.
<a href="${link("/compare", {series})}">${WORDS[language].compare}</a>${real.map((way) => html` · <a href="${link("/compare", {series: way.series, derive: way.derive})}" rel="nofollow">${DERIVED_WORDS[language].inRealTerms}: ${way.name}</a>`)}</p>\n`;
}

/** Series with one text differ only by their territory. */
function familyOf(one: FoundSeries): string {
  const {datasetId, indicator, classification, measure, transformation, unit, frequency} = one;
  return JSON.stringify([datasetId, indicator, classification, measure, transformation, unit, frequency]);
}

function inEachTerritory(own: readonly FoundSeries[]): FoundSeries[] {
  return [...new Map(own.map((one) => [territoryIdentity(one.fullTerritory), one])).values()];
}

async function realOf(visit: Visit, members: readonly FoundSeries[]) {
  const {site, language} = visit;
  const [{datasetId}] = members as [FoundSeries];
  const dataset: DatasetRecord | undefined = (await site.store.overview.read()).find(
    (one) => one.dataset.id === datasetId,
  )?.dataset;
  if (dataset === undefined) return [];
  const declared = await site.store.statistics.read((q) => readDeclaredQuantities(q, datasetId));
  const priced = members.map((series) => ({series, subject: stepSubjectOf({dataset, series}, declared)}));
  return realWays(
    members.map(({key}) => key),
    await findPriceIndices(visit, priced),
    language,
  );
}
