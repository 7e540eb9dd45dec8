// A small chart of one line, for many side by side: few marks, no names. The marks are beside the line: over it they would hide values.
//
// As in a large chart the line is stretched to the width, and texts keep their size.
import type {Day} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";
import {type Html, html} from "../html/html.ts";
import type {Language} from "../words/language.ts";
import {copied} from "../words/line-breaks.ts";
import {markTexts, shareOfScale, timeTicks} from "./axes.ts";
import type {Frame} from "./chart-frame.ts";
import type {ChartLine} from "./chart-line.ts";
import {type ChartBand, type ChartMark, drawnLine, pathInSteps, shadedIn} from "./line-chart.ts";

interface SmallChart {
  readonly line: ChartLine;
  readonly frame: Frame;
  /** For screen readers. */
  readonly label: string;
  /** Of the longest value mark of all charts, so that their edges are below each other. */
  readonly letters: number;
  /** Vertical lines and shaded days, without their texts. */
  readonly marks?: readonly ChartMark[];
  readonly bands?: readonly ChartBand[];
  readonly language: Language;
}

const [HEIGHT, TOP, BOTTOM] = [104, 14, 18];
const PLOT = HEIGHT - TOP - BOTTOM;
const WIDTH = 400;
const [DOT, LETTER, BESIDE] = [4, 6.8, 6];

export function* smallChart({line, frame, label, letters, marks = [], bands = [], language}: SmallChart): Steps<Html> {
  const {first, last, scale} = frame;
  const path = yield* pathInSteps(line, frame, WIDTH, PLOT, WIDTH / 2);
  const texts = markTexts(scale.ticks, language);
  const y = (value: number): number => Math.round(10 * (TOP + PLOT * (1 - shareOfScale(scale, value)))) / 10;
  const x = (day: Day): string => `${share(day - first, last - first)}%`;
  const [start, end] = endTexts(frame, language);
  const margin = Math.ceil(letters * LETTER) + BESIDE;
  return html`<div class="plot" role="img" aria-label="${copied(label)}" data-days="${first},${last}">
<svg class="chart plot-values" width="${margin}" height="${HEIGHT}" aria-hidden="true">${scale.ticks.map((tick, at) => html`<text x="${margin - BESIDE}" y="${y(tick) + 4}" text-anchor="end">${texts[at]}</text>`)}</svg>
<svg class="chart plot-lines" width="100%" height="${HEIGHT}" aria-hidden="true">
${shadedIn(bands, first, last).map((band) => html`<rect class="band" x="${x(band.first)}" y="${TOP}" width="${share(band.last - band.first, last - first)}%" height="${PLOT}"/>`)}
${scale.ticks.map((tick) => html`<line class="${tick === 0 ? "axis" : "grid"}" x1="0" x2="100%" y1="${y(tick)}" y2="${y(tick)}"/>`)}
${marks
  .filter(({day}) => day > first && day < last)
  .map(
    ({day, text}) =>
      html`<line class="mark${text === "" && " faint"}" x1="${x(day)}" x2="${x(day)}" y1="${TOP}" y2="${TOP + PLOT}"/>`,
  )}
<svg y="${TOP - DOT}" width="100%" height="${PLOT + 2 * DOT}" viewBox="0 ${-DOT} ${WIDTH} ${PLOT + 2 * DOT}" preserveAspectRatio="none" overflow="visible">${drawnLine(line.className, path)}</svg>
<text x="0" y="${HEIGHT - 4}">${start}</text><text x="100%" y="${HEIGHT - 4}" text-anchor="end">${end}</text>
</svg></div>`;
}

function share(part: number, whole: number): number {
  return Math.round((10_000 * part) / whole) / 100;
}

/** The letters of the longest value mark. */
export function markLetters(frames: readonly (Frame | null)[], language: Language): number {
  return Math.max(
    0,
    ...frames.flatMap((frame) =>
      frame === null ? [] : markTexts(frame.scale.ticks, language).map(({length}) => length),
    ),
  );
}

/** The first and the last mark of the time axis, each at its edge. */
export function endTexts({first, last}: Frame, language: Language): readonly [string, string] {
  const marks = [timeTicks(first, first, language), timeTicks(last, last, language)];
  const isLong = last - first > 3 * 366;
  const text = (at: 0 | 1): string => {
    const label = marks[at]![0]?.text ?? "";
    return isLong ? (/\d{4}$/.exec(label)?.[0] ?? label) : label;
  };
  return [text(0), text(1)];
}
