import assert from "node:assert/strict";
import {test} from "node:test";
import {parseDay} from "../../statistics/time/day.ts";
import {isolatedRows, joinLines} from "../client/chart-columns.ts";
import {fewDigits} from "../client/few-digits.ts";
import {ROOM_AT_END, timeMarks} from "../client/time-marks.ts";
import {anchorOf, timeTicks} from "./axes.ts";
import {isSpare} from "./line-chart.ts";

/** Pixels at a font size of 12, of DejaVu Sans, the widest font that the pages name. */
function widthOf(text: string): number {
  const width = (letter: string): number =>
    /[\s.,I]/.test(letter) ? 3.9 : /[мюфMшщ]/.test(letter) ? 10.4 : /[\d]/.test(letter) ? 7.6 : 7.7;
  return [...text].reduce((sum, letter) => sum + width(letter), 0);
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly text: string;
}

function assertApart(boxes: readonly Box[], what: string): void {
  assert.ok(boxes.length >= 1, `${what}: no mark`);
  for (const [at, {left, text}] of boxes.entries()) {
    const before = boxes[at - 1];
    if (before !== undefined) assert.ok(left - before.right >= 3, `${what}: ${before.text}|${text}`);
  }
}

const LAST = parseDay("2026-03-01")!;
const YEARS = [0.5, 1, 2, 3, 5, 10, 17, 26, 35, 75, 150];

test("texts of the time axis never touch, at any width, range, frequency and language [site.chart-labels]", () => {
  let combinations = 0;
  for (const frequency of ["D", "W", "M", "Q", "A"])
    for (const language of ["ru-RU", "en-GB"] as const)
      for (const width of [200, 260, 300, 420, 560, 676, 900])
        for (const years of YEARS.filter((one) => one >= 1 || frequency !== "A")) {
          const first = Math.round(LAST - years * 365.25);
          const boxes = timeMarks({first, last: LAST, width, frequency, language}).map(({day, text}) => {
            const [middle, half] = [(width * (day - first)) / (LAST - first), widthOf(text) / 2];
            return {left: middle - half, right: middle + half, text};
          });
          const what = `${frequency} ${language} ${width} px ${years} years`;
          assertApart(boxes, what);
          assert.ok(boxes.at(-1)!.right <= width + ROOM_AT_END, `${what}: the last text is cut`);
          combinations++;
        }
  assert.ok(combinations > 700, `${combinations}`);
});

test("texts of the time axis drawn on the server never touch, on a phone and on a wide screen [site.chart-labels]", () => {
  for (const language of ["ru", "en"] as const)
    for (const [width, isPhone] of [
      [230, true],
      [300, true],
      [480, true],
      [430, false],
      [676, false],
    ] as const)
      for (const years of YEARS) {
        const first = Math.round(LAST - years * 365.25);
        const marks = timeTicks(first, LAST, language, 7);
        const boxes = marks
          .filter(({text}, at) => !isPhone || !isSpare(text, at, marks.length))
          .map(({day, text}) => {
            const share = (day - first) / (LAST - first);
            const left = width * share - widthOf(text) * {start: 0, middle: 0.5, end: 1}[anchorOf(share)];
            return {left, right: left + widthOf(text), text};
          });
        assertApart(boxes, `${language} ${width} px ${years} years`);
      }
});

test("marks are at January, at quarters for quarterly series, and at Mondays for weeks [site.chart-labels]", () => {
  const texts = (years: number, frequency: string, width = 676): string[] =>
    timeMarks({first: Math.round(LAST - years * 365.25), last: LAST, width, frequency, language: "en-GB"}).map(
      ({text}) => text,
    );
  assert.deepEqual(texts(5, "M"), ["2022", "2023", "2024", "2025", "2026"]);
  assert.deepEqual(texts(10, "D"), ["2017", "2018", "2019", "2020", "2021", "2022", "2023", "2024", "2025", "2026"]);
  assert.deepEqual(texts(1, "Q"), ["Q2 2025", "Q3 2025", "Q4 2025", "Q1 2026"]);
  assert.deepEqual(texts(1, "M", 420), ["Apr 2025", "Jul 2025", "Oct 2025", "Jan 2026"]);
  assert.deepEqual(texts(1, "A"), ["2026"]);
  assert.ok(
    timeMarks({first: LAST - 40, last: LAST, width: 676, frequency: "W", language: "en-GB"}).every(
      ({day}) => day % 7 === 4,
    ),
  );
});

test("a value between two gaps is a point of its own, in every line and vintage [site.chart-gaps]", () => {
  const day = (text: string): number => parseDay(text)!;
  const december = {period: [2020, 2021, 2022].map((year) => day(`${year}-12-01`)), value: [1, 2, 3]};
  const whole = {period: ["2020-12-01", "2021-01-01", "2022-12-01"].map(day), value: [1, null, 3]};
  const {days, columns} = joinLines([december, whole], 31, null);
  const rows = (column: number): string[] =>
    isolatedRows(columns[column]!).map((row) => new Date(days[row]! * 1000).toISOString().slice(0, 7));
  assert.deepEqual(rows(0), ["2020-12", "2021-12", "2022-12"]);
  assert.deepEqual(rows(1), ["2020-12", "2022-12"]);
  // a line breaks where its unit of account changes, also between neighbouring days
  const daily = {period: [10, 11, 12], value: [5960, 6, 7]};
  assert.deepEqual(joinLines([daily], 14, 11).columns, [[5960, null, 6, 7]]);
  assert.deepEqual(isolatedRows([1, 2, null, 3, undefined, 4, null, 5]), [7]);
});

test("a fraction as long as a double's has few digits, a published one all of them [site.few-digits]", () => {
  assert.deepEqual(
    [30.312035661218424, -0.826578200167713, 123456.78901234, 0.000041234567, 0.1 + 0.2].map(fewDigits),
    [30.312, -0.82658, 123456.79, 0.000041235, 0.3],
  );
  for (const value of [0, 101.85, 93.2801, -5.5, 1.234567, 5e9, 1e22, Number.POSITIVE_INFINITY])
    assert.equal(fewDigits(value), value);
  assert.equal(fewDigits(1.2345678), 1.2346);
});
