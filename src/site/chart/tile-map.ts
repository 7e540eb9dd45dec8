// A map of equal tiles, one for each region of a country, coloured by the fifth of all values that its value is in: on a page, and as a
// picture, which has its colours as attributes and the values in the tiles.
import {COUNTRIES} from "../../country/countries.ts";
import type {Country, TileGrid} from "../../country/country.ts";
import {type Html, html} from "../html/html.ts";
import type {Language} from "../words/language.ts";
import {fewDigitsText} from "../words/wording.ts";
import {GROUND, INK, MUTED, ON_ACCENT, TILE_COLOURS, TILE_EDGE} from "./picture-colours.ts";
import {PICTURE_LEFT, PICTURE_WIDTH, pictureDocument, pictureTop} from "./picture-document.ts";

export interface TileValue {
  readonly canonical: string;
  readonly name: string;
  /** null: none in the period. */
  readonly value: number | null;
  /** null: the tile leads nowhere. */
  readonly href: string | null;
}

interface TileMapWords {
  readonly label: string;
  readonly none: string;
  /** The word before the lowest value of a class. */
  readonly from: string;
}

const [SIZE, GAP, CLASSES] = [40, 3, 5];

/** The lower bounds of the fifths; fewer if there are few values. */
function classBounds(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  const bounds = Array.from({length: CLASSES}, (_, at) => sorted[Math.floor((at * sorted.length) / CLASSES)]);
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

/** 1 … 5. */
function classOf(bounds: readonly number[], value: number): number {
  const index = bounds.findLastIndex((bound) => value >= bound);
  return bounds.length <= 1 ? CLASSES : 1 + Math.round((Math.max(0, index) * (CLASSES - 1)) / (bounds.length - 1));
}

/** The tiles of a map with their values, and the lower bounds of the classes. */
export interface DividedMap {
  readonly columns: number;
  /** The first column of the eastern part on narrow screens; null: the map has one part. */
  readonly breakAt: number | null;
  readonly tiles: readonly (TileValue & ChartPoint)[];
  readonly bounds: readonly number[];
}

interface ChartPoint {
  readonly column: number;
  readonly row: number;
  readonly short: Readonly<Record<Language, string>>;
}

/**
 * The map of the country of most territories; if two countries have equally many, that of the server's country. Territories without a tile
 * appear only in the ranking. null: too few regions have a value.
 */
export function dividedMap(all: readonly TileValue[], home: Country): DividedMap | null {
  const {columns, breakAt, tiles: grid} = gridOf(all, home);
  const tiles = all.flatMap((one) => {
    const tile = grid.get(one.canonical);
    return tile === undefined ? [] : [{...one, column: tile.column, row: tile.row, short: {ru: tile.ru, en: tile.en}}];
  });
  const known = tiles.flatMap(({value}) => (value === null ? [] : [value]));
  return tiles.length < 10 || known.length === 0 ? null : {columns, breakAt, tiles, bounds: classBounds(known)};
}

export function tileMap(
  {columns, breakAt, tiles: all, bounds}: DividedMap,
  words: TileMapWords,
  language: Language,
): Html {
  return html`<div class="tile-map" role="group" aria-label="${words.label}">
${drawPart(0, breakAt ?? columns)}${breakAt !== null && drawPart(breakAt, columns)}</div>
<ul class="tile-legend">
${bounds.map(
  (bound) =>
    html`<li><svg class="chart" width="14" height="14" aria-hidden="true"><rect class="tile-${classOf(bounds, bound)}" width="14" height="14" rx="2"/></svg> ${words.from} ${fewDigitsText(bound, language)}</li>\n`,
)}</ul>\n`;

  function drawPart(from: number, to: number): Html {
    const tiles = all.filter(({column}) => column >= from && column < to);
    const rows = Math.max(0, ...tiles.map(({row}) => row + 1));
    return html`<svg class="${to - from === columns ? "tiles-whole" : from === 0 ? "tiles-west" : "tiles-east"}" viewBox="${from * SIZE} 0 ${(to - from) * SIZE} ${rows * SIZE}">
${tiles.map((tile) => drawTile(tile))}</svg>\n`;
  }

  function drawTile({name, value, href, column, row, short}: TileValue & ChartPoint): Html {
    // the accessible name begins with the visible text, as WCAG 2.5.3 asks
    const label = `${short[language]} ${name}: ${value === null ? words.none : fewDigitsText(value, language)}`;
    const tile = html`<g class="tile${value === null ? " tile-none" : ` tile-${classOf(bounds, value)}`}"${href === null && html` role="img" aria-label="${label}"`}><title>${label}</title><rect x="${column * SIZE}" y="${row * SIZE}" width="${SIZE - GAP}" height="${SIZE - GAP}" rx="3"/><text x="${column * SIZE + (SIZE - GAP) / 2}" y="${row * SIZE + SIZE / 2 + 3}" text-anchor="middle">${short[language]}</text></g>`;
    return href === null ? html`${tile}\n` : html`<a href="${href}" aria-label="${label}">${tile}</a>\n`;
  }
}

function gridOf(all: readonly TileValue[], home: Country): TileGrid {
  // of equal counts the first is taken
  const countries = [home, ...COUNTRIES];
  const counts = countries.map(({tiles}) => all.filter(({canonical}) => tiles.tiles.has(canonical)).length);
  return countries[counts.indexOf(Math.max(...counts))]!.tiles;
}

interface MapDocument {
  readonly title: string;
  readonly subtitle: string;
  readonly source: string;
  readonly map: DividedMap;
  /** The word before the lowest value of a class. */
  readonly from: string;
  readonly language: Language;
}

const [TILE, TILE_GAP, LEGEND] = [56, 4, 60];
/** The height for the foot and the rows of a picture without more height. */
const [FOOT, USUAL] = [70, 630];

export function mapDocument({title, subtitle, source, map, from, language}: MapDocument): string {
  const top = pictureTop(title);
  const rows = Math.max(0, ...map.tiles.map(({row}) => row + 1));
  const left = Math.round((PICTURE_WIDTH - map.columns * TILE) / 2);
  const legendAt = top + rows * TILE + 34;
  const tiles = map.tiles.map(({column, row, short, value}) => {
    const [x, y] = [left + column * TILE, top + row * TILE];
    const shade = value === null ? 0 : classOf(map.bounds, value);
    const ink = shade >= 4 ? ON_ACCENT : INK;
    return html`<rect x="${x}" y="${y}" width="${TILE - TILE_GAP}" height="${TILE - TILE_GAP}" rx="4" fill="${shade === 0 ? GROUND : TILE_COLOURS[shade - 1]}" stroke="${shade < 2 ? TILE_EDGE : "none"}"/>
<text x="${x + (TILE - TILE_GAP) / 2}" y="${y + (value === null ? 32 : 24)}" font-size="15" fill="${ink}" text-anchor="middle">${short[language]}</text>
${value !== null && html`<text x="${x + (TILE - TILE_GAP) / 2}" y="${y + 42}" font-size="${sizeOf(fewDigitsText(value, language))}" fill="${ink}" text-anchor="middle">${fewDigitsText(value, language)}</text>\n`}`;
  });
  const legend = map.bounds.map(
    (
      bound,
      at,
    ) => html`<rect x="${PICTURE_LEFT + at * 200}" y="${legendAt - 16}" width="20" height="20" rx="3" fill="${TILE_COLOURS[classOf(map.bounds, bound) - 1]}" stroke="${TILE_EDGE}"/>
<text x="${PICTURE_LEFT + 30 + at * 200}" y="${legendAt}" fill="${MUTED}">${from} ${fewDigitsText(bound, language)}</text>\n`,
  );
  const more = Math.max(0, legendAt + LEGEND + FOOT - 40 - USUAL);
  return pictureDocument({title, subtitle, source, more, drawing: [tiles, legend]});
}

/** A long value gets smaller figures: it must not be cut. */
function sizeOf(text: string): number {
  return Math.min(14, Math.floor((TILE - TILE_GAP - 4) / (text.length * 0.56)));
}
