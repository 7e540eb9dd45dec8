import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {createObservations, growObservations, type Observations} from "../statistics/history/window.ts";
import {dayText, FIRST_DAY, LAST_DAY} from "../statistics/time/day.ts";
import {anyText} from "../text/any-text.fixture.ts";
import {BodyMemory} from "./body-bytes.ts";
import {createSliceCsvWriter, type SliceCsvForm} from "./slice-csv.ts";
import {csvCell} from "./table-csv.ts";

interface Part {
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly decimals: number;
  readonly rows: readonly {readonly period: number; readonly asOf: number; readonly mantissa: number}[];
}

const day = fc.integer({min: FIRST_DAY, max: LAST_DAY});
const cells = fc.array(fc.oneof(anyText(), fc.string()), {minLength: 1, maxLength: 6});

const parts: fc.Arbitrary<Part[]> = fc.array(
  fc.integer({min: -1, max: 9}).chain((decimals) =>
    fc.record({
      before: cells,
      after: cells,
      decimals: fc.constant(decimals),
      rows: fc.array(fc.record({period: day, asOf: day, mantissa: decimals < 0 ? fc.double() : fc.maxSafeInteger()})),
    }),
  ),
  {maxLength: 6},
);

const form: SliceCsvForm = {columns: ["key", "period", "value", "as_of", "status"], decimal: "point", bom: false};
const reused = createObservations();

function columnsOf({decimals, rows}: Part): Observations {
  growObservations(reused, rows.length);
  reused.count = rows.length;
  reused.decimals = decimals;
  rows.forEach(({period, asOf, mantissa}, row) => {
    reused.period[row] = period;
    reused.asOf[row] = asOf;
    reused.mantissa[row] = mantissa;
  });
  return reused;
}

function bodyOf(as: SliceCsvForm, all: readonly Part[]): string {
  const writer = createSliceCsvWriter(new BodyMemory());
  writer.begin(as);
  for (const part of all) writer.observations(part, columnsOf(part));
  return writer.end().toString();
}

function expectedBody(as: SliceCsvForm, all: readonly Part[]): string {
  const lines = all.flatMap(({before, after, decimals, rows}) =>
    rows.map(({period, asOf, mantissa}) => {
      const number = JSON.stringify(decimals < 0 ? mantissa : mantissa / 10 ** decimals);
      const value = as.decimal === "comma" ? number.replace(".", ",") : number;
      const cells = [before, after].map((texts, side) =>
        texts.map((text, nth) => csvCell(text, as.columns[side * (before.length + 3) + nth] ?? "")),
      ) as [string[], string[]];
      return [...cells[0], dayText(period), value, dayText(asOf), ...cells[1]].join(";");
    }),
  );
  return [as.columns.join(";"), ...lines].map((line) => `${line}\n`).join("");
}

const one = {before: ["k", "Хлеб"], after: ["active"], decimals: 1, rows: [{period: 0, asOf: 31, mantissa: -1012}]};

test("a name of a series that a minus starts gets an apostrophe, its codes do not [csv.formula]", () => {
  const own = {before: ["k", "-5", "-5", "-7", "-7"], after: ["active"], decimals: 0, rows: one.rows};
  const columns = ["series_key", "class", "class_label", "geo", "geo_label", "period", "value", "as_of", "status"];
  assert.match(bodyOf({...form, columns}, [own]), /\nk;-5;'-5;-7;'-7;1970-01-01;-1012;1970-02-01;active\n$/);
});

test("CSV has a header and one row per value, cells in order, each line ended by a line feed [csv.row-per-value] [csv.line-end] [csv.delimiter]", () => {
  fc.assert(
    fc.property(parts, fc.constantFrom("point" as const, "comma" as const), (all, decimal) => {
      assert.equal(bodyOf({...form, decimal}, all), expectedBody({...form, decimal}, all));
    }),
    {numRuns: 1000},
  );
});

test("values are written with a comma if requested, and nothing else changes [csv.decimal-comma]", () => {
  assert.equal(
    bodyOf({...form, decimal: "comma"}, [{...one, before: ["1.5"]}]),
    "key;period;value;as_of;status\n1.5;1970-01-01;-101,2;1970-02-01;active\n",
  );
});

test("a byte order mark precedes the header only if requested [csv.delimiter] [data.bom]", () => {
  assert.equal(bodyOf({...form, bom: true}, []), "\uFEFFkey;period;value;as_of;status\n");
  assert.equal(bodyOf(form, []), "key;period;value;as_of;status\n");
});

test("a series without a value has no row [csv.row-per-value]", () => {
  assert.equal(bodyOf(form, [{...one, rows: []}, one]), expectedBody(form, [one]));
});

test("cells of every script are copied unchanged [csv.delimiter]", () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom("\u007F", "\u{10FFFF}", "\uD800", "\uFFFF", "я", "a"), {maxLength: 40}),
      (signs) => {
        const part = {...one, before: [signs.join("")], rows: [...one.rows, ...one.rows, ...one.rows]};
        assert.equal(bodyOf(form, [part]), Buffer.from(expectedBody(form, [part])).toString());
      },
    ),
    {numRuns: 2000},
  );
});
