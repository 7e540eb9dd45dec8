// A map of equal tiles, one for each region of a country, coloured by the fifth of all values that its value is in.
import {COUNTRIES} from "../../country/countries.ts";
import type {Country, Tile, TileGrid} from "../../country/country.ts";
import {type Html, html} from "../widgets/html.ts";
import type {Language} from "../words/language.ts";
import {fewDigitsText} from "../words/wording.ts";

interface TileValue {
  readonly canonical: string;
  readonly name: string;
  /** null: none in the period. */
  readonly value: number | null;
  readonly href: string;
}

interface TileMapWords {
  readonly label: string;
  readonly none: string;
  /** The word before the lowest value of a class. */
  readonly from: string;
}

const SIZE = 40;
const GAP = 3;
const CLASSES = 5;

/** The lower bounds of the fifths; fewer if there are few values. */
function classBounds(values: readonly number[]): number[] {
  const sorted = [...values].sort((one, other) => one - other);
  const bounds = Array.from({length: CLASSES}, (_, at) => sorted[Math.floor((at * sorted.length) / CLASSES)]);
  return [...new Set(bounds.filter((bound) => bound !== undefined))];
}

/** 1 … 5. */
export function classOf(bounds: readonly number[], value: number): number {
  const place = bounds.findLastIndex((bound) => value >= bound);
  return bounds.length <= 1 ? CLASSES : 1 + Math.round((Math.max(0, place) * (CLASSES - 1)) / (bounds.length - 1));
}

/**
 * The map of the country of most territories; if two countries have equally many, that of the server's country. Territories without a tile
 * appear only in the ranking.
 */
export function tileMap(
  all: readonly TileValue[],
  words: TileMapWords,
  language: Language,
  home: Country,
): Html | false {
  const {columns, breakAt, tiles: grid} = gridOf(all, home);
  const shown = all.filter(({canonical}) => grid.has(canonical));
  const known = shown.flatMap(({value}) => (value === null ? [] : [value]));
  if (shown.length < 10 || known.length === 0) return false;
  const bounds = classBounds(known);
  return html`<div class="tile-map" role="group" aria-label="${words.label}">
${drawPart(0, breakAt ?? columns)}${breakAt !== null && drawPart(breakAt, columns)}</div>
<ul class="tile-legend">
${bounds.map(
  (bound) =>
    html`<li><svg class="chart" width="14" height="14" aria-hidden="true"><rect class="tile-${classOf(bounds, bound)}" width="14" height="14" rx="2"/></svg> ${words.from} ${fewDigitsText(bound, language)}</li>\n`,
)}</ul>\n`;

  function drawPart(from: number, to: number): Html {
    const tiles = shown
      .map((one) => ({...one, ...grid.get(one.canonical)!}))
      .filter(({column}) => column >= from && column < to);
    const rows = Math.max(0, ...tiles.map(({row}) => row + 1));
    return html`<svg class="${to - from === columns ? "tiles-whole" : from === 0 ? "tiles-west" : "tiles-east"}" viewBox="${from * SIZE} 0 ${(to - from) * SIZE} ${rows * SIZE}">
${tiles.map((tile) => drawTile(tile))}</svg>\n`;
  }

  function drawTile({name, value, href, column, row, ...short}: TileValue & Tile): Html {
    // the accessible name begins with the visible text, as WCAG 2.5.3 asks
    const told = `${short[language]} ${name}: ${value === null ? words.none : fewDigitsText(value, language)}`;
    return html`<a href="${href}" aria-label="${told}"><g class="tile${value === null ? " tile-none" : ` tile-${classOf(bounds, value)}`}"><title>${told}</title><rect x="${column * SIZE}" y="${row * SIZE}" width="${SIZE - GAP}" height="${SIZE - GAP}" rx="3"/><text x="${column * SIZE + (SIZE - GAP) / 2}" y="${row * SIZE + SIZE / 2 + 3}" text-anchor="middle">${short[language]}</text></g></a>\n`;
  }
}

function gridOf(all: readonly TileValue[], home: Country): TileGrid {
  // of equal counts the first is taken
  const countries = [home, ...COUNTRIES];
  const counts = countries.map(({tiles}) => all.filter(({canonical}) => tiles.tiles.has(canonical)).length);
  return countries[counts.indexOf(Math.max(...counts))]!.tiles;
}
