// A table of data: aligned figures, a caption, and a frame that scrolls on narrow screens.

import type {Language} from "../words/language.ts";
import {decimalsIn, missingDecimals} from "../words/wording.ts";
import {Html, type HtmlValue, html} from "./html.ts";

export interface TableColumn {
  readonly head: HtmlValue;
  /** Figures: aligned right, with digits of equal width. */
  readonly number?: boolean;
  /** Figures with decimals in this language: aligned at the decimal mark, without added digits. */
  readonly decimals?: Language;
  /** No line breaks, even if the table has to scroll. */
  readonly whole?: boolean;
}

export interface TableShape {
  /** For screen readers; visible if `captioned`. */
  readonly caption: string;
  readonly captioned?: boolean;
  /** On a narrow screen each row is a block of "head: cell" lines: for few rows with long texts. Heads must be texts. */
  readonly isStacked?: boolean;
  readonly columns: readonly TableColumn[];
  /** The cells of each row; the first one is the head of the row. */
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

/** For each row the decimals that it lacks: the style leaves room for them behind the figure. */
function roomsOf(rows: TableShape["rows"], place: number, language: Language): string[] {
  const texts = rows.map((cells) => textOf(cells[place]));
  const most = Math.max(0, ...texts.map((text) => decimalsIn(text, language) ?? 0));
  return texts.map((text) => missingDecimals(text, most, language));
}

function textOf(cell: HtmlValue): string {
  return cell instanceof Html ? cell.text.replace(/<[^>]*>/g, "") : String(cell);
}
