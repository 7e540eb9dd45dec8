// GET /api/v1/states, /api/v1/states/{provider}/{dataset} and /api/v1/archive/{sha256}/{chunk}: what a mirror takes beside the changes [pull.*].
//
// Archived files of publishers may have sheets that nobody published here, so only tokens of the operator's own plan get their bytes.
import type {FastifyInstance, FastifyRequest} from "fastify";
import {dayText, NO_DAY, type PeriodTable} from "../../statistics/time/day.ts";
import {weekText} from "../../statistics/time/week.ts";
import {cursorOfNow, nameRun, writeCursor} from "../../store/changes/cursor.ts";
import {readLastRun} from "../../store/changes/read-changes.ts";
import {listStatedReleases, readReleaseCopies} from "../../store/copies/release-copy.ts";
import {readRunCopy} from "../../store/copies/run-copy.ts";
import {readStateProof} from "../../store/copies/state-proof.ts";
import {versionOf} from "../../store/dataset-files/state-version.ts";
import {
  type DatasetAddress,
  type DatasetRecord,
  findDatasets,
  listDatasetStates,
} from "../../store/datasets/dataset.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {readListed} from "../../store/releases/listing.ts";
import {isReleasedFile} from "../../store/releases/release-file.ts";
import type {Script} from "../../store/script.ts";
import {ApiError, ERROR_RESPONSES} from "../errors.ts";
import {type QueryString, readRequest} from "../http/parameters.ts";
import {addRoute, METHODS, sendJson} from "../http/route.ts";
import type {RouteContext} from "../server-context.ts";
import {
  STATE_OPERATION,
  STATE_PARAMETERS,
  STATE_PATH,
  STATE_SCHEMA,
  STATES_OPERATION,
  STATES_SCHEMA,
} from "./schema.ts";

export function routeStates(server: FastifyInstance, context: RouteContext): void {
  const {statistics} = context.store;
  addRoute(server, {
    url: "/api/v1/states",
    operation: STATES_OPERATION,
    answer: STATES_SCHEMA,
    handler: async (request, reply) => {
      const states = await statistics.readWithRests(readStates);
      return sendJson(request, reply, ["states"], {...states, archive: getsArchive(request)});
    },
  });
  addRoute(server, {
    url: "/api/v1/states/:provider/:dataset",
    operation: STATE_OPERATION,
    params: STATE_PATH,
    query: STATE_PARAMETERS,
    answer: STATE_SCHEMA,
    handler: async (request, reply) => {
      const address = request.params as DatasetAddress;
      const wanted = readRequest(STATE_PARAMETERS, request.query as QueryString, ({releases}) =>
        releases === undefined ? null : releases.split(",").map(Number),
      );
      const answer = await statistics.readWithRests((q) => readState(q, context.catalogues, address, wanted));
      return sendJson(request, reply, ["state"], answer);
    },
  });
  routeArchive(server, context);
}

function* readStates(q: Queries): Script<object> {
  const datasets = (yield* listDatasetStates(q)).map((dataset) => describeState(dataset));
  return {datasets, cursor: writeCursor(cursorOfNow(nameRun(yield* readLastRun(q))))};
}

function describeState(dataset: Pick<DatasetRecord, "provider" | "code" | "changedBy" | "changedAt">) {
  const {provider: provider_code, code: dataset_code, changedBy: changed_by} = dataset;
  return {provider_code, dataset_code, version: versionOf(dataset), changed_by};
}

/** @param wanted releases whose copies are wanted; null: the proof is. Throws NOT_FOUND */
function* readState(
  q: Queries,
  catalogues: RouteContext["catalogues"],
  address: DatasetAddress,
  wanted: readonly number[] | null,
): Script<object> {
  const [dataset] = yield* findDatasets(q, address);
  if (dataset === undefined)
    throw new ApiError("NOT_FOUND", `there is no dataset ${address.provider}/${address.dataset}`, {
      hint: "/api/v1/states lists them",
    });
  const releases = yield* listStatedReleases(q, dataset.id);
  return {
    ...describeState(dataset),
    changed_at: dataset.changedAt,
    proof: wanted === null ? yield* readStateProof(q, dataset.id) : null,
    run: yield* readRunCopy(q, dataset.changedBy),
    listed: (yield* readListed(q, address)).map((one) => ({...one, day: dayText(one.day)})),
    weeks: dataset.spans.some(({frequency}) => frequency === "W")
      ? describeWeeks(yield* catalogues.readWeeks(q, dataset))
      : [],
    releases: releases.map(({id, loadRun, newValues, revisedValues, withdrawnValues}) => ({
      ...{id, load_run: loadRun, new_values: newValues, revised_values: revisedValues},
      withdrawn_values: withdrawnValues,
    })),
    copies: wanted === null ? [] : yield* readReleaseCopies(q, dataset.id, wanted),
  };
}

function describeWeeks(calendar: PeriodTable | null): object[] {
  if (calendar === null) return [];
  const {base, days} = calendar;
  return Array.from(days, (day, at) => ({week: weekText(base + at), day})).flatMap(({week, day}) =>
    day === NO_DAY ? [] : [{week, day: dayText(day)}],
  );
}

function getsArchive({reader}: FastifyRequest): boolean {
  return reader?.plan.code === "owner";
}

const ARCHIVE_PATH = "/api/v1/archive/:sha256/:chunk";

/** Bytes of another format, which no schema of the document describes. */
function routeArchive(server: FastifyInstance, {store, evidence}: RouteContext): void {
  server.route({
    method: METHODS,
    url: ARCHIVE_PATH,
    config: {needsToken: true, undocumented: true},
    schema: {response: ERROR_RESPONSES},
    handler: async (request, reply) => {
      const {sha256, chunk} = request.params as {readonly sha256: string; readonly chunk: string};
      if (!getsArchive(request))
        throw new ApiError("NOT_FOUND", "archived files are given to tokens of the plan owner alone", {
          hint: "the evidence names the file of a value and where its publisher gives it",
        });
      const isWellFormed = /^[0-9a-f]{64}$/.test(sha256) && /^\d{1,6}$/.test(chunk);
      const isReleased = isWellFormed && (await store.statistics.read((q) => isReleasedFile(q, sha256)));
      const packed = isReleased ? await evidence.archived(sha256, Number(chunk)) : null;
      if (packed === null)
        throw new ApiError(
          "NOT_FOUND",
          "no release has such a file, or the file has no such chunk, or it is not in the archive",
        );
      const body = Buffer.from(packed, "base64");
      reply.header("cache-control", "private, no-store").header("content-length", String(body.length));
      return reply.type("application/zstd").send(request.method === "HEAD" ? undefined : body);
    },
  });
}
