// The evidence of a series: the releases that added or changed its values, and the cells of a requested period: `?period=YYYY-MM-DD#evidence`
// shows the place of each of its estimates in the publisher's file.
//
// Archived files are read again for the cells, which is expensive: it is limited by address, and under load the page asks to come back.

import {addressBlock} from "../../../access/address-windows.ts";
import type {EvidenceReader, Locator, Rereading} from "../../../service/evidence.ts";
import {estimatesOf, type PeriodEstimate, periodOn} from "../../../statistics/history/estimates.ts";
import {type Day, dayText, parseDay} from "../../../statistics/time/day.ts";
import type {ReleaseProof} from "../../../store/releases/release-proof.ts";
import {Busy} from "../../../work/busy.ts";
import type {Steps} from "../../../work/pace.ts";
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {withCode} from "../../widgets/code-block.ts";
import {dataTable, rowsOf, tableInSteps} from "../../widgets/data-table.ts";
import {fileLink} from "../../widgets/outside-link.ts";
import type {Language} from "../../words/language.ts";
import {breakable} from "../../words/line-breaks.ts";
import {momentWords, numberText, periodWords, shortDayWords, shortPeriodWords, spanWords} from "../../words/wording.ts";
import {releasePath} from "../datasets/release-link.ts";
import {valuePath} from "./link.ts";
import {noteAddress, type SourceNote, sourceNotes} from "./notes.ts";
import {moreRows, rowsChosen} from "./query.ts";
import {firstDayOf, type SeriesView} from "./read-series.ts";
import {SERIES_WORDS, type SeriesWords} from "./words.ts";

/** At least this many releases, so that the links of the newest values have a target. */
const RELEASES_SHOWN = 40;

/** false: no values, and no period is requested. @param cells by drawCells */
export function* drawEvidence(visit: Visit, view: SeriesView, cells: Html | false): Steps<Html | false> {
  const {releases, values, periods, series} = view;
  const {language} = visit;
  const words = SERIES_WORDS[language];
  if (releases.length === 0) {
    const missing = values.length > 0 && html`<p class="notice warn">${words.noReleases}</p>`;
    return (
      (cells || missing) &&
      html`<h2 id="evidence">${words.evidence}</h2>
${cells}${missing}`
    );
  }
  const shown = releases.slice(0, Math.max(RELEASES_SHOWN, rowsChosen(visit)));
  const first = (period: number): Day => firstDayOf(period, periods);
  const table = yield* tableInSteps({
    caption: words.evidence,
    narrow: "stacked",
    columns: [
      {head: words.release},
      {head: words.file, whole: true, below: true},
      {head: words.periods, whole: true},
      {head: words.added, number: true},
      {head: words.changed, number: true},
      {head: words.fingerprint},
      {head: words.loaded},
    ],
    rows: rowsOf(shown, ({proof, counts}) => [
      html`<a id="release-${proof.id}" href="${visit.link(releasePath(proof.id))}">${shortDayWords(proof.publishedAt, language)}</a>`,
      fileLink(proof.sourceFile, proof.sourceUrl),
      spanWords([first(counts.firstPeriod), first(counts.lastPeriod)], series.frequency, language, shortPeriodWords),
      numberText(counts.newValues, language),
      numberText(counts.revisedValues, language),
      html`<code title="${proof.fingerprint}">${proof.fingerprint.slice(0, 12)}</code>`,
      html`<time datetime="${proof.loadedAt}" title="${proof.parser} · ${momentWords(proof.loadedAt, language)}">${shortDayWords(proof.loadedAt.slice(0, 10), language)}</time>`,
    ]),
  });
  return html`<h2 id="evidence">${words.evidence}</h2>
${cells}
<p>${words.evidenceLead}</p>
${table}${moreRows(visit, shown.length, releases.length)}`;
}

interface Cell {
  readonly proof: ReleaseProof;
  readonly estimate: PeriodEstimate;
  readonly reading: Rereading;
}

/** With the parameters of the page alone: every row of a long table has such a link. */
export function cellsLink({link, path, query}: Visit, first: number): string {
  const kept = ["as_of", "rows", "lang"].map((name) => [name, query.get(name)]);
  return `${link(path, {...Object.fromEntries(kept), period: dayText(first)})}#evidence`;
}

/** false: the address has no period. */
export async function drawCells(visit: Visit, view: SeriesView): Promise<Html | false> {
  const text = visit.query.get("period");
  if (text === null || text === "") return false;
  const words = SERIES_WORDS[visit.language];
  const day = parseDay(text);
  const period = day === null ? null : periodOn(view.history, view.periods, day);
  if (period === null) return html`<p class="notice warn">${words.noSuchPeriod}</p>`;
  const named = periodWords(day!, view.series.frequency, visit.language);
  const cells = await readCells(visit, view, period);
  return cells === null
    ? html`<p class="notice warn">${words.cellsBusy}</p>`
    : cellTable(named, cells, {
        ...{language: visit.language, words, notes: sourceNotes(view)},
        valueAddressOf: ({day}) =>
          visit.link(valuePath(view.series.key, dayText(firstDayOf(period, view.periods)), dayText(day))),
      });
}

/** null: the limit of the address is reached, or `reread` is refused. */
async function readCells(visit: Visit, view: SeriesView, period: number): Promise<Cell[] | null> {
  const {store, now} = visit.site;
  if ((await store.addresses.count("rereadings", visit.ip, now().getTime())) !== null) return null;
  const queries = estimatesOf(view.history, period, view.asOf).flatMap((estimate) => {
    const release = view.releases.find(
      ({proof}) => proof.publishedAt === estimate.day && proof.sequence === estimate.sequence,
    );
    return release === undefined ? [] : [{estimate, proof: release.proof}];
  });
  const questions = queries.map(({proof}) => ({releaseId: proof.id, seriesKey: view.series.key, period}));
  const readings = await reread(visit, questions);
  return readings && queries.map((one, index) => ({...one, reading: readings[index]!}));
}

/** null: too many readers wait, or the visitor has left. */
export async function reread(
  visit: Visit,
  queries: Parameters<EvidenceReader["read"]>[0],
): Promise<readonly Rereading[] | null> {
  const gone = visit.gone();
  try {
    return await visit.site.evidence.read(queries, gone, {hasToken: false, name: addressBlock(visit.ip)});
  } catch (error) {
    if (!gone.aborted && !(error instanceof Busy)) throw error;
    return null;
  }
}

interface CellWords {
  readonly language: Language;
  readonly words: SeriesWords;
  /** The notes of the source, where the text of a footnote is. */
  readonly notes: readonly SourceNote[];
  /** The page of an estimate. */
  readonly valueAddressOf: (estimate: PeriodEstimate) => string;
}

function cellTable(period: string, cells: readonly Cell[], cellWords: CellWords): Html {
  const {language, words} = cellWords;
  const caption = `${words.cellOf}: ${period}`;
  return html`<h3>${caption}</h3>
<p>${cells.length === 0 ? words.noneYet : words.cellLead}</p>
${cells.some(({proof}) => isConverted(proof)) && html`<p class="quiet">${withCode(words.convertedTable)}</p>\n`}${
  cells.length > 0 &&
  dataTable({
    caption,
    narrow: "stacked",
    columns: [
      {head: words.asOf},
      {head: words.value, decimals: language},
      {head: words.at},
      {head: words.raw},
      {head: words.steps},
      {head: words.parser},
    ],
    rows: cells.map(({proof, estimate, reading}) => [
      html`<a href="#release-${proof.id}">${shortDayWords(proof.publishedAt, language)}</a>`,
      html`<a class="to-cell" href="${cellWords.valueAddressOf(estimate)}" rel="nofollow" title="${words.ownAddress}">${numberText(estimate.value, language)}</a>`,
      reading.explanation === null ? "—" : locatorWords(reading.explanation.locator, words),
      reading.explanation === null ? "—" : html`<code>${reading.explanation.raw.slice(0, MOST_RAW)}</code>`,
      stepsText(reading, estimate, cellWords),
      html`<code>${proof.parser}</code>${reading.parserNow !== proof.parser && html` <span class="quiet">${words.readAgainBy} ${reading.parserNow ?? "—"}</span>`}`,
    ]),
  })
}`;
}

/** Whether the release was loaded as a package of the program's own format, so that the place is one in a converted table. */
export function isConverted({parser}: Pick<ReleaseProof, "parser">): boolean {
  return parser.startsWith("tidy@");
}

const MOST_RAW = 200;

export function locatorWords({file, sheet, cell, line, column, element}: Locator, words: SeriesWords): Html {
  const at =
    sheet !== null
      ? `${words.sheet} ${JSON.stringify(sheet)}, ${words.cell} ${cell}`
      : [
          line !== null && `${words.line} ${line}`,
          column !== null && `${words.column} ${column}`,
          element !== null && element,
        ]
          .filter((part) => part !== false)
          .join(", ");
  return html`<span class="cell-place">${at}</span> <span class="quiet">${breakable(file)}</span>`;
}

function stepsText(
  {explanation, value, problem}: Rereading,
  estimate: PeriodEstimate,
  {language, words, notes}: CellWords,
): Html {
  if (value !== estimate.value)
    return html`<span class="badge bad">${words.notReproduced}</span> <span lang="en">${problem ?? `${value}`}</span>`;
  const steps = explanation?.steps ?? [];
  if (steps.length === 0) return html`<span class="quiet">${words.asItStands}</span>`;
  return html`${steps.map((step, index) => {
    const said = stepWords(step, language);
    const stepText = said === step && language !== "en" ? html`<span lang="en">${step}</span>` : html`${said}`;
    return html`${index > 0 && "; "}${notes.length > 0 && /footnote/.test(step) ? html`<a href="${noteAddress(notes, step)}">${stepText}</a>` : stepText}`;
  })}`;
}

/** The steps of parsers, which are in English. A step that is not listed stays in English. */
const RUSSIAN: readonly (readonly [RegExp, string])[] = [
  [/^read from text$/, "прочитано из текста"],
  [/^a superscript dropped$/, "надстрочный знак отброшен"],
  [/^a footnote mark dropped$/, "знак сноски отброшен"],
  [/^the footnote mark (.+) dropped$/, "знак сноски $1 отброшен"],
  [/^blanks between thousands removed$/, "пробелы между тысячами убраны"],
  [/^divided by the nominal (.+)$/, "разделено на номинал $1"],
  [/^times 100, as its format shows per cent$/, "умножено на 100: формат ячейки показывает проценты"],
  [/^times 100: the table is in per cent$/, "умножено на 100: таблица в процентах"],
  [
    /^rounded to (\d+) decimals, as its format shows$/,
    "знаков после запятой оставлено $1, как показывает формат ячейки",
  ],
  [/^of (.+), as footnote (.+) says$/, "за период «$1», как сказано в сноске $2"],
  [/^moved to the period that its footnote names$/, "за период, который назван в сноске"],
];

export function stepWords(step: string, language: Language): string {
  if (language === "en") return step;
  const known = RUSSIAN.find(([pattern]) => pattern.test(step));
  return known ? step.replace(known[0], known[1]) : step;
}
