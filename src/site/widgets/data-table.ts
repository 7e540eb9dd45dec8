// A table of data: figures in columns of equal digits to the right, a caption that names it, and a frame that scrolls on narrow screens.
import {decimalsIn, missingDecimals} from "../words/decimal-places.ts";
import type {Language} from "../words/language.ts";
import {Html, type HtmlValue, html} from "./html.ts";

export interface TableColumn {
  readonly head: HtmlValue;
  /** Figures: to the right, digits of equal width. */
  readonly number?: boolean;
  /** Figures with decimals, written in this language: their marks stand under each other, and their digits stay as they are. */
  readonly decimals?: Language;
  /** Stays on one line, at the cost of scrolling. */
  readonly whole?: boolean;
}

export interface TableShape {
  /** Names the table; seen by who hears the page, and by all when `captioned`. */
  readonly caption: string;
  readonly captioned?: boolean;
  /** On a narrow screen each row is a block, every cell after the head of its column (a text): for few rows of many words. */
  readonly isStacked?: boolean;
  readonly columns: readonly TableColumn[];
  /** Cells of each row, as many as columns; the first one heads its row. */
  readonly rows: readonly (readonly HtmlValue[])[];
}

export function dataTable({caption, captioned = false, isStacked = false, columns, rows}: TableShape): Html {
  const classes = columns.map(
    ({number, decimals, whole}) => `${number || decimals ? "number" : "text"}${whole ? " whole" : ""}`,
  );
  const rooms = columns.map(({decimals}, place) => decimals && roomsOf(rows, place, decimals));
  return html`<div class="table-frame" role="region" aria-label="${caption}" tabindex="0">
<table${isStacked && html` class="stacked"`}>
<caption${!captioned && html` class="unseen"`}>${caption}</caption>
<thead><tr>${columns.map(({head}, place) => html`<th scope="col" class="${classes[place]}">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells, row) =>
    html`<tr>${cells.map((cell, place) => {
      const head = isStacked && html` data-head="${columns[place]?.head}"`;
      const room = rooms[place]?.[row];
      return place === 0
        ? html`<th scope="row" class="${classes[0]}"${head}>${cell}</th>`
        : html`<td class="${classes[place]}"${room && html` data-room="${room}"`}${head}>${cell}</td>`;
    })}</tr>\n`,
)}</tbody>
</table>
</div>\n`;
}

/** Of each row what the style leaves room for behind its figure: the decimals that others of the column have and it has not. */
function roomsOf(rows: TableShape["rows"], place: number, language: Language): string[] {
  const texts = rows.map((cells) => textOf(cells[place]));
  const most = Math.max(0, ...texts.map((text) => decimalsIn(text, language) ?? 0));
  return texts.map((text) => missingDecimals(text, most, language));
}

function textOf(cell: HtmlValue): string {
  return cell instanceof Html ? cell.text.replace(/<[^>]*>/g, "") : String(cell);
}
