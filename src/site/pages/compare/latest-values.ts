// The box above the charts of a comparison: the latest value of each line with its period. With scripts it shows the values under the
// crosshair (client/compare.ts, which writes the same form).
import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import type {Language} from "../../words/language.ts";
import {fewDigitsText, shortPeriodWords, shownText} from "../../words/wording.ts";
import {measuredText} from "../series/head.ts";
import {titleText} from "../series/link.ts";
import type {ComparedLine} from "./compared-line.ts";
import {hasSmallCharts} from "./query.ts";
import {COMPARE_WORDS} from "./words.ts";

/** @param isIndex the values are per cent of a common period */
export function drawLatestValues(visit: Visit, lines: readonly ComparedLine[], isIndex: boolean): Html {
  const {language} = visit;
  const {none} = COMPARE_WORDS[language].crosshair;
  const items = lines.map((line) => {
    const {name, unit} = namedLine(line, isIndex, language);
    const value = latestText(line, isIndex, language);
    return html`<span class="crosshair-value"><span class="sample ${line.className}"></span>${name}: <b>${value ?? none}</b>${unit !== "" && unit !== "%" && value !== null && ` ${unit}`}</span>`;
  });
  return html`<div class="crosshair-box" aria-live="polite"><strong>${latestHead(visit, lines.length)}</strong>${!hasSmallCharts(visit, lines.length) && items}</div>\n`;
}

/** Above the values; of small charts each has its value beside its name. */
export function latestHead(visit: Visit, lines: number): string {
  const {latest, beside} = COMPARE_WORDS[visit.language].crosshair;
  return hasSmallCharts(visit, lines) ? beside : latest;
}

/** "4.98 (March 2026)"; null: the line has no value. */
export function latestText(
  {points, frequency, view}: ComparedLine,
  isIndex: boolean,
  language: Language,
): string | null {
  const last = points.at(-1);
  if (last === undefined) return null;
  const value = isIndex
    ? `${fewDigitsText(Math.round(last.value * 100) / 100, language)} %`
    : shownText(view, last.value, language);
  return `${value} (${shortPeriodWords(last.day, frequency, language)})`;
}

/** A name that tells the lines apart may have the unit in it: then the unit is empty. */
export function namedLine(
  {name, view}: ComparedLine,
  isIndex: boolean,
  language: Language,
): {readonly name: string; readonly unit: string} {
  const [shown, measured] = [name ?? titleText(view.series, language), measuredText(view, language)];
  return {name: shown, unit: isIndex ? "%" : shown.includes(measured) ? "" : measured};
}
