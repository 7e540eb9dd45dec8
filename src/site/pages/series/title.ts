// The title of a series as its page and lists bear it: its subject as published, then its territory in the language of the visitor.
//
// Citations and files bear the published title (titleOf) instead.

import {type Html, html} from "../../widgets/html.ts";
import type {Language} from "../../words/language.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {territoryText, territoryWords} from "../../words/territory-words.ts";
import type {SeriesView} from "./read-series.ts";

type Subject = Pick<SeriesView["series"], "classification" | "className" | "indicatorLabel" | "indicator">;
type Titled = Subject & Pick<SeriesView["series"], "place">;

export function titleWords(series: Titled, language: Language): Html {
  return html`<span lang="ru">${drawnName(subjectOf(series))}</span>, ${territoryWords(series.place, language)}`;
}

/** Where it can only be text. */
export function titleText(series: Titled, language: Language): string {
  return `${subjectOf(series)}, ${territoryText(series.place, language)}`;
}

/** The title without its territory. */
export function subjectOf({classification, className, indicatorLabel, indicator}: Subject): string {
  return [className || classification, indicatorLabel ?? indicator].filter(Boolean).join(", ");
}
