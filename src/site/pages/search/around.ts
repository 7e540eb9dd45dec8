// Lines above the hits of a search: the words that no series has, and the way from "wages by region" to all territories.
//
// The search itself leaves "by region" out (reference/question-words.txt): no series is of all regions. Hits that lack a word come with the word
// that they lack, or a reader takes prices of flats for the wages that are not here.
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import {subjectWords, territoriesPath} from "../series/link.ts";

const WORDS = inPairs({
  lacking: ["Нет рядов со словом", "No series here has the word"],
  lackingMany: ["Нет рядов со словами", "No series here has the words"],
  nearest: ["Ниже ряды, в которых есть остальные слова.", "Below are series with the other words."],
  all: ["Все территории на карте и по порядку:", "All territories on a map and in order:"],
});

/** Further words of a question are not looked up: each is a search of its own. */
const MOST_WORDS = 6;

/** The words of the question that no series has, as they are written. */
async function wordsOfNoSeries({site}: Visit, question: string): Promise<readonly string[]> {
  const words = [...new Set(question.match(/\p{L}[\p{L}\d-]+/gu) ?? [])].slice(0, MOST_WORDS);
  const lacking: string[] = [];
  for (const text of words) {
    const {total} = await site.store.search.findKeys({text, filters: {}, limit: 1, most: 0, wholeOnly: true});
    if (total === 0) lacking.push(text);
  }
  return lacking;
}

/** false: series have each word, but none has all of them. */
export async function drawLacking(visit: Visit, question: string): Promise<Html | false> {
  const words = WORDS[visit.language];
  const lacking = await wordsOfNoSeries(visit, question);
  return (
    lacking.length > 0 &&
    html`<p class="notice">${lacking.length > 1 ? words.lackingMany : words.lacking} ${lacking.map((word, at) => html`${at > 0 && ", "}<strong>${word}</strong>`)}. ${words.nearest}</p>`
  );
}

/** For the first hit, if the question asks for it by territory and other hits are the same of other territories. */
export function drawTerritoriesWay(visit: Visit, question: string, found: readonly FoundSeries[]): Html | false {
  const [first] = found;
  if (first === undefined || !BY_TERRITORY.test(question)) return false;
  const hasOthers = found.some((one) => one !== first && isSameElsewhere(one, first));
  return (
    hasOthers &&
    html`<p class="notice">${WORDS[visit.language].all} <a href="${visit.link(territoriesPath(first.key))}">${subjectWords(first, visit.language)}</a></p>\n`
  );
}

const BY_TERRITORY =
  /(?<!\p{L})(?:по (?:всем )?(?:регионам|субъектам|областям|территориям|(?:федеральным )?округам)|в разрезе регионов|(?:by|across|per|in all) (?:regions?|territor(?:y|ies)|federal subjects?))(?!\p{L})/iu;

function isSameElsewhere(one: FoundSeries, other: FoundSeries): boolean {
  return (
    one.datasetId === other.datasetId &&
    (["indicator", "classification", "measure", "transformation", "unit", "frequency"] as const).every(
      (part) => one[part] === other[part],
    )
  );
}
