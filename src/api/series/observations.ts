// GET /api/v1/series/{series_key}/observations: the values of one series, with the notes and units needed to read them.
//
// Ascending by period. If there are more values than requested, the answer has the latest ones, and `has_more` is true. Periods without a
// value in force are listed with the reason [history.withdrawn]: withdrawn ones, and those for which a release has only a sign.
import type {FastifyInstance} from "fastify";
import {describedIn} from "../../country/described-series.ts";
import type {ChosenNames} from "../../country/names.ts";
import {writeObservationsJson} from "../../formats/observations-json.ts";
import {REASON_OF_SIGN} from "../../statistics/history/gaps.ts";
import {
  createObservations,
  type HistoryWindow,
  type Observations,
  openWindow,
  readWindow,
  withdrawnIn,
} from "../../statistics/history/window.ts";
import type {WithdrawalReason, WithdrawnSpan} from "../../statistics/history/withdrawal.ts";
import type {Note} from "../../statistics/release/release.ts";
import {
  type Bounds,
  type Day,
  daysOfSpan,
  dayText,
  NO_DAY,
  type PeriodTable,
  periodWindow,
} from "../../statistics/time/day.ts";
import {decodeMissing} from "../../statistics/time/missing-periods.ts";
import {type RelatedDataset, readNotes, readRelatedDatasets} from "../../store/datasets/declarations.ts";
import {type MissingOfRelease, readMissingOfSeries} from "../../store/datasets/missing.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {DescribedSeries} from "../../store/series/named-series.ts";
import {
  findSeriesOfKey,
  readHistory,
  readPeriods,
  type SeriesOfKey,
  statusOf,
  titleOf,
} from "../../store/series/series-of-key.ts";
import type {NameChoice} from "../../text/language.ts";
import {createPace} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {ApiError} from "../errors.ts";
import {SERIES_PATH} from "../http/field-schemas.ts";
import {namesEtag, REUSED_FOR_AN_HOUR, weakEtag} from "../http/headers.ts";
import {isGiven, type QueryString, type RefuseNamed, readBounds, readDay, readRequest} from "../http/parameters.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {returnWhenSent} from "../http/sending.ts";
import {valueAddressTemplate} from "../http/value-address.ts";
import {readNames} from "../language/catalogue-names.ts";
import {languageOf, languageTag, type ServerLanguage} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {describeFinalities, finalityTag, readFinality} from "../slice/finality.ts";
import {
  MAX_OBSERVATIONS,
  OBSERVATIONS_OPERATION,
  OBSERVATIONS_PARAMETERS,
  OBSERVATIONS_SCHEMA,
} from "./observations-schema.ts";

/** Part of the ETag: raise it when the same state would be written differently. */
const OBSERVATIONS_VERSION = 6;

export function routeObservations(server: FastifyInstance, context: RouteContext): void {
  const {store, memory} = context;
  const observations = createObservations();
  addRoute(server, {
    url: "/api/v1/series/:series_key/observations",
    operation: OBSERVATIONS_OPERATION,
    params: SERIES_PATH,
    query: OBSERVATIONS_PARAMETERS,
    answer: OBSERVATIONS_SCHEMA,
    handler: async (request, reply) => {
      const {series_key: key} = request.params as {series_key: string};
      const ifNoneMatch = request.headers["if-none-match"];

      // what
      const query = readObservationsRequest(request.query as QueryString, context.settings);
      request.stages?.end("what");

      // unchanged? which series? its history
      const found = await store.statistics.read((q) => readObservations(q, context, key, query, ifNoneMatch));
      request.stages?.end("read");
      reply.header("etag", found.etag).header("cache-control", REUSED_FOR_AN_HOUR);
      if (found.series === null) return reply.code(304).send();
      const {series, related, notes, history, signs, names, periods} = found;

      // how much
      const within = {...periodWindow(query, series.series.frequency, periods), asOf: query.asOf};
      const window = openWindow(history, within);
      const total = window.count;
      const values = Math.min(total, query.limit);

      // refuse, reserve, charge
      const partToSend = await reserveAndCharge(context, request, reply, values);
      if (partToSend === null) return reply;
      if (partToSend === "head") return reply.type(JSON_TYPE).send();

      // write the body
      const [finality] = query.finality ? await describeFinalities([history], query.asOf, createPace()) : [];
      readWindow(window, periods, observations);
      const withdrawn = withdrawnIn(window, within);
      const body = writeObservationsJson(memory, observations, total - values, {
        count: values,
        has_more: total > values,
        series: {...describeSeries(series), ...(finality === undefined ? {} : {finality})},
        notes: describeNotes(series.series, notes),
        related: related.map((one) => describeRelated(one, names)),
        missing: describeMissing(within, periods, observations, total - values, {withdrawn, signs}),
        claim_template: valueAddressTemplate(context.settings.publicUrl),
      });
      returnWhenSent(memory, reply, body);
      request.stages?.end("write");
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

/** series: null if the client has this answer. */
function* readObservations(
  q: Queries,
  {catalogues, settings}: RouteContext,
  key: string,
  query: ObservationsRequest,
  ifNoneMatch: string | undefined,
) {
  const published = yield* findSeries(q, key);
  const names = yield* readNames(q, catalogues, published.dataset, query.language);
  const series = {...published, series: describedIn(published.series, names)};
  const related = yield* readRelatedDatasets(q, series.dataset.id);
  const etag = observationsEtag(query, series, related, settings.publicUrl);
  if (namesEtag(ifNoneMatch, etag)) return {etag, series: null};
  const notes = yield* readNotes(q, series.dataset.id);
  const history = yield* readHistory(q, series);
  const signs = yield* readMissingOfSeries(q, series.dataset.id, series.series.number);
  return {etag, series, related, notes, history, signs, names, periods: yield* readPeriods(q, catalogues, series)};
}

/** Everything the body depends on; the name of a related dataset does not belong to this dataset's version. */
function observationsEtag(
  {from, to, asOf, limit, language, finality}: ObservationsRequest,
  {dataset, series}: SeriesOfKey,
  related: readonly RelatedDataset[],
  publicUrl: string | null,
): string {
  const names = JSON.stringify([publicUrl, ...related.map(({name}) => name)]);
  return weakEtag([
    ...["observations", OBSERVATIONS_VERSION, series.key, dataset.changedBy, names, from, to, asOf, limit],
    ...languageTag(language),
    ...finalityTag(finality),
  ]);
}

function describeSeries(found: SeriesOfKey): object {
  const {dataset, series} = found;
  return {
    series_key: series.key,
    title: titleOf(series),
    unit: series.unit ?? "",
    unit_name: series.unitLabel?.name ?? series.unit,
    freq: series.frequency,
    geo: series.territory,
    geo_label: series.fullTerritory.name,
    geo_level: series.fullTerritory.level,
    mult: series.unit === null ? 1 : (series.unitLabel?.mult ?? null),
    revised: dataset.revised,
    status: statusOf(found),
    last_period: dayText(series.lastPeriod),
    provider_code: dataset.provider,
    dataset_code: dataset.code,
  };
}

/** From the narrowest to the widest; of notes on classes, the series' own class first. */
function describeNotes(series: DescribedSeries, notes: readonly Note[]): object[] {
  const ofClass = notes.filter(
    ({classification}) => classification !== null && classification === series.classification,
  );
  const ofDataset = notes.filter(({classification}) => classification === null);
  return [
    ...(series.classNote === null ? [] : [{scope: "class", text: series.classNote}]),
    ...ofClass.map((note) => ({scope: "class", text: note.text, ...spanOf(note)})),
    ...ofDataset.map((note) => ({scope: "dataset", text: note.text, ...spanOf(note)})),
  ];
}

function spanOf({span}: Note): object {
  if (span === undefined) return {};
  const {first, last} = daysOfSpan(span);
  return {from: dayText(first), to: dayText(last)};
}

function describeRelated(
  {provider, dataset, name, relation, splice, note}: RelatedDataset,
  names: ChosenNames,
): object {
  const shown = name === null ? dataset : names.of(name);
  return {provider_code: provider, dataset_code: dataset, name: shown, relation, splice, note};
}

export interface ObservationsRequest extends Bounds {
  readonly language: NameChoice;
  /** null: as known now. */
  readonly asOf: Day | null;
  /** The most values in the answer, counted from the latest. */
  readonly limit: number;
  readonly finality: boolean;
}

/** Throws InvalidParameters with all faults. */
function readObservationsRequest(query: QueryString, settings: ServerLanguage): ObservationsRequest {
  return readRequest(OBSERVATIONS_PARAMETERS, query, (given, refuse) => {
    const bounds = readBounds(given, refuse);
    const isBounded = bounds.from !== null || bounds.to !== null;
    const hasLimit = isGiven(query, "limit");
    if (hasLimit && given.last !== undefined)
      refuse("last", "value_error", "Value error, last and limit both choose the latest values: give one of them");
    const limit = given.last ?? (isBounded && !hasLimit ? MAX_OBSERVATIONS : given.limit!);
    const language = languageOf(given.lang, settings);
    return {...bounds, asOf: readAsOf(given.as_of, refuse), limit, language, finality: readFinality(given, refuse)};
  });
}

function readAsOf(text: string | undefined, refuse: RefuseNamed): Day | null {
  if (text === "latest") return null;
  if (text === "all") {
    const msg = "Value error, as_of=all is not supported: ask for one day, YYYY-MM-DD, or for `latest`";
    return refuse("as_of", "value_error", msg);
  }
  return readDay("as_of", text, refuse);
}

/** Throws NOT_FOUND. */
export function* findSeries(q: Queries, key: string): Script<SeriesOfKey> {
  const found = yield* findSeriesOfKey(q, key);
  if (found !== null) return found;
  throw new ApiError("NOT_FOUND", `there is no series ${key.length > 100 ? `${key.slice(0, 100)}…` : key}`, {
    hint: "take the `series_key` from an answer of /api/v1/data",
  });
}

/**
 * @param start the row of the first value in the answer; earlier periods are left out, as their values are
 * @param signs by day of publication
 */
function describeMissing(
  {from, to, asOf}: HistoryWindow,
  {base, days}: PeriodTable,
  {count, period}: Observations,
  start: number,
  {withdrawn, signs}: {readonly withdrawn: readonly WithdrawnSpan[]; readonly signs: readonly MissingOfRelease[]},
): object[] {
  const first = start === 0 ? Number.NEGATIVE_INFINITY : period[start]!;
  const found = new Map<Day, {reason: WithdrawalReason; since: Day}>();
  for (const {publishedAt, cells} of signs) {
    if (asOf !== null && publishedAt > asOf) continue;
    for (const {period: ordinal, reason: sign} of decodeMissing(cells)) {
      const day = days[ordinal - base] ?? NO_DAY;
      if (ordinal < from || ordinal > to || day === NO_DAY || day < first) continue;
      const reason = REASON_OF_SIGN[sign] ?? "unknown";
      if (found.get(day)?.reason !== reason) found.set(day, {reason, since: publishedAt});
    }
  }
  // A value in force takes precedence over any sign.
  for (let row = start; row < count; row++) found.delete(period[row]!);
  for (const {period: ordinal, reason, day: since} of withdrawn) {
    const day = days[ordinal - base]!;
    if (day >= first) found.set(day, {reason, since});
  }
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([day, {reason, since}]) => ({period: dayText(day), reason, since: dayText(since)}));
}
