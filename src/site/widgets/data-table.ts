// A table of data: aligned figures, a caption, and a way to fold for narrow screens, which no table may need to scroll on; and the pages of a
// long list: `?offset=`, with links to the previous and the next one.
import {atOnce, type Steps} from "../../work/pace.ts";
import {Html, type HtmlValue, html, markup} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth, type Language} from "../words/language.ts";
import {decimalsAfter, decimalsIn, numberText} from "../words/wording.ts";

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
export const ROWS_AT_ONCE = 25;
/** Rows of one text: a sum of texts would keep all of its parts, and a text below 128 kB is copied at each collection of garbage. */
const JOINED_ROWS = 200;

/**
 * A table of thousands of rows. They are made one at a time, by `rowsOf`, and become text at once: as objects they would hold the loop while
 * garbage is collected.
 */
export function* tableInSteps({caption, captioned = false, narrow, columns, rows}: ShownTable): Steps<Html> {
  const classes = columns.map(
    ({number, decimals, whole, below}) =>
      `${number || decimals ? "number" : "text"}${whole ? " whole" : ""}${below ? " below" : ""}`,
  );
  const hasLabels = narrow !== undefined && !narrow.startsWith("folded");
  const most = columns.map(() => 0);
  const drawn: string[] = [];
  let some: string[] = [];
  for (const cells of rows) {
    const own = cells.map((cell, index) => {
      if (index === 0) return html`<th scope="row" class="${classes[0]}">${cell}</th>`;
      const column = columns[index];
      const decimals = column?.decimals && decimalsIn(textOf(cell), column.decimals);
      most[index] = Math.max(most[index] ?? 0, decimals ?? 0);
      const head = hasLabels && html` data-head="${column?.label ?? column?.head}"`;
      return html`<td class="${classes[index]}"${typeof decimals === "number" && markup(roomMark(index, decimals))}${head}>${cell}</td>`;
    });
    some.push(html`<tr>${own}</tr>\n`.text);
    if (some.length % ROWS_AT_ONCE === 0) yield;
    if (some.length < JOINED_ROWS) continue;
    drawn.push(some.join(""));
    some = [];
  }
  drawn.push(some.join(""));
  for (const [at, text] of drawn.entries()) {
    drawn[at] = withRooms(text, columns, most);
    yield;
  }
  return html`<section class="table-frame" aria-label="${caption}" tabindex="0">
<table${narrow !== undefined && html` class="${narrow}"`}>
<caption${!captioned && html` class="unseen"`}>${caption}</caption>
<thead><tr>${columns.map(({head}, index) => html`<th scope="col" class="${classes[index]}">${head}</th>`)}</tr></thead>
<tbody>
${drawn.map(markup)}</tbody>
</table>
</section>\n`;
}

/** Where a cell tells the decimals that it lacks, once the decimals of all cells of its column are known. */
function roomMark(column: number, decimals: number): string {
  return `\0${column},${decimals}\0`;
}

/** The style leaves room for the decimals behind the figure. */
function withRooms(text: string, columns: readonly ShownColumn[], most: readonly number[]): string {
  return text.replace(/\0(\d+),(\d+)\0/g, (_, column, own) => {
    const room = decimalsAfter(Number(own), most[column]!, columns[column]!.decimals!);
    return room === "" ? "" : ` data-room="${room}"`;
  });
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
