// Line charts and sparklines drawn on the server: complete without a script, sharp at any width, with all colours in the stylesheet.
//
// The lines are in an inner SVG that is stretched to the available width. Texts and marks are outside of it, placed by per cent, so
// they keep their size. The label of the chart and a table on the page give the same data in words.
import type {Day} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {type Html, html} from "../widgets/html.ts";
import type {Language} from "../words/language.ts";
import {copied} from "../words/line-breaks.ts";
import {anchorOf, markTexts, type Scale, shareOf, timeTicks, valueScale} from "./axes.ts";
import {dotsOf, linePath} from "./line-path.ts";

export interface Point {
  readonly day: Day;
  readonly value: number;
}

export interface ChartLine {
  /** Ascending by day. */
  readonly points: readonly Point[];
  readonly frequency: Frequency;
  /** Sets the colour: "line-1" … "line-6". */
  readonly className: string;
}

/**
 * More days than this between the first days of two periods are a gap, and the line breaks. Daily series skip holidays, and
 * publishers count weeks differently, so only a longer pause counts there.
 */
export const GAP_DAYS: Readonly<Record<Frequency, number>> = {D: 14, W: 13, M: 31, Q: 92, A: 366};

export interface ChartMark {
  readonly day: Day;
  readonly text: string;
}

interface LineChart {
  /** For screen readers. */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  /** Vertical lines at declared breaks. */
  readonly marks?: readonly ChartMark[];
  /** The lines of all charts in a column: they get the same days and the same edges. */
  readonly beside?: readonly (readonly ChartLine[])[] | undefined;
  readonly language: Language;
}

/** The days and the value scale of a chart. */
export interface Frame {
  readonly first: Day;
  readonly last: Day;
  readonly scale: Scale;
}

const [HEIGHT, TOP, BOTTOM] = [320, 14, 26];
const PLOT = HEIGHT - TOP - BOTTOM;
const WIDTH = 1000;
const LETTER = 7.2;
const TICK = 4;
/** Days on both sides of a single period: enough for marks at months, since marks at days would suggest daily values. */
const ROOM_OF_ONE = 200;
/** On a phone: at most this many time marks, of years and of longer texts. */
const [MOST_NARROW_YEARS, MOST_NARROW, YEAR_LETTERS] = [5, 3, 4];

/** null if no line has a value. */
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
  return html`<line class="axis" x1="${x(day)}" x2="${x(day)}" y1="${TOP + PLOT}" y2="${TOP + PLOT + TICK}"/><text${isSpare(text, at, times.length) && html` class="spare"`} x="${x(day)}" y="${HEIGHT - 6}" text-anchor="${anchorOf((day - first) / (last - first))}">${text}</text>`;
})}
</svg>
</div>\n`;
}

/** Whether a phone leaves out the text of a time mark, since it has no room for all. */
export function isSpare(text: string, at: number, marks: number): boolean {
  return at % 2 === 1 && marks > (text.length > YEAR_LETTERS ? MOST_NARROW : MOST_NARROW_YEARS);
}

/** The room for the texts of the value marks. */
function marginOf({ticks}: Scale, language: Language): number {
  return Math.ceil(Math.max(...markTexts(ticks, language).map((text) => text.length)) * LETTER) + 10;
}

/** A line and its dots. Their thickness does not change when the drawing is stretched. */
function drawnLine(className: string, path: string): Html {
  const dots = dotsOf(path);
  return html`<path class="line ${className}" vector-effect="non-scaling-stroke" d="${path}"/>${dots !== "" && html`<path class="line ${className} dots" vector-effect="non-scaling-stroke" d="${dots}"/>`}`;
}

/** The path of a line in a drawing of width × height units. @param columns how many columns of points the drawing can show */
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

const [SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN] = [120, 32, 2];

/** A line without axes, for lists of series. @param frame one for all lines that a reader compares; by default the line's own */
export function sparkline(line: ChartLine, frame: Frame | null = frameOf([line])): Html | false {
  if (frame === null || line.points.length === 0) return false;
  const [width, height, margin] = [SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN];
  const path = pathOf(line, frame, width - 2 * margin, height - 2 * margin, width / 2);
  return html`<svg class="chart spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true"><g transform="translate(${margin} ${margin})">${drawnLine(line.className, path)}</g></svg>`;
}
