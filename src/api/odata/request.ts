// An OData request: its resource, its options, the form of its answer and the links in it, checked before the store is read.
//
// The link to the next page repeats every option unchanged, with a $skiptoken in place of $skip. A request whose link would be too long is
// refused. A token in the query is repeated too, because such a client can send it in no other way; a token from a header never is.
import type {FastifyRequest} from "fastify";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {ODataFault} from "../../formats/odata/fault.ts";
import {chooseJsonForm, type JsonForm, preferredPageSize, refuseOldReaders} from "../../formats/odata/media-type.ts";
import {systemOption} from "../../formats/odata/option-names.ts";
import {parseResource, type Resource} from "../../formats/odata/resource-path.ts";
import {ApiError} from "../errors.ts";
import {ODATA_ROOT} from "../http/headers.ts";
import {publicBase} from "../http/links.ts";
import {KEY_PARAMETER, type QueryString} from "../http/parameters.ts";
import {type GivenOptions, readGivenOptions, refuseMisused} from "./options.ts";

export interface ODataRequest {
  readonly resource: Resource;
  readonly options: GivenOptions;
  readonly form: JsonForm;
  /** Address of the service, with a slash at the end. */
  readonly root: string;
  /** Rows of a page from the Prefer header; null without one. */
  readonly preferredRows: number | null;
  /** The key in the query, which next links repeat; null if it was sent in another way. */
  readonly queryKey: string | null;
  readonly query: QueryString;
}

/** A page has no more rows than a slice has values, and half as many series: they charge nothing. */
export const PAGE_LIMITS = {observations: ANSWER_LIMITS.odataRows, series: ANSWER_LIMITS.odataSeries} as const;

/** Throws ApiError: BAD_REQUEST, NOT_IMPLEMENTED, NOT_ACCEPTABLE, NOT_FOUND. */
export function readODataRequest(request: FastifyRequest, publicUrl: string | null): ODataRequest {
  const query = request.query as QueryString;
  refuseOldReaders(request.headers["odata-maxversion"] as string | undefined);
  const options = readGivenOptions(query);
  const [path = ""] = (request.raw.url ?? "").split(/[?#]/, 1);
  const resource = parseResource(path.slice(ODATA_ROOT.length), (name) => options.aliases.get(name));
  if (resource === null) {
    throw new ApiError("NOT_FOUND", "there is no such resource", {
      hint: `the service has the sets series and observations; ${ODATA_ROOT}/$metadata describes them`,
    });
  }
  refuseMisused(resource.kind, options);
  const preferred = preferredPageSize(request.headers["prefer"] as string | undefined);
  return {
    resource,
    options,
    form: readForm(request, resource, options),
    root: `${absoluteBase(publicUrl, request)}${ODATA_ROOT}/`,
    preferredRows: preferred,
    queryKey: query.values.get(KEY_PARAMETER)?.find((key) => key !== "") ?? null,
    query,
  };
}

/** A refusal of the parsers as an answer. */
export function asApiError(error: unknown): unknown {
  if (!(error instanceof ODataFault)) return error;
  const {kind, message, hint} = error;
  return new ApiError(kind === "bad" ? "BAD_REQUEST" : "NOT_IMPLEMENTED", message, {hint});
}

/** Scheme and host, never empty: OData clients cannot use relative links. */
export function absoluteBase(publicUrl: string | null, request: FastifyRequest): string {
  const base = publicBase(publicUrl, request);
  if (base !== "") return base;
  const {localAddress = "127.0.0.1", localPort = 80} = request.raw.socket;
  return `http://${localAddress.includes(":") ? `[${localAddress}]` : localAddress}:${localPort}`;
}

/** Only JSON is negotiated: $metadata is always XML, a count and a raw value are always text. */
function readForm(request: FastifyRequest, {kind}: Resource, {texts}: GivenOptions): JsonForm {
  const format = texts.get("$format") ?? null;
  if (kind === "metadata") {
    if (format !== null && !/^(?:xml|application\/xml)\b/i.test(format))
      throw notAcceptable("$metadata is application/xml");
    return chooseJsonForm(undefined, null)!;
  }
  const isText = kind === "count" || kind === "value";
  const form = chooseJsonForm(isText ? undefined : request.headers.accept, isText ? null : format);
  if (form === null)
    throw notAcceptable("the answer is application/json, in one of odata.metadata=none, minimal and full");
  return form;
}

function notAcceptable(message: string): ApiError {
  return new ApiError("NOT_ACCEPTABLE", message, {
    hint: "leave $format out, and let Accept name application/json or */*",
  });
}

export function nextPageLink({root, query, queryKey, resource}: ODataRequest, skipToken: string): string {
  const set = "set" in resource ? resource.set.name : "";
  const parts: string[] = [];
  for (const [name, values] of query.values) {
    const option = systemOption(name);
    if (name === "" || option === "$skip" || option === "$skiptoken" || name === KEY_PARAMETER) continue;
    for (const value of values)
      if (value !== "") parts.push(`${nameText(name)}=${encodeURIComponent(value.toWellFormed())}`);
  }
  if (queryKey !== null) parts.push(`${KEY_PARAMETER}=${encodeURIComponent(queryKey.toWellFormed())}`);
  const link = `${root}${set}?${[...parts, `$skiptoken=${skipToken}`].join("&")}`;
  if (link.length <= MAX_LINK_LENGTH) return link;
  throw new ApiError(
    "BAD_REQUEST",
    `the next page would have an address of ${link.length} characters, longer than servers accept`,
    {hint: "shorten $filter, or ask for all rows in one page: Prefer: odata.maxpagesize=60000"},
  );
}

/** Node's own server and client accept 16 kB for the whole head of a request. */
const MAX_LINK_LENGTH = 14_000;

/** Keeps the first character of an option or an alias readable. */
function nameText(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(/^%(?:24|40)/, (sign) => (sign === "%24" ? "$" : "@"));
}
