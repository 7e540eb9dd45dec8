// GET /api/v1/derived: values derived from published ones, in the form of a slice.
//
// The definitions are in statistics/derived. The number of values is known only when they are derived, so that is done before the charge;
// inputs are bounded, so a refusal is cheap.
import type {FastifyInstance, FastifyReply, FastifyRequest} from "fastify";
import {digestQuantities} from "../../reference/reference.ts";
import {createPageMemories} from "../../statistics/derived/page-memory.ts";
import {createPace} from "../../work/pace.ts";
import {reserveAndCharge} from "../auth/charge.ts";
import {clientHasIt, REVALIDATED, weakEtag} from "../http/headers.ts";
import {setPageHeaders} from "../http/links.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {returnWhenSent} from "../http/sending.ts";
import {languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {finalityTag} from "../slice/finality.ts";
import {explainEmpty} from "../slice/nothing-selected.ts";
import {readSelection} from "../slice/page.ts";
import {writeDerived} from "./body.ts";
import {capacityOf, derivePage} from "./derive-page.ts";
import {refuseTooManyInputs, refuseTooManyValues} from "./fitting.ts";
import {type DerivedRequest, type FoundInputs, readInputs} from "./inputs.ts";
import {DERIVED_PARAMETER_NAMES, DERIVED_PARAMETERS, readDerived} from "./request.ts";
import {DERIVED_OPERATION, DERIVED_PATH, DERIVED_SCHEMA} from "./schema.ts";

/** Part of the ETag: raise it when the same state would be written differently. */
const DERIVED_VERSION = 2;

export function routeDerived(server: FastifyInstance, context: RouteContext): void {
  const memories = createPageMemories();
  addRoute(server, {
    url: DERIVED_PATH,
    operation: DERIVED_OPERATION,
    query: DERIVED_PARAMETERS,
    answer: DERIVED_SCHEMA,
    handler: async (request, reply) => {
      const wanted = readDerived(request, context);
      request.stages?.end("what");
      const {slice} = wanted.query;
      const found = await readSelection(context.store.statistics, (q, mayRest) =>
        readInputs(q, context, wanted, mayRest),
      ).catch((error) => explainEmpty(context, slice.filters, error));
      request.stages?.end("read");
      const etag = etagOf(wanted, found, context.settings.publicUrl);
      if (clientHasIt(request, reply, etag, REVALIDATED)) return reply.code(304).send();
      refuseTooManyInputs(wanted, found);
      const answer = await deriveAnswer(wanted, found, request, reply);
      if (answer === null) return reply;
      request.stages?.end("write");
      const {body, withdrawn} = answer;
      returnWhenSent(context.memory, reply, body);
      if (withdrawn > 0) reply.header("x-withdrawn-values", String(withdrawn));
      const paged = {path: DERIVED_PATH, names: DERIVED_PARAMETER_NAMES, given: wanted.query.given};
      const hasPages = slice.format === "json" && body !== undefined;
      setPageHeaders(reply, context.settings.publicUrl, paged, answer, hasPages);
      return reply.type(slice.format === "csv" ? "text/csv; charset=utf-8" : JSON_TYPE).send(body);
    },
  });

  /** Derives, refuses or charges, and writes; null: the client has left. The memory of the values is given back before the answer is sent: the body is a copy. */
  async function deriveAnswer(
    wanted: DerivedRequest,
    found: FoundInputs,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<DerivedAnswer | null> {
    const {slice} = wanted.query;
    const pace = createPace();
    const memory = memories.borrow(capacityOf(wanted, found));
    try {
      const derived = await derivePage(wanted, found, memory, pace);
      const values = derived.reduce((sum, {observations}) => sum + observations.count, 0);
      refuseTooManyValues(wanted, derived);
      const partToSend = await reserveAndCharge(context, request, reply, values);
      if (partToSend === null) return null;
      const withdrawn = derived.reduce((sum, one) => sum + one.withdrawn.length, 0);
      const end = slice.offset + derived.length;
      const nextOffset = wanted.keys === null && end < found.total ? end : null;
      const page = {...found, derived, values, offset: slice.offset, nextOffset};
      const body = partToSend === "body" ? await writeDerived(context, page, slice, pace) : undefined;
      return {withdrawn, total: found.total, nextOffset, body};
    } finally {
      memories.giveBack(memory);
    }
  }
}

interface DerivedAnswer {
  /** How many values rest on withdrawn values. */
  readonly withdrawn: number;
  /** Series that match, over all pages. */
  readonly total: number;
  readonly nextOffset: number | null;
  /** Of HEAD there is none. */
  readonly body: Buffer | undefined;
}

function etagOf(
  {derive, keys, query}: DerivedRequest,
  {states, datasetJson}: FoundInputs,
  publicUrl: string | null,
): string {
  const {filters, from, to, asOf, last, format, labels, language, bom, decimal, limit, offset} = query.slice;
  return weakEtag([
    ...[
      "derived",
      DERIVED_VERSION,
      digestQuantities(),
      derive,
      keys?.join() ?? JSON.stringify(filters),
      states.join(),
      datasetJson,
      publicUrl,
    ],
    ...[from, to, asOf, last, format, labels, bom, decimal, limit, offset],
    ...languageTag(language),
    ...finalityTag(query.slice.finality),
  ]);
}
