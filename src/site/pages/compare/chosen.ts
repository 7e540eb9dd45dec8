// The series of a comparison as a list, with ways to take one out and to compute values of one or of all; and the form that adds one.
//
// Without a script all of it are links and forms. Of many series each link would repeat all others: they are boxes of one form.
import type {FoundSeries} from "../../../store/series/named-series.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import type {Language} from "../../words/language.ts";
import {nameFound} from "../../words/own-names.ts";
import {FREQUENCY_WORDS} from "../../words/wording.ts";
import {DERIVED_WORDS, stepsWords} from "../derived/words.ts";
import {factTexts} from "../search/variants.ts";
import {measuredIn, stalledBadge} from "../series/head.ts";
import {seriesPath, titleText, titleWords} from "../series/link.ts";
import {dayQuery} from "../series/query.ts";
import {swatch} from "./lines.ts";
import {MOST_SERIES, MOST_TOGETHER, PUBLISHED} from "./query.ts";
import type {Compared, ComparedSeries} from "./read-compared.ts";
import {COMPARE_WORDS} from "./words.ts";

/** Series offered for typed words. */
const CHOICES = 8;

export function drawChosen(visit: Visit, compared: Compared): Html | false {
  const {chosen} = compared;
  if (chosen.length > MOST_TOGETHER) return boxes(visit, chosen);
  return (
    chosen.length > 0 &&
    html`<ul class="compared">
${chosen.map((one, at) => drawOne(visit, compared, one, at))}</ul>\n`
  );
}

function drawOne(visit: Visit, compared: Compared, one: ComparedSeries, at: number): Html {
  const {chosen} = compared;
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const {series, status} = one.view;
  const others = chosen.filter((other) => other !== one).map(({entry}) => entry.text);
  const facts = [...measuredIn(one.view, language), FREQUENCY_WORDS[language][series.frequency]];
  const remove = visit.here({series: others.length === 0 ? null : others.join(","), add: null});
  return html`<li>${swatch(at)}<div><a href="${visit.link(seriesPath(series.key), {as_of: dayQuery(one.view.asOf)})}">${titleWords(series, language)}</a><br><span class="quiet">${factLine(facts)}</span>${one.beside.map((other) => html`<br><span class="quiet">${DERIVED_WORDS[language].beside} <a href="${visit.link(seriesPath(other.series.key), {as_of: dayQuery(other.asOf)})}">${titleWords(other.series, language)}</a></span>`)}${status === "stalled" && stalledBadge(series, language)}<a class="quiet" href="${remove}" aria-label="${words.remove}: ${titleText(series, language)}">${words.remove}</a>${chosen.length > 1 && ownSteps(visit, compared, one)}</div></li>\n`;
}

/** Two price indices are two ways: each has its name. */
function wayWords(steps: string, prices: Compared["prices"], language: Language, isOfGrowth = false): string {
  const index = prices.get(steps);
  return index === undefined ? stepsWords(steps, language, isOfGrowth) : `${stepsWords(steps, language)}: ${index}`;
}

/** Links to computed values of one series among others. */
function ownSteps(visit: Visit, {chosen, derive, prices}: Compared, one: ComparedSeries): Html | false {
  const {language} = visit;
  const words = DERIVED_WORDS[language];
  const {key} = one.entry;
  const ways = [...new Set([...one.offered, ...(one.steps === null ? [] : [one.steps])])];
  const to = (text: string): string =>
    visit.here({
      series: chosen.map((other) => (other === one ? text : other.entry.text)).join(","),
      ...{as: null, base: null, add: null},
    });
  return (
    ways.length > 0 &&
    html`<details class="own-steps"><summary>${COMPARE_WORDS[language].computeOne}</summary><p class="computed-ways">${ways.map(
      (steps) =>
        html`<a class="button quiet" href="${to(`${key}~${steps}`)}" rel="nofollow"${steps === one.steps && html` aria-current="true"`}>${wayWords(steps, prices, language, one.isOfGrowth)}</a>\n`,
    )}${one.steps !== null && html`<a class="button quiet" href="${to(derive === null ? key : `${key}~${PUBLISHED}`)}">${words.published}</a>\n`}</p></details>`
  );
}

function boxes(visit: Visit, chosen: readonly ComparedSeries[]): Html {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  return html`<details class="many-chosen">
<summary>${words.chosenAre}\u00a0${chosen.length}. ${words.change}</summary>
<form action="${visit.link("/compare")}">
${keptFields(visit, ["as", "as_of", "years", "derive", "scales", "charts", "events"])}<ul class="many-boxes">${chosen.map(
    ({entry, view, isOfGrowth}) =>
      html`<li><label class="choice"><input type="checkbox" name="series" value="${entry.text}" checked> <span>${titleWords(view.series, language)}${entry.steps !== null && entry.steps !== PUBLISHED && `, ${stepsWords(entry.steps, language, isOfGrowth)}`}</span></label></li>\n`,
  )}</ul>
<button type="submit" class="quiet">${words.showChosen}</button>
</form>
</details>\n`;
}

function keptFields({query}: Visit, names: readonly string[]): Html {
  return html`${[...names, "lang"].map((name) => query.get(name) && html`<input type="hidden" name="${name}" value="${query.get(name)}">`)}`;
}

/**
 * Links to computed values of all series, and back. A change on the year is one step of a level and two of a monthly rate: where the steps
 * differ, each series takes its own, and one without them stays as published.
 */
export function stepLinks(visit: Visit, {chosen, derive, prices, real, hasNoPrices, hasNoMoney}: Compared): Html {
  const {language} = visit;
  const words = DERIVED_WORDS[language];
  const {computeAll, computeOne} = COMPARE_WORDS[language];
  const keys = [...new Map(chosen.map((one) => [one.entry.key, one.offered]))];
  const isComputed = chosen.some(({steps}) => steps !== null) || derive !== null;
  // real terms of all series have a line of their own
  const isApart = (steps: string): boolean => real.length > 0 && steps.startsWith("real:");
  const all = [...new Set([...chosen.flatMap(({offered}) => offered), ...(derive === null ? [] : [derive])])].filter(
    (steps) => !isApart(steps),
  );
  const here = chosen.map(({entry}) => entry.text).join(",");
  const ways = [...Map.groupBy(all, (steps) => wayWords(steps, prices, language))].flatMap(([name, steps]) => {
    const own = keys.map(([key, offered]) => ({key, step: steps.find((one) => offered.includes(one))}));
    const count = own.filter(({step}) => step !== undefined).length;
    // what one of several series takes is offered beside its name
    if (count < Math.min(2, keys.length) && !steps.some((one) => one === derive)) return [];
    const isSame = steps.length === 1 && (steps[0] === derive || own.every(({step}) => step !== undefined));
    const [series, step] = isSame
      ? [keys.map(([key]) => key).join(","), steps[0]!]
      : [own.map(({key, step}) => (step === undefined ? key : `${key}~${step}`)).join(","), null];
    const isTaken = derive === step && (step !== null || series === here);
    return {name, isTaken, address: visit.here({derive: step, as: null, base: null, add: null, series})};
  });
  return html`${realLinks(visit, real, here, derive)}${
    ways.length > 0 &&
    html`<details class="own-steps all-steps"${derive !== null && !isApart(derive) && html` open`}><summary>${chosen.length > 1 ? computeAll : computeOne}</summary><p class="computed-ways">${ways.map(
      ({name, isTaken, address}) =>
        html`<a class="button quiet" href="${address}" rel="nofollow"${isTaken && html` aria-current="true"`}>${name}</a>\n`,
    )}${isComputed && html`<a class="button quiet" href="${visit.here({derive: null, add: null, series: keys.map(([key]) => key).join(",")})}">${words.published}</a>\n`}</p>${hasNoPrices && html`<p class="quiet">${chosen.length > 1 ? words.noPricesForAll : words.noPricesHere}</p>`}${hasNoMoney && html`<p class="quiet">${words.noRealTerms}</p>`}</details>\n`
  }`;
}

/** In sight: wages of two regions are mostly compared for this. @param here the series of the address */
function realLinks(visit: Visit, real: Compared["real"], here: string, derive: string | null): Html | false {
  const words = DERIVED_WORDS[visit.language];
  const keys = here.split(",").map((text) => text.split("~")[0]);
  const isTaken = (way: Compared["real"][number]): boolean => way.series === here && way.derive === derive;
  return (
    real.length > 0 &&
    html`<p class="computed-ways real-ways"><span>${words.inRealTerms}, ${words.by}:</span> ${real.map(
      (way) =>
        html`<a class="button quiet" href="${visit.here({series: way.series, derive: way.derive, as: null, base: null, add: null})}" rel="nofollow"${isTaken(way) && html` aria-current="true"`}>${way.name}</a>\n`,
    )}${real.some(isTaken) && html`<a class="button quiet" href="${visit.here({series: keys.join(","), derive: null, add: null})}">${words.published}</a>\n`}</p>\n`
  );
}

/** The results are replaced while a visitor types (client/search.ts). */
export function addForm(visit: Visit, {chosen, typed}: Compared): Html | false {
  const words = COMPARE_WORDS[visit.language];
  if (chosen.length >= MOST_SERIES) return false;
  const series = chosen.map(({entry}) => entry.text).join(",");
  return html`<form class="inline-form choices" id="search" action="${visit.link("/compare")}#search">
${series !== "" && html`<input type="hidden" name="series" value="${series}">`}${keptFields(visit, ["as", "base", "as_of", "years", "derive", "scales", "charts", "events"])}
<div class="field"><label for="q">${words.add}</label><input type="text" id="q" name="add" value="${typed}" maxlength="300" autocomplete="off"></div>
<button type="submit" class="quiet">${words.addButton}</button>
<a href="${visit.link("/search", {compare: series === "" ? null : chosen.map(({entry}) => entry.key).join(",")})}">${words.search}</a>
</form>\n`;
}

/** Series that a reader may mean by the words typed into the field, each with a link that adds it. */
export async function typedName(visit: Visit, {chosen, typed}: Compared): Promise<Html> {
  const {language, site} = visit;
  const words = COMPARE_WORDS[language];
  const keys = new Set(chosen.map(({entry}) => entry.key));
  const query = {text: typed, filters: {}, limit: CHOICES + keys.size};
  const found = typed === "" ? [] : (await site.store.search.findSeries(query, false, visit.budget)).series;
  // what is measured as a chosen series is comes first, in the order of the search otherwise
  const published = chosen.filter(({steps}) => steps === null).map(({view}) => view.series);
  const isAlike = (one: FoundSeries): boolean =>
    published.some(
      ({unit, transformation, measure}) =>
        one.unit === unit && one.transformation === transformation && one.measure === measure,
    );
  const others = found
    .filter(({key}) => !keys.has(key))
    .sort((one, other) => Number(isAlike(other)) - Number(isAlike(one)))
    .slice(0, CHOICES);
  const choices = await nameFound(visit, others);
  const before = chosen.map(({entry}) => entry.text);
  return html`<div id="results" role="status">${typed !== "" && choices.length === 0 && html`<p class="notice">${words.noneTyped}</p>`}${
    choices.length > 0 &&
    html`<p>${words.choose}</p>
<ul class="names">${choices.map(
      (one) =>
        html`<li><a href="${visit.here({series: [...before, one.key].join(","), add: null})}">${titleWords(one, language)}</a>\u00a0<span class="quiet">${factsOf(one, language)}</span></li>\n`,
    )}</ul>`
  }</div>\n`;
}

/** The facts that tell two series with one title apart. */
function factsOf(series: FoundSeries, language: Language): string {
  const {unit, kind, frequency, dataset} = factTexts(series, language);
  return [unit, kind, frequency, dataset].filter((fact) => fact !== "").join(" · ");
}
