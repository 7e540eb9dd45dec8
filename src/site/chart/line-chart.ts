// A line chart drawn on the server: complete without a script, sharp at any width, coloured by the stylesheet alone.
//
// Lines lie in a drawing that is stretched to the width there is; letters and marks lie beside it in places by per cent, and keep
// their size. What the drawing shows is told in words by its label and by the table of the page.
import type {Day} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type Html, html} from "../widgets/html.ts";
import type {Language} from "../words/language.ts";
import {copied} from "../words/line-breaks.ts";
import {GAP_DAYS} from "./gap.ts";
import {dotsOf, linePath} from "./line-path.ts";
import {markTexts} from "./mark-texts.ts";
import {type Scale, shareOf, valueScale} from "./scale.ts";
import {anchorOf, timeTicks} from "./time-scale.ts";

export interface Point {
  readonly day: Day;
  readonly value: number;
}

export interface ChartLine {
  /** Ascending by day. */
  readonly points: readonly Point[];
  readonly frequency: Frequency;
  /** Names the colour: "line-1" … "line-6". */
  readonly className: string;
}

export interface ChartMark {
  readonly day: Day;
  readonly text: string;
}

export interface LineChart {
  /** Names the drawing for who hears the page. */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  /** Upright lines at declared breaks. */
  readonly marks?: readonly ChartMark[];
  /** Lines of all charts that stand one above another: they share their days, left edge and right. Absent: the chart stands alone. */
  readonly beside?: readonly (readonly ChartLine[])[] | undefined;
  readonly language: Language;
}

/** What a drawing of lines spans, and its round marks. */
export interface Frame {
  readonly first: Day;
  readonly last: Day;
  readonly scale: Scale;
}

const [HEIGHT, TOP, BOTTOM] = [320, 14, 26];
const PLOT = HEIGHT - TOP - BOTTOM;
const WIDTH = 1000;
const LETTER = 7.2;
/** Length of a mark of time: its words may have to stand beside it. */
const TICK = 4;
/** Days on both sides of a single period: so many that months are marked, not days that no value has. */
const ROOM_OF_ONE = 200;
/** A phone has room for so many marks of time that are longer than a year. */
const [MOST_NARROW, YEAR_LETTERS] = [3, 4];

/** null when no line has a value. */
export function frameOf(lines: readonly ChartLine[]): Frame | null {
  const points = lines.flatMap((line) => line.points);
  if (points.length === 0) return null;
  let [first, last] = [points[0]!.day, points[0]!.day];
  for (const {day} of points) {
    if (day < first) first = day;
    if (day > last) last = day;
  }
  if (first === last) [first, last] = [first - ROOM_OF_ONE, last + ROOM_OF_ONE];
  return {first, last, scale: valueScale(points.map(({value}) => value))};
}

/** NOTHING to draw leaves nothing. */
export function lineChart({label, lines, marks = [], beside, language}: LineChart): Html | false {
  const frame = frameOf(lines);
  if (frame === null) return false;
  const {scale} = frame;
  const {first, last} = (beside && frameOf(beside.flat())) ?? frame;
  const scales = beside?.map((own) => frameOf(own)?.scale ?? scale) ?? [scale];
  const y = (value: number): number => round(TOP + PLOT * (1 - shareOf(scale, value)));
  const x = (day: Day): string => `${round((100 * (day - first)) / (last - first))}%`;
  const texts = markTexts(scale.ticks, language);
  const margin = Math.max(...scales.map((own) => marginOf(own, language)));
  const times = timeTicks(first, last, language, 7);
  const shown = marks.filter(({day}) => day > first && day < last);
  return html`<div class="plot" role="img" aria-label="${copied(label)}">
<svg class="chart plot-values" width="${margin}" height="${HEIGHT}" aria-hidden="true">
${scale.ticks.map((tick, at) => html`<text x="${margin - 8}" y="${y(tick) + 4}" text-anchor="end">${texts[at]}</text>`)}
</svg>
<svg class="chart plot-lines" width="100%" height="${HEIGHT}" aria-hidden="true">
${scale.ticks.map((tick) => html`<line class="${tick === 0 ? "axis" : "grid"}" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/>`)}
${shown.map(({day}) => html`<line class="mark" x1="${x(day)}" x2="${x(day)}" y1="${TOP}" y2="${TOP + PLOT}"/>`)}
<svg y="${TOP}" width="100%" height="${PLOT}" viewBox="0 0 ${WIDTH} ${PLOT}" preserveAspectRatio="none" overflow="visible">
${lines.map((line) => drawnLine(line.className, pathOf(line, {first, last, scale}, WIDTH, PLOT)))}
</svg>
${times.map(({day, text}, at) => {
  const isSpare = at % 2 === 1 && times.length > MOST_NARROW && text.length > YEAR_LETTERS;
  return html`<line class="axis" x1="${x(day)}" x2="${x(day)}" y1="${TOP + PLOT}" y2="${TOP + PLOT + TICK}"/><text${isSpare && html` class="spare"`} x="${x(day)}" y="${HEIGHT - 6}" text-anchor="${anchorOf((day - first) / (last - first))}">${text}</text>`;
})}
</svg>
</div>
`;
}

/** Room for the marks of values. */
function marginOf({ticks}: Scale, language: Language): number {
  return Math.ceil(Math.max(...markTexts(ticks, language).map((text) => text.length)) * LETTER) + 10;
}

/** A line and its dots, as thick as the style says however the drawing is stretched. */
export function drawnLine(className: string, path: string): Html {
  const dots = dotsOf(path);
  return html`<path class="line ${className}" vector-effect="non-scaling-stroke" d="${path}"/>${dots !== "" && html`<path class="line ${className} dots" vector-effect="non-scaling-stroke" d="${dots}"/>`}`;
}

/** The path of a line within a frame of so many units. @param columns as fine as the drawing can show */
export function pathOf(
  {points, frequency}: ChartLine,
  {first, last, scale}: Frame,
  width: number,
  height: number,
  columns = width,
): string {
  const places = points.flatMap(({day, value}, at) =>
    Number.isFinite(value)
      ? [
          {
            x: (width * (day - first)) / (last - first),
            y: height * (1 - shareOf(scale, value)),
            afterGap:
              at > 0 && (day - points[at - 1]!.day > GAP_DAYS[frequency] || !Number.isFinite(points[at - 1]!.value)),
          },
        ]
      : [],
  );
  return linePath(places, columns, width);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}
