// A link to a series: its title and its addresses.
//
// The title on pages, in citations and in files is the subject and the territory in the language of the visitor, as far as there are names. The
// indicator leads it, since a class alone ("Total") does not say of what. A Russian citation has the published title (titleOf).
import {type Html, html} from "../../html/html.ts";
import type {Language} from "../../words/language.ts";
import {nameText, nameWords, territoryText, territoryWords, withoutCapitals} from "../../words/names.ts";
import type {SeriesView} from "./read-series.ts";

type Subject = Pick<SeriesView["series"], "classification" | "className" | "indicatorLabel" | "indicator">;
type Titled = Subject & Pick<SeriesView["series"], "fullTerritory">;

export function titleWords(series: Titled, language: Language): Html {
  return html`${subjectWords(series, language)}, ${territoryWords(series.fullTerritory, language)}`;
}

export function titleText(series: Titled, language: Language): string {
  return `${subjectTitle(series, language)}, ${territoryText(series.fullTerritory, language)}`;
}

/** The title without its territory. */
export function subjectTitle(series: Subject, language: Language): string {
  return headNames(series)
    .map((name) => nameText(name, language))
    .join(", ");
}

/** The same on a page: names that stayed Russian are marked as Russian. */
export function subjectWords(series: Subject, language: Language): Html {
  return html`${headNames(series).map((name, at) => html`${at > 0 && ", "}${nameWords(name, language)}`)}`;
}

/** For the heading of a page: the first name is large. */
export function headWords(series: Subject, language: Language): Html {
  const [first = "", ...others] = headNames(series);
  return html`${nameWords(first, language)}${others.map((name) => html`<span class="unseen">, </span><span class="series-of">${nameWords(name, language)}</span>`)}`;
}

/** Letters of an indicator beyond which its heading is smaller, so that the chart is in sight on a phone. */
const LONG_NAME = 60;

export function hasLongHead(series: Subject, language: Language): boolean {
  return nameText(headNames(series)[0] ?? "", language).length > LONG_NAME;
}

/** An indicator that has only a code does not lead. */
export function headNames(series: Subject): string[] {
  const names = subjectNames(series);
  return (series.indicatorLabel ?? series.indicator) === series.indicator ? names : names.reverse();
}

/** As published: the class, if there is one, and the indicator. */
export function subjectNames({classification, className, indicatorLabel, indicator}: Subject): string[] {
  const named = (indicatorLabel ?? indicator).replace(OF_ALL_REGIONS, "");
  return [className || classification, named].flatMap((one) => (one ? [withoutCapitals(one)] : []));
}

/** The end of a name that says only that the table has all regions: the territory follows. */
const OF_ALL_REGIONS = /,?\s+по субъектам Российской Федерации$/iu;

export function seriesPath(key: string): string {
  return `/series/${encodeURIComponent(key)}`;
}

/** Values that are computed here from the series. */
export function derivedPath(key: string): string {
  return `${seriesPath(key)}/derived`;
}

export function seriesFilePath(key: string, type: "csv" | "xlsx" | "bib" | "ris"): string {
  return `${seriesPath(key)}.${type}`;
}

/** The chart as a picture of its own; previews of links need a PNG. */
export function chartPath(key: string, type: "svg" | "png"): string {
  return `${pictureBase(key)}.${type}`;
}

/** The same without its ending. */
export function pictureBase(key: string): string {
  return `/chart/${encodeURIComponent(key)}`;
}

/** The chart as a page for frames on other sites. */
export function embedPath(key: string): string {
  return `/embed/${encodeURIComponent(key)}`;
}

/** The address of one published value for ever. @param period first day of the period, YYYY-MM-DD, as `published` is */
export function valuePath(key: string, period: string, published: string): string {
  return `/c/${encodeURIComponent(key)}/${period}/${published}`;
}

export function territoriesPath(key: string): string {
  return `${seriesPath(key)}/territories`;
}
