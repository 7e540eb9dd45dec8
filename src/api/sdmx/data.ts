// The data of one dataflow that a request selects: its series, read from one state of the store and unpacked before anything is charged.
//
// Codes, periods and days become texts only while a message is written. With a history each span of days in which estimates were valid is a
// group. The periods that a publisher withdrew are groups too: their action is Delete.
import {ANSWER_LIMITS} from "../../access/account.ts";
import type {DataGroup} from "../../formats/sdmx/data.ts";
import type {SdmxDimension} from "../../formats/sdmx/structure.ts";
import {codeAt} from "../../statistics/catalogue/catalogue.ts";
import {type ChosenEstimates, chooseEstimates} from "../../statistics/history/choice.ts";
import {createDecodeScratch, type DecodeScratch, decodeHistory} from "../../statistics/history/decode.ts";
import {createObservations, readWindow, type WindowColumns} from "../../statistics/history/window.ts";
import {type Day, dayText, NO_DAY, type PeriodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {ApiError} from "../errors.ts";
import {type PageSeries, readPageSeries} from "../slice/page.ts";
import type {SliceQuery} from "../slice/request.ts";
import {WHOLE_SLICE} from "../slice/whole-slice.ts";
import {filtersOf, findFlow, flowDimensions, isWanted, wantedCodes} from "./flow.ts";
import type {DataRequest} from "./request.ts";
import {RowTable, SelectedKeys} from "./rows.ts";
import {type ValidSpan, ValidSpans} from "./spans.ts";

const MOST = ANSWER_LIMITS.sdmxValues.maximum;
const SERIES_AT_ONCE = 500;
/** Between two rests. */
const VALUES_AT_ONCE = 10_000;

export interface FoundData {
  readonly dataset: DatasetRecord;
  readonly dimensions: readonly SdmxDimension[];
  readonly keys: SelectedKeys;
  readonly groups: readonly DataGroup[];
  /** What is charged. */
  readonly values: number;
  /** How many of the values the publisher had withdrawn. */
  readonly withdrawn: number;
}

/** Throws NOT_FOUND if no series is selected, SLICE_TOO_BIG, and DamagedHistory. */
export function* readData(
  q: Queries,
  catalogues: CatalogueCache,
  request: DataRequest,
  options: Omit<SliceQuery, "slice">,
): Script<FoundData> {
  const dataset = yield* findFlow(q, request.flow);
  const {from, to, asOf, last} = request;
  // later values may be left out, so the latest are known only behind the decoding
  const isCut = request.updatedAfter === null && request.first === null;
  const slice = {...WHOLE_SLICE, from, to, asOf, last: isCut ? last : null};
  const dimensions = flowDimensions(yield* catalogues.read(q, dataset));
  const wanted = wantedCodes(dimensions, request);
  const selected = yield* catalogues.select(q, dataset, filtersOf(wanted), true);
  const wantsValues = request.detail === "full" || request.detail === "dataonly";
  const keys = new SelectedKeys();
  const rows = new RowTable();
  const spans = new ValidSpans();
  // of this request: others come in between two steps
  const [scratch, observations] = [createDecodeScratch(), createObservations()];
  let [selectedValues, rested, values, withdrawn] = [0, 0, 0, 0];
  let weeks: PeriodTable | null = null;
  for (let offset = 0, total = 1; offset < total; offset += SERIES_AT_ONCE) {
    const {catalogue, positions, ...page} = yield* catalogues.readPage(q, dataset, selected, {
      offset,
      limit: SERIES_AT_ONCE,
    });
    ({total} = page);
    const own = positions.filter((position) => isWanted(catalogue, position, wanted));
    if (keys.count + own.length > MOST) throw tooMuch(request.flow);
    if (!wantsValues) for (const position of own) rows.begin(keys.add(catalogue, position));
    for (const one of wantsValues ? yield* readPageSeries(q, dataset, catalogue, own, {slice, ...options}) : []) {
      const series = keys.add(catalogue, one.position);
      const {header, count} = one.window;
      selectedValues += request.hasHistory ? header.latest + header.superseded : count;
      if (selectedValues > MOST) throw tooMuch(request.flow);
      withdrawn += one.window.withdrawn;
      if (request.hasHistory) {
        const frequency = codeAt(catalogue.frequency, one.position) as Frequency;
        const chosen = chooseHistory(one, frequency, request, scratch);
        values += chosen.count;
        yield* spans.add(series, chosen, one.periods, asOf);
      } else addRows(observations, rows, series, one, request);
      if (codeAt(catalogue.frequency, one.position) === "W") weeks = one.periods;
      if (selectedValues >= rested + VALUES_AT_ONCE) {
        rested = selectedValues;
        yield;
      }
    }
    yield;
  }
  if (keys.count === 0)
    throw new ApiError("NOT_FOUND", `no series of ${request.flow} has such a key`, {
      hint: `the dimensions are ${dimensions.join(".")}; /sdmx/2.1/availableconstraint/${request.flow} names their codes`,
    });
  const groups =
    request.hasHistory && wantsValues
      ? spans.list().map((span) => ({...boundsOf(span), series: span.rows.named(keys, dimensions, weeks)}))
      : [{...WHOLE, series: rows.named(keys, dimensions, weeks)}];
  return {dataset, dimensions, keys, groups, values: values + rows.count, withdrawn};
}

const WHOLE = {action: "Information", validFrom: null, validTo: null} as const;

function tooMuch(flow: string): ApiError {
  return new ApiError("SLICE_TOO_BIG", `the request selects more than ${MOST} values of ${flow}`, {
    hint: "narrow the key, startPeriod and endPeriod, or take lastNObservations",
  });
}

function addRows(
  observations: WindowColumns,
  rows: RowTable,
  series: number,
  {window, periods}: PageSeries,
  {first, last, updatedAfter}: DataRequest,
): void {
  readWindow(window, periods, observations);
  const {count, period, asOf, mantissa, decimals} = observations;
  rows.begin(series, decimals);
  if (first === null && updatedAfter === null && (last === null || count <= last)) {
    rows.append(observations);
    return;
  }
  const isWanted = (row: number): boolean => updatedAfter === null || asOf[row]! >= updatedAfter;
  let wanted = 0;
  for (let row = 0; row < count; row++) if (isWanted(row)) wanted++;
  const head = first ?? (last === null ? wanted : 0);
  const tail = wanted - (last ?? 0);
  for (let row = 0, at = 0; row < count; row++) {
    if (!isWanted(row)) continue;
    if (at < head || at >= tail) rows.push(period[row]!, mantissa[row]!, asOf[row]!);
    at++;
  }
}

function chooseHistory(
  {window, periods}: PageSeries,
  frequency: Frequency,
  {from, to, asOf, updatedAfter}: DataRequest,
  scratch: DecodeScratch,
): ChosenEstimates {
  const within = periodWindow({from, to}, frequency, periods);
  const history = decodeHistory(window.bytes, scratch);
  return chooseEstimates(history, within, {rank: "all", knownFrom: updatedAfter, knownTo: asOf});
}

function boundsOf({action, from, to}: ValidSpan): Pick<DataGroup, "action" | "validFrom" | "validTo"> {
  const text = (day: Day): string | null => (day === NO_DAY ? null : dayText(day));
  return {action, validFrom: text(from), validTo: text(to)};
}
