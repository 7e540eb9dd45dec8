// An independent reader of the format checks the file.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {parquetMetadata, parquetReadObjects} from "hyparquet";
import {columnsOf, latestOf, type SeriesSample, seriesSamples, supersededOf} from "./estimate.fixture.ts";
import {createEstimateParquetWriter} from "./estimate-parquet.ts";
import {type EstimateLayout, exportColumns, SERIES_COLUMNS, SERIES_TEXTS, textColumn} from "./estimate-rows.ts";

const DAY_MS = 86_400_000;

function fileOf(samples: readonly SeriesSample[], layout?: EstimateLayout, rowsAGroup?: number): ArrayBuffer {
  const chunks: Buffer[] = [];
  const writer = createEstimateParquetWriter((bytes) => chunks.push(Buffer.from(bytes)), layout, rowsAGroup);
  for (const sample of samples) writer.series(sample.series, columnsOf(sample));
  writer.end();
  return new Uint8Array(Buffer.concat(chunks)).buffer;
}

/**
 * A lone surrogate has no UTF-8; encoders write the replacement character. The reader of these tests takes a byte order mark at the
 * start of a text for a mark, not for a letter.
 */
function asRead(cell: string | null): string | null {
  return cell === null ? null : cell.toWellFormed().replace(/^\uFEFF/, "");
}

test("an export as Parquet keeps every text, day, double and flag, for any size of row groups [export.rows]", async () => {
  await fc.assert(
    fc.asyncProperty(seriesSamples, fc.integer({min: 1, max: 60}), async (samples, rowsAGroup) => {
      const file = fileOf(samples, "plain", rowsAGroup);
      const read = await parquetReadObjects({file});
      const wanted = samples.flatMap((sample) =>
        sample.rows.map((row, index) => ({
          ...Object.fromEntries(SERIES_COLUMNS.map((name) => [name, asRead(sample.series[name])])),
          period: new Date(row.period * DAY_MS),
          value: row.value,
          as_of: new Date(row.day * DAY_MS),
          is_latest: latestOf(sample)[index],
        })),
      );
      assert.deepEqual(read, wanted);
      const groups = parquetMetadata(file).row_groups.map((group) => Number(group.num_rows));
      assert.ok(groups.every((rows, index) => rows === rowsAGroup || index === groups.length - 1));
    }),
  );
});

test("as Parquet too the layout of estimates has the days that superseded and withdrew each estimate, or null [export.estimates]", async () => {
  await fc.assert(
    fc.asyncProperty(seriesSamples, fc.integer({min: 1, max: 60}), async (samples, rowsAGroup) => {
      const file = fileOf(samples, "estimates", rowsAGroup);
      const dateOf = (day: number | null) => (day === null ? null : new Date(day * DAY_MS));
      const wanted = samples.flatMap((sample) =>
        sample.rows.map((row, index) => ({
          ...Object.fromEntries(
            SERIES_TEXTS.estimates.map((name) => [textColumn("estimates", name), asRead(sample.series[name])]),
          ),
          ...{period: dateOf(row.period), value: row.value, published_at: dateOf(row.day)},
          superseded_at: dateOf(supersededOf(sample)[index]!),
          ...{last_period: dateOf(sample.series.last_period), status: sample.series.status},
          withdrawn_at: dateOf(row.withdrawn),
        })),
      );
      assert.deepEqual(await parquetReadObjects({file}), wanted);
      assert.deepEqual(
        parquetMetadata(file)
          .schema.slice(1)
          .map(({name}) => name),
        exportColumns("estimates"),
      );
    }),
  );
});

test("columns are typed: days are dates, values doubles, the flag a boolean, texts are in a dictionary and only codes may be null [export.rows]", () => {
  const series: SeriesSample["series"] = {
    provider_code: "showdata",
    dataset_code: "x",
    series_key: "0123456789abcdef",
    indicator: "x",
    classification: "a",
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
  const rows = Array.from({length: 500}, (_, row) => ({period: row, day: row + 40, value: row / 10, withdrawn: null}));
  const {schema, row_groups, created_by} = parquetMetadata(fileOf([{series, rows}]));
  assert.equal(created_by, "ryad");
  assert.deepEqual(
    schema.slice(1).map(({name}) => name),
    exportColumns("plain"),
  );
  const named = new Map(schema.map((element) => [element.name, element]));
  for (const name of ["period", "as_of"]) {
    assert.equal(named.get(name)?.type, "INT32");
    assert.equal(named.get(name)?.logical_type?.type, "DATE");
  }
  assert.equal(named.get("value")?.type, "DOUBLE");
  assert.equal(named.get("is_latest")?.type, "BOOLEAN");
  assert.deepEqual(
    schema.filter((element) => element.repetition_type === "OPTIONAL").map(({name}) => name),
    ["classification", "measure", "transformation", "unit"],
  );
  for (const {meta_data} of row_groups[0]!.columns) {
    const name = meta_data!.path_in_schema[0]!;
    const mustBe = named.get(name)?.converted_type === "UTF8" && name !== "measure" && name !== "transformation";
    if (mustBe) assert.ok(meta_data!.encodings.includes("RLE_DICTIONARY"), name);
  }
});
