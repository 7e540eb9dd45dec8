// The files of a dataset as independent readers see them: every row of the writer, in Parquet and in CSV.
import assert from "node:assert/strict";
import {test} from "node:test";
import {zstdDecompressSync} from "node:zlib";
import {parse} from "csv-parse/sync";
import * as fc from "fast-check";
import {parquetMetadata, parquetReadObjects} from "hyparquet";
import {dayText} from "../../statistics/time/day.ts";
import {columnsOf, type SeriesSample, seriesSamples} from "../estimate.fixture.ts";
import {csvCell} from "../table-csv.ts";
import {
  type DatasetFileWriter,
  FILE_CONTENTS,
  type FileEstimates,
  type FileSeries,
  fileColumns,
  latestRows,
} from "./columns.ts";
import {createDatasetCsv} from "./csv.ts";
import {createDatasetParquet} from "./parquet.ts";

const DAY_MS = 86_400_000;
const compressors = {ZSTD: (bytes: Uint8Array) => zstdDecompressSync(bytes)};

type Row = Readonly<Record<string, string | number | null>>;

function seriesOf({series}: SeriesSample): FileSeries {
  const {last_period: _, status: _status, ...own} = series;
  return {...own, indicator_label: series.geo_label, class_label: series.unit};
}

function write(writer: DatasetFileWriter, samples: readonly SeriesSample[], content: FileEstimates): void {
  for (const sample of samples) {
    const rows = columnsOf(sample);
    writer.series(seriesOf(sample), content === "latest" ? latestRows(rows) : rows);
  }
  writer.end();
}

/** What the file must have, days as numbers. */
function wantedRows(samples: readonly SeriesSample[], content: FileEstimates): Row[] {
  return samples.flatMap((sample) => {
    const {classification, ...texts} = seriesOf(sample);
    return sample.rows.flatMap(({period, day, value, withdrawn}, index): Row[] => {
      const next = sample.rows[index + 1];
      const superseded = next?.period === period ? next.day : null;
      if (content === "latest" && superseded !== null) return [];
      const own = content === "latest" ? {as_of: day} : {published_at: day, superseded_at: superseded};
      return [{...texts, class: classification, period, value, ...own, withdrawn_at: withdrawn}];
    });
  });
}

/** A lone surrogate has no UTF-8. The reader of these tests takes a byte order mark at the start of a text for a mark, not for a letter. */
const asRead = (cell: string): string => cell.toWellFormed().replace(/^\uFEFF/, "");

test("the Parquet files of a dataset have every row, text and day, for any size of row groups, as an independent reader reads them [files.rows]", async () => {
  const sizes = fc.record({most: fc.integer({min: 1, max: 60}), enough: fc.integer({min: 1, max: 60})});
  await fc.assert(
    fc.asyncProperty(seriesSamples, sizes, fc.constantFrom(...FILE_CONTENTS), async (samples, size, content) => {
      const chunks: Buffer[] = [];
      const writer = createDatasetParquet((bytes) => chunks.push(Buffer.from(bytes)), content, size);
      write(writer, samples, content);
      const file = new Uint8Array(Buffer.concat(chunks)).buffer;
      const types = new Map(fileColumns(content).map(({name, type}) => [name, type]));
      const wanted = wantedRows(samples, content).map((row) =>
        Object.fromEntries(
          [...types].map(([name, type]) => {
            const cell = row[name]!;
            if (cell === null || type === "number") return [name, cell];
            return [name, type === "date" ? new Date(Number(cell) * DAY_MS) : asRead(String(cell))];
          }),
        ),
      );
      assert.deepEqual(await parquetReadObjects({file, compressors}), wanted);
    }),
  );
});

test("the CSV files of a dataset have the same rows, with days as YYYY-MM-DD and nothing for null [files.rows]", () => {
  fc.assert(
    fc.property(seriesSamples, fc.constantFrom(...FILE_CONTENTS), (samples, content) => {
      const chunks: Buffer[] = [];
      write(
        createDatasetCsv((bytes) => chunks.push(Buffer.from(bytes)), content),
        samples,
        content,
      );
      const [head, ...rows]: string[][] = parse(Buffer.concat(chunks), {
        delimiter: ";",
        bom: false,
        relax_quotes: false,
      });
      const columns = fileColumns(content);
      assert.deepEqual(
        head,
        columns.map(({name}) => name),
      );
      const wanted = wantedRows(samples, content).map((row) =>
        columns.map(({name, type}) => {
          const cell = row[name]!;
          if (cell === null) return "";
          if (type === "date") return dayText(Number(cell));
          return type === "number" ? JSON.stringify(Object.is(cell, -0) ? 0 : cell) : spoken(String(cell), name);
        }),
      );
      assert.deepEqual(
        rows.map((row) =>
          row.map((cell, at) => (columns[at]!.type === "number" ? JSON.stringify(Number(cell)) : cell)),
        ),
        wanted,
      );
    }),
  );
});

/** The text that a cell has for a reader: with the apostrophe of a formula, without its quotes. */
function spoken(text: string, column: string): string {
  const cell = csvCell(text.toWellFormed(), column);
  return cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}

test("an indicator is a few neighbouring row groups, and bounds of groups and pages say which: whole codes, also with a long common start [files.ranges]", () => {
  const start = "a-code-with-a-start-that-all-indicators-share/";
  const indicators = Array.from({length: 40}, (_, nth) => `${start}${String(nth).padStart(2, "0")}`);
  const chunks: Buffer[] = [];
  const writer = createDatasetParquet((bytes) => chunks.push(Buffer.from(bytes)), "latest", {
    most: 50_000,
    enough: 1000,
  });
  const count = 2400;
  const rows = {
    ...{count, period: Int32Array.from({length: count}, (_, row) => row), withdrawn: null},
    ...{value: new Float64Array(count).fill(1.5), day: new Int32Array(count).fill(20_000)},
  };
  for (const indicator of indicators)
    for (let series = 0; series < 20; series++) writer.series({...PLAIN, indicator, series_key: String(series)}, rows);
  writer.end();
  const {row_groups: groups} = parquetMetadata(new Uint8Array(Buffer.concat(chunks)).buffer);
  const bounds = groups.map(({columns}) => columns.find((one) => one.meta_data!.path_in_schema[0] === "indicator")!);
  for (const indicator of indicators) {
    const found = bounds.filter(({meta_data: meta}) => {
      const {min_value: min, max_value: max} = meta!.statistics!;
      return String(min) <= indicator && indicator <= String(max);
    });
    assert.equal(found.length, 1);
  }
  for (const {column_index_length: columnIndex, offset_index_length: offsetIndex} of bounds)
    assert.ok(Number(columnIndex) > 0 && Number(offsetIndex) > 0, "bounds and places of pages");
  const types = groups[0]!.columns.map(({meta_data: meta}) => meta!.encodings.includes("RLE_DICTIONARY"));
  assert.ok(
    types.slice(0, 14).every((isCoded, at) => isCoded || PLAIN[NULLABLE[at]!] === null),
    "codes are in dictionaries",
  );
});

const PLAIN: FileSeries = {
  ...{provider_code: "p", dataset_code: "d", series_key: "0123456789abcdef", indicator: "i", indicator_label: "I"},
  ...{classification: null, class_label: null, measure: null, transformation: null, unit: null, freq: "M"},
  ...{geo: "1", geo_label: "One", geo_level: "region"},
};
const NULLABLE = fileColumns("latest")
  .slice(0, 14)
  .map(({name}) => (name === "class" ? "classification" : name) as keyof FileSeries);
