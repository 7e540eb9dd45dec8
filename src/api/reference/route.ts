// GET /api/v1/reference/…: what all reference lists have in common. Each list is a file beside this one.
//
// A list is given whole, as JSON or with the same columns as CSV. It charges nothing; its tag is made from the very text, since
// a list speaks of many datasets and of what comes with the program.
import type {FastifyInstance} from "fastify";
import {type Static, type TObject, type TProperties, Type} from "typebox";
import {type CsvValue, tableCsv} from "../../formats/table-csv.ts";
import type {Queries} from "../../store/engines.ts";
import type {Script} from "../../store/script.ts";
import {ERROR_RESPONSES, InvalidParameters, type ParameterProblem} from "../errors.ts";
import {holdsAnswer, weakEtag} from "../etag.ts";
import {closedObject} from "../field-schemas.ts";
import {BOM, FORMAT} from "../format-parameters.ts";
import {readParameters} from "../parameters.ts";
import type {QueryString} from "../query-string.ts";
import type {RouteParts} from "../route-parts.ts";

export interface ReferenceList<Row extends TProperties, Own extends TProperties> {
  /** Last part of the path. */
  readonly name: string;
  /** Members of a row, which are the columns of the CSV, in this order. */
  readonly row: TObject<Row>;
  /** Parameters beside `format` and `bom`. */
  readonly parameters: Own;
  /** The rows, of one state of the store. May throw ApiError. */
  readRows(q: Queries, given: Partial<Static<TObject<Own>>>, parts: RouteParts): Script<Static<TObject<Row>>[]>;
}

export function routeReferenceList<Row extends TProperties, Own extends TProperties>(
  server: FastifyInstance,
  parts: RouteParts,
  list: ReferenceList<Row, Own>,
): void {
  const parameters = Type.Object({...list.parameters, format: FORMAT, bom: BOM});
  const columns = Object.keys(list.row.properties);
  const answer = closedObject({items: Type.Array(list.row, {description: "the rows"})});
  server.route({
    method: ["GET", "HEAD", "OPTIONS"],
    url: `/api/v1/reference/${list.name}`,
    config: {needsToken: true},
    schema: {querystring: parameters, response: {200: answer, ...ERROR_RESPONSES}},
    handler: async (request, reply) => {
      // who: the token and the minute were judged on arrival (access.ts)
      // what
      const problems: ParameterProblem[] = [];
      const given = readParameters(parameters, request.query as QueryString, problems) as Given<Own>;
      if (problems.length > 0) throw new InvalidParameters(problems);
      request.stages?.end("what");

      // which rows
      const rows = await parts.store.statistics.read((q) => list.readRows(q, given, parts));
      request.stages?.end("read");

      // write the body
      const csv = given.format === "csv";
      const body = csv
        ? tableCsv(columns, rows as Readonly<Record<string, CsvValue>>[], given.bom === 1)
        : JSON.stringify({items: rows});

      // unchanged?
      const etag = weakEtag([body]);
      request.stages?.end("write");
      reply.header("etag", etag).header("cache-control", "max-age=3600");
      if (holdsAnswer(request.headers["if-none-match"], etag)) return reply.code(304).send();
      return reply.type(csv ? "text/csv; charset=utf-8" : "application/json; charset=utf-8").send(body);
    },
  });
}

type Given<Own extends TProperties> = Partial<Static<TObject<Own>>> & {
  readonly format?: string;
  readonly bom?: number;
};
