// The names of lines at their ends, and two value scales with common grid lines, for charts of several series.
//
// A name is at the last value of its line, moved up or down only as far as the names beside it need room. A long name takes up to three
// rows, and no word is cut.
import type {RowList} from "../../statistics/row-list.ts";
import {type Html, html} from "../html/html.ts";
import {type Scale, shareOfScale} from "./axes.ts";

interface NamedLine {
  readonly points: RowList<{readonly value: number}>;
  readonly className: string;
  readonly name?: string;
}

export interface LineEnd {
  readonly name: string;
  readonly className: string;
  /** Of the last value, from 0 at the lowest mark to 1 at the highest. */
  readonly share: number;
}

/** Of the lines that have a name and a value. */
export function lineEndsOf(lines: readonly NamedLine[], scale: Scale): LineEnd[] {
  return lines.flatMap(({points, className, name}) => {
    const last = points.findLast(({value}) => Number.isFinite(value));
    if (last === undefined || name === undefined) return [];
    return [{name, className, share: Math.min(1, Math.max(0, shareOfScale(scale, last.value)))}];
  });
}

const [MOST_ROWS, ROW_LETTERS, ALONE_LETTERS] = [3, 22, 28];

/** The rows of the names of one chart: together no more than its height has room for. @param rows that the height has room for */
function nameRows(names: readonly (string | undefined)[], rows: number): string[][] {
  const known = names.filter((name) => name !== undefined);
  const each = Math.max(1, Math.min(MOST_ROWS, Math.floor(rows / Math.max(1, known.length))));
  return known.map((name) => rowsOfName(name, each === 1 ? ALONE_LETTERS : ROW_LETTERS, each));
}

/** Rows of whole words. A word longer than `letters` has a row of its own; what has no room is an ellipsis. */
export function rowsOfName(name: string, letters: number, most: number): string[] {
  const rows: string[] = [];
  for (const word of name.split(" ")) {
    const last = rows.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= letters) rows[rows.length - 1] = `${last} ${word}`;
    else rows.push(word);
  }
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most - 1), `${rows[most - 1]!.replace(/[\s,;:.]+$/, "")}…`];
}

/**
 * In letters; charts in a column have room for the longest row of all.
 * @param charts the lines of each
 * @param rows that the height of a chart has room for
 */
export function longestRow(charts: readonly (readonly NamedLine[])[], rows: number): number {
  const all = charts.flatMap((lines) =>
    nameRows(
      lines.map(({name}) => name),
      rows,
    ).flat(),
  );
  return Math.max(0, ...all.map((row) => row.length));
}

export interface LineEndName {
  readonly rows: readonly string[];
  readonly className: string;
  /** The middle of the rows. */
  readonly y: number;
}

/** @param gap the height of a row */
export function placedNames(
  ends: readonly LineEnd[],
  {top, height, gap}: {readonly top: number; readonly height: number; readonly gap: number},
): LineEndName[] {
  const rows = nameRows(
    ends.map(({name}) => name),
    rowsWithin(height, gap),
  );
  const indexes = spreadNames(
    ends.map(({share}, at) => ({at: top + height * (1 - share), rows: rows[at]!.length})),
    gap,
    top,
    top + height,
  );
  return ends.map(({className}, at) => ({rows: rows[at]!, className, y: indexes[at]!}));
}

export function rowsWithin(height: number, gap: number): number {
  return Math.floor(height / gap) + 1;
}

const [LETTER, GAP] = [7.9, 14];

/** The names beside a chart on a page; false: no line has one. @param letters of the longest row */
export function drawnNames(
  ends: readonly LineEnd[],
  letters: number,
  {top, height, total}: {readonly top: number; readonly height: number; readonly total: number},
): Html | false {
  if (letters === 0) return false;
  const placed = placedNames(ends, {top, height, gap: GAP});
  return html`<svg class="chart plot-names" width="${Math.ceil(letters * LETTER) + 8}" height="${total}" aria-hidden="true">
${placed.map(({rows, className, y}) => html`<text class="${className}-name" y="${Math.round(y + 4 - ((rows.length - 1) * GAP) / 2)}">${rows.map((row, at) => html`<tspan x="6"${at > 0 && html` dy="${GAP}"`}>${row}${at < rows.length - 1 && " "}</tspan>`)}</text>`)}
</svg>\n`;
}

/** The rows that the height of a chart on a page has room for. */
export function pageRows(height: number): number {
  return rowsWithin(height, GAP);
}

/**
 * Places of names, `gap` for each row apart and between low and high, as near to the given places as the order allows. At both edges the
 * outer half of a row may be beyond them.
 */
export function spreadNames(
  names: readonly {readonly at: number; readonly rows: number}[],
  gap: number,
  low: number,
  high: number,
): number[] {
  const order = names.map((_, at) => at).sort((one, other) => names[one]!.at - names[other]!.at || one - other);
  const found = names.map(({at}) => at);
  let edge = low - gap / 2;
  for (const at of order) {
    const half = (names[at]!.rows * gap) / 2;
    found[at] = Math.max(found[at]!, edge + half);
    edge = found[at]! + half;
  }
  edge = high + gap / 2;
  for (const at of order.reverse()) {
    const half = (names[at]!.rows * gap) / 2;
    found[at] = Math.min(found[at]!, edge - half);
    edge = found[at]! - half;
  }
  return found;
}

/** A name of at most `letters`, cut between words; a first word that is longer stays whole. */
export function shortName(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const blank = name.lastIndexOf(" ", letters - 1);
  const start = blank > 0 ? name.slice(0, blank) : (name.split(" ")[0] ?? name);
  return start.length === name.length ? name : `${start.replace(/[\s,;:.]+$/, "")}…`;
}

/** The scales with equally many marks, so that the grid lines of one are those of the other. */
export function withEqualMarks(one: Scale, other: Scale): [Scale, Scale] {
  const most = Math.max(one.ticks.length, other.ticks.length);
  return [longer(one, most), longer(other, most)];
}

function longer(scale: Scale, marks: number): Scale {
  const ticks = [...scale.ticks];
  const step = ticks[1]! - ticks[0]!;
  while (ticks.length < marks) ticks.push(Number((ticks.at(-1)! + step).toPrecision(12)));
  return {low: scale.low, high: ticks.at(-1)!, ticks};
}
