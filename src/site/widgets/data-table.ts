// A table of data: aligned figures, a caption, and a way to fold for narrow screens, which no table may need to scroll on; and the pages of a
// long list: `?offset=`, with links to the previous and the next one.
import {atOnce, type Steps} from "../../work/pace.ts";
import {Html, type HtmlValue, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth, type Language} from "../words/language.ts";
import {decimalsIn, missingDecimals, numberText} from "../words/wording.ts";

export interface ShownColumn {
  readonly head: HtmlValue;
  /** Figures: aligned right, with digits of equal width. */
  readonly number?: boolean;
  /** Figures with decimals in this language: aligned at the decimal mark, without added digits. */
  readonly decimals?: Language;
  /** No line breaks where the screen has room. */
  readonly whole?: boolean;
  /** In a folded row below the other cells, over the whole width. */
  readonly below?: boolean;
  /** The head beside each cell of a row that takes several lines; absent: `head`. */
  readonly label?: string;
}

/**
 * What a row becomes on a narrow screen. "stacked": a block of "head: cell" lines, for few rows with long texts. "folded": lines of two cells
 * beside the head of the row, with the heads above the table, for many rows of short cells; "folded long": of one cell. "by-period" and
 * "by-series" are those of a comparison (pages/compare/together.css). All but the folded ones show the heads beside the cells: these must be
 * texts, or have a label.
 */
type NarrowRows = "stacked" | "folded" | "folded long" | "by-period" | "by-series";

export interface ShownTable {
  /** For screen readers; visible if `captioned`. */
  readonly caption: string;
  readonly captioned?: boolean;
  /** Absent: the same as on a wide screen, for tables of two or three short columns. */
  readonly narrow?: NarrowRows;
  readonly columns: readonly ShownColumn[];
  /** The cells of each row; the first one is the head of the row. */
  readonly rows: Iterable<readonly HtmlValue[]>;
}

/** A table of few rows. */
export function dataTable(shape: ShownTable): Html {
  return atOnce(tableInSteps(shape));
}

/** Rows that are made, or drawn, between two places to rest. */
export const ROWS_AT_ONCE = 50;

/** A table of thousands of rows. They are made one at a time, by `rowsOf`. */
export function* tableInSteps({caption, captioned = false, narrow, columns, rows: made}: ShownTable): Steps<Html> {
  const rows: (readonly HtmlValue[])[] = [];
  for (const cells of made) if (rows.push(cells) % ROWS_AT_ONCE === 0) yield;
  const classes = columns.map(
    ({number, decimals, whole, below}) =>
      `${number || decimals ? "number" : "text"}${whole ? " whole" : ""}${below ? " below" : ""}`,
  );
  const hasLabels = narrow !== undefined && !narrow.startsWith("folded");
  const rooms: (undefined | readonly string[])[] = [];
  for (const [index, {decimals}] of columns.entries()) rooms.push(decimals && (yield* roomsOf(rows, index, decimals)));
  const parts: Html[] = [];
  let drawn: Html[] = [];
  for (const [row, cells] of rows.entries()) {
    const own = cells.map((cell, index) => {
      const column = columns[index];
      const head = hasLabels && html` data-head="${column?.label ?? column?.head}"`;
      const room = rooms[index]?.[row];
      return index === 0
        ? html`<th scope="row" class="${classes[0]}">${cell}</th>`
        : html`<td class="${classes[index]}"${room && html` data-room="${room}"`}${head}>${cell}</td>`;
    });
    if (drawn.push(html`<tr>${own}</tr>\n`) < ROWS_AT_ONCE) continue;
    parts.push(html`${drawn}`);
    drawn = [];
    yield;
  }
  return html`<section class="table-frame" aria-label="${caption}" tabindex="0">
<table${narrow !== undefined && html` class="${narrow}"`}>
<caption${!captioned && html` class="unseen"`}>${caption}</caption>
<thead><tr>${columns.map(({head}, index) => html`<th scope="col" class="${classes[index]}">${head}</th>`)}</tr></thead>
<tbody>
${parts}${drawn}</tbody>
</table>
</section>\n`;
}

/** For each row the decimals that it lacks: the style leaves room for them behind the figure. */
function* roomsOf(rows: readonly (readonly HtmlValue[])[], index: number, language: Language): Steps<string[]> {
  const texts: string[] = [];
  let most = 0;
  for (const cells of rows) {
    const text = textOf(cells[index]);
    most = Math.max(most, decimalsIn(text, language) ?? 0);
    if (texts.push(text) % (10 * ROWS_AT_ONCE) === 0) yield;
  }
  const rooms: string[] = [];
  for (const text of texts) if (rooms.push(missingDecimals(text, most, language)) % (10 * ROWS_AT_ONCE) === 0) yield;
  return rooms;
}

/** The rows of items, each made when the table comes to it. */
export function* rowsOf<T>(
  items: readonly T[],
  rowOf: (item: T, index: number) => readonly HtmlValue[],
): Generator<readonly HtmlValue[]> {
  for (const [index, item] of items.entries()) yield rowOf(item, index);
}

function textOf(cell: HtmlValue): string {
  return cell instanceof Html ? cell.text.replace(/<[^>]*>/g, "") : String(cell);
}

const WORDS = inBoth({
  ru: {pages: "Страницы", before: "Назад", after: "Дальше", of: "из"},
  en: {pages: "Pages", before: "Back", after: "Next", of: "of"},
});

/** 0 if the parameter is missing or not an offset. */
export function readOffset({query}: Visit, name = "offset"): number {
  const wanted = Number(query.get(name) ?? "0");
  return Number.isSafeInteger(wanted) && wanted > 0 && wanted < 1e9 ? wanted : 0;
}

/** false: everything fits on one page. */
export function pageWays(visit: Visit, offset: number, rows: number, total: number): Html | false {
  const words = WORDS[visit.language];
  if (offset === 0 && total <= rows) return false;
  const number = (count: number): string => numberText(count, visit.language);
  const to = Math.min(total, offset + rows);
  return html`<nav class="pages" aria-label="${words.pages}">
${offset > 0 && html`<a href="${visit.here({offset: offset > rows ? offset - rows : null})}" rel="prev">← ${words.before}</a>`}
${offset < total && html`<span class="quiet">${number(offset + 1)}–${number(to)} ${words.of} ${number(total)}</span>`}
${offset + rows < total && html`<a href="${visit.here({offset: offset + rows})}" rel="next">${words.after} →</a>`}
</nav>`;
}
