// Line charts and sparklines drawn on the server: complete without a script, sharp at any width, with all colours in the stylesheet.
//
// The lines are in an inner SVG that is stretched to the available width. Texts and marks are outside of it, placed by per cent, so
// they keep their size. The label of the chart and a table on the page give the same data in words.

import type {Day} from "../../statistics/time/day.ts";
import {atOnce, type Steps} from "../../work/pace.ts";
import {type Html, html} from "../html/html.ts";
import type {Language} from "../words/language.ts";
import {copied} from "../words/line-breaks.ts";
import {anchorOf, markTexts, type Scale, shareOfScale, timeTicks} from "./axes.ts";
import {type Frame, frameInSteps, spanOf} from "./chart-frame.ts";
import {type ChartLine, GAP_DAYS, type Point} from "./chart-line.ts";
import {drawnNames, lineEndsOf, longestRow, pageRows, withEqualMarks} from "./line-ends.ts";
import {addPoint, createPoints, dotsOf, linePath, POINTS_AT_ONCE} from "./line-path.ts";

export interface ChartMark {
  readonly day: Day;
  readonly text: string;
}

/** An event that a package declares: its days are shaded. */
export interface ChartBand {
  readonly first: Day;
  readonly last: Day;
  readonly text: string;
}

interface LineChart {
  /** For screen readers. */
  readonly label: string;
  readonly lines: readonly ChartLine[];
  /** Lines of another unit, whose value scale is at the right edge. */
  readonly second?: readonly ChartLine[];
  /** Vertical lines at declared breaks. */
  readonly marks?: readonly ChartMark[];
  readonly bands?: readonly ChartBand[];
  /** The lines of all charts in a column: they get the same days and the same edges. */
  readonly beside?: readonly (readonly ChartLine[])[] | undefined;
  /** The page has a crosshair (client/compare.ts), which needs the days of the edges. */
  readonly isFollowed?: boolean;
  readonly language: Language;
}

const [TOP, BOTTOM] = [14, 26];
/** The height of the lines; with many of them, so that each name has two rows. */
const [PLOT, TALL_PLOT, MOST_USUAL] = [280, 440, 6];
const WIDTH = 1000;
const LETTER = 7.9;
const TICK = 4;
/** Room above and below the plot for the half of a dot that is at its edge. */
const DOT = 4;
/** On a phone: at most this many time marks, of years and of longer texts. */
const [MOST_NARROW_YEARS, MOST_NARROW, YEAR_LETTERS] = [4, 3, 4];

/** Step by step: a line may have tens of thousands of points. false: no line has a value. */
export function* lineChart(given: LineChart): Steps<Html | false> {
  const {label, lines, second = [], marks = [], bands = [], beside, isFollowed = false, language} = given;
  const plot = lines.length + second.length > MOST_USUAL ? TALL_PLOT : PLOT;
  const height = TOP + plot + BOTTOM;
  const frame = yield* frameInSteps(lines);
  if (frame === null) return false;
  yield;
  const {scale, other} = scalesOf(frame.scale, (yield* frameInSteps(second))?.scale);
  const {first, last} = second.length === 0 && !beside ? frame : spanOf(beside?.flat() ?? [...lines, ...second]);
  const scales = beside === undefined ? [scale] : [];
  for (const own of beside ?? []) scales.push((yield* frameInSteps(own))?.scale ?? scale);
  const y = (value: number): number => round(TOP + plot * (1 - shareOfScale(scale, value)));
  const x = (day: Day): string => `${round((100 * (day - first)) / (last - first))}%`;
  const texts = markTexts(scale.ticks, language);
  const margin = Math.max(...scales.map((own) => marginOf(own, language)));
  const times = timeTicks(
    first,
    last,
    language,
    7,
    [...lines, ...second, ...(beside?.flat() ?? [])].map(({frequency}) => frequency),
  );
  const shown = marks.filter(({day}) => day > first && day < last);
  const drawn: Html[] = [];
  for (const line of [...lines, ...second]) {
    yield;
    const own = second.includes(line) ? other! : scale;
    drawn.push(drawnLine(line.className, yield* pathInSteps(line, {first, last, scale: own}, WIDTH, plot)));
  }
  return html`<div class="plot" role="img" aria-label="${copied(label)}"${isFollowed && html` data-days="${first},${last}"`}>
<svg class="chart plot-values" width="${margin}" height="${height}" aria-hidden="true">
${scale.ticks.map((tick, at) => html`<text x="${margin - 8}" y="${y(tick) + 4}" text-anchor="end">${texts[at]}</text>`)}
</svg>
<svg class="chart plot-lines" width="100%" height="${height}" aria-hidden="true">
${shadedIn(bands, first, last).map(
  (band) =>
    html`<rect class="band" x="${x(band.first)}" y="${TOP}" width="${round((100 * (band.last - band.first)) / (last - first))}%" height="${plot}"/>`,
)}
${scale.ticks.map((tick) => html`<line class="${tick === 0 ? "axis" : "grid"}" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/>`)}
${shown.map(({day, text}) => html`<line class="mark${text === "" && " faint"}" x1="${x(day)}" x2="${x(day)}" y1="${TOP}" y2="${TOP + plot}"/>`)}
<svg y="${TOP - DOT}" width="100%" height="${plot + 2 * DOT}" viewBox="0 ${-DOT} ${WIDTH} ${plot + 2 * DOT}" preserveAspectRatio="none" overflow="${frame.beyond > 0 ? "hidden" : "visible"}">
${drawn}
</svg>
${times.map(({day, text}, at) => {
  return html`<line class="axis" x1="${x(day)}" x2="${x(day)}" y1="${TOP + plot}" y2="${TOP + plot + TICK}"/><text${isSpare(text, at, times.length) && html` class="spare"`} x="${x(day)}" y="${height - 6}" text-anchor="${anchorOf((day - first) / (last - first))}">${text}</text>`;
})}
</svg>
${
  other !== null &&
  html`<svg class="chart plot-values plot-second" width="${marginOf(other, language)}" height="${height}" aria-hidden="true">
${markTexts(other.ticks, language).map((text, at) => html`<text x="8" y="${y(scale.ticks[at]!) + 4}">${text}</text>`)}
</svg>\n`
}${drawnNames([...lineEndsOf(lines, scale), ...(other === null ? [] : lineEndsOf(second, other))], longestRow(beside ?? [[...lines, ...second]], pageRows(plot)), {top: TOP, height: plot, total: height})}</div>\n${frame.beyond > 0 && html`<p class="quiet beyond">${beyondWords(frame.beyond, language)}</p>\n`}`;
}

/** The visible parts of the bands; the end of a band is the day after its last. */
export function shadedIn(bands: readonly ChartBand[], first: Day, last: Day): ChartBand[] {
  return bands
    .map((band) => ({...band, first: Math.max(band.first, first), last: Math.min(band.last + 1, last)}))
    .filter((band) => band.first < band.last);
}

function scalesOf(scale: Scale, second: Scale | undefined): {readonly scale: Scale; readonly other: Scale | null} {
  if (second === undefined) return {scale, other: null};
  const [own, other] = withEqualMarks(scale, second);
  return {scale: own, other};
}

/** Said beside a chart with values beyond its edge. */
export function beyondWords(count: number, language: Language): string {
  return language === "ru"
    ? `За краем графика значений: ${count}. В таблице и файлах они есть.`
    : `Values beyond the edge of the chart: ${count}. The table and the files have them.`;
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
export function drawnLine(className: string, path: string): Html {
  const dots = dotsOf(path);
  return html`<path class="line ${className}" vector-effect="non-scaling-stroke" d="${path}"/>${dots !== "" && html`<path class="line ${className} dots" vector-effect="non-scaling-stroke" d="${dots}"/>`}`;
}

/** The path of a line in a drawing of width × height units. @param columns how many columns of points the drawing can show */
export function* pathInSteps(
  {points, frequency, since = Number.NEGATIVE_INFINITY, isStepped}: ChartLine,
  {first, last, scale}: Omit<Frame, "beyond">,
  width: number,
  height: number,
  columns = width,
): Steps<string> {
  const drawn = createPoints(points.length);
  let before: Point | null = null;
  for (const point of points) {
    const {day, value} = point;
    const afterGap =
      before !== null &&
      (day - before.day > GAP_DAYS[frequency] ||
        !Number.isFinite(before.value) ||
        (before.day < since && day >= since));
    if (Number.isFinite(value))
      addPoint(drawn, (width * (day - first)) / (last - first), height * (1 - shareOfScale(scale, value)), afterGap);
    before = point;
    if (drawn.count % POINTS_AT_ONCE === 0) yield;
  }
  yield;
  return yield* linePath(drawn, columns, width, isStepped);
}

function round(number: number): number {
  return Math.round(number * 100) / 100;
}

const [SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN] = [120, 32, 2];

/** A line without axes, for lists of series: of few points. @param frame one for all lines that a reader compares; by default the line's own */
export function sparkline(line: ChartLine, frame?: Frame | null): Html | false {
  return atOnce(sparklineInSteps(line, frame));
}

/** A line may have tens of thousands of points. */
export function* sparklineInSteps(line: ChartLine, common?: Frame | null): Steps<Html | false> {
  const frame = common === undefined ? yield* frameInSteps([line]) : common;
  yield;
  if (frame === null || line.points.length === 0) return false;
  const [width, height, margin] = [SPARK_WIDTH, SPARK_HEIGHT, SPARK_MARGIN];
  const path = yield* pathInSteps(line, frame, width - 2 * margin, height - 2 * margin, width / 2);
  return html`<svg class="chart spark" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" aria-hidden="true"${frame.beyond > 0 && html` overflow="hidden"`}><g transform="translate(${margin} ${margin})">${drawnLine(line.className, path)}</g></svg>`;
}
