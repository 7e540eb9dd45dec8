// How many of the last years charts show: `years=` of the address, and the links to it. Tables and files always have all.
import type {Day} from "../../../statistics/time/day.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {inPairs} from "../../words/language.ts";
import type {SeriesView} from "./read-series.ts";

const YEARS_WORDS = inPairs({
  years: {
    1: ["1 год", "1 year"],
    5: ["5 лет", "5 years"],
    10: ["10 лет", "10 years"],
  },
  allYears: ["Всё", "All"],
});

/** The same as for the chart of a series: client/chart-controls.ts repeats them, since it cannot import this file. */
const RANGES = [1, 5, 10] as const;
type Years = (typeof RANGES)[number];
const DAYS_A_YEAR = 365.25;

/** The chart of a series has `range` in its address, which its script keeps too (client/chart-address.ts). */
type RangeName = "years" | "range";

/** null: all years. Tables and files always have all. @param usual of an address without `years`; `years=all` is all then */
export function yearsChosen(
  query: URLSearchParams,
  usual: Years | null = null,
  name: RangeName = "years",
): Years | null {
  const text = query.get(name);
  return RANGES.find((years) => String(years) === text) ?? (text === "all" ? null : usual);
}

/** The first day of the charts, counted back from the last period of all series; null: no limit. */
export function firstShown(views: readonly SeriesView[], years: number | null): Day | null {
  const last = spanOf(views)?.[1];
  return years === null || last === undefined ? null : last - Math.ceil(years * DAYS_A_YEAR);
}

/** Links to the ranges that are shorter than the data. @param kept what else changes in the address: the series of a comparison @param usual as above */
export function yearsChoice(
  visit: Visit,
  views: readonly SeriesView[],
  kept: Readonly<Record<string, string | null>> = {},
  usual: Years | null = null,
  name: RangeName = "years",
): Html | false {
  const words = YEARS_WORDS[visit.language];
  const [first, last] = spanOf(views) ?? [0, 0];
  const fitting = RANGES.filter((years) => years * DAYS_A_YEAR < last - first);
  const chosen = yearsChosen(visit.query, usual, name);
  const shown = fitting.find((years) => years === chosen) ?? null;
  return (
    fitting.length > 0 &&
    html`<p class="chart-ranges">${[...fitting, null].map(
      (years) =>
        html`<a class="button quiet" href="${visit.here({[name]: years ?? (usual === null ? null : "all"), ...kept})}"${years === shown && html` aria-current="true"`}>${years === null ? words.allYears : words.years[years]}</a>\n`,
    )}</p>\n`
  );
}

function spanOf(views: readonly SeriesView[]): readonly [Day, Day] | null {
  const ends = views.flatMap(({values}) => (values.length === 0 ? [] : [values.at(0)!.first, values.at(-1)!.first]));
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}
