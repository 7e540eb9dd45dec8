// /compare?series=KEY,KEY: several series in one chart. All of its state stands in the address.
import {type Day, dayText} from "../../statistics/day.ts";
import type {Frequency} from "../../statistics/frequency.ts";
import {type ChartLine, lineChart} from "../chart/line-chart.ts";
import {type Compared, keysAsked, MOST_SERIES, readCompared} from "../compare/asked.ts";
import {basePeriod, canBeRebased, isRebasedUnasked} from "../compare/base-period.ts";
import {COMPARE_WORDS} from "../compare/words.ts";
import {dataTable} from "../data-table.ts";
import {type Html, type HtmlValue, html} from "../html.ts";
import {type Page, PageFault, page} from "../page.ts";
import {countDownload, seriesFile} from "../series/files.ts";
import {factLine, measuredIn, subjectOf} from "../series/head.ts";
import {seriesPath} from "../series/path.ts";
import type {SeriesView} from "../series/read-series.ts";
import {territoryWords, titleWords} from "../territory-words.ts";
import type {Visit} from "../visit.ts";
import {FREQUENCY_WORDS, numberText, periodWords, shortPeriodWords} from "../wording.ts";

const ROWS_SHOWN = 24;

export const comparePage: Page = {
  path: "/compare",
  // nothing chosen; one unit; units that differ and frequencies too; nothing in common, and a key that is none
  tries: [
    "/compare",
    "/compare?series=klksjte4fgvtljor,klksj9f2lj0p2bvs",
    "/compare?series=ycowezjyqr7n2olm,ycowezi561r1ssck,wspgztqv58axkpc2",
    "/compare?series=p2m5u18ez0ydfoyl,39hcm55cjsidhfhn,0000000000000000",
  ],
  async draw(visit) {
    const {language, query} = visit;
    const words = COMPARE_WORDS[language];
    const compared = await readCompared(visit);
    const {views} = compared;
    const wantsIndex = query.get("as") === "index" || (isRebasedUnasked(views) && query.get("as") !== "published");
    const base = wantsIndex && canBeRebased(views) ? basePeriod(views, query.get("base")) : null;
    return page({
      title: words.title,
      description: words.description,
      canonical: ["series"],
      main: html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${notices(compared, wantsIndex && base === null, visit)}
${chosen(visit, views)}
${addForm(visit, views)}
${views.length > 0 && html`${drawLines(visit, views, base)}${drawTables(visit, views)}${files(visit, views)}`}`,
    });
  },
};

function notices({views, unknown, isCut}: Compared, hasNoBase: boolean, visit: Visit): Html {
  const words = COMPARE_WORDS[visit.language];
  return html`${views.length === 0 && html`<p class="notice">${words.empty}</p>`}${unknown.length > 0 && html`<p class="notice warn">${words.unknown} ${unknown.map((key, at) => html`${at > 0 && ", "}<code>${key}</code>`)}</p>`}${isCut && html`<p class="notice warn">${words.full}</p>`}${hasNoBase && views.length > 0 && html`<p class="notice">${canBeRebased(views) ? words.noCommon : words.noRebasing}</p>`}`;
}

function chosen(visit: Visit, views: readonly SeriesView[]): Html | false {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const keys = views.map(({series}) => series.key);
  return (
    views.length > 0 &&
    html`<ul class="compared">
${views.map((view, at) => {
  const {series, title, status} = view;
  const others = keys.filter((key) => key !== series.key).join(",");
  const facts = [...measuredIn(view, language), FREQUENCY_WORDS[language][series.frequency]];
  return html`<li>${swatch(at)}<div><a href="${visit.link(seriesPath(series.key))}">${titleWords(subjectOf(series), series.place, language)}</a><br><span class="quiet">${factLine(facts)}</span>${status === "stalled" && html`<span class="badge stalled">${words.notUpdated} ${periodWords(series.lastPeriod, series.frequency, language)}</span>`}<a class="quiet" href="${visit.here({series: others === "" ? null : others, add: null})}" aria-label="${words.remove}: ${title}">${words.remove}</a></div></li>
`;
})}</ul>
`
  );
}

/** The line of a series as the chart draws it. */
function swatch(at: number): Html {
  return html`<svg class="chart" width="22" height="8" aria-hidden="true"><path class="line line-${at + 1}" d="M1 4h20"/></svg>`;
}

function addForm(visit: Visit, views: readonly SeriesView[]): Html | false {
  const words = COMPARE_WORDS[visit.language];
  if (views.length >= MOST_SERIES) return false;
  const kept = {
    series: views.map(({series}) => series.key).join(","),
    as: visit.query.get("as"),
    lang: visit.query.get("lang"),
  };
  return html`<form class="inline-form choices" action="${visit.link("/compare")}">
${Object.entries(kept).map(([name, value]) => value !== null && value !== "" && html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="field"><label for="add">${words.add}</label><input id="add" name="add" maxlength="300" autocomplete="off"></div>
<button class="quiet">${words.addButton}</button>
${visit.site.paths.has("/search") && html`<a href="${visit.link("/search", {compare: kept.series === "" ? null : kept.series})}">${words.search}</a>`}
</form>
`;
}

function drawLines(visit: Visit, views: readonly SeriesView[], base: Day | null): Html {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const lines: ChartLine[] = views.map(({values, series}, at) => {
    const divisor = base === null ? null : values.find(({first}) => first === base)!.value;
    return {
      points: values.map(({first, value}) => ({day: first, value: divisor === null ? value : (value / divisor) * 100})),
      frequency: series.frequency,
      className: `line-${at + 1}`,
    };
  });
  const isIndex = base !== null;
  const other = html`<a href="${visit.here({as: isIndex ? "published" : "index", add: null, series: keysAsked(visit.query).join(",")})}">${isIndex ? words.asPublished : words.asIndex}</a>`;
  const figure = (told: HtmlValue, shown: readonly ChartLine[], beside = [shown]): Html => html`<figure>
<figcaption>${factLine([told, views.length > 1 && canBeRebased(views) && (isIndex || basePeriod(views, null) !== null) && other])}</figcaption>
${lineChart({label: `${words.chart}: ${shown.map((line) => views[lines.indexOf(line)]!.title).join("; ")}`, lines: shown, beside, language})}</figure>
`;
  if (isIndex) {
    const why = visit.query.get("as") !== "index" ? `${words.mixedUnits}, ` : "";
    return figure(`${why}${words.indexOf} ${periodWords(base, views[0]!.series.frequency, language)}`, lines);
  }
  // values of different units never share a scale, nor per cent of different things
  const groups = [...Map.groupBy(lines, (line) => factLine(measuredIn(views[lines.indexOf(line)]!, language)).text)];
  const all = groups.map(([, shown]) => shown);
  return html`${groups.map(([, shown]) => figure(factLine(measuredIn(views[lines.indexOf(shown[0]!)]!, language)), shown, all))}`;
}

/** A table for each frequency: days among quarters would leave most cells empty. */
function drawTables(visit: Visit, views: readonly SeriesView[]): Html {
  const {language} = visit;
  const byFrequency = [...Map.groupBy(views, ({series}) => series.frequency)];
  return html`<h2>${COMPARE_WORDS[language].table}</h2>
${byFrequency.map(
  ([frequency, own]) =>
    html`${byFrequency.length > 1 && html`<h3 class="frequency">${FREQUENCY_WORDS[language][frequency]}</h3>`}${drawTable(visit, frequency, own, views)}`,
)}`;
}

function drawTable(visit: Visit, frequency: Frequency, views: readonly SeriesView[], all: readonly SeriesView[]): Html {
  const {language} = visit;
  const words = COMPARE_WORDS[language];
  const days = [...new Set(views.flatMap(({values}) => values.map(({first}) => first)))].sort(
    (one, other) => other - one,
  );
  const columns = views.map(({values}) => new Map(values.map(({first, value}) => [first, value])));
  const shown = days.slice(0, ROWS_SHOWN);
  return html`${dataTable({
    caption: `${words.table}, ${FREQUENCY_WORDS[language][frequency]}`,
    columns: [
      {head: words.period},
      ...views.map((view) => ({
        head: columnHead(view, all.indexOf(view), language),
        decimals: language,
      })),
    ],
    rows: shown.map((day) => [
      html`<time datetime="${dayText(day)}">${shortPeriodWords(day, frequency, language)}</time>`,
      ...columns.map((column) => {
        const value = column.get(day);
        return value === undefined || !Number.isFinite(value) ? "—" : numberText(value, language);
      }),
    ]),
  })}${shown.length < days.length && html`<p class="quiet">${words.rowsShown}\u00a0${shown.length} ${words.of}\u00a0${numberText(days.length, language)}.</p>`}`;
}

/** A long subject is cut by its looks alone, the territory never: the title stands whole in the list above, beside the same line. */
function columnHead(view: SeriesView, place: number, language: Visit["language"]): Html {
  const measured = measuredIn(view, language);
  return html`${swatch(place)}<span class="head-title" lang="ru" title="${view.title}">${subjectOf(view.series)}</span><span class="unseen">, </span><span class="head-place">${territoryWords(view.series.place, language)}</span>${measured.length > 0 && html`<span class="head-unit">${factLine(measured)}</span>`}`;
}

function files(visit: Visit, views: readonly SeriesView[]): Html {
  const series = views.map((view) => view.series.key).join(",");
  const at = (type: "csv" | "xlsx"): string =>
    visit.link(`/compare.${type}`, {series, shape: "wide", lang: visit.language});
  return html`<p class="downloads">${COMPARE_WORDS[visit.language].download}: <a class="button quiet" href="${at("csv")}" download>CSV</a>
<a class="button quiet" href="${at("xlsx")}" download>XLSX</a></p>
`;
}

function filePage(type: "csv" | "xlsx"): Page {
  return {
    path: `/compare.${type}`,
    tries: [],
    async draw(visit) {
      countDownload(visit);
      const {views, unknown, isCut} = await readCompared(visit);
      // a file that lacks what was asked for would be a silent gap
      if (views.length === 0 || unknown.length > 0 || isCut)
        throw new PageFault(404, isCut ? "more series than are compared" : "there is no such series");
      return seriesFile(visit, views, type, `compare_${views.length}_series`);
    },
  };
}

export const compareCsv = filePage("csv");
export const compareXlsx = filePage("xlsx");
