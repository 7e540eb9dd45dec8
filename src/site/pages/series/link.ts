// A link to a series: its title and its addresses.
//
// The title on pages is the subject as published, then the territory in the language of the visitor. Citations and files have the
// published title (titleOf) instead.
import {type Html, html} from "../../widgets/html.ts";
import type {Language} from "../../words/language.ts";
import {drawnName} from "../../words/line-breaks.ts";
import {territoryText, territoryWords} from "../../words/names.ts";
import type {SeriesView} from "./read-series.ts";

type Subject = Pick<SeriesView["series"], "classification" | "className" | "indicatorLabel" | "indicator">;
type Titled = Subject & Pick<SeriesView["series"], "place">;

export function titleWords(series: Titled, language: Language): Html {
  return html`<span lang="ru">${drawnName(subjectOf(series))}</span>, ${territoryWords(series.place, language)}`;
}

export function titleText(series: Titled, language: Language): string {
  return `${subjectOf(series)}, ${territoryText(series.place, language)}`;
}

/** The title without its territory. */
export function subjectOf({classification, className, indicatorLabel, indicator}: Subject): string {
  return [className || classification, indicatorLabel ?? indicator].filter(Boolean).join(", ");
}

export function seriesPath(key: string): string {
  return `/series/${encodeURIComponent(key)}`;
}

export function seriesFilePath(key: string, type: "csv" | "xlsx" | "bib" | "ris"): string {
  return `${seriesPath(key)}.${type}`;
}

/** All estimates, for client/series.ts. */
export function estimatesPath(key: string): string {
  return `${seriesPath(key)}/estimates.json`;
}

/** The chart as an SVG of its own. */
export function chartPath(key: string): string {
  return `/chart/${encodeURIComponent(key)}.svg`;
}

/** The chart as a PNG, for previews of links. */
export function picturePath(key: string): string {
  return `/chart/${encodeURIComponent(key)}.png`;
}

/** The chart as a page for frames on other sites. */
export function embedPath(key: string): string {
  return `/embed/${encodeURIComponent(key)}`;
}

export function territoriesPath(key: string): string {
  return `${seriesPath(key)}/territories`;
}
