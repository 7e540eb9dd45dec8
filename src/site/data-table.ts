// A table of data: figures in columns of equal digits to the right, a caption that names it, and a frame that scrolls on narrow screens.
import {type Html, type HtmlValue, html} from "./html.ts";

export interface TableColumn {
  readonly head: HtmlValue;
  /** Figures: to the right, digits of equal width. */
  readonly number?: boolean;
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
  const className = (place: number): string =>
    `${columns[place]?.number ? "number" : "text"}${columns[place]?.whole ? " whole" : ""}`;
  return html`<div class="table-frame" role="region" aria-label="${caption}" tabindex="0">
<table${isStacked && html` class="stacked"`}>
<caption${!captioned && html` class="unseen"`}>${caption}</caption>
<thead><tr>${columns.map(({head}, place) => html`<th scope="col" class="${className(place)}">${head}</th>`)}</tr></thead>
<tbody>
${rows.map(
  (cells) => html`<tr>${cells.map((cell, place) => {
    const head = isStacked && html` data-head="${columns[place]?.head}"`;
    return place === 0
      ? html`<th scope="row" class="${className(0)}"${head}>${cell}</th>`
      : html`<td class="${className(place)}"${head}>${cell}</td>`;
  })}</tr>
`,
)}</tbody>
</table>
</div>
`;
}
