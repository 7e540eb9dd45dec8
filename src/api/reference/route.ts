// GET /api/v1/reference/…: the common part of all reference lists. Each list is a file in this folder.
//
// A list is sent whole, as JSON or as CSV with the same columns, and is free. Its tag is a hash of the text, because a list depends on many
// datasets and on the program itself; finished lists are kept by the state they were made from.
import {createHash} from "node:crypto";
import type {FastifyInstance} from "fastify";
import {type Static, type TObject, type TProperties, Type} from "typebox";
import type {BoundedCache} from "../../bounded-cache.ts";
import {inSlices} from "../../budget.ts";
import {type CsvValue, tableCsv} from "../../formats/table-csv.ts";
import {todayOf} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import type {Script} from "../../store/script.ts";
import type {RouteParts} from "../context.ts";
import {closedObject} from "../http/field-schemas.ts";
import {isHeld} from "../http/headers.ts";
import {BOM, FORMAT, type QueryString, readRequest} from "../http/parameters.ts";
import {addRoute} from "../http/route.ts";
import type {Operation} from "../openapi/operation.ts";

export interface FinishedList {
  readonly etag: string;
  readonly body: Buffer;
}

export function routeReferenceList<Row extends TProperties, Own extends TProperties>(
  server: FastifyInstance,
  parts: RouteParts,
  finished: BoundedCache<FinishedList>,
  list: ReferenceList<Row, Own>,
): void {
  const {store, settings, now, emit} = parts;
  const parameters = Type.Object({...list.parameters, format: FORMAT, bom: BOM});
  const columns = Object.keys(list.row.properties);
  const answer = closedObject({items: Type.Array(list.row, {description: "the rows"})});
  addRoute(server, {
    url: `/api/v1/reference/${list.name}`,
    operation: list.operation,
    query: parameters,
    answer,
    handler: async (request, reply) => {
      // what
      const given = readRequest(parameters, request.query as QueryString, (checked) => checked as Given<Own>);
      request.stages?.end("what");

      // which rows, unless the list was made in this state before
      const found = await store.statistics.read(function* (q) {
        const change = yield* readLastChange(q);
        const key = JSON.stringify([list.name, given, change, todayOf(settings.today, now())]);
        const known = change === null ? undefined : finished.find(key);
        emit({type: "cache-asked", cache: "list", hit: known !== undefined});
        if (known !== undefined) return known;
        return {key, rows: yield* list.readRows(q, given, parts)};
      });
      request.stages?.end("read");

      // write the body
      const {etag, body} = "rows" in found ? await inSlices(finishList(columns, found.rows, given)) : found;
      if ("rows" in found) finished.keep(found.key, {etag, body}, body.length);
      request.stages?.end("write");

      // unchanged?
      if (isHeld(request, reply, etag)) return reply.code(304).send();
      return reply.type(`${given.format === "csv" ? "text/csv" : "application/json"}; charset=utf-8`).send(body);
    },
  });
}

type Given<Own extends TProperties> = Partial<Static<TObject<Own>>> & {
  readonly format?: string;
  readonly bom?: number;
};

/** Rows written in one go. */
const ROWS_AT_ONCE = 500;

type Shape = {readonly format?: string; readonly bom?: number};

/** Step by step: a dataset may have a hundred thousand classes. The tag is `weakEtag` of the whole body. */
function* finishList(
  columns: readonly string[],
  rows: readonly object[],
  shape: Shape,
): Generator<undefined, FinishedList> {
  const digest = createHash("sha256").update('["');
  const pieces: Buffer[] = [];
  for (const text of listTexts(columns, rows, shape)) {
    digest.update(JSON.stringify(text).slice(1, -1));
    pieces.push(Buffer.from(text));
    yield;
  }
  const tag = digest.update('"]').digest("base64url");
  return {etag: `W/"${tag.slice(0, 27)}"`, body: Buffer.concat(pieces)};
}

function* listTexts(columns: readonly string[], rows: readonly object[], {format, bom}: Shape): Generator<string> {
  const isCsv = format === "csv";
  const head = tableCsv(columns, [], false);
  yield isCsv ? tableCsv(columns, [], bom === 1) : '{"items":[';
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE);
    yield isCsv
      ? tableCsv(columns, some as readonly Readonly<Record<string, CsvValue>>[], false).slice(head.length)
      : (at === 0 ? "" : ",") + JSON.stringify(some).slice(1, -1);
  }
  if (!isCsv) yield "]}";
}

export interface ReferenceList<Row extends TProperties, Own extends TProperties> {
  /** Last part of the path. */
  readonly name: string;
  readonly operation: Operation;
  /** Members of a row, which are the columns of the CSV, in this order. */
  readonly row: TObject<Row>;
  /** Parameters beside `format` and `bom`. */
  readonly parameters: Own;
  /** The rows, from one state of the store, with the status of today. May throw ApiError and InvalidParameters. */
  readRows(q: Queries, given: Partial<Static<TObject<Own>>>, parts: RouteParts): Script<Static<TObject<Row>>[]>;
}

/** Gives a list the types of its columns and of its parameters. */
export function referenceList<Row extends TProperties, Own extends TProperties>(
  list: ReferenceList<Row, Own>,
): ReferenceList<Row, Own> {
  return list;
}
