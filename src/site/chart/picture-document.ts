// A picture as a separate SVG file, for other sites and for print: a drawing with its title, facts, source and address.
//
// Colours and fonts are attributes: the file has no style and no script. It is drawn in light colours; `inDarkColours` gives the same
// picture for a dark page.
import {type HtmlValue, html} from "../html/html.ts";
import {copied} from "../words/line-breaks.ts";
import {GROUND, INK, MUTED} from "./picture-colours.ts";

interface PictureDocument {
  readonly title: string;
  /** Under the title: the unit and the latest value, or the period. */
  readonly subtitle: string;
  /** The line at the foot: the publisher, the service, the day of publication and the dataset. */
  readonly source: string;
  /** The address of the latest value, for those who have the picture alone: above the source. */
  readonly address?: string | null;
  /** The addresses of the latest values of several lines, in the order of the lines: in the file alone. */
  readonly addresses?: readonly string[];
  /** More height than PICTURE_HEIGHT, for several drawings. */
  readonly more?: number;
  /** Below `pictureTop`. */
  readonly drawing: HtmlValue;
}

/** Points of a picture; messengers show previews of this shape. */
export const PICTURE_WIDTH = 1200;
export const PICTURE_HEIGHT = 630;
export const [PICTURE_LEFT, PICTURE_RIGHT, PICTURE_FOOT] = [60, 50, 95];
/** The height of the line with the address, if there is one. */
export const ADDRESS_LINE = 24;
const TEXT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
const DISPLAY = "Charter, 'PT Serif', Cambria, Georgia, 'Noto Serif', 'Liberation Serif', serif";
const TITLE_LETTERS = 62;
const [SUBTITLE_SIZE, SOURCE_SIZE] = [22, 18];
/** Width of a letter as a share of the font size, estimated high. */
const LETTER = 0.56;

export function pictureDocument(given: PictureDocument): string {
  const {title, subtitle, source, address = null, addresses = [], more = 0, drawing} = given;
  const named = address === null ? addresses : [address];
  const [width, height] = [PICTURE_WIDTH, PICTURE_HEIGHT + more];
  const lines = titleLines(title);
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${copied(`${title}. ${subtitle}`)}" font-family="${TEXT}" font-size="20" fill="${MUTED}">
${named.length > 0 && html`<metadata>${named.join(" ")}</metadata>\n`}<rect width="${width}" height="${height}" fill="${GROUND}"/>
${lines.map(
  (text, at) =>
    html`<text x="${PICTURE_LEFT}" y="${60 + at * 40}" font-family="${DISPLAY}" font-size="34" font-weight="600" fill="${INK}">${text}</text>\n`,
)}<text x="${PICTURE_LEFT}" y="${pictureTop(title) - 30}" font-size="${fittingSize(subtitle)}">${subtitle}</text>
${drawing}
${address !== null && html`<text x="${PICTURE_LEFT}" y="${height - 28 - ADDRESS_LINE}" font-size="${fittingSize(address, SOURCE_SIZE)}">${address}</text>\n`}<text x="${PICTURE_LEFT}" y="${height - 28}" font-size="${SOURCE_SIZE}">${cut(source, 110)}</text>
</svg>\n`.text;
}

/** The first free point below the title. */
export function pictureTop(title: string): number {
  return 90 + titleLines(title).length * 40;
}

/** A long line gets a smaller font: the value or the address in it must not be cut. */
function fittingSize(subtitle: string, size = SUBTITLE_SIZE): number {
  return Math.min(size, Math.floor((PICTURE_WIDTH - PICTURE_LEFT - PICTURE_RIGHT) / (subtitle.length * LETTER)));
}

/** At most two lines; a longer title is cut. */
function titleLines(title: string): string[] {
  if (title.length <= TITLE_LETTERS) return [title];
  const line = wholeWords(title, TITLE_LETTERS);
  return [line, cut(title.slice(line.length).trim(), TITLE_LETTERS)];
}

export function cut(text: string, letters: number): string {
  return text.length <= letters ? text : `${wholeWords(text, letters - 1).replace(/[\s,;:.]+$/, "")}…`;
}

/** The words that fit into `letters`; a part of a word if it takes more than half of them. */
function wholeWords(text: string, letters: number): string {
  const blank = text.lastIndexOf(" ", letters);
  return text.slice(0, blank > letters / 2 ? blank : letters);
}
