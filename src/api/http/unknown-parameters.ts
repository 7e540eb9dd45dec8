// Query parameters that a route does not know: ignored and named, or refused if ignoring would silently give a wrong number.
//
// A name that obviously means a parameter of the route is refused: in other case, with one typing error (`asof`, `strat`), in the brackets in
// which some clients write lists (`geo[]`, `geo[0]`), or as other services call it (`vintage_date`, `startPeriod`). A client that asks for strict handling is refused for any unknown name. An empty value
// counts as absent. On OData other custom options are allowed; refusals are BAD_REQUEST there.
import type {FastifyReply, FastifyRequest} from "fastify";
import type {TObject, TProperties} from "typebox";
import {AS_OF_OPTION, CUSTOM_OPTIONS} from "../../formats/odata/entity-model.ts";
import {isSlipOf, plainName} from "../../text/near-name.ts";
import {ApiError, InvalidParameters, type ParameterProblem} from "../errors.ts";
import type {QueryString} from "./parameters.ts";

/** The parameter of every route under /api/ that asks for strict handling. */
const STRICT_PARAMETER = "strict";

/** The parameters here that other services give another name, by that name without case, `_` and `-` [params.near-miss]. */
const NAMES_ELSEWHERE: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    asof: ["known_to", "on", AS_OF_OPTION],
    vintagedate: ["as_of", "known_to", "on", AS_OF_OPTION],
    vintagedates: ["as_of", "known_to", "on", AS_OF_OPTION],
    realtimestart: ["as_of", "known_from", AS_OF_OPTION],
    realtimeend: ["as_of", "known_to", "on", AS_OF_OPTION],
    date: ["as_of", "known_to", "start", "end", "on", "period"],
    datefrom: ["start", "since"],
    from: ["start", "since"],
    startperiod: ["start", "since"],
    observationstart: ["start", "since"],
    startdate: ["start", "since"],
    dateto: ["end"],
    to: ["end"],
    endperiod: ["end"],
    observationend: ["end"],
    enddate: ["end"],
    region: ["geo"],
    frequency: ["freq"],
  }),
);

/**
 * Names the ignored parameters in a header. Throws InvalidParameters or BAD_REQUEST for those that are refused.
 * @param unknown names that the route does not know (unknownNames), STRICT_PARAMETER among them
 */
export function judgeUnknownParameters(request: FastifyRequest, reply: FastifyReply, unknown: readonly string[]): void {
  const {values} = request.query as QueryString;
  const {schema, config} = request.routeOptions;
  const prefersStrict = STRICT_PREFERENCE.test(String(request.headers["prefer"] ?? ""));
  if (prefersStrict) reply.header("preference-applied", "handling=strict");
  const problems: ParameterProblem[] = [];
  const isStrict = readStrict(values.get(STRICT_PARAMETER), problems) || prefersStrict;
  const isOData = config.takesOptions === true;
  const known = isOData
    ? CUSTOM_OPTIONS
    : Object.keys((schema?.querystring as TObject<TProperties> | undefined)?.properties ?? {});
  const names = unknown.filter((name) => name !== STRICT_PARAMETER);
  for (const name of names) {
    const isEmpty = values.get(name)!.every((value) => value === "");
    const meant = isEmpty ? [] : meantBy(name, known);
    if (meant.length > 0 || isStrict)
      problems.push({loc: ["query", name], msg: messageOf(name, meant), type: "extra_forbidden"});
  }
  if (problems.length > 0) throw isOData ? badRequest(problems) : new InvalidParameters(problems);
  if (names.length > 0)
    reply.header("x-ignored-parameters", names.slice(0, MAX_IGNORED_NAMED).map(headerText).join(", "));
}

const STRICT_PREFERENCE = /(?:^|[,;])\s*handling\s*=\s*"?strict"?\s*(?:[,;]|$)/i;

function readStrict(given: readonly string[] | undefined, problems: ParameterProblem[]): boolean {
  const texts = given?.filter((text) => text !== "") ?? [];
  if (texts.some((text) => text !== "0" && text !== "1")) {
    problems.push({loc: ["query", STRICT_PARAMETER], msg: "Input should be '0' or '1'", type: "enum"});
  }
  return texts.includes("1");
}

/** The parameters of the route that the name probably means. */
function meantBy(given: string, known: readonly string[]): readonly string[] {
  const name = given.replace(LIST_BRACKETS, "");
  if (name !== given && known.includes(name)) return [name];
  const elsewhere = NAMES_ELSEWHERE.get(plainName(name))?.filter((one) => known.includes(one)) ?? [];
  return elsewhere.length > 0 ? elsewhere : known.filter((one) => isSlipOf(name, one));
}

/** Behind the name of a list: `[]` and `[0]` of axios, jQuery and PHP. */
const LIST_BRACKETS = /\[[^[\]]{0,20}\](?:\[\])?$/;

function messageOf(name: string, meant: readonly string[]): string {
  const shown = JSON.stringify(name.slice(0, MAX_NAME_LENGTH).toWellFormed());
  const advice = meant.length === 0 ? "" : `; ${meant.join(" or ")} was probably meant`;
  return `Extra inputs are not permitted: there is no parameter ${shown}${advice}`;
}

function badRequest(problems: readonly ParameterProblem[]): ApiError {
  return new ApiError("BAD_REQUEST", problems.map(({msg}) => msg).join("; "), {
    hint: "name the parameter as it was meant, or leave it out",
  });
}

const MAX_IGNORED_NAMED = 10;
/** Ten long names must not make the headers longer than clients read; a letter takes up to nine characters. */
const MAX_NAME_LENGTH = 64;

/** Percent-encoded, so that no name can end the header or read as two. */
function headerText(name: string): string {
  return encodeURIComponent(name.slice(0, MAX_NAME_LENGTH).toWellFormed());
}
