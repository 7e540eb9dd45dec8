// The address of an SDMX request: REST 1.5 below /sdmx/2.1, and the part of REST 2 that clients use below /sdmx/v2.
//
// Clients differ in small things, which all mean the same: a slash at the end, `,` or `%2C`, `all`, `ALL`, `*` or nothing for everything. A
// wrong part of a key is refused; a code that no series has matches nothing.
import type {FastifyRequest} from "fastify";
import type {DataDetail} from "../../formats/sdmx/data.ts";
import {SDMX_DIMENSIONS, SDMX_VERSION, type SdmxDimension} from "../../formats/sdmx/structure.ts";
import {type Day, dayOf, firstDay, lastDay, parseDay, parsePeriod} from "../../statistics/time/day.ts";
import {isoWeekOf} from "../../statistics/time/week.ts";
import {acceptedLanguage, isLanguage, type Language} from "../../text/language.ts";
import {ApiError} from "../errors.ts";
import type {QueryString} from "../http/parameters.ts";
import {LANGUAGE_PARAMETER, type ServerLanguage} from "../language/language.ts";

export const SDMX_ROOT = "/sdmx";

/** What a structure request may name, and by which names. */
const RESOURCES: Readonly<Record<string, StructureKind>> = {
  ...{dataflow: "flow", datastructure: "structure", codelist: "codelist", conceptscheme: "concepts"},
  ...{agencyscheme: "agencies", categoryscheme: "categories", categorisation: "categorisations"},
};
export type StructureKind =
  | "flow"
  | "structure"
  | "codelist"
  | "concepts"
  | "agencies"
  | "categories"
  | "categorisations";

export interface StructureRequest {
  readonly kind: "structure";
  readonly of: StructureKind;
  /** null: all. */
  readonly id: string | null;
  readonly references: ReferenceKind;
}

const REFERENCES = ["none", "children", "descendants", "parents", "parentsandsiblings", "ancestors", "all"] as const;
export type ReferenceKind = (typeof REFERENCES)[number];

/** The series that a key or the parameters `c[…]` select; a dimension that is absent is not filtered. */
export type KeyFilter = {
  /** By index in the dimensions of the flow; null: the request has no key. */
  readonly key: readonly (readonly string[] | null)[] | null;
  readonly components: ReadonlyMap<SdmxDimension, readonly string[]>;
};

export interface DataRequest extends KeyFilter {
  readonly kind: "data" | "availability";
  readonly flow: string;
  readonly from: Day | null;
  readonly to: Day | null;
  readonly asOf: Day | null;
  /** Only values that were published on this day or later. */
  readonly updatedAfter: Day | null;
  readonly first: number | null;
  readonly last: number | null;
  readonly detail: DataDetail;
  readonly hasHistory: boolean;
  readonly references: ReferenceKind;
}

export interface SdmxRequest {
  readonly version: 1 | 2;
  readonly request: StructureRequest | DataRequest;
}

const EVERYTHING = /^(?:all|\*|)$/i;
const LATEST = ["all", "latest", "*", "~", "+", "", SDMX_VERSION];

/** Throws BAD_REQUEST, and NOT_FOUND for another agency or version. */
export function readSdmxRequest(given: FastifyRequest, agency: string): SdmxRequest {
  const [path = ""] = (given.raw.url ?? "").split("?");
  const [, root = "", ...parts] = path.slice(SDMX_ROOT.length).split("/").map(decodedPart);
  const query = given.query as QueryString;
  if (parts.at(-1) === "") parts.pop();
  const isSecond = root === "v2";
  const [name = "", ...rest] = isSecond && parts[0] === "structure" ? parts.slice(1) : parts;
  const of = RESOURCES[name];
  if (of !== undefined && isSecond === (parts[0] === "structure")) {
    const [own = "all", named = "all", version = "latest"] = rest;
    // pandaSDMX leaves out the identifier before the version, and no structure here is named "latest"
    const id = rest.length === 2 && named === "latest" ? "all" : named;
    // the scheme of agencies belongs to SDMX
    refuseOther(of === "agencies" && own === "SDMX" ? agency : own, version, agency);
    return {
      version: isSecond ? 2 : 1,
      request: {kind: "structure", of, id: EVERYTHING.test(id) ? null : id, references: readReferences(query)},
    };
  }
  const kind = {data: "data", availableconstraint: "availability", availability: "availability"}[name];
  if (kind === undefined) throw unknownResource(name);
  if (!isSecond) {
    const [flow = "", key = "all"] = rest;
    const named = flow.split(",");
    const [own, id, version] =
      named.length === 1 ? ["all", named[0]!, "latest"] : [named[0]!, named[1]!, named[2] ?? "latest"];
    refuseOther(own, version, agency);
    return {version: 1, request: readData(kind as DataRequest["kind"], id, key, query)};
  }
  const [context, own = "*", id = "*", version = "*", key = "*"] = rest;
  if (context !== "dataflow") throw new ApiError("BAD_REQUEST", "data are of a dataflow here", HINT);
  refuseOther(own, version, agency);
  return {version: 2, request: readData(kind as DataRequest["kind"], id, key, query)};
}

const HINT = {hint: "/sdmx/2.1/dataflow lists the dataflows; docs/sdmx.md has the requests"};

function unknownResource(name: string): ApiError {
  return new ApiError("NOT_FOUND", `there is no resource ${name.slice(0, 50)} here`, HINT);
}

function decodedPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ApiError("NOT_FOUND", "the address cannot be read", {hint: "percent-encode it as UTF-8"});
  }
}

function refuseOther(own: string, version: string, agency: string): void {
  if (!EVERYTHING.test(own) && own !== agency)
    throw new ApiError("NOT_FOUND", `the agency here is ${agency}, not ${own.slice(0, 50)}`, HINT);
  if (!LATEST.includes(version))
    throw new ApiError("NOT_FOUND", `the version of every structure is ${SDMX_VERSION}`, HINT);
}

function only(query: QueryString, name: string): string | null {
  return query.values.get(name)?.find((text) => text !== "") ?? null;
}

function bad(name: string, words: string): ApiError {
  return new ApiError("BAD_REQUEST", `${name}: ${words}`, HINT);
}

function oneOf<T extends string>(query: QueryString, name: string, allowed: readonly T[], fallback: T): T {
  const text = only(query, name) ?? fallback;
  if (allowed.includes(text as T)) return text as T;
  throw bad(name, `takes ${allowed.join(", ")}`);
}

/** By the parameter, else by the header, which clients of SDMX send, else the server's. Throws BAD_REQUEST. */
export function readLanguage(given: FastifyRequest, settings: ServerLanguage): Language {
  const text = only(given.query as QueryString, LANGUAGE_PARAMETER);
  if (text !== null && !isLanguage(text)) throw bad(LANGUAGE_PARAMETER, "takes en or ru");
  return text ?? acceptedLanguage(given.headers["accept-language"] ?? "") ?? settings.language;
}

function readReferences(query: QueryString): ReferenceKind {
  // a named kind of structure ("codelist") is among all of them
  const text = only(query, "references") ?? "none";
  return Object.hasOwn(RESOURCES, text) ? "all" : oneOf(query, "references", REFERENCES, "none");
}

function readCount(query: QueryString, name: string): number | null {
  const text = only(query, name);
  if (text === null) return null;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw bad(name, "takes a number from 1 on");
  return Number(text);
}

/** The first and the last day of YYYY-Wnn; null: any other text, also a week that its year does not have. */
function isoWeekDays(text: string): {readonly start: Day; readonly end: Day} | null {
  const [, year, number] = /^(1[7-9]\d\d|2[01]\d\d)-W(\d\d)$/.exec(text) ?? [];
  if (year === undefined) return null;
  // 4 January is in the first week
  const start = isoWeekOf(dayOf(Number(year), 1, 4)).monday + (Number(number) - 1) * 7;
  const found = isoWeekOf(start);
  return found.year === Number(year) && found.week === Number(number) ? {start, end: start + 6} : null;
}

/** @param side a period counts from its first day, or to its last one */
function readPeriodDay(name: string, text: string | null, side: "start" | "end"): Day | null {
  if (text === null) return null;
  const week = isoWeekDays(text);
  if (week !== null) return week[side];
  const period = parsePeriod(
    text
      .replace(/T.*$/, "")
      .replace(/^(\d{4})-(?:A1|M(\d\d)|(Q\d))$/, (_, year, month, quarter) =>
        month || quarter ? `${year}-${month ?? quarter}` : year,
      ),
  );
  if (period === null)
    throw bad(name, "takes YYYY, YYYY-Qn, YYYY-MM, YYYY-Wnn (a week by ISO 8601) or YYYY-MM-DD, from 1700 to 2199");
  const first = firstDay(period.frequency, period.ordinal);
  return side === "start" ? first : lastDay(period.frequency, first);
}

function readDayOf(query: QueryString, name: string): Day | null {
  const text = only(query, name);
  const day = text === null ? null : parseDay(text.slice(0, 10));
  if (text !== null && day === null) throw bad(name, "takes a day, YYYY-MM-DD, perhaps with a time");
  return day;
}

function readData(kind: DataRequest["kind"], flow: string, key: string, query: QueryString): DataRequest {
  if (EVERYTHING.test(flow)) throw new ApiError("BAD_REQUEST", "data are of one dataflow", HINT);
  const components = new Map<SdmxDimension, readonly string[]>();
  let from = readPeriodDay("startPeriod", only(query, "startPeriod"), "start");
  let to = readPeriodDay("endPeriod", only(query, "endPeriod"), "end");
  for (const [name, values] of query.values) {
    const id = /^c\[(\w+)\]$/.exec(name)?.[1];
    if (id === undefined) continue;
    const texts = values.flatMap((value) => value.split(/[,+ ]/)).filter((text) => text !== "");
    if (id === "TIME_PERIOD") {
      for (const text of texts) {
        const [, sign = "", period = ""] = /^(?:(ge|gt|le|lt|eq):)?(.*)$/.exec(text) ?? [];
        const isAfter = sign === "gt" || sign === "ge";
        if (isAfter || !sign || sign === "eq")
          from = readPeriodDay(name, period, sign === "gt" ? "end" : "start")! + (sign === "gt" ? 1 : 0);
        if (!isAfter) to = readPeriodDay(name, period, sign === "lt" ? "start" : "end")! - (sign === "lt" ? 1 : 0);
      }
      continue;
    }
    if (!(SDMX_DIMENSIONS as readonly string[]).includes(id)) throw bad(name, `there is no dimension ${id}`);
    if (texts.some((text) => /^(?!eq:)\w\w:/.test(text))) throw bad(name, "takes codes, separated by commas");
    components.set(
      id as SdmxDimension,
      texts.map((text) => text.replace(/^eq:/, "")),
    );
  }
  if (key.includes(",")) throw bad("key", "takes one key; several codes of a dimension are separated by +");
  return {
    kind,
    flow,
    key: EVERYTHING.test(key) ? null : key.split(".").map((part) => (/^\*?$/.test(part) ? null : part.split("+"))),
    components,
    from,
    to,
    asOf: readDayOf(query, "asOf"),
    updatedAfter: readDayOf(query, "updatedAfter"),
    first: readCount(query, "firstNObservations"),
    last: readCount(query, "lastNObservations"),
    detail: oneOf(query, "detail", ["full", "dataonly", "serieskeysonly", "nodata"], "full"),
    hasHistory: oneOf(query, "includeHistory", ["true", "false"], "false") === "true",
    references: readReferences(query),
  };
}
