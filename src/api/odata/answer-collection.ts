// Answers about a whole set: a page of its rows, or their number (`/$count`).
//
// The stages are in the order in which a request is checked. Rows of observations are charged, those of series are free; a count of either
// set is free, and so are $top=0 and HEAD.
import type {FastifyReply, FastifyRequest} from "fastify";
import {NAMESPACE} from "../../formats/odata/entity-model.ts";
import {jsonType} from "../../formats/odata/media-type.ts";
import type {Resource} from "../../formats/odata/resource-path.ts";
import {readSkipToken, type SkipCursor, writeSkipToken} from "../../formats/odata/skip-token.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {createBudget} from "../../work/budget.ts";
import {createPace, withRests} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {ApiError} from "../errors.ts";
import {namesEtag, neededPart, REVALIDATED_PRIVATELY, weakEtag} from "../http/headers.ts";
import {returnWhenSent} from "../http/sending.ts";
import {contextOf, type EntityForm} from "./entity-json.ts";
import {openObservationSet} from "./observations/observation-answer.ts";
import {type RowQuery, readRowQuery} from "./options.ts";
import {nextPageLink, type ODataRequest, PAGE_LIMITS} from "./request.ts";
import {findSearched, openSeriesSet} from "./series/series-answer.ts";
import type {ODataContext, SetPage, SetReader} from "./set-reader.ts";

/** Part of the ETag: raise it when the same rows would be written differently. */
const ODATA_VERSION = 1;

export type CollectionRequest = ODataRequest & {readonly resource: Extract<Resource, {kind: "collection" | "count"}>};

export async function answerCollection(
  context: ODataContext,
  request: FastifyRequest,
  reply: FastifyReply,
  odata: CollectionRequest,
): Promise<FastifyReply> {
  const {store} = context;
  const {resource, form} = odata;
  const {set} = resource;
  const limit = PAGE_LIMITS[set.name];
  const preferredRows = odata.preferredRows === null ? null : Math.min(odata.preferredRows, limit.maximum);
  const isCount = resource.kind === "count";
  const ifNoneMatch = request.headers["if-none-match"];

  // what; a condition of sixteen thousand letters is read and compiled at once, and others are let in behind each
  const pace = createPace();
  const query = readRowQuery(set, odata.options, context.settings);
  if (pace.isOver()) await pace.letOthersIn();
  const cursor = isCount || query.skipToken === null ? null : openCursor(query);
  const wanted = isCount ? 0 : pageRows(query, limit, preferredRows, cursor);
  const searched = set.name === "series" ? await findSearched(context.search, query) : null;
  const openSet = set.name === "series" ? openSeriesSet : openObservationSet;
  const reader: SetReader = openSet(context, query, isCount ? "count" : wanted > 0 ? "rows" : "columns", searched);
  const most = reader.isOnePage ? query.top! : wanted;
  if (pace.isOver()) await pace.letOthersIn();
  request.stages?.end("what");

  // unchanged? which rows?
  const collection = {odata, query, cursor, searched, reader, most};
  const found = await store.statistics.readWithRests((q) => readCollection(q, context, request, collection));
  request.stages?.end("read");
  const {etag, page, count} = found;
  reply.header("etag", etag).header("cache-control", REVALIDATED_PRIVATELY);
  if (page === null && count === null && namesEtag(ifNoneMatch, etag)) return reply.code(304).send();
  if (isCount) {
    if (neededPart(request) === "unchanged") return reply.code(304).send();
    return reply.type("text/plain; charset=utf-8").send(String(count));
  }

  // refuse, reserve, charge
  const values = page?.values ?? 0;
  const partToSend = await reserveAndCharge(context, request, reply, values);
  if (partToSend === null) return reply;

  // write the body
  if (preferredRows !== null && !reader.isOnePage)
    reply.header("preference-applied", `odata.maxpagesize=${preferredRows}`);
  if (partToSend === "head") return reply.type(jsonType(form)).send();
  const link = linkToNext(odata, query, cursor, found);
  const entityForm: EntityForm = {set, properties: query.properties, level: form.level, root: odata.root};
  const head = headOf(entityForm, count, form.ieee754Compatible, query.derive?.text ?? null);
  const tail = link === null ? "]}" : `],"@odata.nextLink":${JSON.stringify(link)}}`;
  const body = page === null ? Buffer.from(head + tail) : await withRests(page.write(entityForm, head, tail));
  returnWhenSent(context.memory, reply, body);
  request.stages?.end("write");
  return reply.type(jsonType(form)).send(body);
}

interface OpenedCollection {
  readonly odata: CollectionRequest;
  readonly query: RowQuery;
  /** null: the first page. */
  readonly cursor: SkipCursor | null;
  /** The only keys that $search allows; null without $search. */
  readonly searched: ReadonlySet<string> | null;
  readonly reader: SetReader;
  /** Rows of the page. */
  readonly most: number;
}

interface FoundCollection {
  readonly etag: string;
  readonly page: SetPage | null;
  readonly count: number | null;
  /** The state in which a cursor is valid; null: in each. */
  readonly state: string | null;
}

/** No page and no count if the client has the answer. */
function* readCollection(
  q: Queries,
  {finder}: ODataContext,
  request: FastifyRequest,
  {odata, query, cursor, searched, reader, most}: OpenedCollection,
): Script<FoundCollection> {
  const isCount = odata.resource.kind === "count";
  const budget = createBudget();
  const datasets = yield* finder.find(q, reader.narrowing);
  const etag = collectionEtag(odata, query, stateOf(datasets.state, searched), request, most);
  if (namesEtag(request.headers["if-none-match"], etag)) return {etag, page: null, count: null, state: null};
  const state = reader.isMovedByLoads(datasets) ? datasets.state : null;
  if (cursor !== null && cursor.state !== state) throw reader.changedMeanwhile();
  const wantsCount = isCount || query.count;
  const count = wantsCount ? (cursor?.count ?? (yield* reader.count(q, datasets, budget))) : null;
  const page = isCount || most === 0 ? null : yield* reader.page(q, datasets, cursor, most, budget);
  return {etag, page, count, state};
}

/** The address of the next page; null after the last one. */
function linkToNext(
  odata: CollectionRequest,
  query: RowQuery,
  cursor: SkipCursor | null,
  {page, count, state}: FoundCollection,
): string | null {
  const rows = page?.rows ?? 0;
  const left = cursor?.left ?? query.top;
  if (page?.next == null || (left !== null && left <= rows)) return null;
  const next = {...page.next, left: left === null ? null : left - rows, count, state};
  return nextPageLink(odata, writeSkipToken(next, query.binding));
}

function openCursor(query: RowQuery): SkipCursor {
  const cursor = readSkipToken(query.skipToken!, query.binding);
  if (cursor !== null) return cursor;
  throw new ApiError("BAD_REQUEST", "the $skiptoken does not belong to this request", {
    hint: "follow @odata.nextLink unchanged, or leave $skiptoken out and begin with the first page",
  });
}

/** A $top of at most one page is answered in one page: some clients do not follow next links. */
function pageRows(
  {top}: RowQuery,
  {fallback, maximum}: (typeof PAGE_LIMITS)[keyof typeof PAGE_LIMITS],
  preferred: number | null,
  cursor: SkipCursor | null,
): number {
  const left = cursor?.left ?? top;
  const page = preferred ?? (top !== null && top <= maximum ? Math.max(top, fallback) : fallback);
  return left === null ? page : Math.min(left, page);
}

/** @param derived steps, which an annotation names: the values are none of the publisher's */
function headOf(form: EntityForm, count: number | null, isText: boolean, derived: string | null): string {
  const context = form.level === "none" ? "" : `"@odata.context":${JSON.stringify(contextOf(form))},`;
  const counted = count === null ? "" : `"@odata.count":${isText ? `"${count}"` : count},`;
  const steps = derived === null ? "" : `"@${NAMESPACE}.derived":${JSON.stringify(derived)},`;
  return `{${context}${counted}${steps}"value":[`;
}

/** The result of $search depends on more than the datasets read: on words and their synonyms. */
function stateOf(datasets: string, searched: ReadonlySet<string> | null): string {
  return searched === null ? datasets : `${datasets} ${[...searched].sort().join(" ")}`;
}

/** Everything the body depends on. Next links contain a key of the query, so two keys have two answers. */
function collectionEtag(
  {resource, options, form, root, queryKey, query}: CollectionRequest,
  {binding, skip, skipToken, properties}: RowQuery,
  state: string,
  request: FastifyRequest,
  most: number,
): string {
  const custom = JSON.stringify(options.ignored.map((name) => [name, query.values.get(name)]));
  return weakEtag([
    ...["odata", ODATA_VERSION, resource.kind, root, form.level, form.ieee754Compatible],
    ...[binding, skip, skipToken, properties.map(({name}) => name).join(), most, custom],
    queryKey === null ? null : request.reader!.tokenId,
    state,
  ]);
}
