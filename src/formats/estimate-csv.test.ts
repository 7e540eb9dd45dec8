import assert from "node:assert/strict";
import {test} from "node:test";
import {parse} from "csv-parse/sync";
import * as fc from "fast-check";
import {dayText} from "../statistics/time/day.ts";
import {columnsOf, latestOf, type SeriesSample, seriesSamples, supersededOf} from "./estimate.fixture.ts";
import {createEstimateCsvWriter} from "./estimate-csv.ts";
import {
  type EstimateLayout,
  type EstimateSeries,
  exportColumns,
  SERIES_COLUMNS,
  SERIES_TEXTS,
} from "./estimate-rows.ts";

function fileOf(samples: readonly SeriesSample[], layout: EstimateLayout = "plain"): {text: string; largest: number} {
  const chunks: Buffer[] = [];
  const writer = createEstimateCsvWriter((bytes) => chunks.push(Buffer.from(bytes)), layout);
  for (const sample of samples) writer.series(sample.series, columnsOf(sample));
  writer.end();
  return {text: Buffer.concat(chunks).toString(), largest: Math.max(...chunks.map((chunk) => chunk.length))};
}

/** The cell as a CSV parser reads it: the text, with the apostrophe that prevents a spreadsheet from evaluating it. */
function parsedCell(text: string, column: string): string {
  return /^[=+@\t]/.test(text) || (column === "geo_label" || column === "geo_level" ? /^-\S/.test(text) : false)
    ? `'${text}`
    : text;
}

test("an export as CSV has one row for each estimate, with codes, days and values as in other answers [export.rows]", () => {
  fc.assert(
    fc.property(seriesSamples, (samples) => {
      const {text} = fileOf(samples);
      const parsed: string[][] = parse(text, {delimiter: ";", recordDelimiter: "\n"});
      const wanted = samples.flatMap((sample) =>
        sample.rows.map((row, index) => [
          ...SERIES_COLUMNS.map((name) => parsedCell(sample.series[name] ?? "", name)),
          dayText(row.period),
          JSON.stringify(row.value),
          dayText(row.day),
          String(latestOf(sample)[index]),
        ]),
      );
      assert.deepEqual(parsed, [[...exportColumns("plain")], ...wanted]);
    }),
  );
});

test("with the layout of estimates each row has its day of publication, the day that superseded it and the day of its withdrawal [export.estimates]", () => {
  fc.assert(
    fc.property(seriesSamples, (samples) => {
      const parsed: string[][] = parse(fileOf(samples, "estimates").text, {delimiter: ";", recordDelimiter: "\n"});
      const wanted = samples.flatMap((sample) =>
        sample.rows.map((row, index) => {
          const superseded = supersededOf(sample)[index]!;
          return [
            ...SERIES_TEXTS.estimates.map((name) => parsedCell(sample.series[name] ?? "", name)),
            ...[dayText(row.period), JSON.stringify(row.value), dayText(row.day)],
            ...[
              superseded === null ? "" : dayText(superseded),
              dayText(sample.series.last_period),
              sample.series.status,
              row.withdrawn === null ? "" : dayText(row.withdrawn),
            ],
          ];
        }),
      );
      assert.deepEqual(parsed, [[...exportColumns("estimates")], ...wanted]);
    }),
  );
});

test("a file of any length is written in chunks of a megabyte, and a cell may be longer than a chunk", () => {
  const series: EstimateSeries = {
    provider_code: "showdata",
    dataset_code: "x",
    series_key: "0123456789abcdef",
    indicator: "x",
    classification: null,
    measure: null,
    transformation: null,
    unit: "percent",
    freq: "M",
    geo: "643",
    geo_label: "Россия",
    geo_level: "country",
    last_period: 0,
    status: "active",
  };
  const rows = Array.from({length: 30_000}, (_, row) => ({
    period: row,
    day: row + 40,
    value: row / 10,
    withdrawn: null,
  }));
  const plain = fileOf([{series, rows}]);
  assert.ok(plain.text.length > 2 << 20 && plain.largest <= 1 << 20);
  assert.equal(plain.text.split("\n").length, 30_002);
  const long = fileOf([
    {series, rows: rows.slice(0, 3)},
    {series: {...series, geo_label: "Ж".repeat(1 << 20)}, rows: rows.slice(0, 2)},
    {series, rows: rows.slice(0, 3)},
  ]);
  assert.equal(long.text.split("\n").length, 10);
  assert.equal(long.text.split("Ж".repeat(1 << 20)).length, 3);
});
