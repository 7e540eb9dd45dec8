// A chart as a separate SVG file, for other sites and for print. Always in light colours.
//
// Colours and fonts are attributes: the file has no style and no script.
import type {Steps} from "../../budget.ts";
import {type Html, html} from "../widgets/html.ts";
import type {Language} from "../words/language.ts";
import {copied} from "../words/line-breaks.ts";
import {anchorOf, markTexts, shareOf, timeTicks} from "./axes.ts";
import {beyondWords, type ChartLine, frameInSteps, pathInSteps} from "./line-chart.ts";
import {dotsOf} from "./line-path.ts";

interface ChartDocument {
  readonly title: string;
  /** The line under the title: the unit and the latest value. */
  readonly told: string;
  /** The line at the foot: the publisher, the service, the day of publication and the dataset. */
  readonly source: string;
  readonly line: ChartLine;
  readonly language: Language;
}

/** Points of a picture; messengers show previews of this shape. */
export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;
const [WIDTH, HEIGHT] = [PICTURE_WIDTH, PICTURE_HEIGHT];
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 50, 170, 95];
const [INK, MUTED, GRID, LINE, GROUND] = ["#1c1f23", "#585f67", "#e6e2da", "#174a82", "#fcfbf8"];
const TEXT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
const DISPLAY = "Charter, 'PT Serif', Cambria, Georgia, 'Noto Serif', 'Liberation Serif', serif";
const TITLE_LETTERS = 62;
const TOLD_SIZE = 22;
/** Width of a letter as a share of the font size, estimated high. */
const LETTER = 0.56;

export function* chartDocument({title, told, source, line, language}: ChartDocument): Steps<string> {
  const lines = titleLines(title);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${copied(`${title}. ${told}`)}" font-family="${TEXT}" font-size="20" fill="${MUTED}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${GROUND}"/>
${lines.map(
  (text, at) =>
    html`<text x="${LEFT}" y="${60 + at * 40}" font-family="${DISPLAY}" font-size="34" font-weight="600" fill="${INK}">${text}</text>\n`,
)}<text x="${LEFT}" y="${60 + lines.length * 40}" font-size="${fittingSize(told)}">${told}</text>
${yield* plot(line, language)}<text x="${LEFT}" y="${HEIGHT - 28}" font-size="18">${cut(source, 110)}</text>
</svg>\n`.text;
}

function* plot(line: ChartLine, language: Language): Steps<Html | false> {
  const frame = yield* frameInSteps([line]);
  if (frame === null) return false;
  const texts = markTexts(frame.scale.ticks, language);
  const left = LEFT + Math.max(...texts.map((text) => text.length)) * 11 + 14;
  const [width, height] = [WIDTH - left - RIGHT, HEIGHT - TOP - BOTTOM];
  const y = (value: number): number => Math.round(TOP + height * (1 - shareOf(frame.scale, value)));
  const path = yield* pathInSteps(line, frame, width, height);
  const share = (day: number): number => (day - frame.first) / (frame.last - frame.first);
  const x = (day: number): number => Math.round(left + width * share(day));
  return html`${frame.scale.ticks.map(
    (tick, at) => html`<path d="M${left} ${y(tick)}h${width}" stroke="${tick === 0 ? MUTED : GRID}"/>
<text x="${left - 12}" y="${y(tick) + 7}" text-anchor="end">${texts[at]}</text>\n`,
  )}${timeTicks(frame.first, frame.last, language, 9).map(
    ({day, text}) => html`<path d="M${x(day)} ${HEIGHT - BOTTOM}v7" stroke="${MUTED}"/>
<text x="${x(day)}" y="${HEIGHT - BOTTOM + 30}" text-anchor="${anchorOf(share(day))}">${text}</text>\n`,
  )}<svg x="${left}" y="${TOP}" width="${width}" height="${height}" overflow="${frame.beyond > 0 ? "hidden" : "visible"}"><g fill="none" stroke="${LINE}" stroke-width="3" stroke-linejoin="round" stroke-linecap="round"><path d="${path}"/><path d="${dotsOf(path)}" stroke-width="8"/></g></svg>
${frame.beyond > 0 && html`<text x="${WIDTH - RIGHT}" y="${TOP - 10}" font-size="16" text-anchor="end">${beyondWords(frame.beyond, language)}</text>\n`}`;
}

/** A long line gets a smaller font: the value in it must not be cut. */
function fittingSize(told: string): number {
  return Math.min(TOLD_SIZE, Math.floor((WIDTH - LEFT - RIGHT) / (told.length * LETTER)));
}

/** At most two lines; a longer title is cut. */
function titleLines(title: string): string[] {
  if (title.length <= TITLE_LETTERS) return [title];
  const line = wholeWords(title, TITLE_LETTERS);
  return [line, cut(title.slice(line.length).trim(), TITLE_LETTERS)];
}

function cut(text: string, letters: number): string {
  return text.length <= letters ? text : `${wholeWords(text, letters - 1).replace(/[\s,;:]+$/, "")}…`;
}

/** The words that fit into `letters`; a part of a word if it takes more than half of them. */
function wholeWords(text: string, letters: number): string {
  const blank = text.lastIndexOf(" ", letters);
  return text.slice(0, blank > letters / 2 ? blank : letters);
}
