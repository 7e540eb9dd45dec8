// How much of the end of a comparison is drawn: all of it, or the years that the address asks for. Its tables and files stay whole.
import type {Day} from "../../../statistics/time/day.ts";
import type {Visit} from "../../frame/visit.ts";
import {type Html, html} from "../../widgets/html.ts";
import type {SeriesView} from "../series/read-series.ts";
import {keysAsked} from "./asked.ts";
import {COMPARE_WORDS} from "./words.ts";

/** As the chart of a series offers them (client/chart-controls.ts, which can import nothing from here). */
const RANGES = [1, 5, 10];
const DAYS_A_YEAR = 365.25;

/** null: all. */
export function yearsAsked(query: URLSearchParams): number | null {
  return RANGES.find((years) => String(years) === query.get("years")) ?? null;
}

/** The first day shown, so many years before the last period of any of the series; null: all are shown. */
export function firstShown(views: readonly SeriesView[], years: number | null): Day | null {
  const last = spanOf(views)?.[1];
  return years === null || last === undefined ? null : last - Math.ceil(years * DAYS_A_YEAR);
}

/** Links to each range that is shorter than what there is. */
export function yearsChoice(visit: Visit, views: readonly SeriesView[]): Html | false {
  const words = COMPARE_WORDS[visit.language];
  const [first, last] = spanOf(views) ?? [0, 0];
  const fitting = RANGES.filter((years) => years * DAYS_A_YEAR < last - first);
  const shown = yearsAsked(visit.query);
  const series = keysAsked(visit.query).join(",");
  return (
    fitting.length > 0 &&
    html`<p class="chart-ranges">${[...fitting, null].map(
      (years) =>
        html`<a class="button quiet" href="${visit.here({years, add: null, series})}"${years === shown && html` aria-current="true"`}>${years === null ? words.allYears : words.years[years]}</a>
`,
    )}</p>
`
  );
}

function spanOf(views: readonly SeriesView[]): readonly [Day, Day] | null {
  const ends = views.flatMap(({values}) => (values.length === 0 ? [] : [values[0]!.first, values.at(-1)!.first]));
  return ends.length === 0 ? null : [Math.min(...ends), Math.max(...ends)];
}
