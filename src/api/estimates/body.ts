// The body of an answer of estimates: rows of estimates, or the table of the vintages of one series; JSON or CSV.
import {createPace} from "../../budget.ts";
import {createEstimatesCsv, createEstimatesJson} from "../../formats/estimates-body.ts";
import {csvCell} from "../../formats/table-csv.ts";
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import type {VintageTable} from "../../statistics/history/choice.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {SliceSize} from "../slice/body.ts";
import type {Slice} from "../slice/request.ts";
import type {SlicePageFound} from "../slice/route.ts";
import type {DatasetBlock} from "../slice/schema.ts";
import {csvColumns, describeCells, describePage} from "../slice/series.ts";
import type {ChosenPage} from "./page.ts";

/** What the estimates of a page are written from. */
export interface WrittenPage {
  readonly page: SlicePageFound;
  readonly block: DatasetBlock;
  readonly slice: Slice;
  readonly size: SliceSize;
}

export async function writeEstimates(written: WrittenPage, {rows, count}: ChosenPage): Promise<Buffer> {
  const {page, slice} = written;
  const {catalogue, series} = page;
  const writer = slice.format === "csv" ? csvWriter(written, count) : jsonWriter(written, count);
  const pace = createPace();
  for (const [place, one] of rows.entries()) {
    writer.add(series[place]!.position, one);
    if (pace.isOver()) await pace.letOthersIn();
  }
  return writer.end();

  function jsonWriter({size, block}: WrittenPage, expected: number) {
    const json = createEstimatesJson(describedSeries(written), expected);
    return {
      add: (position: number, one: ChosenPage["rows"][number]) => json.add(keyAt(catalogue, position), one),
      end: () => json.end(tailOf(size, block, page, slice)),
    };
  }

  function csvWriter(_: WrittenPage, expected: number) {
    const columns = csvColumns(catalogue, slice.labels).flatMap((name) =>
      name === "as_of" ? ["published_at", "superseded_at"] : [name],
    );
    const csv = createEstimatesCsv([...columns, "withdrawn_at"], slice, expected);
    return {
      add: (position: number, one: ChosenPage["rows"][number]) =>
        csv.add(describeCells(catalogue, position, slice.labels), one),
      end: () => csv.end(),
    };
  }
}

/** @param table of the page's one series */
export function writeVintages(written: WrittenPage, table: VintageTable): Buffer {
  const {page, slice, size, block} = written;
  const {periods: calendar} = page.series[0]!;
  const days = table.days.map(dayText);
  const periods = table.periods.map((period) => dayText(calendar.days[period - calendar.base]!));
  if (slice.format === "csv") {
    const text = (value: number) => {
      const shown = Number.isNaN(value) ? "" : String(value);
      return slice.decimal === "comma" ? shown.replace(".", ",") : shown;
    };
    const lines = periods.map((period, row) => `${period};${Array.from(table.values[row]!, text).join(";")}`);
    return Buffer.from(
      `${slice.bom ? "\uFEFF" : ""}${["period", ...days].map(csvCell).join(";")}\n${lines.map((line) => `${line}\n`).join("")}`,
    );
  }
  const rows = periods.map((period, row) => ({
    period,
    // NaN is null in JSON
    values: Array.from(table.values[row]!),
  }));
  const tail = JSON.stringify({vintages: days, rows, ...tailOf(size, block, page, slice)}).slice(1);
  return Buffer.from(`{"series":[${describedSeries(written)}],${tail}`);
}

function describedSeries({page: {catalogue, dataset, series}, slice: {labels}}: WrittenPage): string {
  const positions = series.map(({position}) => position);
  return describePage(catalogue, positions, {provider: dataset.provider, dataset: dataset.code, labels}).join(",");
}

function tailOf(
  {values, total, nextOffset}: SliceSize,
  block: DatasetBlock,
  {series}: SlicePageFound,
  {offset}: Slice,
) {
  return {
    dataset: block,
    series_count: series.length,
    estimate_count: values,
    series_total: total,
    offset,
    has_more: nextOffset !== null,
    next_offset: nextOffset,
  };
}
