// The chart as a PNG, for previews of links: messengers and networks show no SVG. The words are in the preview's text, beside the picture.
//
// The picture has no letters except digits and signs (figures.ts): the latest value, the scale, and the years, or months and days in
// digits.
import {type Day, dayText} from "../../statistics/time/day.ts";
import type {Language} from "../words/language.ts";
import {fewDigitsText} from "../words/wording.ts";
import {anchorOf, markTexts, shareOf, timeTicks} from "./axes.ts";
import {figureStrokes} from "./figures.ts";
import {type ChartLine, frameOf, pathOf} from "./line-chart.ts";
import {encodePng} from "./png.ts";
import {type Colour, createRaster, type Place, paletteOf, type Raster} from "./raster.ts";

export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;

const [LEFT, RIGHT, TOP, BOTTOM] = [60, 60, 150, 90];
const GROUND: Colour = [0xfc, 0xfb, 0xf8];
/** In this order: later ones are drawn over earlier ones. */
const INKS: readonly Colour[] = [
  [0xdd, 0xd8, 0xcd],
  [0x58, 0x5f, 0x67],
  [0x17, 0x4a, 0x82],
];
const [GRID, MUTED, LINE] = [0, 1, 2];
const PALETTE = paletteOf(GROUND, INKS);
/** Heights of digits at the axes and of the latest value; width of a stroke as a share of the height. */
const [SMALL, LARGE, WIDE] = [19, 56, 0.12];
const LINE_WIDE = 3.5;
/** Width of the dot of a single value. */
const DOT_WIDE = 9;

/** A line without values is an empty background. */
export async function chartPicture(line: ChartLine, language: Language): Promise<Buffer> {
  const raster = createRaster(PICTURE_WIDTH, PICTURE_HEIGHT);
  const last = line.points.at(-1);
  if (last !== undefined) write(raster, fewDigitsText(last.value, language), {x: LEFT, y: 52, high: LARGE, ink: LINE});
  plot(raster, line, language);
  return encodePng(raster, PALETTE);
}

function plot(raster: Raster, line: ChartLine, language: Language): void {
  const frame = frameOf([line]);
  if (frame === null) return;
  const texts = markTexts(frame.scale.ticks, language);
  const left = LEFT + Math.max(...texts.map((text) => figureStrokes(text, SMALL).width)) + 18;
  const [width, height] = [PICTURE_WIDTH - left - RIGHT, PICTURE_HEIGHT - TOP - BOTTOM];
  for (const [at, tick] of frame.scale.ticks.entries()) {
    const y = Math.round(TOP + height * (1 - shareOf(frame.scale, tick)));
    const ends: Place[] = [
      [left, y],
      [left + width, y],
    ];
    raster.stroke(ends, tick === 0 ? 2 : 1.5, tick === 0 ? MUTED : GRID);
    write(raster, texts[at]!, {x: left - 18, y: y - SMALL / 2, high: SMALL, ink: MUTED, anchor: "end"});
  }
  for (const {day, text} of timeTicks(frame.first, frame.last, language, 9)) {
    const share = (day - frame.first) / (frame.last - frame.first);
    const x = left + width * share;
    const foot = PICTURE_HEIGHT - BOTTOM;
    const mark: Place[] = [
      [x, foot],
      [x, foot + 8],
    ];
    raster.stroke(mark, 1.5, MUTED);
    write(raster, inDigits(day, text), {x, y: foot + 22, high: SMALL, ink: MUTED, anchor: anchorOf(share)});
  }
  // points closer than the width of the line would be drawn several times
  for (const places of linesOf(pathOf(line, frame, width, height, Math.round(width / LINE_WIDE))))
    raster.stroke(
      places.map(([x, y]): Place => [left + x, TOP + y]),
      places.length === 1 ? DOT_WIDE : LINE_WIDE,
      LINE,
    );
}

/** The path data of linePath as lists of places: a move begins a new list. */
function linesOf(path: string): Place[][] {
  const lines: Place[][] = [];
  for (const [, command, x, y] of path.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)) {
    if (command === "M") lines.push([]);
    lines.at(-1)!.push([Number(x), Number(y)]);
  }
  return lines;
}

/** A year is unchanged; a month is written 03.2024, a day 15.03.2024. */
function inDigits(day: Day, text: string): string {
  if (/^\d+$/.test(text)) return text;
  const [year, month, dayOfMonth] = dayText(day).split("-");
  return dayOfMonth === "01" ? `${month}.${year}` : `${dayOfMonth}.${month}.${year}`;
}

interface Written {
  readonly x: number;
  readonly y: number;
  readonly high: number;
  readonly ink: number;
  readonly anchor?: "start" | "middle" | "end";
}

function write(raster: Raster, text: string, {x, y, high, ink, anchor = "start"}: Written): void {
  const {width, strokes} = figureStrokes(text, high);
  const left = anchor === "start" ? x : anchor === "end" ? x - width : x - width / 2;
  for (const stroke of strokes)
    raster.stroke(
      stroke.map(([sx, sy]): Place => [left + sx, y + sy]),
      high * WIDE,
      ink,
    );
}
