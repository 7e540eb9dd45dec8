// The headlines of a release as a table: the value, whether it is a first print, what the past became, and the change on a year before.
//
// Facts that all rows of the page share stand once above the table; a row has the ones in which they differ.
import {dayText} from "../../../statistics/time/day.ts";
import {type Html, type HtmlValue, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {factLine} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {isPerCent, kindWords} from "../../words/measures.ts";
import {territoryWords, unitWords} from "../../words/names.ts";
import {FREQUENCY_WORDS, numberText, shortPeriodWords} from "../../words/wording.ts";
import {measured} from "../search/variants.ts";
import {changeText} from "../series/change-text.ts";
import {seriesPath, subjectWords, titleWords, valuePath} from "../series/link.ts";
import type {ReleaseView, ShownHeadline} from "./read-release.ts";
import {RELEASE_WORDS, type ReleaseWords} from "./words.ts";

export function headlineTable(visit: Visit, {release, headlines}: ReleaseView): Html {
  const {language, link} = visit;
  const words = RELEASE_WORDS[language];
  const published = dayText(release.publishedAt);
  const shared = sharedFacts(headlines, language);
  const table = dataTable({
    caption: words.headlines,
    narrow: "stacked",
    columns: [
      {head: words.series},
      {head: words.period, whole: true},
      {head: words.value, number: true},
      {head: words.before},
      {head: words.year},
      {head: words.proof},
    ],
    rows: headlines.map((one) => {
      const {key} = one.series;
      const address = link(valuePath(key, one.period, published));
      const cell = `${link(seriesPath(key), {period: one.period})}#evidence`;
      return [
        rowWords(visit, one, shared),
        shortPeriodWords(one.period, one.series.frequency, language),
        html`<strong>${numberText(one.value, language)}</strong><br><span class="quiet unbroken">${printWords(one, language, words)}</span>`,
        previousWords(one, language, words),
        yearWords(one, language, words),
        html`<span class="link-row"><a href="${cell}" rel="nofollow" title="${words.cellTitle}">${words.cell}</a> <a href="${address}" rel="nofollow" title="${words.valueAddressTitle}">${words.address}</a></span>`,
      ];
    }),
  });
  if (shared.size === 0) return table;
  const said = FACTS.flatMap((fact) => (shared.has(fact) ? [FACT_WORDS[fact](headlines[0]!, language)] : []));
  return html`<p class="common">${words.allRows}: ${factLine(said)}</p>\n${table}`;
}

const FACTS = ["subject", "territory", "measured"] as const;
type Fact = (typeof FACTS)[number];

const FACT_WORDS: Readonly<Record<Fact, (one: ShownHeadline, language: Language) => Html>> = {
  subject: ({series}, language) => subjectWords(series, language),
  territory: ({series}, language) => territoryWords(series.fullTerritory, language),
  measured: measuredWords,
};

/** None of a single row, and not all: a row needs a name. */
function sharedFacts(headlines: readonly ShownHeadline[], language: Language): ReadonlySet<Fact> {
  const isShared = (fact: Fact): boolean =>
    new Set(headlines.map((one) => FACT_WORDS[fact](one, language).text)).size === 1;
  const shared = headlines.length < 2 ? [] : FACTS.filter(isShared);
  return new Set(shared.length === FACTS.length ? ["measured"] : shared);
}

/** The facts in which the rows differ. The measure is below the name, unless it alone differs. */
function rowWords({language, link}: Visit, one: ShownHeadline, shared: ReadonlySet<Fact>): Html {
  const [first, ...others] = FACTS.filter((fact) => !shared.has(fact));
  const name = others[0] === "territory" ? titleWords(one.series, language) : FACT_WORDS[first!](one, language);
  return html`<a href="${link(seriesPath(one.series.key))}">${name}</a>${others.includes("measured") && html`<br><span class="quiet">${measuredWords(one, language)}</span>`}`;
}

/** The unit, the kind and the frequency. */
function measuredWords({series}: ShownHeadline, language: Language): Html {
  const unit = series.unitName ?? series.unit;
  return factLine([
    unit !== null && unitWords(unit, language),
    ...kindWords(series, language),
    FREQUENCY_WORDS[language][series.frequency],
  ]);
}

function printWords({knownBefore}: ShownHeadline, language: Language, words: ReleaseWords): string {
  return knownBefore === null ? words.first : `${words.was} ${numberText(knownBefore, language)}`;
}

/** "март 2026: 98,5 → 98,8". */
function previousWords({series, previous}: ShownHeadline, language: Language, words: ReleaseWords): HtmlValue {
  if (previous === null) return "—";
  const {period, knownBefore, now, isWithdrawn} = previous;
  const shown = numberText(now, language);
  const is = isWithdrawn ? html`<s>${shown}</s> <span class="badge bad">${words.gone}</span>` : shown;
  const named = html`<span class="quiet unbroken">${shortPeriodWords(period, series.frequency, language)}:</span> `;
  if (knownBefore === null) return html`${named}${is}<br><span class="quiet">${words.first}</span>`;
  if (knownBefore === now)
    return html`${named}${is}${!isWithdrawn && html`<br><span class="quiet">${words.same}</span>`}`;
  return html`${named}<span class="unbroken">${numberText(knownBefore, language)} → <strong>${is}</strong></span> <span class="badge overdue">${words.revised}</span>`;
}

/** The change, and the value of a year before. */
function yearWords({series, value, yearBefore}: ShownHeadline, language: Language, words: ReleaseWords): HtmlValue {
  if (yearBefore === null) return "—";
  const change = changeText(value, yearBefore, isPerCent(measured(series)), language);
  return html`${change}<br><span class="quiet unbroken">${words.yearBefore} ${numberText(yearBefore, language)}</span>`;
}
