// The parameters of a request for a slice, read into a selection, an output form and bounds.
//
// Every reason to refuse a parameter, or a pair of them, is found here, in one list, before the store is read. The code of the dataset is only
// taken apart: api/dataset.ts finds it.
import type {FastifyRequest} from "fastify";
import type {Static} from "typebox";
import type {ApiSettings} from "../../settings/settings.ts";
import type {GeoFilter, SeriesFilters} from "../../statistics/catalogue/selection.ts";
import {type Day, todayOf} from "../../statistics/time/day.ts";
import type {NameChoice} from "../../text/language.ts";
import {type DatasetCode, splitDatasetCode} from "../dataset.ts";
import {InvalidParameters, type ParameterProblem} from "../errors.ts";
import {type CodingChoice, chooseCoding} from "../http/compression.ts";
import {type QueryString, readBounds, readDay, readGeo, readParameters, refuseInto} from "../http/parameters.ts";
import {languageOf, type ServerLanguage} from "../language/language.ts";
import {readFinality} from "./finality.ts";
import {SLICE_PARAMETERS} from "./schema.ts";

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
  readonly language: NameChoice;
  readonly bom: boolean;
  readonly decimal: "point" | "comma";
  /** With the finality of each series. */
  readonly finality: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The slice, with the headers and the day that its answer depends on. */
export interface SliceQuery extends Pick<CodingChoice, "coding"> {
  readonly slice: Slice;
  /** As the client wrote it: for addresses of the same request. */
  readonly given: QueryString;
  readonly ifNoneMatch: string | undefined;
  /** The day for which the dataset's status is computed. */
  readonly today: Day;
}

/** The filter if no territory is named. */
const REGIONS: GeoFilter = {kind: "level", level: "region"};

/** Throws InvalidParameters with everything that is wrong. @param problems faults that were found before */
export function readSliceQuery(
  request: ParsedRequest,
  context: RequestContext,
  problems: ParameterProblem[] = [],
): SliceQuery {
  // Fields by name here and below: a spread would copy each of them once more for every small answer.
  const {given, ifNoneMatch, coding, today} = readSliceOptions(request, context);
  return {slice: readSlice(given, context.settings, problems), given, ifNoneMatch, coding, today};
}

/** A request whose query has been read. */
export interface ParsedRequest extends Pick<FastifyRequest, "headers"> {
  /** A QueryString. */
  readonly query: unknown;
}

export interface RequestContext {
  readonly settings: Pick<ApiSettings, "today"> & ServerLanguage;
  readonly now: () => Date;
}

/** What an answer depends on besides its parameters. */
export function readSliceOptions(
  {query, headers}: ParsedRequest,
  {settings, now}: RequestContext,
): Omit<SliceQuery, "slice"> {
  const {coding} = chooseCoding(headers["accept-encoding"]);
  const today = todayOf(settings.today, now());
  return {given: query as QueryString, ifNoneMatch: headers["if-none-match"], coding, today};
}

/** Throws InvalidParameters with everything that is wrong. */
function readSlice(query: QueryString, settings: ServerLanguage, problems: ParameterProblem[]): Slice {
  const refuse = refuseInto(problems);
  const given: SliceParameters = readParameters(SLICE_PARAMETERS, query, problems);
  if (given.dataset === "all")
    refuse("dataset", "value_error", "Value error, a slice covers one dataset: `all` is not accepted");
  const territory = readGeo(given.geo ?? [], refuse) ?? REGIONS;
  const {from, to} = readBounds(given, refuse);
  const asOf = readDay("as_of", given.as_of, refuse);
  const finality = readFinality(given, refuse);
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
    finality,
    limit: given.limit!,
    offset: given.offset!,
  };
}

/** The form of the answer. */
export function readForm(
  {format, labels, lang, bom, decimal}: SliceParameters,
  settings: ServerLanguage,
): Pick<Slice, "format" | "labels" | "language" | "bom" | "decimal"> {
  return {
    format: format === "csv" ? "csv" : "json",
    labels: labels === 1,
    language: languageOf(lang, settings),
    bom: bom === 1,
    decimal: decimal === "comma" ? "comma" : "point",
  };
}
