// GET /api/v1/derived: values derived from published ones, in the form of a slice.
//
// The definitions are in statistics/derived. The number of values is known only when they are derived, so that is done before the charge;
// inputs are bounded, so a refusal is cheap.
import type {FastifyInstance} from "fastify";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {createPace} from "../../work/pace.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {ApiError} from "../errors.ts";
import {clientHasIt, namesAnyAnswer, REVALIDATED, weakEtag} from "../http/headers.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {LARGE_VALUES} from "../http/write-slots.ts";
import {languageTag} from "../language/language.ts";
import type {RouteParts} from "../server-parts.ts";
import {finalityTag} from "../slice/finality.ts";
import {explainEmpty} from "../slice/nothing-selected.ts";
import {readSelection} from "../slice/page.ts";
import {writeDerived} from "./body.ts";
import {derivePage} from "./derive-page.ts";
import {type DerivedRequest, type FoundInputs, readInputs} from "./inputs.ts";
import {DERIVED_PARAMETERS, readDerived} from "./request.ts";
import {DERIVED_OPERATION, DERIVED_PATH, DERIVED_SCHEMA} from "./schema.ts";

const MOST_VALUES = ANSWER_LIMITS.sliceValues.maximum;
/** Published values that an answer may be derived from: a step may need a long history for a short answer. */
const MOST_INPUTS = 10 * MOST_VALUES;

/** Part of the ETag: raise it when the same state would be written differently. */
const DERIVED_VERSION = 1;

export function routeDerived(server: FastifyInstance, parts: RouteParts): void {
  addRoute(server, {
    url: DERIVED_PATH,
    operation: DERIVED_OPERATION,
    query: DERIVED_PARAMETERS,
    answer: DERIVED_SCHEMA,
    handler: async (request, reply) => {
      const wanted = readDerived(request, parts);
      request.stages?.end("what");
      const {slice, ifNoneMatch} = wanted.query;
      const found = await readSelection(parts.store.statistics, (q, mayRest) =>
        readInputs(q, parts, wanted, mayRest),
      ).catch((error) => explainEmpty(parts, slice.filters, error));
      request.stages?.end("read");
      const etag = etagOf(wanted, found, parts.settings.publicUrl);
      if (clientHasIt(request, reply, etag, REVALIDATED)) return reply.code(304).send();
      refuseTooMany(
        found.series.reduce((sum, {window}) => sum + window.count, 0),
        MOST_INPUTS,
        "is derived from",
      );
      const pace = createPace();
      const derived = await derivePage(wanted, found, pace);
      const values = derived.reduce((sum, {observations}) => sum + observations.count, 0);
      refuseTooMany(values, MOST_VALUES, "has");
      const isRead = request.method !== "HEAD";
      if (isRead && values > LARGE_VALUES && !(await parts.slots.acquireFor(request, reply)))
        return reply.code(CLIENT_GONE).send();
      await chargeAnswer(parts, request, reply, values);
      const end = slice.offset + derived.length;
      const nextOffset = wanted.keys === null && end < found.total ? end : null;
      const page = {...found, derived, values, offset: slice.offset, nextOffset};
      const body = isRead ? await writeDerived(parts, page, slice, pace) : undefined;
      request.stages?.end("write");
      if (body !== undefined) reply.raw.once("finish", () => parts.memory.giveBack(body));
      if (namesAnyAnswer(ifNoneMatch)) return reply.code(304).send();
      return reply.type(slice.format === "csv" ? "text/csv; charset=utf-8" : JSON_TYPE).send(body);
    },
  });
}

function etagOf(
  {derive, keys, query}: DerivedRequest,
  {states, described}: FoundInputs,
  publicUrl: string | null,
): string {
  const {filters, from, to, asOf, last, format, labels, language, bom, decimal, limit, offset} = query.slice;
  return weakEtag([
    ...[
      "derived",
      DERIVED_VERSION,
      derive,
      keys?.join() ?? JSON.stringify(filters),
      states.join(),
      described,
      publicUrl,
    ],
    ...[from, to, asOf, last, format, labels, bom, decimal, limit, offset],
    ...languageTag(language),
    ...finalityTag(query.slice.finality),
  ]);
}

function refuseTooMany(values: number, most: number, how: string): void {
  if (values <= most) return;
  throw new ApiError("SLICE_TOO_BIG", `the page ${how} ${values} values; one answer ${how} at most ${most}`, {
    hint: "take fewer series (`limit`, `geo`, `class`), or narrow the period (`start`, `end`)",
    values,
  });
}
