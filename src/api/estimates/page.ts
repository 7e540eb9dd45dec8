// A page of estimates: its series in one state of the dataset, their histories, those of their estimates that are asked for, and its body:
// rows of estimates, or the table of the vintages of one series; JSON or CSV.
//
// The histories are unpacked outside of the snapshot, and others are answered in between: a page may have millions of estimates, of which
// an answer gives at most as many as a slice has values.
import {ANSWER_LIMITS} from "../../access/account.ts";
import type {BodyMemory} from "../../formats/body-bytes.ts";
import {createEstimatesCsv, createEstimatesJson, type EstimatesOfPage} from "../../formats/estimates-body.ts";
import {csvHead} from "../../formats/table-csv.ts";
import {codeAt, keyAt, positionOfKey} from "../../statistics/catalogue/catalogue.ts";
import {normalForm} from "../../statistics/catalogue/selection.ts";
import {chooseEstimates, tabulateVintages, type VintageTable} from "../../statistics/history/choice.ts";
import {createDecodeScratch, decodeHistory, type PeriodSpan} from "../../statistics/history/decode.ts";
import {dayText, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {createPace} from "../../work/pace.ts";
import {type DatasetBlock, describeDataset} from "../dataset.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {namesEtag, weakEtag} from "../http/headers.ts";
import {addressWith} from "../http/links.ts";
import {readCatalogueNames} from "../language/catalogue-names.ts";
import {languageTag} from "../language/language.ts";
import {findSeries} from "../series/observations.ts";
import type {RouteContext} from "../server-context.ts";
import type {SliceSize} from "../slice/found-slice.ts";
import {openSelection, type PageSeries, readPageSeries, readSlicePage, type SlicePage} from "../slice/page.ts";
import type {Slice} from "../slice/request.ts";
import {csvColumns, describeCells, describePage, dimensionsOf} from "../slice/series.ts";

import type {EstimatesQuery} from "./request.ts";

interface FoundEstimates {
  readonly etag: string;
  readonly block: DatasetBlock;
  /** null: the client has this answer. */
  readonly page: SlicePage | null;
}

/** Part of the ETag: raise it when the same state would be written differently. */
const ESTIMATES_VERSION = 4;

/** Throws NOT_FOUND for an unknown dataset or series, if no series matches, and LongSelection if it is long and may not rest. */
export function* findEstimates(
  q: Queries,
  context: RouteContext,
  request: EstimatesQuery,
  mayRest: boolean,
): Script<FoundEstimates> {
  const {query, key, choice, isWide} = request;
  const series = key === null ? null : yield* findSeries(q, key);
  const code = series === null ? query.slice : {provider: series.dataset.provider, dataset: series.dataset.code};
  const opened = yield* openSelection(q, context, {...query, slice: {...query.slice, ...code}}, mayRest);
  const {dataset, selection} = opened;
  const block = describeDataset(dataset, query.today);
  const {from, to, format, labels, language, bom, decimal, limit, offset} = query.slice;
  const etag = weakEtag([
    "estimates",
    ESTIMATES_VERSION,
    `${dataset.provider}/${dataset.code}`,
    dataset.changedBy,
    JSON.stringify([format === "csv" ? null : [block, context.settings.publicUrl], choice]),
    key ?? normalForm(opened.catalogue, selection),
    ...[from, to, isWide, format, labels, bom, decimal, limit, offset],
    ...languageTag(language),
  ]);
  if (namesEtag(query.ifNoneMatch, etag)) return {etag, block, page: null};
  if (series === null) return {etag, block, page: yield* readSlicePage(q, opened, query)};
  const catalogue = yield* context.catalogues.readClasses(q, dataset, [series.series.classification]);
  const positions = [positionOfKey(catalogue, series.series.key)];
  const page = yield* readPageSeries(q, dataset, catalogue, positions, query);
  const published = yield* context.catalogues.nameSome(q, dataset, catalogue, positions);
  const named = yield* readCatalogueNames(q, context.catalogues, dataset, published, language);
  return {etag, block, page: {dataset, catalogue: named, total: 1, series: page}};
}

/** Parallel to the series of the page. */
interface ChosenPage {
  readonly rows: readonly EstimatesOfPage[];
  /** Estimates of all series. */
  readonly count: number;
}

const {maximum: MOST} = ANSWER_LIMITS.sliceValues;
/** Throws SLICE_TOO_BIG, whose hint ends in the address of a smaller page. */
export async function choosePage(request: EstimatesQuery, path: string, page: SlicePage): Promise<ChosenPage> {
  const pace = createPace();
  const scratch = createDecodeScratch();
  const rows: EstimatesOfPage[] = [];
  let [count, fitting] = [0, 0];
  for (const one of page.series) {
    const bounds = boundsOf(request, page, one);
    const chosen = chooseEstimates(decodeHistory(one.window.bytes, scratch, bounds), bounds, request.choice);
    count += chosen.count;
    if (count <= MOST) {
      rows.push({chosen, periods: one.periods});
      fitting++;
    }
    if (fitting === 0 && chosen.count > MOST) {
      // The periods from the first on that fit whole, so that the next request can begin behind them.
      let last = MOST - 1;
      while (last > 0 && chosen.period[last] === chosen.period[last + 1]) last--;
      const end = dayText(one.periods.days[chosen.period[last]! - one.periods.base]!);
      throw tooBig(request, path, chosen.count, page.series.length > 1 ? {limit: 1, end} : {end});
    }
    if (pace.isOver()) await pace.letOthersIn();
  }
  if (count > MOST) throw tooBig(request, path, count, {limit: fitting});
  return {rows, count};
}

/** One series as a table of vintages. Throws InvalidParameters where the page has more series, and SLICE_TOO_BIG by its cells. */
export function tabulatePage(request: EstimatesQuery, path: string, page: SlicePage): VintageTable {
  const [one] = page.series;
  if (one === undefined || page.series.length > 1 || page.total > 1) {
    const msg = `Value error, layout=wide is for one series, and ${page.total} match`;
    throw new InvalidParameters([{loc: ["query", "layout"], msg, type: "value_error"}]);
  }
  const bounds = boundsOf(request, page, one);
  const table = tabulateVintages(decodeHistory(one.window.bytes, undefined, bounds), bounds, request.choice, MOST);
  if (table.values !== null) return table;
  const cells = table.days.length * table.periods.length;
  const first = table.periods.at(-Math.max(1, Math.floor(MOST / table.days.length)))!;
  const start = dayText(one.periods.days[first - one.periods.base]!);
  const isTall = table.days.length <= MOST;
  throw tooBig(request, path, table.estimates, isTall ? {start} : {known_from: dayText(table.days.at(-1)!)}, cells);
}

function boundsOf({query}: EstimatesQuery, {catalogue}: SlicePage, {position, periods}: PageSeries): PeriodSpan {
  return periodWindow(query.slice, codeAt(catalogue.frequency, position) as Frequency, periods);
}

function tooBig(
  {query, key}: EstimatesQuery,
  path: string,
  values: number,
  smaller: Readonly<Record<string, string | number>>,
  cells: number | null = null,
): ApiError {
  const names = [...query.given.values.keys()].filter((name) => key === null || name !== "limit");
  const address = addressWith(path, query.given, names, smaller);
  const size = cells === null ? `${values} estimates` : `a table of ${cells} cells`;
  return new ApiError("SLICE_TOO_BIG", `the page selects ${size}; one answer gives at most ${MOST}`, {
    hint: `take a smaller page, such as ${address}`,
    values,
  });
}

/** What the estimates of a page are written from. */
export interface WrittenPage {
  readonly page: SlicePage;
  readonly block: DatasetBlock;
  readonly slice: Slice;
  readonly size: SliceSize;
  /** The template of the addresses of values. */
  readonly addressTemplate: string;
}

export async function writeEstimates(
  memory: BodyMemory,
  written: WrittenPage,
  {rows, count}: ChosenPage,
): Promise<Buffer> {
  const {page, slice} = written;
  const {catalogue, series} = page;
  const isCsv = slice.format === "csv";
  const columns = csvColumns(dimensionsOf(catalogue), slice.labels).flatMap((name) =>
    name === "as_of" ? ["published_at", "superseded_at"] : [name],
  );
  const csv = isCsv ? createEstimatesCsv(memory, [...columns, "withdrawn_at"], slice, count) : null;
  const json = isCsv ? null : createEstimatesJson(memory, describedSeries(written), count);
  const pace = createPace();
  for (const [index, one] of rows.entries()) {
    const {position} = series[index]!;
    if (csv !== null) csv.add(describeCells(catalogue, position, slice.labels), one);
    else json!.add(keyAt(catalogue, position), one);
    if (pace.isOver()) await pace.letOthersIn();
  }
  return csv?.end() ?? json!.end(tailOf(written));
}

/** @param table of the page's one series */
export function writeVintages(written: WrittenPage, table: VintageTable): Buffer {
  const {page, slice} = written;
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
      `${slice.bom ? "\uFEFF" : ""}${csvHead(["period", ...days])}\n${lines.map((line) => `${line}\n`).join("")}`,
    );
  }
  const rows = periods.map((period, row) => ({
    period,
    // NaN is null in JSON
    values: Array.from(table.values[row]!),
  }));
  const tail = JSON.stringify({vintages: days, rows, ...tailOf(written)}).slice(1);
  return Buffer.from(`{"series":[${describedSeries(written)}],${tail}`);
}

function describedSeries({page: {catalogue, dataset, series}, slice: {labels}}: WrittenPage): string {
  const positions = series.map(({position}) => position);
  return describePage(catalogue, positions, {provider: dataset.provider, dataset: dataset.code, labels}).join(",");
}

function tailOf({size, block, page: {series}, slice: {offset}, addressTemplate}: WrittenPage) {
  const {values, total, nextOffset} = size;
  return {
    dataset: block,
    series_count: series.length,
    estimate_count: values,
    series_total: total,
    offset,
    has_more: nextOffset !== null,
    next_offset: nextOffset,
    claim_template: addressTemplate,
  };
}
