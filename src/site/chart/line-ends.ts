// The names of lines at their ends, and two value scales with common grid lines, for charts of several series.
//
// A name is at the last value of its line, moved up or down only as far as the names beside it need room.
import {type Html, html} from "../html/html.ts";
import {type Scale, shareOf} from "./axes.ts";

interface NamedLine {
  readonly points: readonly {readonly value: number}[];
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
export function endsOf(lines: readonly NamedLine[], scale: Scale): LineEnd[] {
  return lines.flatMap(({points, className, name}) => {
    const last = points.findLast(({value}) => Number.isFinite(value));
    if (last === undefined || name === undefined) return [];
    return [{name, className, share: Math.min(1, Math.max(0, shareOf(scale, last.value)))}];
  });
}

/** In letters; charts in a column have room for the longest name of all. */
export function longestName(lines: readonly NamedLine[]): number {
  return Math.max(0, ...lines.map(({name = ""}) => name.length));
}

const [LETTER, GAP] = [7.9, 14];

/** The names beside a chart on a page; false: no line has one. */
export function drawnNames(
  ends: readonly LineEnd[],
  letters: number,
  {top, height, total}: {readonly top: number; readonly height: number; readonly total: number},
): Html | false {
  if (letters === 0) return false;
  const indexes = spreadNames(
    ends.map(({share}) => top + height * (1 - share)),
    GAP,
    top,
    top + height,
  );
  return html`<svg class="chart plot-names" width="${Math.ceil(letters * LETTER) + 8}" height="${total}" aria-hidden="true">
${ends.map(({name, className}, at) => html`<text class="${className}-name" x="6" y="${Math.round(indexes[at]! + 4)}">${name}</text>`)}
</svg>\n`;
}

/** Places of names, at least `gap` apart and between low and high, as near to the given places as the order allows. */
export function spreadNames(indexes: readonly number[], gap: number, low: number, high: number): number[] {
  const order = indexes.map((_, at) => at).sort((one, other) => indexes[one]! - indexes[other]! || one - other);
  const found = [...indexes];
  let before = low - gap;
  for (const at of order) {
    found[at] = Math.max(found[at]!, before + gap);
    before = found[at]!;
  }
  let after = high + gap;
  for (const at of order.reverse()) {
    found[at] = Math.min(found[at]!, after - gap);
    after = found[at]!;
  }
  return found;
}

/** A name of at most `letters`, cut at a word. */
export function shortName(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const start = name.slice(0, letters - 1);
  const blank = start.lastIndexOf(" ");
  return `${(blank > letters / 2 ? start.slice(0, blank) : start).replace(/[\s,;:.]+$/, "")}…`;
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
