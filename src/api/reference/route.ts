// GET /api/v1/reference/…: the common part of all reference lists. Each list is a file in this folder.
//
// A list is sent whole, as JSON or as CSV with the same columns, and is free. Its tag is a hash of the text, because a list depends on many
// datasets and on the program itself; finished lists are kept by the state they were made from. One that is too long to be kept has a tag of the
// state of its one dataset, and is read in parts while it is sent: a load in between cuts the connection, so that no client takes a list of
// two states for a list.
import type {FastifyInstance} from "fastify";
import {type Static, type TObject, type TProperties, Type} from "typebox";
import {todayOf} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";
import type {Language, NameChoice} from "../../text/language.ts";
import type {BoundedCache} from "../../work/bounded-cache.ts";
import {createPace, type Steps, withRests} from "../../work/pace.ts";
import {closedObject} from "../http/field-schemas.ts";
import {clientHasIt, weakEtag} from "../http/headers.ts";
import type {Operation} from "../http/operation.ts";
import {BOM, FORMAT, type QueryString, readRequest} from "../http/parameters.ts";
import {addRoute} from "../http/route.ts";
import {sendStream} from "../http/sending.ts";
import {LANG, languageOf, languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {createListWriter, type FinishedList, type ListForm, listWriter} from "./list-text.ts";

/** A longer list is not kept, but written again for each client. */
const MOST_KEPT = 16 * 2 ** 20;
/** Part of the tag of such a list: raise it when the same state would be written differently. */
const LONG_VERSION = 1;
/** In the memory for lists, where only the tag is kept. */
const TAG_BYTES = 500;

export function routeReferenceList<Row extends TProperties, Own extends TProperties>(
  server: FastifyInstance,
  context: RouteContext,
  finished: BoundedCache<FinishedList>,
  list: ReferenceList<Row, Own> | LongReferenceList<Row, Own>,
): void {
  const {store} = context;
  const parameters = Type.Object({...list.parameters, lang: LANG, format: FORMAT, bom: BOM});
  const columns = Object.keys(list.row.properties);
  const answer = closedObject({items: Type.Array(list.row, {description: "the rows"})});
  addRoute(server, {
    url: `/api/v1/reference/${list.name}`,
    operation: {tag: "Reference", ...list.operation, answers: {200: "The list, whole.", ...list.operation.answers}},
    query: parameters,
    answer,
    handler: async (request, reply) => {
      // what
      const given = readRequest(parameters, request.query as QueryString, (checked) => checked as ListParameters<Own>);
      const form = {columns, isCsv: given.format === "csv", hasBom: given.bom === 1};
      request.stages?.end("what");

      // which rows, unless the list was made in this state before
      const isLong = "readPart" in list;
      const language = languageOf(given.lang, context.settings);
      const named = {...context, language};
      const found = await store.statistics[isLong ? "readWithRests" : "read"]((q) =>
        readList(q, list, given, {...named, finished, form}),
      );
      request.stages?.end("read");

      // write the body
      const made = "rows" in found ? await withRests(writeRows(found.rows, form)) : (found.known ?? found.made);
      if (!("known" in found)) finished.keep(found.key!, made, made.body?.length ?? TAG_BYTES);
      request.stages?.end("write");

      // unchanged?
      if (clientHasIt(request, reply, made.etag)) return reply.code(304).send();
      reply.type(`${form.isCsv ? "text/csv" : "application/json"}; charset=utf-8`);
      if (made.body !== null || !isLong) return reply.send(made.body);
      const onEnd = (length: number) => {
        if (made.length === null && !("known" in found)) finished.keep(found.key!, {...made, length}, TAG_BYTES);
      };
      return sendStream(request, reply, chunksOf(named, list, given, {form, state: made.state}, onEnd), made.length);
    },
  });
}

/** The list as it was made before in this state, or its rows; of a long list its text. */
function* readList<Row extends TProperties, Own extends TProperties>(
  q: Queries,
  list: ReferenceList<Row, Own> | LongReferenceList<Row, Own>,
  given: ListParameters<Own>,
  {
    finished,
    form,
    ...context
  }: NamingContext & {readonly finished: BoundedCache<FinishedList>; readonly form: ListForm},
) {
  const change = yield* readLastChange(q);
  const key = JSON.stringify([list.name, given, change, todayOf(context.settings.today, context.now())]);
  const known = change === null ? undefined : finished.find(key);
  context.emit({type: "cache-asked", cache: "list", hit: known !== undefined});
  if (known !== undefined) return {known};
  if ("readPart" in list) return {key, made: yield* writeParts(q, list, given, context, form)};
  return {key, rows: yield* list.readRows(q, given, context)};
}

type ListParameters<Own extends TProperties> = Partial<Static<TObject<Own>>> & {
  readonly format?: string;
  readonly lang?: Language;
  readonly bom?: number;
};

/** With the language of the names. */
export interface NamingContext extends RouteContext {
  readonly language: NameChoice;
}

/** Rows made or written in one go: of a list of series a quarter of a millisecond. */
export const ROWS_BETWEEN_RESTS = 50;

function* inPortions<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < rows.length; at += ROWS_BETWEEN_RESTS) yield rows.slice(at, at + ROWS_BETWEEN_RESTS);
}

/** Step by step: there may be thousands of datasets. */
function* writeRows(rows: readonly object[], form: ListForm): Steps<FinishedList> {
  const writer = createListWriter(form, Number.POSITIVE_INFINITY);
  for (const some of inPortions(rows)) {
    writer.add(some);
    yield;
  }
  return writer.end();
}

function* writeParts<Row extends TProperties, Own extends TProperties>(
  q: Queries,
  list: LongReferenceList<Row, Own>,
  given: ListParameters<Own>,
  context: NamingContext,
  form: ListForm,
): Script<FinishedList> {
  const writer = createListWriter(form, MOST_KEPT);
  for (let from: number | null = 0; from !== null; ) {
    const part: ReferencePart<Row> = yield* list.readPart(q, given, context, from);
    yield;
    for (const some of inPortions(part.rows)) {
      writer.add(some);
      yield;
    }
    if (writer.isTooLong()) {
      const etag = weakEtag([
        list.name,
        LONG_VERSION,
        JSON.stringify(given),
        part.state,
        ...languageTag(context.language),
      ]);
      return {etag, length: null, body: null, state: part.state};
    }
    from = part.next;
  }
  return writer.end();
}

/** The text of a long list, read while it is sent. Throws if the rows are not those of its tag any more. */
async function* chunksOf<Row extends TProperties, Own extends TProperties>(
  context: NamingContext,
  list: LongReferenceList<Row, Own>,
  given: ListParameters<Own>,
  {form, state}: {readonly form: ListForm; readonly state: string | null},
  onEnd: (length: number) => void,
): AsyncGenerator<Buffer> {
  const text = listWriter(form);
  const pace = createPace();
  let length = 0;
  const counted = (fragment: string): Buffer => {
    const bytes = Buffer.from(fragment);
    length += bytes.length;
    return bytes;
  };
  yield counted(text.beginning);
  for (let from: number | null = 0; from !== null; ) {
    const at: number = from;
    const part = await context.store.statistics.readWithRests((q) => list.readPart(q, given, context, at), pace);
    if (part.state !== state) throw new Error(`the dataset of ${list.name} changed while the list was sent`);
    for (const some of inPortions(part.rows)) {
      yield counted(text.next(some));
      // A read of the embedded store is over within the tick, and a client that reads fast takes every part at once.
      if (pace.isOver()) await pace.letOthersIn();
    }
    from = part.next;
  }
  yield counted(text.ending);
  onEnd(length);
}

interface ListDescription<Row extends TProperties, Own extends TProperties> {
  /** Last part of the path. */
  readonly name: string;
  readonly operation: Omit<Operation, "tag" | "answers"> & {
    /** Besides that of the list itself. */
    readonly answers?: Operation["answers"];
  };
  /** Members of a row, which are the columns of the CSV, in this order. */
  readonly row: TObject<Row>;
  /** Parameters beside `format` and `bom`. */
  readonly parameters: Own;
}

export interface ReferenceList<Row extends TProperties, Own extends TProperties> extends ListDescription<Row, Own> {
  /** The rows, from one state of the store, with the status of today. May throw ApiError and InvalidParameters. */
  readRows(q: Queries, given: Partial<Static<TObject<Own>>>, context: NamingContext): Script<Static<TObject<Row>>[]>;
}

export interface ReferencePart<Row extends TProperties> {
  readonly rows: readonly Static<TObject<Row>>[];
  /** Where the next part begins; null: this was the last. */
  readonly next: number | null;
  /** Of the data that the rows are made of: parts of two states do not belong together. */
  readonly state: string;
}

/** A list that may be too long for the memory. */
export interface LongReferenceList<Row extends TProperties, Own extends TProperties> extends ListDescription<Row, Own> {
  /** The rows of the part that begins at `from`; the first one at 0. May throw ApiError and InvalidParameters. */
  readPart(
    q: Queries,
    given: Partial<Static<TObject<Own>>>,
    context: NamingContext,
    from: number,
  ): Script<ReferencePart<Row>>;
}

/** Gives a list the types of its columns and of its parameters. */
export function referenceList<Row extends TProperties, Own extends TProperties>(
  list: ReferenceList<Row, Own>,
): ReferenceList<Row, Own> {
  return list;
}

export function longReferenceList<Row extends TProperties, Own extends TProperties>(
  list: LongReferenceList<Row, Own>,
): LongReferenceList<Row, Own> {
  return list;
}
