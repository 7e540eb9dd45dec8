// The one row above a chart: its range, what else can be made of it, and "Download" with all formats, in the same place on every page.
//
// On a phone all but the range is folded under "More" (series.css), where a wide page shows it. It is links and folded lists, so it works without a script. client/chart-controls.ts takes the place of the links to ranges.
import {type Html, html} from "../html/html.ts";
import type {Visit} from "../visit/visit.ts";
import {inBoth} from "../words/language.ts";

const DOWNLOAD = inBoth({ru: "Скачать", en: "Download"});
const MORE = inBoth({ru: "Ещё", en: "More"});

/** @param parts false: this page has no such part @param more the parts that a phone folds */
export function toolbar(
  {language}: Pick<Visit, "language">,
  parts: readonly (Html | false)[],
  more: readonly (Html | false)[] = [],
): Html | false {
  const folded = more.some((part) => part !== false);
  return (
    (folded || parts.some((part) => part !== false)) &&
    html`<div class="toolbar">${parts}${folded && html`<details class="more"><summary class="button quiet">${MORE[language]}</summary><div>${more}</div></details>`}</div>\n`
  );
}

/** @param rows each a row of links: files, pictures. false: there are none of this kind */
export function downloadMenu({language}: Pick<Visit, "language">, rows: readonly (Html | false)[]): Html | false {
  const shown = rows.filter((row) => row !== false);
  return (
    shown.length > 0 &&
    html`<details class="download"><summary class="button">${DOWNLOAD[language]}</summary>
<div>${shown.map((row) => html`<p class="downloads">${row}</p>\n`)}</div></details>\n`
  );
}

/** The links to a table as CSV and XLSX. */
export function tableLinks(at: (type: "csv" | "xlsx") => string): Html {
  return html`<a class="button quiet" href="${at("csv")}" rel="nofollow" download>CSV</a> <a class="button quiet" href="${at("xlsx")}" rel="nofollow" download>XLSX</a>`;
}
