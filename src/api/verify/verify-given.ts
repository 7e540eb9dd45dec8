// One claim of a request, by words or a key or as a sentence: read and verified in one way for a single claim, for a batch and for models.

import type {ClaimContext} from "../../claims/judge-series.ts";
import {verifyText, verifyWithDirection} from "../../claims/text/verify-text.ts";
import type {VerifiedClaim} from "../../claims/verify-claim.ts";
import {dayText, firstDay} from "../../statistics/time/day.ts";
import type {Budget} from "../../work/budget.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {isGiven, type QueryString} from "../http/parameters.ts";
import {
  codeOfOtherTerritory,
  describeClaim,
  type GivenClaim,
  type GivenSentence,
  notFound,
  readClaimRequest,
  readSentenceRequest,
} from "./claim-request.ts";

export type GivenRequest = {readonly sentence: GivenSentence} | {readonly one: GivenClaim};

/** `claim`: as the answer repeats it. `error`: why there is no verdict. */
export type VerifiedRequest =
  | {readonly claim: object; readonly found: VerifiedClaim; readonly error?: undefined}
  | {readonly claim: object; readonly found: null; readonly error: ApiError | InvalidParameters};

/** Throws InvalidParameters with all faults. */
export function readAnyRequest(query: QueryString): GivenRequest {
  return isGiven(query, "text") ? {sentence: readSentenceRequest(query)} : {one: readClaimRequest(query)};
}

export async function verifyGiven(
  context: ClaimContext,
  given: GivenRequest,
  budget: Budget,
): Promise<VerifiedRequest> {
  return "one" in given
    ? await verifyOne(context, given.one, budget)
    : await verifyOnlyClaim(context, given.sentence, budget);
}

async function verifyOne(context: ClaimContext, given: GivenClaim, budget: Budget): Promise<VerifiedRequest> {
  const claim = describeClaim(given);
  const found = await verifyWithDirection(context, given.query, budget);
  if (found === null) return {claim, found, error: notFound(given)};
  const own = codeOfOtherTerritory(given, found.judged);
  if (own === null) return {claim, found};
  const fault = `the series is of ${own}, not of ${given.query.territory}: leave geo out, or give the key of that territory`;
  return {claim, found: null, error: faultOf("geo", fault)};
}

/** The one claim of a sentence. */
async function verifyOnlyClaim(
  context: ClaimContext,
  {text, given, territory, on}: GivenSentence,
  budget: Budget,
): Promise<VerifiedRequest> {
  const {claims} = await verifyText(context, text, null, budget, {territory, on});
  const [one] = claims;
  if (one === undefined || claims.length > 1) {
    const claim = describeClaim({given: {...given, value: text}, query: {number: {digits: 0n, decimals: 0}}});
    const fault = `the text states ${claims.length} numbers about series: give one, or send all to /api/v1/verify/draft`;
    const hint = "write the number with its unit and what it is about, or give `value` and `q`";
    const none = new ApiError("NOT_FOUND", "the text states no number about a series", {hint});
    return {claim, found: null, error: one === undefined ? none : faultOf("text", fault)};
  }
  const {figure, words, period} = one.stated;
  const value = text.slice(figure.start, figure.end);
  const day =
    period === null ? null : period.frequency === "D" ? period.ordinal : firstDay(period.frequency, period.ordinal);
  const read = {...given, value, q: words, ...(day !== null && {period: dayText(day)})};
  return {claim: describeClaim({given: read, query: one.query}), found: one.found};
}

function faultOf(name: "geo" | "text", fault: string): InvalidParameters {
  return new InvalidParameters([{loc: ["query", name], msg: `Value error, ${fault}`, type: "value_error"}]);
}
