// GET /api/v1/series/{series_key}/evidence: where the values of a series come from.
//
// It lists only releases with an estimate that is still valid: of two releases of one day the later, and no release that only repeated
// known values. Their counts are those of this series. With `period` it lists only the releases that set its value, each with the cell of
// the value (cell-evidence.ts), and charges one value. Without it evidence is free.
import type {FastifyInstance} from "fastify";
import {Type} from "typebox";
import {decodeInSteps} from "../../statistics/history/decode.ts";
import {countByReleaseInSteps} from "../../statistics/history/release-counts.ts";
import {dayText, type PeriodTable} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {type CountedProof, joinCounts, listReleaseProofs, proofsOfValues} from "../../store/releases/release-proof.ts";
import {readHistory, readPeriods} from "../../store/series/series-of-key.ts";
import {withRests} from "../../work/pace.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {
  closedObject,
  count,
  dayField,
  momentField,
  nullable,
  SERIES_PATH,
  seriesKeyField,
  text,
} from "../http/field-schemas.ts";
import {namesEtag, neededPart, REVALIDATED, weakEtag} from "../http/headers.ts";
import {GROWTH, type Operation} from "../http/operation.ts";
import type {QueryString} from "../http/parameters.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {
  CELL_FIELDS,
  describeCell,
  EVIDENCE_PARAMETERS,
  readCellRequest,
  releasesOfPeriod,
  rereadCells,
} from "./cell-evidence.ts";
import {findSeries} from "./observations.ts";

const EVIDENCE_SCHEMA = closedObject({
  series_key: seriesKeyField("key of the series"),
  releases: Type.Array(
    closedObject({
      release_id: Type.Integer({minimum: 1, description: "number of the release in this installation"}),
      published_at: dayField("day on which the source published it"),
      source_file: nullable(Type.String(), "name of the file at the source"),
      source_url: nullable(Type.String(), "where the source publishes it"),
      fingerprint: Type.String({
        pattern: "^sha256:[0-9a-f]{64}$",
        description: "SHA-256 of the file, or of a package's sorted list of (name, SHA-256)",
      }),
      parser: Type.String({pattern: "^[^@]+@[^@]+$", description: "parser that read the file, name@version"}),
      load_run: text("identifier of the load run that loaded the release"),
      loaded_at: momentField("when it was loaded, UTC"),
      first_period: dayField("first period whose value it added or revised"),
      last_period: dayField("last period whose value it added or revised"),
      new_values: count("periods whose first value it added"),
      revised_values: count("periods whose value it changed"),
      ...CELL_FIELDS,
    }),
    {
      description:
        "releases that added or changed an estimate of this series, newest first; with `period` those that set its value",
    },
  ),
});

const EVIDENCE_OPERATION: Operation = {
  operationId: "getEvidence",
  tag: "Series",
  summary: "Where the values of one series come from",
  description: [
    "The releases that added or changed an estimate of this series, newest first, each with its file, the file's fingerprint, the parser that read it and the load run that loaded it. Periods and counts are those of this series. Without `period` it charges nothing.",
    "With `period` the answer has only the releases that set that period's value, each with the `value`, its place in the file (`locator`), the text there (`raw`) and the steps from the text to the value (`steps`). The archived file is read again for this with the present parser, `parser_now`; nothing of it is stored. `reproduced` false: the file gave another value or none, and `problem` says why. The first such answer about a large file may take seconds. It is charged as one value; a 304 and a HEAD charge nothing.",
  ].join("\n\n"),
  answers: {
    200: "The releases.",
    404: "`NOT_FOUND`: no series has this key, or the series has no value for `period`. The hint says which periods it has.",
    500: "`INTERNAL`: a failure of the service, or too many releases are being read again for `period`; `Retry-After` says when to come back.",
  },
  headers: ["X-Values"],
  answer: "Evidence",
  examples: [
    {name: "releases", summary: "The releases behind a series that was revised", path: `${GROWTH}/evidence`},
    {
      name: "cell",
      summary: "The cells from which the estimates of one year were taken",
      path: `${GROWTH}/evidence?period=2015-01-01`,
    },
    {
      name: "noPeriod",
      summary: "A period in which the series has no value",
      status: 404,
      path: `${GROWTH}/evidence?period=1950-01-01`,
    },
    {
      name: "noSeries",
      summary: "A key that no series has",
      status: 404,
      path: "/api/v1/series/0000000000000000/evidence",
    },
  ],
};

/** Part of the ETag: raise it when the same state would be written differently. */
const EVIDENCE_VERSION = 1;

/** history: null if the client has this answer. @param tagged further parts of its tag */
function* readProofs(
  q: Queries,
  catalogues: RouteContext["catalogues"],
  key: string,
  tagged: Parameters<typeof weakEtag>[0],
  ifNoneMatch: string | undefined,
) {
  const series = yield* findSeries(q, key);
  const etag = weakEtag(["evidence", EVIDENCE_VERSION, key, series.dataset.changedBy, ...tagged]);
  if (namesEtag(ifNoneMatch, etag)) return {etag, history: null};
  const history = yield* readHistory(q, series);
  const proofs = yield* listReleaseProofs(q, series.dataset.id);
  return {etag, history, proofs, periods: yield* readPeriods(q, catalogues, series)};
}

export function routeEvidence(server: FastifyInstance, context: RouteContext): void {
  const {store, catalogues, evidence} = context;
  addRoute(server, {
    url: "/api/v1/series/:series_key/evidence",
    operation: EVIDENCE_OPERATION,
    params: SERIES_PATH,
    query: EVIDENCE_PARAMETERS,
    answer: EVIDENCE_SCHEMA,
    handler: async (request, reply) => {
      const {series_key: key} = request.params as {series_key: string};
      const ifNoneMatch = request.headers["if-none-match"];

      // what
      const cell = readCellRequest(request.query as QueryString);

      // Unchanged? which series? its history and the releases of its dataset
      // besides the dataset, the tag depends on the requested cell and the parsers
      const tagged = cell === null ? [] : [cell.period, cell.asOf, evidence.parsers];
      const found = await store.statistics.read((q) => readProofs(q, catalogues, key, tagged, ifNoneMatch));
      request.stages?.end("read");
      reply.header("etag", found.etag).header("cache-control", REVALIDATED);
      if (found.history === null) return reply.code(304).send();

      // Which releases left an estimate, and in which cell
      const {history, counted} = await withRests(countProofs(found.history, found.proofs));
      let releases = counted.map((one) => describeProof(one, found.periods));
      if (cell !== null) {
        const {period, wanted} = releasesOfPeriod(cell, history, found.periods, found.proofs);
        const readings = await rereadCells(evidence, request, key, period, wanted);
        if (readings === null) return reply.code(CLIENT_GONE).send();
        request.stages?.end("reread");
        const described = new Map(counted.map(({proof}, index) => [proof.id, releases[index]!]));
        const cells = wanted.map(({estimate}, index) => describeCell(estimate, readings[index]!));
        releases = wanted.map(({proof}, index) => ({...described.get(proof.id)!, ...cells[index]!}));
        // A cell that was not found may be found tomorrow, after a repair of the archive, and no load would change the tag.
        if (!cells.every(({reproduced}) => reproduced)) reply.removeHeader("etag").header("cache-control", "no-store");
        // Refuse or charge: any number of estimates counts as one value
        await chargeAnswer(context, request, reply, wanted.length > 0 ? 1 : 0);
        request.stages?.end("charge");
      }

      // write the body
      if (neededPart(request) === "unchanged") return reply.code(304).send();
      const body = JSON.stringify({series_key: key, releases});
      request.stages?.end("write");
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

function* countProofs(packed: Uint8Array, proofs: Parameters<typeof joinCounts>[0]) {
  const history = yield* decodeInSteps(packed);
  return {history, counted: proofsOfValues(joinCounts(proofs, yield* countByReleaseInSteps(history)))};
}

/** The release of a value, its file and the parser that read it. */
export function describeOrigin(
  proof: Pick<CountedProof["proof"], "id" | "publishedAt" | "sourceFile" | "sourceUrl" | "fingerprint" | "parser">,
): object {
  return {
    release_id: proof.id,
    published_at: dayText(proof.publishedAt),
    source_file: proof.sourceFile,
    source_url: proof.sourceUrl,
    fingerprint: `sha256:${proof.fingerprint}`,
    parser: proof.parser,
  };
}

function describeProof({proof, counts: found}: CountedProof, {base, days}: PeriodTable): object {
  return {
    ...describeOrigin(proof),
    load_run: proof.loadRun,
    loaded_at: proof.loadedAt,
    first_period: dayText(days[found.firstPeriod - base]!),
    last_period: dayText(days[found.lastPeriod - base]!),
    new_values: found.newValues,
    revised_values: found.revisedValues,
  };
}
