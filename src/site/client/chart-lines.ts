// Lines over time with uPlot: zoom by dragging, a crosshair that shows the value, arrow keys that move along the line.
import uPlot from "uplot";
import {isolatedRows, joinLines, rangeOfOne, rowByKey, type Values} from "./chart-columns.ts";
import {language, sizeOfTexts, valueTexts} from "./period-words.ts";
import {DAY_SECONDS, ROOM_AT_END, type TimeMark, timeMarks} from "./time-marks.ts";

/** The first and the last shown second. */
export type Zoom = readonly [from: number, to: number];

export interface LinesGiven {
  /** The first line is the one whose values are shown; the others are drawn behind it. */
  readonly lines: readonly Values[];
  /** More days than this between two values are a gap. */
  readonly gapDays: number;
  readonly frequency: string;
  readonly isLogarithmic: boolean;
  /** A value holds until the next one. */
  readonly isStepped: boolean;
  /** The first day after a change of the unit of account, where the lines break; null: there is none. */
  readonly since: number | null;
  /** Days of declared breaks. */
  readonly marks: readonly {readonly day: number; readonly text: string}[];
  /** The first day of each shaded event, and the day after its last. */
  readonly bands: readonly (readonly [first: number, end: number])[];
  /** Shown years, counted back from the end; null: all. */
  readonly range: number | null;
  /** The part that a reader has chosen by dragging, in seconds; it goes before the range. */
  readonly zoom: Zoom | null;
  /** The value scale if outliers are beyond its edges; null: that of all values in sight. */
  readonly limits: readonly [low: number, high: number] | null;
  /** Called when a reader has chosen a part, or by a double click the whole. */
  zoomed(zoom: Zoom | null): void;
  /** Called with the row of the first line under the crosshair; null: none. */
  describeRow(row: number | null): void;
}

export interface LinesChart {
  destroy(): void;
}

const HEIGHT = 320;
/** With fewer values each one has a point; of more only those between two gaps, which have no line. */
const FEW_VALUES = 40;
/** Days on both sides of a single period, as the server draws it. */
const ROOM_OF_ONE = 200;
/** Pixels between the lowest value mark and the time marks. */
const GAP = 12;
/** Pixels on each side of a break. */
const BREAK = 2;
/** Opacity of a mark without a name. */
const FAINT = 0.4;
/** Pixels to the left of the lines before the value marks are known. */
const FIRST_LEFT = 60;

export function drawLinesChart(canvas: HTMLElement, given: LinesGiven): LinesChart {
  const {days, columns, rowOf} = joinLines(given.lines, given.gapDays, given.since);
  const {zoomed} = given;
  const range = given.zoom ?? shownRange(days, given.range);
  const plot = new uPlot(optionsOf(canvas, given, range, rowOf), [days, ...columns] as uPlot.AlignedData, canvas);
  // the data set the whole range; a part of it can only be set after they are loaded
  if (range !== null) plot.setScale("x", {min: range[0], max: range[1]});

  const walk = (event: KeyboardEvent): void => {
    const {min = 0, max = 0} = plot.scales["x"]!;
    const shown = days.flatMap((day, row) => (columns[0]![row] == null || day < min || day > max ? [] : [row]));
    const to = rowByKey(event.key, shown, plot.cursor.idx ?? null);
    if (to === undefined) return;
    event.preventDefault();
    plot.setCursor({left: plot.valToPos(days[to]!, "x"), top: 0});
  };
  const showWhole = (): void => zoomed(null);
  canvas.addEventListener("keydown", walk);
  canvas.addEventListener("dblclick", showWhole);
  const stopFollowing = followFinger(plot);
  const watch = new ResizeObserver(() => plot.setSize({width: canvas.clientWidth, height: HEIGHT}));
  watch.observe(canvas);
  return {
    destroy() {
      watch.disconnect();
      stopFollowing();
      canvas.removeEventListener("keydown", walk);
      canvas.removeEventListener("dblclick", showWhole);
      plot.destroy();
    },
  };
}

/** A finger on the chart moves the crosshair; up and down it scrolls the page (touch-action in the style). Returns the undoing. */
function followFinger(plot: uPlot): () => void {
  const follow = (event: PointerEvent): void => {
    if (event.pointerType === "mouse") return;
    const {left} = plot.over.getBoundingClientRect();
    plot.setCursor({left: event.clientX - left, top: 0});
  };
  const names = ["pointerdown", "pointermove"] as const;
  for (const name of names) plot.over.addEventListener(name, follow);
  return () => {
    for (const name of names) plot.over.removeEventListener(name, follow);
  };
}

/** The shown seconds; null: those of the data. A single period gets room on both sides. */
function shownRange(days: readonly number[], years: number | null): readonly [number, number] | null {
  const end = days.at(-1) ?? 0;
  if (years !== null) return [end - years * 365.25 * DAY_SECONDS, end];
  const room = ROOM_OF_ONE * DAY_SECONDS;
  return days.length === 1 ? [end - room, end + room] : null;
}

/** Colours come from the style of the canvas. */
function optionsOf(
  canvas: HTMLElement,
  {lines, isLogarithmic, isStepped, limits, marks, bands, since, frequency, describeRow, zoomed}: LinesGiven,
  range: readonly [number, number] | null,
  rowOf: ReadonlyMap<number, number>,
): uPlot.Options {
  const colour = (name: string): string => getComputedStyle(canvas).getPropertyValue(name).trim();
  const axis = {stroke: colour("--muted"), grid: {stroke: colour("--grid"), width: 1}, ticks: {show: false}};
  const font = `12px ${getComputedStyle(canvas).fontFamily}`;
  const values = isLogarithmic ? null : (rangeOfOne(lines) ?? limits);
  // the value marks take their room after the first pass over the axes
  let left = FIRST_LEFT;
  const marksBetween = (plot: uPlot, low: number, high: number): TimeMark[] => {
    const width = plot.width - left - ROOM_AT_END;
    return timeMarks({first: low / DAY_SECONDS, last: high / DAY_SECONDS, width, frequency, language});
  };
  return {
    width: canvas.clientWidth,
    height: HEIGHT,
    legend: {show: false},
    padding: [12, ROOM_AT_END, 0, 0],
    cursor: {
      y: false,
      drag: {x: true, y: false, setScale: true},
      points: {size: 7, fill: (_plot, line) => colour(line === 1 ? "--line-1" : "--line-dashed")},
      move: (one, left, top) => [left < 0 ? left : positionOfNearest(one, left), top],
    },
    scales: {
      x: {time: true, ...(range === null ? {} : {min: range[0], max: range[1]})},
      y: {distr: isLogarithmic ? 3 : 1, ...(values === null ? {} : {range: [...values] as [number, number]})},
    },
    // periods have no time zone: marks are at midnight UTC
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), "Etc/UTC"),
    axes: [
      {
        ...axis,
        font,
        gap: GAP,
        splits: (plot, _axis, low, high) => marksBetween(plot, low, high).map(({day}) => day * DAY_SECONDS),
        values: (plot) => marksBetween(plot, plot.scales["x"]!.min!, plot.scales["x"]!.max!).map(({text}) => text),
      },
      {
        ...axis,
        font,
        size: (_plot, texts) => {
          left = sizeOfTexts(texts);
          return left;
        },
        values: (_plot, splits) => valueTexts(splits, isLogarithmic),
      },
    ],
    series: [
      {},
      {
        stroke: colour("--line-1"),
        ...lineOf(1.75, isStepped),
        gaps: gapsAt(since),
        points: {show: lines[0]!.period.length < FEW_VALUES, filter: isolated, size: 5, fill: colour("--ground")},
      },
      ...lines.slice(1).map(() => ({
        stroke: colour("--line-dashed"),
        ...lineOf(1.25, isStepped),
        dash: [5, 3],
        gaps: gapsAt(since),
        points: {show: false, filter: isolated, size: 4, fill: colour("--line-dashed")},
      })),
    ],
    hooks: {
      setCursor: [(one: uPlot) => describeRow(one.cursor.idx == null ? null : (rowOf.get(one.cursor.idx) ?? null))],
      setSelect: [(one: uPlot) => one.select.width > 0 && zoomed(chosenPart(one))],
      drawClear: [(one: uPlot) => shade(one, bands, colour("--band"))],
      draw: [(one: uPlot) => drawMarks(one, marks, colour("--warn"))],
    },
  };
}

function lineOf(width: number, isStepped: boolean): Omit<uPlot.Series, "points"> {
  return {width, spanGaps: false, ...(isStepped ? {paths: uPlot.paths.stepped!({align: 1})} : {})};
}

function chosenPart({select: {left, width}, posToVal}: uPlot): Zoom {
  return [posToVal(left, "x"), posToVal(left + width, "x")];
}

/** Of neighbouring values in one column of pixels only the lowest and the highest are drawn, joined: the break needs columns of its own. */
function gapsAt(since: number | null): uPlot.Series.GapsRefiner {
  return (plot, _line, _first, _last, gaps) => {
    if (since === null) return gaps;
    const x = Math.round(plot.valToPos((since - 0.5) * DAY_SECONDS, "x", true));
    return [...gaps, [x - BREAK, x + BREAK] as [number, number]].sort(([one], [other]) => one - other);
  };
}

/** null: as `show` says. */
function isolated({data}: uPlot, line: number, show: boolean): number[] | null {
  return show ? null : isolatedRows(data[line]!);
}

/** The crosshair is at the shown value; if no value is in view, it follows the pointer. Both in pixels. */
function positionOfNearest(plot: uPlot, left: number): number {
  const [days, values] = plot.data;
  const at = plot.posToIdx(left);
  for (let step = 0; step < days.length; step++) {
    const positions = [at - step, at + step]
      .filter((one) => values?.[one] != null)
      .map((one) => plot.valToPos(days[one]!, "x"));
    if (positions.length === 0) continue;
    const nearest = positions.reduce((best, one) => (Math.abs(one - left) < Math.abs(best - left) ? one : best));
    return nearest < 0 || nearest > plot.over.clientWidth ? left : nearest;
  }
  return left;
}

function shade(plot: uPlot, bands: LinesGiven["bands"], colour: string): void {
  const {ctx, bbox} = plot;
  const positionOf = (day: number): number =>
    Math.min(Math.max(plot.valToPos(day * DAY_SECONDS, "x", true), bbox.left), bbox.left + bbox.width);
  ctx.fillStyle = colour;
  for (const [first, end] of bands) {
    const left = positionOf(first);
    ctx.fillRect(left, bbox.top, positionOf(end) - left, bbox.height);
  }
}

function drawMarks(plot: uPlot, marks: LinesGiven["marks"], colour: string): void {
  const {ctx, bbox} = plot;
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.fillStyle = colour;
  ctx.setLineDash([3 * devicePixelRatio, 3 * devicePixelRatio]);
  ctx.font = `${12 * devicePixelRatio}px sans-serif`;
  for (const {day, text} of marks) {
    const x = plot.valToPos(day * DAY_SECONDS, "x", true);
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    // many lines without names, such as all decisions on a rate, must not hide the values
    ctx.globalAlpha = text === "" ? FAINT : 1;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const toLeft = x > bbox.left + bbox.width / 2;
    ctx.textAlign = toLeft ? "right" : "left";
    ctx.fillText(text, x + (toLeft ? -5 : 5) * devicePixelRatio, bbox.top + 10 * devicePixelRatio);
  }
  ctx.restore();
}
