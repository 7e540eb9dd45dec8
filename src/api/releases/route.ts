// GET /api/v1/releases and /api/v1/releases/{release_id}: what was published, and the card of one release [releases.*].
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
import {type FoundHeadlines, type HeadlineStart, readReleaseHeadlines} from "../../store/releases/release-headlines.ts";
import type {Script} from "../../store/script.ts";
import type {NameChoice} from "../../text/language.ts";
import {type Budget, createBudget} from "../../work/budget.ts";
import {chargeAnswer} from "../auth/charge.ts";
import {splitDatasetCode} from "../dataset.ts";
import {ApiError} from "../errors.ts";
import {clientHasIt, namesEtag, weakEtag} from "../http/headers.ts";
import {addressWith, publicBase} from "../http/links.ts";
import {type QueryString, readDay, readRequest} from "../http/parameters.ts";
import {addRoute, JSON_TYPE, sendListPage} from "../http/route.ts";
import {valueAddressTemplate} from "../http/value-address.ts";
import {readNames} from "../language/catalogue-names.ts";
import {languageOf, languageTag} from "../language/language.ts";
import type {RouteContext} from "../server-context.ts";
import {describeHeadline, type NamedHeadline, nameHeadlines, valuesOf} from "./headlines.ts";
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
const LIST_NAMES = Object.keys(RELEASES_PARAMETERS.properties);
const CARD_NAMES = Object.keys(CARD_PARAMETERS.properties);

/** Part of the ETag: raise it when the same state would be written differently. */
const RELEASES_VERSION = 2;

export function routeReleases(server: FastifyInstance, context: RouteContext): void {
  const {store, settings} = context;
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
      const page = {items: releases.map(describeRelease), total, offset};
      const paged = {path: RELEASES_PATH, names: LIST_NAMES, given: query};
      const {publicUrl} = settings;
      return sendListPage(request, reply, ["releases", RELEASES_VERSION], page, {...paged, publicUrl});
    },
  });
}

export function routeRelease(server: FastifyInstance, context: RouteContext): void {
  addRoute(server, {
    url: `${RELEASES_PATH}/:release_id`,
    operation: CARD_OPERATION,
    params: RELEASE_PATH_PARAMETERS,
    query: CARD_PARAMETERS,
    answer: CARD_SCHEMA,
    handler: async (request, reply) => {
      const {release_id: id} = request.params as {release_id: string};
      const query = request.query as QueryString;
      const ifNoneMatch = request.headers["if-none-match"];
      const wanted = readRequest(CARD_PARAMETERS, query, ({offset, from_series, lang}) => ({
        start: {series: from_series!, headlines: offset!},
        language: languageOf(lang, context.settings),
        lang: lang ?? "",
      }));
      request.stages?.end("what");
      const budget = createBudget();
      const found = await context.store.statistics.readWithRests(
        (q) => readCard(q, context, id, {...wanted, ifNoneMatch}, budget),
        budget,
      );
      request.stages?.end("read");
      if (clientHasIt(request, reply, found.etag) || found.left === null) return reply.code(304).send();
      const {release, left} = found;
      const values = left.headlines.reduce((sum, one) => sum + valuesOf(one), 0);
      await chargeAnswer(context, request, reply, values);
      const next = left.next && addressWith(`${RELEASES_PATH}/${id}`, query, CARD_NAMES, startQuery(left.next));
      if (next !== null)
        reply.header("link", `<${publicBase(context.settings.publicUrl, request)}${next}>; rel="next"`);
      const card = {
        ...describeRelease(release),
        headlines: left.headlines.map((one) => describeHeadline(one, release)),
        cut: left.isCut,
        has_more: next !== null,
        next_offset: next === null || left.isCut ? null : wanted.start.headlines + left.headlines.length,
        next,
        claim_template: valueAddressTemplate(context.settings.publicUrl, "published_at"),
      };
      return reply.type(JSON_TYPE).send(JSON.stringify(card));
    },
  });
}

function startQuery({series, headlines}: HeadlineStart) {
  return {from_series: series, offset: headlines};
}

interface WantedCard {
  readonly start: HeadlineStart;
  readonly language: NameChoice;
  /** As it was given: the address of the next page has it. */
  readonly lang: string;
  readonly ifNoneMatch: string | undefined;
}

/** left: null if the client has this answer. Throws NOT_FOUND. */
function* readCard(
  q: Queries,
  context: RouteContext,
  id: string,
  {start, language, lang, ifNoneMatch}: WantedCard,
  budget: Budget,
): Script<{
  readonly etag: string;
  readonly release: PublishedRelease;
  readonly left: (Omit<FoundHeadlines, "headlines"> & {readonly headlines: readonly NamedHeadline[]}) | null;
}> {
  const number = /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null;
  const release = number === null ? null : yield* findPublishedRelease(q, number);
  if (release === null)
    throw new ApiError("NOT_FOUND", `there is no release ${id.slice(0, 50)}`, {
      hint: `it may have been withdrawn since, or its dataset dropped; take the \`release_id\` from ${RELEASES_PATH}, or from the evidence of a series`,
    });
  const dataset = yield* context.datasets.findOne(q, release);
  const {changedBy} = dataset;
  const {series, headlines: passed} = start;
  const etag = weakEtag([
    ...["release", RELEASES_VERSION, release.id, changedBy, series, passed, lang],
    ...languageTag(language),
  ]);
  if (namesEtag(ifNoneMatch, etag)) return {etag, release, left: null};
  const wanted = {start, most: MOST_HEADLINES};
  const found = yield* readReleaseHeadlines(q, context.catalogues, {dataset, release}, wanted, budget);
  const headlines = yield* nameHeadlines(q, context, dataset, found.headlines, language);
  const names = yield* readNames(q, context.catalogues, dataset, language);
  return {etag, release: {...release, name: names.of(release.name)}, left: {...found, headlines}};
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
    withdrawn_values: release.withdrawnValues,
  };
}
