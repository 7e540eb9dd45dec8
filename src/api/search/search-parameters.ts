// A search request: its declared parameters, and the request after all of them are checked.
//
// Only the store knows which providers are loaded, so they are checked separately (route.ts).

import {Type} from "typebox";
import {ANSWER_LIMITS} from "../../access/account.ts";
import {readProviders} from "../../reference/reference.ts";
import {splitList} from "../../statistics/catalogue/selection.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import type {Search} from "../../store/search/search.ts";
import type {NameChoice} from "../../text/language.ts";
import {InvalidParameters} from "../errors.ts";
import {limitParameter, type QueryString, readGeo, readRequest} from "../http/parameters.ts";
import {LANG, languageOf, type ServerLanguage} from "../language/language.ts";

/** Providers that may be named, loaded or not. */
const KNOWN_PROVIDERS: readonly string[] = [...readProviders().keys()];

const list = (description: string, examples?: readonly string[]) =>
  Type.Optional(Type.Array(Type.String(examples === undefined ? {} : {examples}), {description}));

export const SEARCH_PARAMETERS = Type.Object({
  q: Type.Optional(
    Type.String({
      description:
        "words or codes of the indicator, class, dataset and territory; when omitted, the filters alone select, and at least one is required",
    }),
  ),
  limit: limitParameter(ANSWER_LIMITS.foundSeries, "series in the answer"),
  offset: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: ANSWER_LIMITS.foundOffset.maximum,
      default: 0,
      description: "series before those of the answer",
    }),
  ),
  provider: list(
    `${KNOWN_PROVIDERS.map((code) => `\`${code}\``).join(", ")} or any other that is loaded, separated by commas; every provider when omitted`,
    KNOWN_PROVIDERS,
  ),
  dataset: list(
    "`provider/dataset`, or the dataset code alone, of any provider, separated by commas; an unknown one has no series; every dataset when omitted",
  ),
  geo: list(
    "a level (`country`, `district`, `macroregion`, `region`, `city`), or territory codes, of the source or normalised, separated by commas; every territory when omitted",
  ),
  freq: Type.Optional(
    Type.Array(Type.String({enum: [...FREQUENCIES, "all"]}), {
      description: "frequencies separated by commas; all when omitted",
    }),
  ),
  class: list("class codes separated by commas; all when omitted"),
  measure: list("measure codes separated by commas; all when omitted"),
  transformation: list("transformation codes separated by commas; all when omitted"),
  unit: list("unit codes separated by commas; all when omitted"),
  lang: LANG,
});

export interface SearchRequest {
  /** null: filters alone. */
  readonly text: string | null;
  readonly language: NameChoice;
  readonly limit: number;
  readonly offset: number;
  readonly filters: Parameters<Search["findSeries"]>[0]["filters"];
}

const NO_FILTERS: ReadonlySet<string> = new Set(["limit", "offset", "lang"]);

/** Throws InvalidParameters with all faults. */
export function readSearch(query: QueryString, settings: ServerLanguage): SearchRequest {
  return readRequest(SEARCH_PARAMETERS, query, (given, refuse, problems) => {
    const text = given.q?.trim() ?? "";
    if ((given.dataset ?? []).flatMap(splitList).includes("all"))
      refuse("dataset", "value_error", "Value error, `all` is not a dataset: omit the parameter to search all of them");
    const geo = readGeo(given.geo ?? [], refuse);
    const filters = {
      provider: given.provider ?? null,
      dataset: given.dataset ?? null,
      territory: geo?.kind === "codes" ? given.geo! : null,
      level: geo?.kind === "level" && geo.level !== "all" ? geo.level : null,
      frequency: given.freq ?? null,
      classification: given.class ?? null,
      measure: given.measure ?? null,
      transformation: given.transformation ?? null,
      unit: given.unit ?? null,
    };
    const isWithoutQuestion = text === "" && !query.values.get("q")?.some((value) => value.trim() !== "");
    // A refused filter still counts as a filter.
    const isFilterRefused = problems.some(({loc}) => !NO_FILTERS.has(String(loc[1])));
    const {level, ...lists} = filters;
    if (isWithoutQuestion && !isFilterRefused && level === null && !Object.values(lists).some(narrows)) {
      refuse("q", "missing", "Field required: give `q`, or one of the filters");
    }
    const language = languageOf(given.lang, settings);
    return {text: text === "" ? null : text, language, limit: given.limit!, offset: given.offset!, filters};
  });
}

/** Throws InvalidParameters if a provider is neither built in nor loaded. */
export function refuseUnknownProviders({filters}: SearchRequest, loaded: readonly string[]): void {
  const unknown = providersOf(filters.provider ?? null).filter(
    (one) => !loaded.includes(one) && !KNOWN_PROVIDERS.includes(one),
  );
  if (unknown.length === 0) return;
  const allowed = [...new Set([...KNOWN_PROVIDERS, ...loaded])].map((one) => `'${one}'`);
  const msg = `Input should be ${allowed.slice(0, -1).join(", ")} or ${allowed.at(-1)}`;
  throw new InvalidParameters([{loc: ["query", "provider"], msg, type: "enum"}]);
}

/** Whether every named provider is built in. */
export function namesOnlyKnownProviders({filters}: SearchRequest): boolean {
  return providersOf(filters.provider ?? null).every((one) => KNOWN_PROVIDERS.includes(one));
}

function providersOf(values: readonly string[] | null): string[] {
  return (values ?? []).flatMap(splitList);
}

function narrows(values: readonly string[] | null): boolean {
  const parts = (values ?? []).flatMap(splitList);
  return parts.length > 0 && !parts.includes("all");
}
