// The title of a comparison: once what all of its series share. What differs is in the names of the lines (line-names.ts).

import {type Html, html} from "../../html/html.ts";
import type {Language} from "../../words/language.ts";
import {nameText, nameWords, territoryText, territoryWords} from "../../words/names.ts";
import {stepsWords} from "../derived/words.ts";
import {headNames} from "../series/link.ts";
import type {SeriesView} from "../series/read-series.ts";
import type {Compared} from "./read-compared.ts";
import {COMPARE_WORDS} from "./words.ts";

type Titled = Pick<Compared, "views" | "chosen">;

export interface TitleFacts {
  readonly indicator: string;
  /** Empty: the series has none. */
  readonly class: string;
  readonly territory: string;
}

export function comparedFacts({series}: Pick<SeriesView, "series">, language: Language): TitleFacts {
  const [indicator = "", ...classes] = headNames(series).map((name) => nameText(name, language));
  return {indicator, class: classes.join(", "), territory: territoryText(series.fullTerritory, language)};
}

/** With the operation that all of the values went through. Empty: the series differ in it. */
function sharedFacts({views, chosen}: Titled, language: Language): TitleFacts & {readonly operation: string} {
  const facts = views.map((view) => comparedFacts(view, language));
  const shared = (texts: readonly string[]): string => (new Set(texts).size === 1 ? texts[0]! : "");
  const indicator = shared(facts.map((one) => one.indicator));
  return {
    indicator,
    // a class alone does not say of what
    class: indicator === "" ? "" : shared(facts.map((one) => one.class)),
    territory: shared(facts.map((one) => one.territory)),
    operation: shared(
      chosen.map(({steps, isOfGrowth}) => (steps === null ? "" : stepsWords(steps, language, isOfGrowth))),
    ),
  };
}

/** For files and citations, which have no names of lines: indicators and territories one by one, where there are few. */
export function comparisonTitle(compared: Titled, language: Language): string {
  const shared = sharedFacts(compared, language);
  const facts = compared.views.map((view) => comparedFacts(view, language));
  const few = (texts: readonly string[], otherwise: string): string => {
    const all = [...new Set(texts)];
    return all.length <= FEW ? all.join("; ") : otherwise;
  };
  const indicators = few(
    facts.map((one) => one.indicator),
    COMPARE_WORDS[language].title,
  );
  const territories = few(
    facts.map((one) => one.territory),
    "",
  );
  return titleOfFacts([indicators, shared.class, territories], shared.operation);
}

/** Indicators or territories that a title names one by one. */
const FEW = 3;

/** What all series share, if they have one indicator; null: they have several, or there is none. */
export function commonTitle(compared: Titled, language: Language): string | null {
  const {indicator, territory, operation, ...shared} = sharedFacts(compared, language);
  return indicator === "" ? null : titleOfFacts([indicator, shared.class, territory], operation);
}

function titleOfFacts(facts: readonly string[], operation: string): string {
  const title = facts.filter((fact) => fact !== "").join(", ");
  return operation === "" ? title : `${title}: ${operation}`;
}

/** The heading of the page. */
export function drawTitle(compared: Titled, language: Language): Html {
  const {title} = COMPARE_WORDS[language];
  const shared = sharedFacts(compared, language);
  const isLong = shared.indicator.length > LONG;
  const [one] = compared.views;
  if (one === undefined) return html`<h1>${title}</h1>`;
  const [indicator = "", ...classes] = headNames(one.series);
  const of = [
    shared.class !== "" && html`${classes.map((name) => nameWords(name, language))}`,
    shared.operation !== "" && shared.operation,
  ];
  const where = shared.territory !== "" && territoryWords(one.series.fullTerritory, language);
  const line = (className: string, words: Html | string | false): Html =>
    html`${words !== false && html`<span class="unseen">, </span><span class="${className}">${words}</span>`}`;
  return html`<h1 class="series-title${isLong && " long"}">${shared.indicator === "" ? title : html`<span class="unseen">${title}: </span>${nameWords(indicator, language)}`}${of.map((words) => line("series-of", words))}${line("series-place", where)}</h1>`;
}

/** Letters of an indicator beyond which the heading is smaller, so that the chart is in sight on a phone. */
const LONG = 40;
