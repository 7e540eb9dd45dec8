// A bar chart of the days of a month, drawn on the server. Positions are per cent of the width, so texts keep their size.
import {type Html, html} from "../widgets/html.ts";
import {copied} from "../words/line-breaks.ts";

export interface BarChart {
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

export function barChart({label, bars, format}: BarChart): Html {
  const ceiling = roundCeiling(Math.max(1, ...bars.map(({value}) => value)));
  const place = (100 - FIGURES) / bars.length;
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
    html`<rect class="bar-mark${marked === true && " today"}" x="${round(FIGURES + place * (at + (1 - FILLED) / 2))}%" width="${round(place * FILLED)}%" y="${round(TOP + PLOT - height)}" height="${round(height)}"><title>${title}</title></rect>\n`
  );
})}<line class="axis" x1="0" x2="100%" y1="${TOP + PLOT}" y2="${TOP + PLOT}"/>
${LINES.map(
  (share) => html`<text x="0" y="${round(y(ceiling * share) - 4)}">${format(ceiling * share)}</text>\n`,
)}${bars.map(
  ({tick}, at) =>
    tick !== "" &&
    html`<text x="${round(FIGURES + place * (at + 0.5))}%" y="${HEIGHT - 6}" text-anchor="middle">${tick}</text>\n`,
)}</svg>\n`;
}

/** The next number whose half is short to write: 1, 2, 4, 6, 8 or 10 times a power of ten. */
function roundCeiling(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 2, 4, 6, 8, 10].find((factor) => factor * power >= most) ?? 10;
  return Math.max(2, step * power);
}
