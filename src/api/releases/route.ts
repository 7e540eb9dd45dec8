// GET /api/v1/releases and /api/v1/releases/{release_id}: what was published, and the card of one release (CONTRACT 6.11).
//
// A card is of the present state of the store: an estimate that a later release of the same day replaced is not in it.
import type {FastifyInstance} from "fastify";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {
  findPublishedRelease,
  listPublishedReleases,
  type PublishedRelease,
} from "../../store/releases/published-release.ts";
import type {Script} from "../../store/script.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {splitDatasetCode} from "../dataset-lookup.ts";
import {ApiError} from "../errors.ts";
import {clientHasIt, namesAnyAnswer, namesEtag, weakEtag} from "../http/headers.ts";
import {nextLink, publicBase} from "../http/links.ts";
import {type QueryString, readDay, readRequest} from "../http/parameters.ts";
import {addRoute, JSON_TYPE} from "../http/route.ts";
import {languageOf, languageTag} from "../language/language.ts";
import type {RouteParts} from "../server-parts.ts";
import {describeSeries} from "../slice/series.ts";
import {type FoundHeadlines, readHeadlines, type SeriesHeadline} from "./headlines.ts";
import {
  CARD_OPERATION,
  CARD_PARAMETERS,
  CARD_SCHEMA,
  RELEASE_PATH_PARAMETERS,
  RELEASES_OPERATION,
  RELEASES_PARAMETERS,
  RELEASES_PATH,
  RELEASES_SCHEMA,
} from "./schema.ts";

const MOST_HEADLINES = ANSWER_LIMITS.releaseHeadlines.maximum;
const PARAMETER_NAMES = Object.keys(RELEASES_PARAMETERS.properties);

/** Part of the ETag: raise it when the same state would be written differently. */
const RELEASES_VERSION = 1;

export function routeReleases(server: FastifyInstance, parts: RouteParts): void {
  const {store, settings} = parts;
  addRoute(server, {
    url: RELEASES_PATH,
    operation: RELEASES_OPERATION,
    query: RELEASES_PARAMETERS,
    answer: RELEASES_SCHEMA,
    handler: async (request, reply) => {
      const query = request.query as QueryString;
      const {filters, limit, offset} = readListRequest(query);
      request.stages?.end("what");
      const {total, releases} = await store.statistics.read((q) => listPublishedReleases(q, filters, offset, limit));
      request.stages?.end("read");
      const nextOffset = offset + releases.length < total && releases.length > 0 ? offset + releases.length : null;
      const body = JSON.stringify({
        items: releases.map(describeRelease),
        ...{total, has_more: nextOffset !== null, next_offset: nextOffset},
      });
      if (clientHasIt(request, reply, weakEtag(["releases", RELEASES_VERSION, body]))) return reply.code(304).send();
      if (nextOffset !== null) {
        const base = publicBase(settings.publicUrl, request);
        const link = nextLink(base, RELEASES_PATH, query, PARAMETER_NAMES, nextOffset);
        if (link !== null) reply.header("link", link);
      }
      return reply.type(JSON_TYPE).send(body);
    },
  });
}

export function routeRelease(server: FastifyInstance, parts: RouteParts): void {
  addRoute(server, {
    url: `${RELEASES_PATH}/:release_id`,
    operation: CARD_OPERATION,
    params: RELEASE_PATH_PARAMETERS,
    query: CARD_PARAMETERS,
    answer: CARD_SCHEMA,
    handler: async (request, reply) => {
      const {release_id: id} = request.params as {release_id: string};
      const ifNoneMatch = request.headers["if-none-match"];
      const wanted = readRequest(CARD_PARAMETERS, request.query as QueryString, ({offset, lang}) => ({
        ...{offset: offset!, most: MOST_HEADLINES, language: languageOf(lang, parts.settings)},
      }));
      request.stages?.end("what");
      const found = await parts.store.statistics.readGivingWay((q) => readCard(q, parts, id, wanted, ifNoneMatch));
      request.stages?.end("read");
      if (clientHasIt(request, reply, found.etag) || found.left === null) return reply.code(304).send();
      const {headlines, withdrawn} = found.left;
      const shown = headlines.slice(0, MOST_HEADLINES);
      const hasMore = headlines.length > shown.length;
      await chargeAnswer(
        parts,
        request,
        reply,
        shown.reduce((sum, one) => sum + valuesOf(one), 0),
      );
      if (namesAnyAnswer(ifNoneMatch)) return reply.code(304).send();
      const card = {
        ...describeRelease(found.release),
        withdrawn_values: withdrawn,
        headlines: shown.map((one) => describeHeadline(one, found.release)),
        has_more: hasMore,
        next_offset: hasMore ? wanted.offset + shown.length : null,
      };
      return reply.type(JSON_TYPE).send(JSON.stringify(card));
    },
  });
}

/** left: null if the client has this answer. Throws NOT_FOUND. */
function* readCard(
  q: Queries,
  parts: RouteParts,
  id: string,
  wanted: Parameters<typeof readHeadlines>[4],
  ifNoneMatch: string | undefined,
): Script<{
  readonly etag: string;
  readonly release: PublishedRelease;
  readonly left: FoundHeadlines | null;
}> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
  const release = number === null ? null : yield* findPublishedRelease(q, number);
  if (release === null)
    throw new ApiError("NOT_FOUND", `there is no release ${id.slice(0, 50)}`, {
      hint: `take the \`release_id\` from ${RELEASES_PATH}, or from the evidence of a series`,
    });
  const dataset = yield* parts.datasets.findOne(q, release);
  const {offset, language} = wanted;
  const etag = weakEtag(["release", RELEASES_VERSION, release.id, dataset.changedBy, offset, ...languageTag(language)]);
  if (namesEtag(ifNoneMatch, etag)) return {etag, release, left: null};
  const stamp = {day: release.publishedAt, sequence: release.sequence};
  return {etag, release, left: yield* readHeadlines(q, parts, dataset, stamp, wanted)};
}

/** Throws InvalidParameters with all faults. */
function readListRequest(query: QueryString) {
  return readRequest(RELEASES_PARAMETERS, query, ({since, provider, dataset, limit, offset}, refuse) => {
    readDay("since", since, refuse);
    const filters = {
      ...{since: since ?? null, provider: provider ?? null},
      dataset: dataset === undefined ? null : splitDatasetCode(dataset),
    };
    return {filters, limit: limit!, offset: offset!};
  });
}

function describeRelease(release: PublishedRelease): object {
  return {
    release_id: release.id,
    provider_code: release.provider,
    dataset_code: release.dataset,
    name: release.name,
    published_at: dayText(release.publishedAt),
    source_file: release.sourceFile,
    fingerprint: `sha256:${release.fingerprint}`,
    new_values: release.newValues,
    revised_values: release.revisedValues,
  };
}

function describeHeadline(
  {catalogue, position, periods, period, value, previous, yearBefore}: SeriesHeadline,
  {provider, dataset}: PublishedRelease,
): object {
  const {series_key, title, unit} = describeSeries(catalogue, position, {provider, dataset, labels: false});
  const textOf = (ordinal: number): string => dayText(periods.days[ordinal - periods.base]!);
  return {
    ...{series_key, title, unit, period: textOf(period), value},
    previous:
      previous === null
        ? null
        : {period: textOf(previous.period), known_before: previous.knownBefore, now: previous.now},
    year_before: yearBefore,
    evidence: `/api/v1/series/${series_key}/evidence?period=${textOf(period)}`,
  };
}

/** Values that a headline shows. */
function valuesOf({previous, yearBefore}: SeriesHeadline): number {
  const ofPrevious = previous === null ? 0 : previous.knownBefore === null ? 1 : 2;
  return 1 + ofPrevious + (yearBefore === null ? 0 : 1);
}
