// The data of one dataflow that a request selects: its series, read from one state of the store and unpacked before anything is charged.
//
// Codes, periods and days become texts only while a message is written. In an answer with history, the estimates that were valid from one day to another
// are one group. Withdrawn values are groups with the action Delete, from the day of the withdrawal.
import {ANSWER_LIMITS} from "../../access/account.ts";
import {periodCode} from "../../formats/coded-period.ts";
import type {DataGroup, DataSeries} from "../../formats/sdmx/data.ts";
import {sdmxId} from "../../formats/sdmx/ids.ts";
import type {SdmxDimension} from "../../formats/sdmx/structure.ts";
import {type Catalogue, codeAt, keyAt} from "../../statistics/catalogue/catalogue.ts";
import {chooseEstimates} from "../../statistics/history/choice.ts";
import {createDecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import {createObservations, readWindow, valueAt} from "../../statistics/history/window.ts";
import {type Day, dayText, NO_DAY, periodWindow} from "../../statistics/time/day.ts";
import {FREQUENCIES, type Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {createPace} from "../../work/pace.ts";
import {ApiError} from "../errors.ts";
import {type PageSeries, readSeries} from "../slice/page.ts";
import type {SliceQuery} from "../slice/request.ts";
import {NO_SLICE} from "../slice/whole-slice.ts";
import {columnOf, dimensionsOf, filtersOf, findFlow, isWanted, wantedCodes} from "./flow.ts";
import type {DataRequest} from "./request.ts";

const MOST = ANSWER_LIMITS.sdmxValues.maximum;
const SERIES_AT_ONCE = 500;

interface FoundSeries extends PageSeries {
  readonly catalogue: Catalogue;
}

export interface FoundData {
  readonly dataset: DatasetRecord;
  readonly dimensions: readonly SdmxDimension[];
  readonly series: readonly FoundSeries[];
}

/** Throws NOT_FOUND if no series is selected, and SLICE_TOO_BIG. */
export function* readData(
  q: Queries,
  catalogues: CatalogueCache,
  request: DataRequest,
  terms: Omit<SliceQuery, "slice">,
): Script<FoundData> {
  const dataset = yield* findFlow(q, request.flow);
  const keysOnly = request.detail === "serieskeysonly" || request.detail === "nodata";
  const {from, to, asOf, last} = request;
  // later values may be left out, so the latest are known only behind the decoding
  const isCut = request.updatedAfter === null && request.first === null;
  const slice = {...NO_SLICE, from, to, asOf, last: isCut ? last : null};
  const dimensions = dimensionsOf(yield* catalogues.read(q, dataset));
  const wanted = wantedCodes(dimensions, request);
  const selected = yield* catalogues.select(q, dataset, filtersOf(wanted), true);
  const series: FoundSeries[] = [];
  let values = 0;
  for (let offset = 0, total = 1; offset < total; offset += SERIES_AT_ONCE) {
    const {catalogue, positions, ...page} = yield* selected.readPositions(q, offset, SERIES_AT_ONCE);
    ({total} = page);
    const own = positions.filter((position) => isWanted(catalogue, position, wanted));
    for (const one of yield* readSeries(q, dataset, catalogue, own, {slice, ...terms})) {
      series.push({...one, catalogue});
      if (!keysOnly)
        values += request.hasHistory ? one.window.header.latest + one.window.header.superseded : one.window.count;
    }
    if (values > MOST || series.length > MOST) throw tooMuch(request.flow);
    yield;
  }
  if (series.length === 0)
    throw new ApiError("NOT_FOUND", `no series of ${request.flow} has such a key`, {
      hint: `the dimensions are ${dimensions.join(".")}; /sdmx/2.1/availableconstraint/${request.flow} names their codes`,
    });
  return {dataset, dimensions, series};
}

function tooMuch(flow: string): ApiError {
  return new ApiError("SLICE_TOO_BIG", `the request selects more than ${MOST} values of ${flow}`, {
    hint: "narrow the key, startPeriod and endPeriod, or take lastNObservations",
  });
}

/** Rows of one series, as numbers. */
interface Rows {
  readonly series: FoundSeries;
  readonly frequency: Frequency;
  readonly periods: Int32Array;
  readonly values: Float64Array;
  readonly asOf: Int32Array;
}

export interface UnpackedData {
  readonly groups: readonly DataGroup[];
  readonly values: number;
}

/** @throws DamagedHistory */
export async function unpackData({series, dimensions}: FoundData, request: DataRequest): Promise<UnpackedData> {
  const pace = createPace();
  const keysOnly = request.detail === "serieskeysonly" || request.detail === "nodata";
  const rows: Rows[] = [];
  const spans = new Map<string, SpanRows>();
  let values = 0;
  for (const one of series) {
    const frequency = codeAt(one.catalogue.frequency, one.position) as Frequency;
    if (keysOnly) rows.push({series: one, frequency, ...NO_ROWS});
    else if (request.hasHistory) values += addHistory(one, frequency, request, spans);
    else {
      const read = readRows(one, frequency, request);
      values += read.periods.length;
      rows.push(read);
    }
    if (pace.isOver()) await pace.letOthersIn();
  }
  const named = (list: readonly Rows[]) => namedSeries(list, dimensions);
  if (!request.hasHistory || keysOnly)
    return {groups: [{action: "Information", validFrom: null, validTo: null, series: named(rows)}], values};
  const ordered = [...spans.values()].sort((one, other) => one.from - other.from || one.to - other.to);
  const day = (of: Day): string | null => (of === NO_DAY || of === Number.POSITIVE_INFINITY ? null : dayText(of));
  const groups = ordered.map(({action, from, to, rows: list}) => ({
    ...{action, validFrom: day(from), validTo: day(to), series: named(list)},
  }));
  return {groups, values};
}

const NO_ROWS = {periods: new Int32Array(0), values: new Float64Array(0), asOf: new Int32Array(0)};
const observations = createObservations();

function readRows(one: FoundSeries, frequency: Frequency, {first, last, updatedAfter}: DataRequest): Rows {
  readWindow(one.window, one.periods, observations);
  let rows = Array.from({length: observations.count}, (_, row) => row);
  if (updatedAfter !== null) rows = rows.filter((row) => observations.asOf[row]! >= updatedAfter);
  if (first !== null && last !== null && first + last < rows.length)
    rows = [...rows.slice(0, first), ...rows.slice(-last)];
  else if (first !== null && last === null) rows = rows.slice(0, first);
  else if (first === null && last !== null) rows = rows.slice(-last);
  return {
    series: one,
    frequency,
    periods: Int32Array.from(rows, (row) => observations.period[row]!),
    values: Float64Array.from(rows, (row) => valueAt(observations, row)),
    asOf: Int32Array.from(rows, (row) => observations.asOf[row]!),
  };
}

interface SpanRows {
  readonly action: "Information" | "Delete";
  readonly from: Day;
  readonly to: Day;
  readonly rows: Rows[];
}

const scratch = createDecodeScratch();

/** Adds the estimates of a series to the spans in which they were valid. @returns their number */
function addHistory(
  one: FoundSeries,
  frequency: Frequency,
  {from, to, asOf, updatedAfter}: DataRequest,
  spans: Map<string, SpanRows>,
): number {
  const window = periodWindow({from, to}, frequency, one.periods);
  const history = decodeHistory(one.window.bytes, scratch);
  const chosen = chooseEstimates(history, window, {rank: "all", knownFrom: updatedAfter, knownTo: asOf});
  const byStart = new Map<string, {period: number[]; value: number[]; asOf: number[]}>();
  const add = (action: SpanRows["action"], begin: Day, end: Day, row: number): void => {
    const name = `${action} ${begin} ${end}`;
    if (!spans.has(name)) spans.set(name, {action, from: begin, to: end, rows: []});
    let own = byStart.get(name);
    if (own === undefined) {
      own = {period: [], value: [], asOf: []};
      byStart.set(name, own);
    }
    own.period.push(one.periods.days[chosen.period[row]! - one.periods.base]!);
    if (action === "Delete") return;
    own.value.push(chosen.value[row]!);
    own.asOf.push(chosen.published[row]!);
  };
  for (let row = 0; row < chosen.count; row++) {
    const superseded = chosen.superseded[row]!;
    const withdrawn = chosen.withdrawn?.[row] ?? NO_DAY;
    const isKnownEnd = superseded !== NO_DAY && (asOf === null || superseded <= asOf);
    const isWithdrawn = withdrawn !== NO_DAY && (asOf === null || withdrawn <= asOf);
    add(
      "Information",
      chosen.published[row]!,
      isWithdrawn ? withdrawn : isKnownEnd ? superseded : Number.POSITIVE_INFINITY,
      row,
    );
    if (isWithdrawn) add("Delete", withdrawn, isKnownEnd ? superseded : Number.POSITIVE_INFINITY, row);
  }
  for (const [name, {period, value, asOf: published}] of byStart)
    spans.get(name)!.rows.push({
      ...{series: one, frequency, periods: Int32Array.from(period)},
      ...{values: Float64Array.from(value), asOf: Int32Array.from(published)},
    });
  return chosen.count;
}

function* namedSeries(list: readonly Rows[], dimensions: readonly SdmxDimension[]): Generator<DataSeries> {
  const idOf = remembered(sdmxId);
  const textOf = remembered(dayText);
  const timeOf = new Map(FREQUENCIES.map((one) => [one, remembered((day: Day) => periodCode(one, day))]));
  for (const {series, frequency, periods, values, asOf} of list) {
    const {catalogue, position} = series;
    yield {
      key: dimensions.map((id) => idOf(codeAt(columnOf(catalogue, id), position))),
      seriesId: keyAt(catalogue, position),
      periods: Array.from(periods, timeOf.get(frequency)!),
      values: Array.from(values),
      asOf: Array.from(asOf, textOf),
    };
  }
}

/** The function with a memory: series share codes, periods and days. */
function remembered<T>(write: (given: T) => string): (given: T) => string {
  const known = new Map<T, string>();
  return (given) => {
    const found = known.get(given) ?? write(given);
    known.set(given, found);
    return found;
  };
}
