// /series/KEY/territories: an indicator over all territories of a level: ranking, tile map, and all lines side by side.
import type {LevelWords} from "../../../country/country.ts";
import {createObservations} from "../../../statistics/history/window.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import type {Steps} from "../../../work/pace.ts";
import {TERRITORIES_STYLES} from "../../assets/assets.ts";
import {type Frame, frameInSteps, frameOf} from "../../chart/chart-frame.ts";
import type {ChartLine} from "../../chart/chart-line.ts";
import {sparklineInSteps} from "../../chart/line-chart.ts";
import {type Page, page, redirect} from "../../frame/page.ts";
import {type Html, html, NOTHING} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {codeBlock, TOKEN_INDEX, tokenSentence} from "../../widgets/code-block.ts";
import {oembedLink, pictureLinks, previewTags, takeFrame} from "../../widgets/embed-code.ts";
import {factLine} from "../../widgets/fact-list.ts";
import {followLine, nextReleases} from "../../widgets/follow-links.ts";
import {downloadMenu, tableLinks, toolbar} from "../../widgets/toolbar.ts";
import {steppedView} from "../../words/held-values.ts";
import type {Language} from "../../words/language.ts";
import {onOneLine} from "../../words/line-breaks.ts";
import {levelWords, territoryWords} from "../../words/names.ts";
import {FREQUENCY_WORDS, numberText, periodWords, spanWords} from "../../words/wording.ts";
import {MOST_SERIES} from "../compare/query.ts";
import {datasetLink} from "../datasets/rows.ts";
import {endsOf, type Family, readFamily, shownPeriod} from "../family/read-family.ts";
import {labelsLanguage} from "../quick-start/examples.ts";
import {pointsOfHistory} from "../search/results.ts";
import {measuredIn} from "../series/head.ts";
import {hasLongHead, headWords, subjectTitle, territoriesPath} from "../series/link.ts";
import {asOfNotice, dayQuery, readVintage} from "../series/query.ts";
import {SERIES_WORDS} from "../series/words.ts";
import {drawMap, mapFramePath, mapPath, mapQuery, mapTitle} from "./picture.ts";
import {barBase, drawRanking, memberLink, type RankedMember, ranked, SORTS, type Sort} from "./ranking.ts";
import {drawTogether, findNames, typedNames} from "./together.ts";
import {TERRITORIES_WORDS} from "./words.ts";

/** Offered in the list of periods; older periods only by address. */
const PERIODS_OFFERED = 400;
const LINES_SHOWN = 100;

export const territoriesPage: Page = {
  path: "/series/:key/territories",
  costly: "shared",
  async draw(visit) {
    const {language, params, query} = visit;
    const words = TERRITORIES_WORDS[language];
    const wanted = readVintage(query.get("as_of"));
    const family = await readFamily(visit, params["key"] ?? "", query.get("level"), wanted.asOf);
    const {dataset, series, members, days: periods} = family;
    const named = await findNames(visit, typedNames(query), family);
    if (named.keys.length > 0 && named.missing.length === 0)
      return redirect(visit.link("/compare", {series: named.keys.join(",")}));
    const period = shownPeriod(family, query.get("period"));
    const sort = SORTS.find((one) => one === query.get("sort")) ?? "high";
    const rows = await visit.withRests(ranked(family, period, sort, language));
    const ranking = await visit.withRests(drawRanking(visit, rows, barBase(series, rows)));
    const map = family.level === "region" && (await visit.withRests(drawMap(visit, rows, html`<h2>${words.map}</h2>`)));
    const lines = await visit.withRests(manyLines(visit, family, rows));
    const subject = subjectTitle(series, language);
    const request = sliceAddress(visit, family, period, wanted.asOf);
    const isAlone = members.length === 1 && family.levels.size === 1;
    const when = periodWords(period, series.frequency, language);
    return page({
      title: `${subject} — ${words.title}, ${when}`,
      description: `${subject}, ${levelsOf(family, language).many[family.level]}, ${when}`,
      canonical: ["level", "period"],
      styles: [TERRITORIES_STYLES],
      modules: map === false ? ["copy"] : ["copy", "tiles"],
      head:
        map === false
          ? NOTHING
          : html`${oembedLink(visit, visit.absolute(territoriesPath(series.key), mapQuery(visit)), subject)}${previewTags(
              {
                title: mapTitle({family, period}, language),
                description: `${subject}, ${levelsOf(family, language).many[family.level]}, ${when}`,
                picture: visit.absolute(`${mapPath(series.key)}.png`, {...mapQuery(visit), lang: language}),
                height: null,
              },
            )}`,
      main: html`<p class="over">${datasetLink(visit, dataset)} · <a href="${memberLink(visit, series.key)}">${onOneLine(words.back)}</a></p>
<h1 class="series-title${hasLongHead(series, language) && " long"}">${headWords(series, language)}<span class="unseen">, </span><span class="series-place level">${levelsOf(family, language).many[family.level]}, ${when}</span></h1>
<p class="series-line">${factLine([...measuredIn(family, language), FREQUENCY_WORDS[language][series.frequency]])}</p>
${asOfNotice(visit, wanted, visit.here({as_of: null}))}${periods.length === 0 && html`<p>${SERIES_WORDS[language].noneYet}</p>`}
${
  isAlone
    ? html`<p class="notice">${words.alone}</p>`
    : html`${toolbar(visit, [downloadMenu(visit, [rowsAsFile(visit, family, rows, wanted.asOf), map !== false && pictureLinks(visit, {path: mapPath(series.key), query: mapQuery(visit)})])])}${choices(visit, family, periods, period, sort)}
${named.missing.length > 0 && html`<p class="notice warn" role="alert">${words.notNamed} ${named.missing.join(", ")}.${named.keys.length > 0 && html` <a href="${visit.link("/compare", {series: named.keys.join(",")})}">${words.compareFound}</a>`}</p>\n`}${wanted.asOf === null && drawTogether(visit, family, rows)}
${map !== false && html`${map}${takeFrame(visit, {frame: mapFramePath(series.key), query: mapQuery(visit), title: mapTitle({family, period}, language), follow: followLine(visit, [{dataset, release: (await nextReleases(visit))(dataset.id), series: null, name: datasetLink(visit, dataset)}])})}`}`
}
${regionsApart(visit, family)}${ranking}
${lines}
<h2>${words.slice}</h2>
${tokenSentence(visit, request)}
${codeBlock("slice", words.slice, request, language)}`,
    });
  },
};

/** All territories of a family are from one package, so usually from one country. */
function levelsOf({members}: Family, language: Language): LevelWords {
  return levelWords(members[0]?.territory.canonical ?? "", language);
}

/** All values of the shown territories; false: they are more than a comparison may have, which has no values of a past day here. */
function rowsAsFile(visit: Visit, {members}: Family, rows: readonly RankedMember[], asOf: Day | null): Html | false {
  if (members.length > MOST_SERIES || asOf !== null) return false;
  const series = rows.map(({member}) => member.key).join(",");
  return tableLinks((type) => visit.link(`/compare.${type}`, {series, shape: "wide", lang: visit.language}));
}

function choices(visit: Visit, family: Family, periods: readonly Day[], period: Day, sort: Sort): Html {
  const {language, query} = visit;
  const {series, level, levels, members} = family;
  const words = TERRITORIES_WORDS[language];
  const names = levelsOf(family, language).many;
  const option = (value: string, text: string, chosen: boolean): Html =>
    html`<option value="${value}"${chosen && html` selected`}>${text}</option>`;
  return html`${levels.size > 1 && html`<p class="levels">${words.level}: ${[...levels].map(([one, count], at) => html`${at > 0 && " · "}<a href="${visit.here({level: one, offset: null, names: null})}"${one === level && html` aria-current="true"`}>${names[one]}\u00a0(${numberText(count, language)})</a>`)}</p>\n`}<form class="inline-form choices" action="${visit.link(territoriesPath(series.key))}">
<div class="field"><label for="period">${words.period}</label><select id="period" name="period">${periods
    .slice(0, PERIODS_OFFERED)
    .map((day) => option(dayText(day), periodWords(day, series.frequency, language), day === period))}</select></div>
${members.length > 1 && html`<div class="field"><label for="sort">${words.sort}</label><select id="sort" name="sort">${SORTS.map((one) => option(one, words.sorts[one], one === sort))}</select></div>`}
<input type="hidden" name="level" value="${level}">
${query.get("as_of") !== null && html`<input type="hidden" name="as_of" value="${query.get("as_of")}">`}
${query.get("lang") !== null && html`<input type="hidden" name="lang" value="${query.get("lang")}">`}
<button type="submit" class="quiet">${words.show}</button>
</form>\n`;
}

function regionsApart({language, here}: Visit, family: Family): Html | false {
  const {regionsApart: regions} = family;
  if (regions.length === 0) return false;
  const names = regions.map((one, at) => html`${at > 0 && ", "}${territoryWords(one, language)}`);
  return html`<p class="notice">${TERRITORIES_WORDS[language].apart} (${levelsOf(family, language).many.region}): <a href="${here({level: "region", offset: null})}">${names}</a>.</p>
`;
}

/** In the order of the ranking. */
function* manyLines(visit: Visit, family: Family, rows: readonly RankedMember[]): Steps<Html | false> {
  const {language} = visit;
  const {members, series, periods, asOf, hasLines} = family;
  const words = TERRITORIES_WORDS[language];
  if (members.length < 2 || !hasLines) return false;
  const shown = rows.slice(0, LINES_SHOWN).map(({member}) => member);
  const columns = createObservations();
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const {history} of shown) {
    const [start, end] = endsOf(history, periods, asOf, columns) ?? [first, last];
    [first, last] = [Math.min(first, start), Math.max(last, end)];
    yield;
  }
  const frame =
    first > last
      ? null
      : frameOf([
          lineOf(
            [first, last].map((day) => ({day, value: 0})),
            family,
          ),
        ]);
  if (frame === null) return false;
  const items: Html[] = [];
  for (const {key, territory, history} of shown) {
    const line = lineOf(pointsOfHistory(history, periods, asOf), family);
    const drawn = yield* sparklineInSteps(line, yield* ownFrame(line, frame));
    items.push(html`<li><a href="${memberLink(visit, key)}">${territoryWords(territory, language)}</a>${drawn}</li>\n`);
    yield;
  }
  return html`<h2>${words.many}</h2>
<p class="quiet">${words.manyLead} ${spanWords([frame.first, frame.last], series.frequency, language)}.${members.length > shown.length && ` ${words.cut} ${shown.length}\u00a0${words.of}\u00a0${numberText(members.length, language)}.`}${asOf === null && html` <a href="${visit.link("/compare", {series: shown.map(({key}) => key).join(",")})}">${words.manyCompared}</a>`}</p>
<ul class="many-lines">
${items}</ul>\n`;
}

function lineOf(points: ChartLine["points"], family: Family): ChartLine {
  return {points, frequency: family.series.frequency, className: "line-1", ...steppedView(family)};
}

/** The days of all lines, the value scale of one. */
function* ownFrame(line: ChartLine, {first, last}: Frame): Steps<Frame | null> {
  const own = yield* frameInSteps([line]);
  return own === null ? null : {...own, first, last};
}

/** The request to the api for this slice. */
function sliceAddress(visit: Visit, {dataset, series, level}: Family, period: Day, asOf: Day | null): string {
  const parameters = {
    class: series.classification,
    measure: series.measure,
    transformation: series.transformation,
    unit: series.unit,
    freq: series.frequency,
    geo: level,
    start: dayText(period),
    end: dayText(period),
    as_of: dayQuery(asOf),
    labels: 1,
    ...labelsLanguage(visit.language),
    format: "csv",
  };
  const base = visit.absolute("/api/v1/data", parameters);
  return `curl -H "Authorization: Bearer ${TOKEN_INDEX}" \\\n  "${base.replace("?", `?dataset=${encodeURIComponent(dataset.provider)}/${encodeURIComponent(dataset.code)}&`)}"`;
}
