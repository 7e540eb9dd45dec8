// GET /api/v1/verify: whether a number was published, when, and in which cell. Charged as one value.
//
// The verdict is made in statistics/claim over the series that store/claims reads; this is only its door. A wrong parameter is named, because
// the verdict about another claim would be a wrong number.

import type {FastifyInstance, FastifyRequest} from "fastify";
import {dayText, firstDay} from "../../statistics/time/day.ts";
import type {ClaimParts, JudgedSeries} from "../../store/claims/judge-series.ts";
import {verifySentence} from "../../store/claims/text/verify-sentence.ts";
import {type VerifiedClaim, verifyClaim} from "../../store/claims/verify-claim.ts";
import {createBudget} from "../../work/budget.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {clientHasIt, REVALIDATED, weakEtag} from "../http/headers.ts";
import {isGiven, type QueryString} from "../http/parameters.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {describeCell, rereadCells} from "../series/cell-evidence.ts";
import type {RouteParts} from "../server-parts.ts";
import {
  describeClaim,
  type GivenClaim,
  notFound,
  readClaimRequest,
  readSentenceRequest,
  seriesElsewhere,
} from "./claim-request.ts";
import {decidingOf, describeVerdict} from "./result.ts";
import {VERIFY_OPERATION, VERIFY_PARAMETERS, VERIFY_SCHEMA} from "./schema.ts";

/** Part of the ETag: raise it when the same verdict would be written differently. */
const VERIFY_VERSION = 2;

export function routeVerify(server: FastifyInstance, parts: RouteParts): void {
  const {store, catalogues, settings} = parts;
  const claimParts: ClaimParts = {statistics: store.statistics, search: store.search, catalogues};
  addRoute(server, {
    url: "/api/v1/verify",
    operation: VERIFY_OPERATION,
    query: VERIFY_PARAMETERS,
    answer: VERIFY_SCHEMA,
    handler: async (request, reply) => {
      const query = request.query as QueryString;
      const {claim, found} = isGiven(query, "text")
        ? await verifyOnlyClaim(claimParts, query)
        : await verifyOne(claimParts, query);
      request.stages?.end("read");
      if (request.method === "HEAD") {
        await chargeAnswer(parts, request, reply, 1);
        return reply.type(JSON_TYPE).send();
      }
      const cell = found.judged === null ? null : await readCell(parts, request, found.judged);
      if (cell === CLIENT_GONE) return reply.code(CLIENT_GONE).send();
      const body = JSON.stringify({claim, ...describeVerdict(found, {settings, request}, cell)});
      reply.header("cache-control", REVALIDATED);
      if (clientHasIt(request, reply, weakEtag(["verify", VERIFY_VERSION, body]))) return reply.code(304).send();
      await chargeAnswer(parts, request, reply, 1);
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

interface VerifiedRequest {
  /** As the answer repeats it. */
  readonly claim: object;
  readonly found: VerifiedClaim;
}

async function verifyOne(parts: ClaimParts, query: QueryString): Promise<VerifiedRequest> {
  const claim = readClaimRequest(query);
  const found = await verifyClaim(parts, claim.query, createBudget());
  if (found === null) throw notFound(claim);
  refuseElsewhere(claim, found.judged);
  return {claim: describeClaim(claim), found};
}

/** The one claim of a sentence. */
async function verifyOnlyClaim(parts: ClaimParts, query: QueryString): Promise<VerifiedRequest> {
  const {text, given, territory, on} = readSentenceRequest(query);
  const {claims} = await verifySentence(parts, text, createBudget(), {territory, on});
  const [one] = claims;
  if (one === undefined)
    throw new ApiError("NOT_FOUND", "the text states no number about a series", {
      hint: "write the number with its unit and what it is about, or give `value` and `q`",
    });
  if (claims.length > 1) {
    const msg = `Value error, the text states ${claims.length} numbers about series: give one, or send all to /api/v1/verify/draft`;
    throw new InvalidParameters([{loc: ["query", "text"], msg, type: "value_error"}]);
  }
  const {figure, words, period} = one.stated;
  const value = text.slice(figure.start, figure.end);
  const day =
    period === null ? null : period.frequency === "D" ? period.ordinal : firstDay(period.frequency, period.ordinal);
  const read = {...given, value, q: words, ...(day !== null && {period: dayText(day)})};
  return {claim: describeClaim({given: read, query: one.query}), found: one.found};
}

/** The cell of the estimate that decides; null: no release is known for it. */
async function readCell(
  {evidence}: RouteParts,
  request: FastifyRequest,
  judged: JudgedSeries,
): Promise<object | typeof CLIENT_GONE | null> {
  const estimate = decidingOf(judged);
  if (judged.proof === null || estimate === null) return null;
  const wanted = {proof: judged.proof, estimate: {...estimate, day: estimate.from}};
  const readings = await rereadCells(evidence, request, judged.found.series.key, judged.period!, [wanted]);
  if (readings === null) return CLIENT_GONE;
  request.stages?.end("reread");
  return describeCell(wanted.estimate, readings[0]!);
}

/** A key names its territory; another one in `geo` is a contradiction. */
function refuseElsewhere(claim: GivenClaim, judged: JudgedSeries | null): void {
  const own = seriesElsewhere(claim, judged);
  if (own === null) return;
  const msg = `Value error, the series is of ${own}, not of ${claim.query.territory}: leave geo out, or give the key of that territory`;
  throw new InvalidParameters([{loc: ["query", "geo"], msg, type: "value_error"}]);
}
