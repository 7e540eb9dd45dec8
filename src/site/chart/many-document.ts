// Many small charts as one picture: in rows below each other, the charts of one unit together.
import type {Day} from "../../statistics/time/day.ts";
import type {Steps} from "../../work/pace.ts";
import {type Html, html} from "../html/html.ts";
import type {Language} from "../words/language.ts";
import {markTexts, shareOfScale} from "./axes.ts";
import type {Frame} from "./chart-frame.ts";
import type {ChartLine} from "./chart-line.ts";
import {type ChartBand, type ChartMark, pathInSteps, shadedIn} from "./line-chart.ts";
import {rowsOfName} from "./line-ends.ts";
import {dotsOf} from "./line-path.ts";
import {BAND, GRID, INK, LINE_COLOURS, MUTED} from "./picture-colours.ts";
import {
  cut,
  PICTURE_FOOT,
  PICTURE_HEIGHT,
  PICTURE_LEFT,
  PICTURE_RIGHT,
  PICTURE_WIDTH,
  pictureDocument,
  pictureTop,
} from "./picture-document.ts";
import {endTexts, markLetters} from "./small-chart.ts";

interface Group {
  readonly caption: string;
  readonly lines: readonly ChartLine[];
  /** null: the line has no values. */
  readonly frames: readonly (Frame | null)[];
  /** Breaks and events of each line. */
  readonly times: readonly LineTimes[];
}

interface LineTimes {
  readonly marks: readonly ChartMark[];
  readonly bands: readonly ChartBand[];
}

interface ManyDocument {
  readonly title: string;
  /** Under the title: the span of the values. */
  readonly subtitle: string;
  readonly source: string;
  readonly addresses: readonly string[];
  readonly groups: readonly Group[];
  readonly language: Language;
}

const [COLUMNS, GAP] = [5, 26];
const WIDTH = (PICTURE_WIDTH - PICTURE_LEFT - PICTURE_RIGHT - (COLUMNS - 1) * GAP) / COLUMNS;
/** The height of a chart with its name, of its lines, and of the words above a group. */
const [CELL, PLOT, ABOVE] = [178, 84, 34];
const [NAME_ROWS, NAME_ROW, NAME_LETTERS, CAPTION_LETTERS] = [2, 18, 23, 100];
const MARK_LETTER = 7.5;

export function* manyDocument({title, subtitle, source, addresses, groups, language}: ManyDocument): Steps<string> {
  const drawn: Html[] = [];
  let top = pictureTop(title);
  for (const group of groups) {
    drawn.push(
      html`<text x="${PICTURE_LEFT}" y="${top + 12}" font-size="18">${cut(group.caption, CAPTION_LETTERS)}</text>\n`,
    );
    const margin = Math.ceil(markLetters(group.frames, language) * MARK_LETTER) + 8;
    for (const [at, line] of group.lines.entries()) {
      const left = PICTURE_LEFT + (at % COLUMNS) * (WIDTH + GAP);
      const room = {left, top: top + ABOVE + Math.floor(at / COLUMNS) * CELL, margin};
      drawn.push(yield* cell(line, group.frames[at]!, group.times[at]!, room, language));
    }
    top += heightOf(group);
  }
  return pictureDocument({
    title,
    subtitle,
    source,
    addresses,
    more: manyHeight(groups, title) - PICTURE_HEIGHT,
    drawing: drawn,
  });
}

/** Of the whole picture. */
export function manyHeight(groups: readonly Pick<Group, "lines">[], title: string): number {
  const height = groups.reduce((sum, group) => sum + heightOf(group), pictureTop(title));
  return Math.max(PICTURE_HEIGHT, Math.ceil(height + PICTURE_FOOT - 40));
}

function heightOf({lines}: Pick<Group, "lines">): number {
  return ABOVE + Math.ceil(lines.length / COLUMNS) * CELL;
}

/** Of a small chart: its corner, and the room of its value marks. */
interface Room {
  readonly left: number;
  readonly top: number;
  readonly margin: number;
}

/** Without names: there is no room, and the page has them below its charts. */
function drawnTimes(
  {marks, bands}: LineTimes,
  {first, last}: Frame,
  {left, top, width}: Omit<Room, "margin"> & {readonly width: number},
): Html[] {
  const x = (day: Day): number => Math.round(left + (width * (day - first)) / (last - first));
  return [
    ...shadedIn(bands, first, last).map(
      (band) =>
        html`<rect x="${x(band.first)}" y="${top}" width="${Math.max(1, x(band.last) - x(band.first))}" height="${PLOT}" fill="${BAND}"/>\n`,
    ),
    ...marks
      .filter(({day}) => day > first && day < last)
      .map(({day}) => html`<path d="M${x(day)} ${top}v${PLOT}" stroke="${MUTED}" stroke-dasharray="6 6"/>\n`),
  ];
}

function* cell(
  line: ChartLine,
  frame: Frame | null,
  times: LineTimes,
  {left, top, margin}: Room,
  language: Language,
): Steps<Html> {
  const rows = rowsOfName(line.name ?? "", NAME_LETTERS, NAME_ROWS);
  const name = rows.map(
    (row, at) =>
      html`<text x="${left}" y="${top + 14 + (NAME_ROWS - rows.length + at) * NAME_ROW}" font-size="16" fill="${INK}">${row}</text>\n`,
  );
  if (frame === null) return html`${name}`;
  const [edge, width] = [left + margin, WIDTH - margin];
  const path = yield* pathInSteps(line, frame, width, PLOT);
  const plot = top + 34 + (NAME_ROWS - 1) * NAME_ROW;
  const {ticks} = frame.scale;
  const texts = markTexts(ticks, language);
  const y = (value: number): number => Math.round(plot + PLOT * (1 - shareOfScale(frame.scale, value)));
  const [start, end] = endTexts(frame, language);
  return html`${name}${drawnTimes(times, frame, {left: edge, top: plot, width})}${ticks.map((tick) => html`<path d="M${edge} ${y(tick)}h${width}" stroke="${tick === 0 ? MUTED : GRID}"/>`)}
<svg x="${edge}" y="${plot}" width="${width}" height="${PLOT}" overflow="visible"><g fill="none" stroke="${LINE_COLOURS["line-1"]}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round"><path d="${path}"/><path d="${dotsOf(path)}" stroke-width="6"/></g></svg>
${ticks.map((tick, at) => html`<text x="${edge - 6}" y="${y(tick) + 5}" font-size="13" text-anchor="end">${texts[at]}</text>`)}
<text x="${edge}" y="${plot + PLOT + 18}" font-size="13">${start}</text><text x="${left + WIDTH}" y="${plot + PLOT + 18}" font-size="13" text-anchor="end">${end}</text>\n`;
}
