// The request for a slice: its parameters; and its dataset, found by code, with its status of today.
//
// Every reason to refuse a parameter, or a pair of them, is found here, in one list, before the store is read. A dataset's code is
// `provider/dataset`, or the dataset code alone if only one provider has it.
import type {FastifyRequest} from "fastify";
import type {Static} from "typebox";
import type {ApiSettings} from "../../settings/settings.ts";
import type {GeoFilter, SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {datasetStatus, type FrequencySpan} from "../../statistics/status.ts";
import {type Day, todayOf} from "../../statistics/time/day.ts";
import {type DatasetRecord, findDatasets} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Engine, Script} from "../../store/script.ts";
import type {Language} from "../../text/language.ts";
import {ApiError, InvalidParameters, type ParameterProblem} from "../errors.ts";
import {type CodingChoice, chooseCoding} from "../http/compression.ts";
import {type QueryString, readBounds, readDay, readGeo, readParameters, refuseInto} from "../http/parameters.ts";
import {languageOf} from "../language/language.ts";
import {type DatasetBlock, SLICE_PARAMETERS} from "./schema.ts";

type SliceParameters = Partial<Static<typeof SLICE_PARAMETERS>>;

/** A slice request without faults. */
export interface Slice extends DatasetCode {
  readonly filters: SeriesFilters;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly asOf: Day | null;
  /** Values of a series, the latest ones between the bounds; null: all. */
  readonly last: number | null;
  readonly format: "json" | "csv";
  readonly labels: boolean;
  readonly language: Language;
  readonly bom: boolean;
  readonly decimal: "point" | "comma";
  readonly limit: number;
  readonly offset: number;
}

/** The slice, with the headers and the day that its answer depends on. */
export interface SliceQuery extends Pick<CodingChoice, "coding"> {
  readonly slice: Slice;
  /** As the client wrote it: for addresses of the same request. */
  readonly query: QueryString;
  readonly ifNoneMatch: string | undefined;
  /** The day for which the dataset's status is computed. */
  readonly today: Day;
}

/** The filter if no territory is named. */
const REGIONS: GeoFilter = {kind: "level", level: "region"};

/** Throws InvalidParameters with everything that is wrong. @param problems faults that were found before */
export function readSliceQuery(
  request: ParsedRequest,
  parts: RequestParts,
  problems: ParameterProblem[] = [],
): SliceQuery {
  // Fields by name here and below: spreads took a hundredth of an answer of 50 values.
  const {query, ifNoneMatch, coding, today} = readTerms(request, parts);
  return {slice: readSlice(query, parts.settings, problems), query, ifNoneMatch, coding, today};
}

/** A request whose query has been read. */
export interface ParsedRequest extends Pick<FastifyRequest, "headers"> {
  /** A QueryString. */
  readonly query: unknown;
}

export interface RequestParts {
  readonly settings: ApiSettings;
  readonly now: () => Date;
}

/** What an answer depends on besides its parameters. */
export function readTerms({query, headers}: ParsedRequest, {settings, now}: RequestParts): Omit<SliceQuery, "slice"> {
  const {coding} = chooseCoding(headers["accept-encoding"]);
  const today = todayOf(settings.today, now());
  return {query: query as QueryString, ifNoneMatch: headers["if-none-match"], coding, today};
}

/** Throws InvalidParameters with everything that is wrong. */
function readSlice(query: QueryString, settings: ApiSettings, problems: ParameterProblem[]): Slice {
  const refuse = refuseInto(problems);
  const given: SliceParameters = readParameters(SLICE_PARAMETERS, query, problems);
  if (given.dataset === "all")
    refuse("dataset", "value_error", "Value error, a slice covers one dataset: `all` is not accepted");
  const territory = readGeo(given.geo ?? [], refuse) ?? REGIONS;
  const {from, to} = readBounds(given, refuse);
  const asOf = readDay("as_of", given.as_of, refuse);
  if (problems.length > 0) throw new InvalidParameters(problems);
  const {provider, dataset} = splitDatasetCode(given.dataset!);
  const {format, labels, language, bom, decimal} = readForm(given, settings);
  return {
    provider,
    dataset,
    filters: {
      territory,
      classification: given.class ?? null,
      measure: given.measure ?? null,
      transformation: given.transformation ?? null,
      unit: given.unit ?? null,
      frequency: given.freq ?? null,
    },
    from,
    to,
    asOf,
    last: given.last ?? null,
    format,
    labels,
    language,
    bom,
    decimal,
    limit: given.limit!,
    offset: given.offset!,
  };
}

/** The form of the answer. */
export function readForm(
  {format, labels, lang, bom, decimal}: SliceParameters,
  settings: ApiSettings,
): Pick<Slice, "format" | "labels" | "language" | "bom" | "decimal"> {
  return {
    format: format === "csv" ? "csv" : "json",
    labels: labels === 1,
    language: languageOf(lang, settings),
    bom: bom === 1,
    decimal: decimal === "comma" ? "comma" : "point",
  };
}

/** `provider` null: the dataset code alone was given. */
export interface DatasetCode {
  readonly provider: string | null;
  readonly dataset: string;
}

/** A code has no slash, so the first slash separates provider and dataset. */
export function splitDatasetCode(text: string): DatasetCode {
  const slash = text.indexOf("/");
  return slash === -1
    ? {provider: null, dataset: text}
    : {provider: text.slice(0, slash), dataset: text.slice(slash + 1)};
}

export interface DatasetLookup {
  /** Throws NOT_FOUND for an unknown dataset, and 422 for a bare code that several providers have. */
  findOne(q: Queries, code: DatasetCode): Script<DatasetRecord>;
  /** The dataset as judged today, as JSON. */
  describe(dataset: DatasetRecord, today: Day): string;
}

export function createDatasetLookup(statistics: Engine): DatasetLookup {
  const remembered = new Map<string, readonly DatasetRecord[]>();
  let state: number | null = null;
  /** Of the records that are remembered, on one day. */
  let described = new WeakMap<DatasetRecord, string>();
  let describedOn: Day | null = null;

  /** Forgets the datasets of another state. Returns the present one; null: unknown. */
  function forgetIfChanged(): number | null {
    const now = statistics.stateRead();
    if (now === null) return null;
    if (now !== state) remembered.clear();
    state = now;
    return now;
  }

  return {
    *findOne(q, code) {
      const now = forgetIfChanged();
      if (now === null) return onlyDataset(yield* findDatasets(q, code), code);
      let found = remembered.get(keyOf(code));
      if (found === undefined) {
        found = yield* findDatasets(q, code);
        // reads of another state may have come between
        if (found.length > 0 && state === now) remembered.set(keyOf(code), found);
      }
      return onlyDataset(found, code);
    },
    describe(dataset, today) {
      if (describedOn !== today) described = new WeakMap();
      describedOn = today;
      let known = described.get(dataset);
      if (known === undefined) {
        known = JSON.stringify(describeDataset(dataset, today));
        described.set(dataset, known);
      }
      return known;
    },
  };
}

/** No code of a request contains a zero character (parameters.ts). */
function keyOf({provider, dataset}: DatasetCode): string {
  return provider === null ? dataset : `${provider}\0${dataset}`;
}

/** Throws NOT_FOUND for an unknown dataset, and 422 for a bare code that several providers have. */
export function onlyDataset(datasets: readonly DatasetRecord[], code: DatasetCode): DatasetRecord {
  const named = code.provider === null ? code.dataset : `${code.provider}/${code.dataset}`;
  const [dataset] = datasets;
  if (dataset === undefined) {
    throw new ApiError("NOT_FOUND", `there is no dataset ${named}`, {
      hint: "/api/v1/reference/datasets lists the codes; give `provider/dataset`, or the dataset alone",
    });
  }
  if (datasets.length > 1) {
    const codes = datasets.map((one) => `${one.provider}/${one.code}`).sort();
    const msg = `Value error, the dataset code ${named} exists under several providers: ${codes.join(", ")}; give one of these`;
    throw new InvalidParameters([{loc: ["query", "dataset"], msg, type: "value_error"}]);
  }
  return dataset;
}

export interface JudgedDataset {
  readonly spans: readonly FrequencySpan[];
  readonly archival: boolean;
  readonly revised: boolean;
}

export function describeDataset(dataset: JudgedDataset, today: Day): DatasetBlock {
  const judged = datasetStatus(dataset.spans, dataset.archival, today);
  return {
    status: judged.status,
    latest_period: judged.latestPeriod,
    freq: judged.frequency,
    sla_months: judged.slaMonths,
    lag_months: judged.lagMonths,
    overdue_by: judged.overdueBy,
    revised: dataset.revised,
  };
}
