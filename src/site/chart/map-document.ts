// A tile map as a picture. The same classes and tiles as on the page (tile-map.ts), with colours as attributes and values in the tiles.
import {html} from "../widgets/html.ts";
import type {Language} from "../words/language.ts";
import {fewDigitsText} from "../words/wording.ts";
import {GROUND, INK, MUTED, PICTURE_LEFT, PICTURE_WIDTH, pictureDocument, pictureTop} from "./picture-document.ts";
import {classOf, type DividedMap} from "./tile-map.ts";

interface MapDocument {
  readonly title: string;
  readonly told: string;
  readonly source: string;
  readonly map: DividedMap;
  /** The word before the lowest value of a class. */
  readonly from: string;
  readonly language: Language;
}

/** From the ground to the accent, as in the style of the page: 10, 26, 44, 78 and 100 %. */
const COLOURS = ["#e6eaec", "#c1cbd8", "#98aabf", "#496a97", "#174a82"];
const [TILE, GAP, LEGEND] = [56, 4, 60];
/** The height for the foot and the rows of a picture without more height. */
const [FOOT, USUAL] = [70, 630];

export function mapDocument({title, told, source, map, from, language}: MapDocument): string {
  const top = pictureTop(title);
  const rows = Math.max(0, ...map.tiles.map(({row}) => row + 1));
  const left = Math.round((PICTURE_WIDTH - map.columns * TILE) / 2);
  const legendAt = top + rows * TILE + 34;
  const tiles = map.tiles.map(({column, row, short, value}) => {
    const [x, y] = [left + column * TILE, top + row * TILE];
    const shade = value === null ? 0 : classOf(map.bounds, value);
    const ink = shade >= 4 ? "#ffffff" : INK;
    return html`<rect x="${x}" y="${y}" width="${TILE - GAP}" height="${TILE - GAP}" rx="4" fill="${shade === 0 ? GROUND : COLOURS[shade - 1]}" stroke="${shade < 2 ? "#8c8f92" : "none"}"/>
<text x="${x + (TILE - GAP) / 2}" y="${y + (value === null ? 32 : 24)}" font-size="15" fill="${ink}" text-anchor="middle">${short[language]}</text>
${value !== null && html`<text x="${x + (TILE - GAP) / 2}" y="${y + 42}" font-size="${sizeOf(fewDigitsText(value, language))}" fill="${ink}" text-anchor="middle">${fewDigitsText(value, language)}</text>\n`}`;
  });
  const legend = map.bounds.map(
    (
      bound,
      at,
    ) => html`<rect x="${PICTURE_LEFT + at * 200}" y="${legendAt - 16}" width="20" height="20" rx="3" fill="${COLOURS[classOf(map.bounds, bound) - 1]}" stroke="#8c8f92"/>
<text x="${PICTURE_LEFT + 30 + at * 200}" y="${legendAt}" fill="${MUTED}">${from} ${fewDigitsText(bound, language)}</text>\n`,
  );
  const more = Math.max(0, legendAt + LEGEND + FOOT - 40 - USUAL);
  return pictureDocument({title, told, source, more, drawing: [tiles, legend]});
}

/** A long value gets smaller figures: it must not be cut. */
function sizeOf(text: string): number {
  return Math.min(14, Math.floor((TILE - GAP - 4) / (text.length * 0.56)));
}
