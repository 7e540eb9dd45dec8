// GET /api/v1/verify: whether a number was published, when, and in which cell. Charged as one value.
//
// The verdict is made in statistics/claim over the series that store/claims reads; this is only its door. A wrong parameter is named, because
// the verdict about another claim would be a wrong number.

import type {FastifyInstance} from "fastify";
import type {Static} from "typebox";
import {LEVELS} from "../../statistics/territory.ts";
import {dayText} from "../../statistics/time/day.ts";
import {readFigure} from "../../store/claims/claim-figure.ts";
import {readClaimPeriod} from "../../store/claims/claim-period.ts";
import {MAX_CLAIM_LETTERS} from "../../store/claims/claim-words.ts";
import {type Candidate, type ClaimQuery, type JudgedSeries, verifyClaim} from "../../store/claims/verify-claim.ts";
import {type SeriesOfKey, titleOf} from "../../store/series/series-of-key.ts";
import {createBudget} from "../../work/budget.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {ApiError, InvalidParameters} from "../errors.ts";
import {clientHasIt, REVALIDATED, weakEtag} from "../http/headers.ts";
import {publicBase} from "../http/links.ts";
import {type QueryString, readDay, readRequest} from "../http/parameters.ts";
import {CLIENT_GONE} from "../http/request-log.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {describeCell, rereadCells} from "../series/cell-evidence.ts";
import {describeOrigin} from "../series/evidence.ts";
import type {RouteParts} from "../server-parts.ts";
import {VERIFY_OPERATION, VERIFY_PARAMETERS, VERIFY_SCHEMA} from "./schema.ts";

/** Part of the ETag: raise it when the same verdict would be written differently. */
const VERIFY_VERSION = 2;

export function routeVerify(server: FastifyInstance, parts: RouteParts): void {
  const {store, catalogues, evidence, settings} = parts;
  addRoute(server, {
    url: "/api/v1/verify",
    operation: VERIFY_OPERATION,
    query: VERIFY_PARAMETERS,
    answer: VERIFY_SCHEMA,
    handler: async (request, reply) => {
      const claim = readClaimRequest(request.query as QueryString);
      const found = await verifyClaim(
        {statistics: store.statistics, search: store.search, catalogues},
        claim.query,
        createBudget(),
      );
      request.stages?.end("read");
      if (found === null) throw notFound(claim);
      const {verdict, judged, candidates} = found;
      refuseElsewhere(claim, judged);
      if (request.method === "HEAD") {
        await chargeAnswer(parts, request, reply, 1);
        return reply.type(JSON_TYPE).send();
      }
      const estimate = judged === null ? null : decidingOf(judged);
      let proof: object | null = null;
      if (judged?.proof && estimate !== null) {
        const wanted = [{proof: judged.proof, estimate: {...estimate, day: estimate.from}}];
        const readings = await rereadCells(evidence, request, judged.found.series.key, judged.period!, wanted);
        if (readings === null) return reply.code(CLIENT_GONE).send();
        proof = {...describeOrigin(judged.proof), ...describeCell(wanted[0]!.estimate, readings[0]!)};
        request.stages?.end("reread");
      }
      const body = JSON.stringify({
        claim: describeClaim(claim),
        verdict,
        series: judged === null ? null : describeSeries(judged.found, null),
        period: estimate === null ? null : dayText(judged!.periods.days[judged!.period! - judged!.periods.base]!),
        estimates: (judged?.judgement.estimates ?? []).map(({value, from, superseded}) => ({
          value,
          from: dayText(from),
          until: superseded === null ? null : dayText(superseded - 1),
        })),
        evidence: proof,
        permalink:
          estimate === null
            ? null
            : `${publicBase(settings.publicUrl, request)}/series/${judged!.found.series.key}?as_of=${dayText(estimate.from)}`,
        candidates: candidates.map(({found: one, period, verdict: own}: Candidate) => ({
          ...describeSeries(one, period),
          verdict: own,
        })),
      });
      reply.header("cache-control", REVALIDATED);
      if (clientHasIt(request, reply, weakEtag(["verify", VERIFY_VERSION, body]))) return reply.code(304).send();
      await chargeAnswer(parts, request, reply, 1);
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

function decidingOf({judgement: {estimates, deciding}}: JudgedSeries) {
  return deciding === null ? null : estimates[deciding]!;
}

function notFound({given}: GivenClaim): ApiError {
  if (given.series !== undefined)
    return new ApiError("NOT_FOUND", `there is no series ${given.series.slice(0, 100)}`, {
      hint: "take the `series_key` from an answer of /api/v1/series/search, or give words in `q`",
    });
  return new ApiError("NOT_FOUND", "no series matches the words of `q`", {
    hint: "try fewer words, or find the key with /api/v1/series/search and give it in `series`",
  });
}

/** A key names its territory; another one in `geo` is a contradiction. */
function refuseElsewhere({given, query}: GivenClaim, judged: JudgedSeries | null): void {
  const {territory} = query;
  if (given.series === undefined || territory === null || judged === null) return;
  const {fullTerritory: where} = judged.found.series;
  if (where.code !== territory && where.canonical !== territory) refuseOtherTerritory(territory, where.canonical);
}

function describeClaim({given, query}: GivenClaim): object {
  return {
    value: given.value!,
    decimals: query.number.decimals,
    series: given.series ?? null,
    q: given.q ?? null,
    period: given.period ?? null,
    geo: given.geo ?? null,
    on: given.on ?? null,
  };
}

function describeSeries(found: SeriesOfKey, period: number | null): object {
  const {dataset, series} = found;
  return {
    series_key: series.key,
    title: titleOf(series),
    provider_code: dataset.provider,
    dataset_code: dataset.code,
    measure: series.measure,
    transformation: series.transformation,
    unit: series.unit ?? "",
    freq: series.frequency,
    geo: series.territory,
    geo_label: series.fullTerritory.name,
    period: period === null ? null : dayText(period),
  };
}

interface GivenClaim {
  readonly given: Partial<Static<typeof VERIFY_PARAMETERS>>;
  readonly query: ClaimQuery;
}

/** Throws InvalidParameters with all faults. */
export function readClaimRequest(query: QueryString): GivenClaim {
  return readRequest(VERIFY_PARAMETERS, query, (given, refuse) => {
    const figure = given.value === undefined ? null : readFigure(given.value);
    if (given.value !== undefined && figure === null)
      refuse(
        "value",
        "value_error",
        "Value error, write one number of at most 30 digits, with its unit or without: 98.8, 86 149, -1,2, 10.3 % or 92 bn rubles",
      );
    const words = given.q?.trim() ?? "";
    const key = given.series ?? null;
    if (words.length > MAX_CLAIM_LETTERS)
      refuse("q", "value_error", `Value error, write at most ${MAX_CLAIM_LETTERS} letters about the number`);
    if (words === "" && key === null)
      refuse("series", "missing", "Field required: give the key of a series, or words in `q`");
    if (words !== "" && key !== null) refuse("series", "value_error", "Value error, give either `series` or `q`");
    const period = given.period === undefined ? null : readClaimPeriod(given.period);
    if (given.period !== undefined && period === null)
      refuse(
        "period",
        "date_parsing",
        "Input should be a period from 1700 to 2199: YYYY, YYYY-Qn, YYYY-MM, YYYY-MM-DD, or in words as March 2025 and Q1 2018",
      );
    const territory = given.geo?.trim() || null;
    if (territory !== null && (territory.includes(",") || ["all", ...LEVELS].includes(territory)))
      refuse("geo", "value_error", "Value error, give the code of one territory");
    const on = readDay("on", given.on, refuse);
    const {number, unit} = figure ?? {number: null, unit: null};
    return {given, query: {number: number!, unit, about: key === null ? {words} : {key}, period, territory, on}};
  });
}

function refuseOtherTerritory(geo: string, own: string): never {
  const msg = `Value error, the series is of ${own}, not of ${geo}: leave geo out, or give the key of that territory`;
  throw new InvalidParameters([{loc: ["query", "geo"], msg, type: "value_error"}]);
}
