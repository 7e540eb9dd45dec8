// GET /api/v1/data: one dataset's series across territories, whole over time, a page at a time.
//
// The handler is the list of stages, from top to bottom; token and minute were checked on arrival (auth/access.ts). A slice is read from
// one snapshot: version, catalogue and histories have the same state, so the ETag always matches the values. If the client has the answer,
// nothing is read after the tag; if the finished body is in the cache, no history is read.
import type {ServerResponse} from "node:http";
import type {FastifyInstance} from "fastify";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {giveBackBody, isLent} from "../../formats/body-bytes.ts";
import {type Catalogue, codeAt} from "../../statistics/catalogue/catalogue.ts";
import {normalForm} from "../../statistics/catalogue/selection.ts";
import {type HistoryWindow, openWindow} from "../../statistics/history/window.ts";
import {type PeriodTable, periodTable, periodWindow} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import {readSelection} from "../../store/series/catalogue-cache.ts";
import type {SelectedPage, SelectedSeries} from "../../store/series/catalogue-parts.ts";
import {readHistories} from "../../store/series/history.ts";
import {settleValues} from "../auth/charge.ts";
import type {RouteParts} from "../context.ts";
import {type HeaderTaker, namesAnyAnswer, namesEtag, REUSED_FOR_AN_HOUR, weakEtag} from "../http/headers.ts";
import {nextLink, publicBase} from "../http/links.ts";
import {CLIENT_GONE, endStage} from "../http/request-log.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {LARGE_VALUES} from "../http/write-slots.ts";
import type {FinishedBody, FoundBody, MeasuredSlice, SlicePage} from "./body.ts";
import {explainEmpty, NothingSelected} from "./nothing-selected.ts";
import {type AskedSlice, readAskedSlice} from "./request.ts";
import {PARAMETER_NAMES, SLICE_OPERATION, SLICE_PARAMETERS, SLICE_PATH, SLICE_SCHEMA} from "./schema.ts";
import {type PageSeries, tooManyValues} from "./too-big.ts";

export function routeSlice(server: FastifyInstance, parts: RouteParts): void {
  const {settings, slots, bodies} = parts;
  addRoute(server, {
    url: SLICE_PATH,
    operation: SLICE_OPERATION,
    query: SLICE_PARAMETERS,
    answer: SLICE_SCHEMA,
    handler: async (request, reply) => {
      const asked = endStage(request, "what", request.begun?.asked ?? readAskedSlice(request, parts));
      const {begun} = request;
      const found = endStage(request, "read", begun?.found ?? (await readFound(parts, asked, begun?.planned ?? null)));
      setTagHeaders(reply, found);
      if (found.kind === "unchanged") return void reply.code(304).send();
      const size = measureSlice(asked, found);
      const isRead = request.method !== "HEAD";
      if (isRead && size.values > LARGE_VALUES && !(await slots.acquireFor(request, reply)))
        return void reply.code(CLIENT_GONE).send();
      await settleValues(parts, request, reply, size.values);
      const written = isRead ? endStage(request, "write", await bodies.finish(asked, found, size)) : null;
      if (written !== null) giveBackWhenSent(reply.raw, written);
      if (namesAnyAnswer(asked.ifNoneMatch)) return void reply.code(304).send();
      setSliceHeaders(reply, request, settings.publicUrl, asked, size, written);
      return void reply.send(written?.body);
    },
  });
}

/** The read of a slice that may take long. */
function readFound(parts: RouteParts, asked: AskedSlice, planned: PlannedPage | null): Promise<FoundSlice> {
  return readSelection(parts.store.statistics, (q, mayRest) => findSlice(q, parts, asked, mayRest, planned)).catch(
    (error) => explainEmpty(parts, asked.slice.filters, error),
  );
}

/** @param planned of the same request in an earlier read */
export function* findSlice(
  q: Queries,
  parts: RouteParts,
  asked: AskedSlice,
  mayRest: boolean,
  planned: PlannedPage | null,
): Script<FoundSlice> {
  const isPresent = planned !== null && parts.datasets.recall(asked.slice) === planned.dataset;
  const plan = isPresent ? planned : yield* planPage(q, parts, asked, mayRest);
  return plan.kind === "planned" ? yield* readPlanned(q, parts.catalogues, plan, asked) : plan;
}

export function giveBackWhenSent(response: ServerResponse, {body}: FinishedBody): void {
  if (isLent(body)) response.once("finish", () => giveBackBody(body));
}

export function setTagHeaders(reply: HeaderTaker, {etag}: FoundSlice): void {
  reply.header("etag", etag);
  reply.header("cache-control", REUSED_FOR_AN_HOUR);
}

/** The headers of an answer with values. @param written null: of HEAD */
export function setSliceHeaders(
  reply: HeaderTaker,
  request: Parameters<typeof publicBase>[1],
  publicUrl: string | null,
  {slice, query}: AskedSlice,
  {total, nextOffset, withdrawn}: MeasuredSlice,
  written: FinishedBody | null,
): void {
  if (nextOffset !== null) {
    const base = publicBase(publicUrl, request);
    const link = nextLink(base, SLICE_PATH, query, PARAMETER_NAMES, nextOffset);
    if (link !== null) reply.header("link", link);
  }
  if (withdrawn > 0) reply.header("x-withdrawn-values", String(withdrawn));
  // A body with a coding is not packed again (compression.ts).
  if (written?.packed != null) reply.header("content-encoding", written.packed);
  if (slice.format === "csv" || written === null) {
    reply.header("x-series-total", String(total));
    reply.header("x-has-more", String(nextOffset !== null));
    if (nextOffset !== null) reply.header("x-next-offset", String(nextOffset));
  }
  reply.header("content-type", CONTENT_TYPES[slice.format]);
}

const CONTENT_TYPES = {json: JSON_TYPE, csv: "text/csv; charset=utf-8"} as const;

/** Part of the ETag: raise it when the same state would be written differently. */
const SLICE_VERSION = {json: 3, csv: 1} as const;

/** `unchanged`: the client has this answer. */
export type FoundSlice = {readonly kind: "unchanged"; readonly etag: string} | FoundBody;

/** The series of a page, in one state of its dataset. */
interface ChosenPage extends SelectedPage {
  readonly dataset: DatasetRecord;
}

/** An answer whose histories have not been read. */
export interface PlannedPage extends ChosenPage {
  readonly kind: "planned";
  readonly etag: string;
  readonly described: string;
}

/** The answer as far as it is known without histories. Throws NOT_FOUND for an unknown dataset, and LongSelection if it is long and may not rest. */
export function* planPage(
  q: Queries,
  parts: Pick<RouteParts, "datasets" | "catalogues" | "bodies">,
  asked: AskedSlice,
  mayRest: boolean,
): Script<Exclude<FoundSlice, {kind: "page"}> | PlannedPage> {
  const opened = yield* openSelection(q, parts, asked, mayRest);
  const {dataset, catalogue, selection} = opened;
  const described = parts.datasets.describe(dataset, asked.today);
  const etag = sliceEtag(asked, dataset, described, normalForm(catalogue, selection));
  if (namesEtag(asked.ifNoneMatch, etag)) return {kind: "unchanged", etag};
  const body = parts.bodies.find(etag, asked.coding);
  if (body !== undefined) return {kind: "finished", etag, body};
  const {total, positions, catalogue: ofPage} = yield* choosePage(q, opened, asked);
  return {kind: "planned", etag, described, dataset, catalogue: ofPage, total, positions};
}

/** Throws NothingSelected. */
export function* readPlanned(
  q: Queries,
  catalogues: CatalogueCache,
  planned: PlannedPage,
  asked: AskedSlice,
): Script<FoundSlice> {
  const {etag, described} = planned;
  const {dataset, catalogue, total, series} = yield* readChosen(q, catalogues, planned, asked);
  return {kind: "page", etag, described, dataset, catalogue, total, series};
}

/** A page of a slice before it is written. */
export interface SlicePageFound extends Omit<SlicePage, "described"> {}

/** The series that the filters select in one state of the dataset. */
export interface OpenedSelection extends SelectedSeries {
  readonly catalogues: CatalogueCache;
  readonly dataset: DatasetRecord;
}

/** Throws NOT_FOUND for an unknown dataset, and LongSelection if it is long and may not rest. */
export function* openSelection(
  q: Queries,
  {datasets, catalogues}: Pick<RouteParts, "datasets" | "catalogues">,
  {slice}: AskedSlice,
  mayRest: boolean,
): Script<OpenedSelection> {
  const dataset = datasets.recall(slice) ?? (yield* datasets.findOne(q, slice));
  const selected =
    catalogues.selectNow(dataset, slice.filters) ?? (yield* catalogues.select(q, dataset, slice.filters, mayRest));
  return {catalogues, dataset, ...selected};
}

/** Throws NothingSelected. */
export function* readPage(q: Queries, opened: OpenedSelection, asked: AskedSlice): Script<SlicePageFound> {
  return yield* readChosen(q, opened.catalogues, yield* choosePage(q, opened, asked), asked);
}

function* choosePage(
  q: Queries,
  {dataset, page, pageNow}: OpenedSelection,
  {slice: {offset, limit}}: AskedSlice,
): Script<ChosenPage> {
  const {catalogue, total, positions} = pageNow?.(offset, limit) ?? (yield* page(q, offset, limit));
  return {dataset, catalogue, total, positions};
}

/** Throws NothingSelected. */
function* readChosen(
  q: Queries,
  catalogues: CatalogueCache,
  {dataset, catalogue, total, positions}: ChosenPage,
  asked: AskedSlice,
): Script<SlicePageFound> {
  if (total === 0) throw new NothingSelected(dataset.provider, dataset.code);
  const series = yield* readSeries(q, dataset, catalogue, positions, asked);
  const named =
    catalogues.nameNow(dataset, catalogue) ?? (yield* catalogues.nameSome(q, dataset, catalogue, positions));
  return {dataset, catalogue: named, total, series};
}

/** The series at the positions, with their histories. */
export function* readSeries(
  q: Queries,
  dataset: DatasetRecord,
  catalogue: Catalogue,
  positions: readonly number[],
  asked: AskedSlice,
): Script<PageSeries[]> {
  const numbers = positions.map((position) => catalogue.numbers[position]!);
  return openPage(catalogue, positions, yield* readHistories(q, dataset.id, numbers), asked);
}

/** How large the page is. Throws SLICE_TOO_BIG. */
export function measureSlice(asked: AskedSlice, found: FoundBody): MeasuredSlice {
  if (found.kind === "finished") return found.body;
  const end = asked.slice.offset + found.series.length;
  const values = found.series.reduce((sum, {window}) => sum + window.count, 0);
  if (values > ANSWER_LIMITS.sliceValues.maximum) throw tooManyValues(asked, found.series, values);
  const withdrawn = found.series.reduce((sum, {window}) => sum + window.withdrawn, 0);
  return {values, withdrawn, total: found.total, nextOffset: end < found.total ? end : null};
}

/** Joins positions and histories. Throws if a series has no history: an empty one would be a silent gap. */
function openPage(
  catalogue: Catalogue,
  positions: readonly number[],
  histories: readonly (Uint8Array | undefined)[],
  {slice}: AskedSlice,
): PageSeries[] {
  const windows = new Map<Frequency, {readonly within: HistoryWindow; readonly periods: PeriodTable}>();
  return positions.map((position, place) => {
    const history = histories[place];
    if (history === undefined) throw new Error(`series ${catalogue.numbers[position]} has no history in the store`);
    const frequency = codeAt(catalogue.frequency, position) as Frequency;
    let opened = windows.get(frequency);
    if (opened === undefined) {
      const periods = frequency === "W" ? (catalogue.weeks ?? NO_WEEKS) : periodTable(frequency);
      opened = {periods, within: {...periodWindow(slice, frequency, periods), asOf: slice.asOf}};
      windows.set(frequency, opened);
    }
    return {position, window: openWindow(history, opened.within), periods: opened.periods};
  });
}

/** A dataset without a calendar of weeks has no weekly series, so this is never read. */
const NO_WEEKS: PeriodTable = {base: 0, days: new Int32Array(0)};

/** Everything the body depends on: of a CSV that excludes the dataset as judged today. Parameters without effect on a format (bom, decimal in JSON) are not part of its tag. */
function sliceEtag({slice}: AskedSlice, dataset: DatasetRecord, described: string, selection: string): string {
  const csv = slice.format === "csv";
  return weakEtag([
    SLICE_VERSION[slice.format],
    `${dataset.provider}/${dataset.code}`,
    dataset.changedBy,
    csv ? null : described,
    selection,
    slice.from,
    slice.to,
    slice.asOf,
    slice.format,
    slice.labels,
    csv && slice.bom,
    csv ? slice.decimal : null,
    slice.limit,
    slice.offset,
  ]);
}
