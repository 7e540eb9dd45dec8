// /compare/values.json: the values that the charts of a comparison draw, for the crosshair of client/compare.ts.
//
// Lines of one frequency share a list of days. A day on which a line has no value is null there, never the value of another day.
import {sortNumbers} from "../../../statistics/order/number-order.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {Steps} from "../../../work/pace.ts";
import {file, type Page} from "../../frame/page.ts";
import type {Visit} from "../../visit/visit.ts";
import {countTaken} from "../series/files.ts";
import type {ComparedLine} from "./compared-line.ts";
import {namedLine} from "./latest-values.ts";
import {linesOf, shownOf} from "./lines.ts";
import {filesCounted} from "./query.ts";
import {readCompared} from "./read-compared.ts";

/** Numbers that are written in one step. */
const NUMBERS_AT_ONCE = 2000;

export const compareValues: Page = {
  path: "/compare/values.json",
  costly: "shared",
  async draw(visit) {
    await countTaken(visit, "histories", filesCounted(visit));
    const {views} = await readCompared(visit, false);
    const shown = await visit.withRests(shownOf(visit, views));
    const lines = await visit.withRests(linesOf(views, shown, visit.language));
    return file({
      type: "application/json; charset=utf-8",
      body: await visit.withRests(valuesText(visit, lines, shown.base !== null)),
      headers: {"x-robots-tag": "noindex"},
    });
  },
};

/** @param isIndex the values are per cent of a common period */
function* valuesText({language}: Visit, lines: readonly ComparedLine[], isIndex: boolean): Steps<string> {
  const days: string[] = [];
  const texts: string[] = [];
  const known = new Map<Frequency, readonly Day[]>();
  for (const [frequency, own] of Map.groupBy(lines, (line) => line.frequency)) {
    const all = yield* daysOf(own);
    known.set(frequency, all);
    days.push(`"${frequency}":[${yield* listText(all)}]`);
  }
  for (const line of lines) {
    const {frequency, points} = line;
    const cells = yield* cellsOn(known.get(frequency)!, points);
    const described = {...namedLine(line, isIndex, language), frequency, computed: line.view.computed ?? null};
    texts.push(`{${JSON.stringify(described).slice(1, -1)},"values":[${yield* listText(cells)}]}`);
  }
  return `{"isIndex":${isIndex},"days":{${days.join(",")}},"lines":[${texts.join(",")}]}`;
}

function* daysOf(lines: readonly ComparedLine[]): Steps<Day[]> {
  const found = new Set<Day>();
  for (const {points} of lines) {
    let read = 0;
    for (const {day} of points) {
      found.add(day);
      if (++read % NUMBERS_AT_ONCE === 0) yield;
    }
    yield;
  }
  return [...(yield* sortNumbers(new Float64Array([...found])))];
}

/** The values of the points on the days; both are ascending. */
function* cellsOn(days: readonly Day[], points: ComparedLine["points"]): Steps<Float64Array> {
  const cells = new Float64Array(days.length).fill(Number.NaN);
  let next = 0;
  for (const [at, day] of days.entries()) {
    let point = points.at(next);
    while (point !== undefined && point.day < day) point = points.at(++next);
    if (point?.day === day) cells[at] = point.value;
    if (at % NUMBERS_AT_ONCE === NUMBERS_AT_ONCE - 1) yield;
  }
  yield;
  return cells;
}

function* listText(cells: readonly number[] | Float64Array): Steps<string> {
  const texts: string[] = [];
  for (let at = 0; at < cells.length; at += NUMBERS_AT_ONCE) {
    const part = cells.slice(at, at + NUMBERS_AT_ONCE);
    texts.push(Array.from(part, (cell) => (Number.isFinite(cell) ? String(cell) : "null")).join(","));
    yield;
  }
  return texts.join(",");
}
