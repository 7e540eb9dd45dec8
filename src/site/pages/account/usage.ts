// The usage of an account in a month by day: a chart, and the same figures as a table.

import {type Html, html} from "../../html/html.ts";
import type {Visit} from "../../visit/visit.ts";
import {dataTable} from "../../widgets/data-table.ts";
import {inPairs} from "../../words/language.ts";
import {copied} from "../../words/line-breaks.ts";
import {dayWords, monthWords, numberText} from "../../words/wording.ts";

const WORDS = inPairs({
  heading: ["Расход", "Usage"],
  chart: ["Значений по дням", "Values by day"],
  none: ["За этот месяц значений не выдано.", "No values were returned this month."],
  table: ["Таблицей", "As a table"],
  day: ["День (UTC)", "Day (UTC)"],
  values: ["Значений", "Values"],
  total: ["Всего", "In all"],
  earlier: ["Раньше", "Earlier"],
  later: ["Позже", "Later"],
});

const TICKS = [1, 8, 15, 22, 29];

/** @param opened the moment of opening the account (ISO). @param days the days with usage, ascending */
export function drawUsage(
  visit: Visit,
  month: string,
  opened: string,
  days: readonly {readonly day: string; readonly used: number}[],
): Html {
  const {language, site} = visit;
  const words = WORDS[language];
  const total = days.reduce((sum, {used}) => sum + used, 0);
  const today = site.now().toISOString().slice(0, 10);
  const byDay = new Map(days.map(({day, used}) => [day, used]));
  const bars = daysOfMonth(month).map((day) => {
    const value = byDay.get(day) ?? 0;
    const number = Number(day.slice(8));
    return {
      value,
      tick: TICKS.includes(number) ? String(number) : "",
      title: `${dayWords(day, language)}: ${numberText(value, language)}`,
      marked: day === today,
    };
  });
  const others = [
    {month: neighbour(month, -1), word: words.earlier},
    {month: neighbour(month, 1), word: words.later},
  ].filter((other) => other.month >= opened.slice(0, 7) && other.month <= today.slice(0, 7));
  return html`<h2 id="usage">${words.heading}: ${monthWords(month, language)}</h2>
${
  total === 0
    ? html`<p class="quiet">${words.none}</p>`
    : html`<figure>
<figcaption>${words.chart}. ${words.total}: ${numberText(total, language)}</figcaption>
${barChart({label: `${words.chart}, ${monthWords(month, language)}`, bars, format: (value) => numberText(value, language)})}
</figure>
<details><summary>${words.table}</summary>
${dataTable({
  caption: words.chart,
  columns: [{head: words.day}, {head: words.values, number: true}],
  rows: days.map(({day, used}) => [dayWords(day, language), numberText(used, language)]),
})}</details>`
}
${
  others.length > 0 &&
  html`<p class="quiet">${others.map(
    (other, index) =>
      html`${index > 0 && " · "}<a href="${visit.link("/account", {month: other.month})}#usage">${other.word}: ${monthWords(other.month, language)}</a>`,
  )}</p>`
}`;
}

/** YYYY-MM-DD of every day of the month. */
function daysOfMonth(month: string): string[] {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))];
  const count = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return Array.from({length: count}, (_, index) => `${month}-${String(index + 1).padStart(2, "0")}`);
}

function neighbour(month: string, by: number): string {
  return new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)) - 1 + by, 1)).toISOString().slice(0, 7);
}

interface BarChart {
  /** For screen readers. */
  readonly label: string;
  readonly bars: readonly Bar[];
  readonly format: (value: number) => string;
}

export interface Bar {
  readonly value: number;
  /** Text under the axis; empty for most bars. */
  readonly tick: string;
  /** Tooltip. */
  readonly title: string;
  readonly marked?: boolean;
}

const [HEIGHT, TOP, BOTTOM] = [190, 18, 22];
const PLOT = HEIGHT - TOP - BOTTOM;
/** Horizontal lines, as shares of the height. */
const LINES = [0.5, 1];
/** Per cent of the width reserved for the figures at the left. */
const FIGURES = 13;
/** Width of a bar as a share of its place. */
const FILLED = 0.72;

function barChart({label, bars, format}: BarChart): Html {
  const ceiling = roundCeiling(Math.max(1, ...bars.map(({value}) => value)));
  const index = (100 - FIGURES) / bars.length;
  const y = (value: number): number => TOP + PLOT * (1 - value / ceiling);
  const round = (number: number): number => Number(number.toFixed(3));
  return html`<svg class="chart" width="100%" height="${HEIGHT}" role="img" aria-label="${copied(label)}">
${LINES.map(
  (share) =>
    html`<line class="grid" x1="0" x2="100%" y1="${round(y(ceiling * share))}" y2="${round(y(ceiling * share))}"/>\n`,
)}${bars.map(({value, title, marked}, at) => {
  const height = value === 0 ? 0 : Math.max(1.5, PLOT * (value / ceiling));
  return (
    height > 0 &&
    html`<rect class="bar-mark${marked === true && " today"}" x="${round(FIGURES + index * (at + (1 - FILLED) / 2))}%" width="${round(index * FILLED)}%" y="${round(TOP + PLOT - height)}" height="${round(height)}"><title>${title}</title></rect>\n`
  );
})}<line class="axis" x1="0" x2="100%" y1="${TOP + PLOT}" y2="${TOP + PLOT}"/>
${LINES.map(
  (share) => html`<text x="0" y="${round(y(ceiling * share) - 4)}">${format(ceiling * share)}</text>\n`,
)}${bars.map(
  ({tick}, at) =>
    tick !== "" &&
    html`<text x="${round(FIGURES + index * (at + 0.5))}%" y="${HEIGHT - 6}" text-anchor="middle">${tick}</text>\n`,
)}</svg>\n`;
}

/** The next number whose half is short to write: 1, 2, 4, 6, 8 or 10 times a power of ten. */
function roundCeiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return Math.max(2, step * power);
}
