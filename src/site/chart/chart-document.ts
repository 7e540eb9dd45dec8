// The lines of a chart as a picture: one drawing for each unit, over the same days, with the names of several lines at their ends.
import type {Steps} from "../../work/pace.ts";
import {type Html, html} from "../html/html.ts";
import type {Language} from "../words/language.ts";
import {anchorOf, markTexts, type Scale, shareOfScale, timeTicks} from "./axes.ts";
import {type Frame, frameInSteps, spanOf} from "./chart-frame.ts";
import type {ChartLine} from "./chart-line.ts";
import {beyondWords, type ChartBand, type ChartMark, pathInSteps, shadedIn} from "./line-chart.ts";
import {lineEndsOf, longestRow, placedNames, rowsWithin, withEqualMarks} from "./line-ends.ts";
import {dotsOf} from "./line-path.ts";
import {BAND, GRID, LINE_COLOURS, MUTED} from "./picture-colours.ts";
import {
  ADDRESS_LINE,
  cut,
  PICTURE_FOOT,
  PICTURE_HEIGHT,
  PICTURE_LEFT,
  PICTURE_RIGHT,
  PICTURE_WIDTH,
  pictureDocument,
  pictureTop,
} from "./picture-document.ts";

interface Panel {
  /** Of one unit. */
  readonly lines: readonly ChartLine[];
  /** Of another unit, whose value scale is at the right edge. */
  readonly second?: readonly ChartLine[];
  /** Above the lines; empty: nothing. */
  readonly caption: string;
  /** In the place of those of the document. */
  readonly bands?: readonly ChartBand[];
  readonly marks?: readonly ChartMark[];
}

interface ChartDocument {
  readonly title: string;
  /** The line under the title: the unit and the latest value. */
  readonly subtitle: string;
  /** The line at the foot: the publisher, the service, the day of publication and the dataset. */
  readonly source: string;
  /** The address of the latest value. */
  readonly address?: string | null;
  /** The addresses of the latest values of several lines. */
  readonly addresses?: readonly string[];
  readonly panels: readonly Panel[];
  /** Shaded days of declared events, and vertical lines at declared breaks. */
  readonly bands?: readonly ChartBand[];
  readonly marks?: readonly ChartMark[];
  readonly language: Language;
}

/** The place of the lines of a panel. */
interface Room {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly height: number;
}

/** Panels beyond two make the picture taller. */
const MORE_HEIGHT = 230;
/** For the words above the lines of a panel, and the days below them. */
const [ABOVE, BELOW] = [34, 56];
const [NAME_HEIGHT, LETTER, FIGURE] = [22, 9.6, 11];
/** Letters of a cut name that still tells something. */
const SHORTEST_NAME = 8;
/** Letters above a panel, alone and before the words of values beyond the edge. */
const [CAPTION_LETTERS, SHORT_CAPTION_LETTERS] = [100, 60];

export function* chartDocument(given: ChartDocument): Steps<string> {
  const {title, subtitle, source, address = null, addresses = [], panels, language} = given;
  const more = pictureMore(panels.length);
  const foot = PICTURE_FOOT + (address === null ? 0 : ADDRESS_LINE);
  const all = panels.flatMap(({lines, second = []}) => [...lines, ...second]);
  const days = all.some(({points}) => points.length > 0) ? spanOf(all) : null;
  const framed: FramedPanel[] = [];
  for (const panel of panels) framed.push(yield* framePanel(panel));
  const drawn: Html[] = [];
  const top = pictureTop(title);
  const each = (PICTURE_HEIGHT + more - (foot - BELOW) - top) / panels.length;
  const room = roomBeside(framed, rowsWithin(each - BELOW - ABOVE, NAME_HEIGHT), language);
  for (const [at, panel] of framed.entries()) {
    const start = top + at * each + (panel.caption === "" ? 0 : ABOVE);
    const own = {...room, top: start, height: top + (at + 1) * each - BELOW - start};
    if (panel.caption !== "")
      drawn.push(
        html`<text x="${room.left}" y="${start - 12}" font-size="18">${captionAbove(panel, language)}</text>\n`,
      );
    if (days !== null) drawn.push(...timesIn({...given, ...panel}, days, own), yield* plot(panel, days, own, language));
  }
  return pictureDocument({title, subtitle, source, address, addresses, more, drawing: drawn});
}

function colourOf(className: string): string {
  return LINE_COLOURS[className.split(" ")[0]!]!;
}

type Days = Pick<Frame, "first" | "last">;

/** A panel with the frames of its two scales; null: no line has a value. */
interface FramedPanel extends Panel {
  readonly frame: Frame | null;
  readonly secondFrame: Frame | null;
}

function* framePanel(panel: Panel): Steps<FramedPanel> {
  return {...panel, frame: yield* frameInSteps(panel.lines), secondFrame: yield* frameInSteps(panel.second ?? [])};
}

/** The words of a panel, with the number of values beyond its edge. */
function captionAbove({frame, caption}: FramedPanel, language: Language): string {
  const beyond = frame?.beyond ?? 0;
  return beyond === 0
    ? cut(caption, CAPTION_LETTERS)
    : `${cut(caption, SHORT_CAPTION_LETTERS)} · ${beyondWords(beyond, language)}`;
}

/** The height that panels beyond two add to PICTURE_HEIGHT. */
export function pictureMore(panels: number): number {
  return Math.max(0, panels - 2) * MORE_HEIGHT;
}

/** Events and breaks, each named where the name has room up to the next one. */
function timesIn(
  {bands = [], marks = []}: Pick<ChartDocument, "bands" | "marks">,
  {first, last}: Days,
  {left, width, top, height}: Room,
): Html[] {
  const x = (day: number): number => Math.round(left + (width * (day - first)) / (last - first));
  const shaded = shadedIn(bands, first, last).map((band) => ({at: x(band.first), end: x(band.last), text: band.text}));
  const lines = marks
    .filter(({day}) => day > first && day < last)
    .map(({day, text}) => ({at: x(day), end: null, text}));
  const all = [...shaded, ...lines].sort((one, other) => one.at - other.at);
  return all.map(({at, end, text}, index) => {
    const room = Math.floor(((all[index + 1]?.at ?? left + width) - at - 12) / LETTER);
    const drawn =
      end === null
        ? html`<path d="M${at} ${top}v${height}" stroke="${MUTED}" stroke-dasharray="6 6"${text === "" && html` stroke-opacity="0.4"`}/>`
        : html`<rect x="${at}" y="${top}" width="${end - at}" height="${height}" fill="${BAND}"/>`;
    const name =
      room >= SHORTEST_NAME && html`<text x="${at + 6}" y="${top + 20}" font-size="16">${cut(text, room)}</text>`;
    return html`${drawn}${name}\n`;
  });
}

/** The same edges for all panels. @param rows of names that the height of a panel has room for */
function roomBeside(panels: readonly FramedPanel[], rows: number, language: Language): Pick<Room, "left" | "width"> {
  const figures = (frame: Frame | null): number =>
    frame === null ? 0 : Math.max(...markTexts(frame.scale.ticks, language).map((text) => text.length));
  const left = PICTURE_LEFT + Math.max(...panels.map(({frame}) => figures(frame))) * FIGURE + 14;
  const second = Math.max(...panels.map(({secondFrame}) => figures(secondFrame)));
  const names = longestRow(
    panels.map((panel) => [...panel.lines, ...(panel.second ?? [])]),
    rows,
  );
  const right = PICTURE_RIGHT + (second === 0 ? 0 : second * FIGURE + 20) + names * LETTER;
  return {left, width: PICTURE_WIDTH - left - right};
}

function* plot(
  {lines, second = [], caption, frame: own, secondFrame}: FramedPanel,
  days: Days,
  {left, width, top, height}: Room,
  language: Language,
): Steps<Html> {
  if (own === null) return html``;
  const other = secondFrame?.scale ?? null;
  const [scale, right] = other === null ? [own.scale, null] : withEqualMarks(own.scale, other);
  const {first, last} = days;
  const y = (at: Scale, value: number): number => Math.round(top + height * (1 - shareOfScale(at, value)));
  const share = (day: number): number => (day - first) / (last - first);
  const x = (day: number): number => Math.round(left + width * share(day));
  const texts = markTexts(scale.ticks, language);
  const drawn: Html[] = [];
  for (const line of [...lines, ...second]) {
    yield;
    const path = yield* pathInSteps(line, {first, last, scale: second.includes(line) ? right! : scale}, width, height);
    drawn.push(
      html`<g stroke="${colourOf(line.className)}"><path d="${path}"${line.className.endsWith(" dashed") && html` stroke-dasharray="10 6"`}/><path d="${dotsOf(path)}" stroke-width="8"/></g>\n`,
    );
  }
  const ends = [...lineEndsOf(lines, scale), ...(right === null ? [] : lineEndsOf(second, right))];
  const edge = left + width;
  const rightTexts = right === null ? [] : markTexts(right.ticks, language);
  const namesAt = edge + 12 + Math.max(0, ...rightTexts.map((text) => text.length * FIGURE + 12));
  const names = placedNames(ends, {top, height, gap: NAME_HEIGHT});
  return html`${scale.ticks.map(
    (tick, at) => html`<path d="M${left} ${y(scale, tick)}h${width}" stroke="${tick === 0 ? MUTED : GRID}"/>
<text x="${left - 12}" y="${y(scale, tick) + 7}" text-anchor="end">${texts[at]}</text>\n`,
  )}${rightTexts.map((text, at) => html`<text x="${edge + 12}" y="${y(scale, scale.ticks[at]!) + 7}">${text}</text>\n`)}${timeTicks(
    first,
    last,
    language,
    9,
    [...lines, ...second].map(({frequency}) => frequency),
  ).map(
    ({day, text}) => html`<path d="M${x(day)} ${top + height}v7" stroke="${MUTED}"/>
<text x="${x(day)}" y="${top + height + 30}" text-anchor="${anchorOf(share(day))}">${text}</text>\n`,
  )}<svg x="${left}" y="${top}" width="${width}" height="${height}" overflow="${own.beyond > 0 ? "hidden" : "visible"}"><g fill="none" stroke-width="3" stroke-linejoin="round" stroke-linecap="round">${drawn}</g></svg>
${names.map(({rows, className, y}) => html`<text y="${Math.round(y + 6 - ((rows.length - 1) * NAME_HEIGHT) / 2)}" font-size="18" fill="${colourOf(className)}">${rows.map((row, at) => html`<tspan x="${namesAt}"${at > 0 && html` dy="${NAME_HEIGHT}"`}>${row}</tspan>`)}</text>\n`)}${caption === "" && own.beyond > 0 && html`<text x="${edge}" y="${top - 10}" font-size="16" text-anchor="end">${beyondWords(own.beyond, language)}</text>\n`}`;
}
