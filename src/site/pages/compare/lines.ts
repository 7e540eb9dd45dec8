// The charts of a comparison: one in per cent of a common period, or one for each unit, all over the same days.
import type {Day} from "../../../statistics/time/day.ts";
import {type ChartLine, lineChart} from "../../chart/line-chart.ts";
import type {Visit} from "../../frame/visit.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {type Html, type HtmlValue, html} from "../../widgets/html.ts";
import {periodWords} from "../../words/wording.ts";
import {measuredIn} from "../series/head.ts";
import type {SeriesView} from "../series/read-series.ts";
import {titleText} from "../series/title.ts";
import {keysAsked} from "./asked.ts";
import {basePeriod, whyNotRebased} from "./base-period.ts";
import {COMPARE_WORDS} from "./words.ts";
import {yearsAsked, yearsChoice} from "./years-shown.ts";

export interface Shown {
  /** The period that is 100; null: values as published. */
  readonly base: Day | null;
  /** First day; null: all. */
  readonly since: Day | null;
}

export function drawLines(visit: Visit, views: readonly SeriesView[], {base, since}: Shown): Html {
  const {language, query} = visit;
  const words = COMPARE_WORDS[language];
  const lines: ChartLine[] = views.map(({values, series}, at) => {
    const divisor = base === null ? null : values.find(({first}) => first === base)!.value;
    return {
      points: values
        .filter(({first}) => since === null || first >= since)
        .map(({first, value}) => ({day: first, value: divisor === null ? value : (value / divisor) * 100})),
      frequency: series.frequency,
      className: `line-${at + 1}`,
    };
  });
  const isIndex = base !== null;
  const hasOther =
    isIndex || (views.length > 1 && whyNotRebased(views) === null && basePeriod(views, null, since) !== null);
  const other = html`<a href="${visit.here({as: isIndex ? "published" : "index", add: null, series: keysAsked(query).join(",")})}">${isIndex ? words.asPublished : words.asIndex}</a>`;
  const years = yearsAsked(query);
  const figure = (told: HtmlValue, shown: readonly ChartLine[], beside?: readonly ChartLine[][]): Html => html`<figure>
<figcaption>${factLine([told, years !== null && words.lastYears[years], hasOther && other])}</figcaption>
${lineChart({label: `${words.chart}: ${shown.map((line) => titleText(views[lines.indexOf(line)]!.series, language)).join("; ")}`, lines: shown, beside, language}) || html`<p>${words.noneShown}</p>`}</figure>
`;
  if (isIndex) {
    const why = query.get("as") !== "index" ? `${words.mixedUnits}, ` : "";
    return html`${yearsChoice(visit, views)}${figure(`${why}${words.indexOf} ${periodWords(base, views[0]!.series.frequency, language)}`, lines)}`;
  }
  // values of different units never share a scale, nor per cent of different things
  const groups = [...Map.groupBy(lines, (line) => factLine(measuredIn(views[lines.indexOf(line)]!, language)).text)];
  const all = groups.map(([, shown]) => shown);
  return html`${yearsChoice(visit, views)}${groups.map(([, shown]) => figure(factLine(measuredIn(views[lines.indexOf(shown[0]!)]!, language)), shown, all))}`;
}

/** The line of a series as the charts draw it. */
export function swatch(at: number): Html {
  return html`<svg class="chart" width="22" height="8" aria-hidden="true"><path class="line line-${at + 1}" d="M1 4h20"/></svg>`;
}
