// The query options of an OData request, read and checked before the store is read.
//
// An empty option counts as absent. Their names are those of formats/odata/option-names.ts. A valid option that this service does not support is 501; an invalid text is 400.
import {
  AS_OF_OPTION,
  CUSTOM_OPTIONS,
  DERIVE_OPTION,
  type EntitySet,
  LANGUAGE_OPTION,
  type Property,
} from "../../formats/odata/entity-model.ts";
import {type Expression, expressionWeight, lengthOf, type OrderItem} from "../../formats/odata/expression.ts";
import {bad, quoted, unsupported} from "../../formats/odata/fault.ts";
import {systemOption} from "../../formats/odata/option-names.ts";
import {parseFilter, parseOrderBy} from "../../formats/odata/parser.ts";
import type {Resource} from "../../formats/odata/resource-path.ts";
import {digestQuantities} from "../../reference/reference.ts";
import {type DeriveStep, parseSteps, stepText} from "../../statistics/derived/step.ts";
import {type Day, parseCalendarDay} from "../../statistics/time/day.ts";
import {isLanguage, type NameChoice} from "../../text/language.ts";
import {KEY_PARAMETER, type QueryString} from "../http/parameters.ts";
import {languageOf, languageTag, type ServerLanguage} from "../language/language.ts";
import {PROPERTY_TYPES} from "./row-properties.ts";

const OPTIONS = [
  "$filter",
  "$select",
  "$orderby",
  "$top",
  "$skip",
  "$count",
  "$search",
  "$skiptoken",
  "$format",
  AS_OF_OPTION,
  LANGUAGE_OPTION,
  DERIVE_OPTION,
] as const;
export type OptionName = (typeof OPTIONS)[number];

/** The options of each kind of resource; a count ignores those that do not change it. */
const TAKEN: Readonly<Record<Resource["kind"], readonly OptionName[]>> = {
  service: ["$format", AS_OF_OPTION, LANGUAGE_OPTION],
  metadata: ["$format", AS_OF_OPTION, LANGUAGE_OPTION],
  collection: OPTIONS,
  count: OPTIONS,
  entity: ["$select", "$format", AS_OF_OPTION, LANGUAGE_OPTION],
  property: ["$format", AS_OF_OPTION, LANGUAGE_OPTION],
  value: ["$format", AS_OF_OPTION, LANGUAGE_OPTION],
};

/** The options as texts, each once. */
export interface GivenOptions {
  readonly texts: ReadonlyMap<OptionName, string>;
  /** Of aliases, with their @. */
  readonly aliases: ReadonlyMap<string, string>;
  /** Unknown names. */
  readonly ignored: readonly string[];
}

/** Throws ODataFault for an option given twice, or one that is not supported. */
export function readGivenOptions(query: QueryString): GivenOptions {
  const texts = new Map<OptionName, string>();
  const aliases = new Map<string, string>();
  const ignored: string[] = [];
  const seen = new Set<string>();
  for (const [given, values] of query.values) {
    const option = CUSTOM_OPTIONS.includes(given) ? given : systemOption(given);
    if (option === null && !given.startsWith("@")) {
      if (given !== KEY_PARAMETER && given !== "") ignored.push(given);
      continue;
    }
    if (values.length > 1) throw bad(`${quoted(given)} is given ${values.length} times`);
    const name = option ?? given;
    if (seen.has(name)) throw bad(`${quoted(name)} is given twice, in two writings`);
    seen.add(name);
    const [text = ""] = values;
    if (option === null) aliases.set(name, text);
    else if (!isKnown(option))
      throw unsupported(`the option ${quoted(given)} is not supported`, `supported options: ${OPTIONS.join(", ")}`);
    else if (text !== "") texts.set(option, text);
  }
  return {texts, aliases, ignored};
}

/** What a request for rows asks for. */
export interface RowQuery {
  readonly set: EntitySet;
  readonly filter: Expression | null;
  readonly order: readonly OrderItem[];
  /** In the order of the set. */
  readonly properties: readonly Property[];
  readonly top: number | null;
  readonly skip: number;
  readonly count: boolean;
  readonly search: string | null;
  readonly skipToken: string | null;
  /** Only estimates published on or before that day; null: the latest ones. */
  readonly asOf: Day | null;
  /** Steps that values are derived by, as given and read; null: published values. */
  readonly derive: {readonly text: string; readonly steps: readonly DeriveStep[]} | null;
  /** Of names. */
  readonly language: NameChoice;
  /** What all pages of the request have in common. */
  readonly binding: string;
}

/** Throws ODataFault. */
export function readRowQuery(set: EntitySet, {texts, aliases}: GivenOptions, settings: ServerLanguage): RowQuery {
  const names = {properties: PROPERTY_TYPES[set.name], alias: (name: string) => aliases.get(name)};
  const [filter, order] = [texts.get("$filter"), texts.get("$orderby")];
  const select = texts.get("$select");
  const properties = select === undefined ? set.properties : readSelect(set, select);
  const search = texts.get("$search") ?? null;
  const [top, count] = [readNumber("$top", texts), readTruth("$count", texts)];
  const asOf = readAsOf(texts);
  const derive = readDerive(set, texts);
  const language = readLanguage(texts, settings);
  return {
    set,
    filter: filter === undefined ? null : evaluable("$filter", parseFilter(filter, names)),
    order: order === undefined ? [] : parseOrderBy(order, names).map(sortable),
    properties,
    top,
    skip: readNumber("$skip", texts) ?? 0,
    count,
    search,
    skipToken: texts.get("$skiptoken") ?? null,
    asOf,
    derive,
    language,
    binding: JSON.stringify([
      ...[set.name, filter ?? null, order ?? null, search, top, count],
      ...[...aliases].sort(([one], [other]) => (one < other ? -1 : 1)),
      ...(asOf === null ? [] : [{asOf}]),
      ...(derive === null ? [] : [{derive: derive.text, by: digestQuantities()}]),
      ...languageTag(language),
    ]),
  };
}

/** Evaluations for one row, about two milliseconds: they are made without a pause, whatever the budget of the request. */
const MAX_ROW_EVALUATIONS = 10_000;
/** The texts of all series are in memory while they are sorted. */
const MAX_SORTED_LETTERS = 300;

/** Throws ODataFault for an expression that is too dear for one row: long texts may be compared with each other at each letter. */
function evaluable(option: OptionName, expression: Expression): Expression {
  if (expressionWeight(expression) <= MAX_ROW_EVALUATIONS) return expression;
  throw bad(`${option} compares texts that are too long`, "give shorter texts, and use concat less");
}

function sortable(item: OrderItem): OrderItem {
  if (lengthOf(item.expression) > MAX_SORTED_LETTERS)
    throw bad(`$orderby sorts by texts of at most ${MAX_SORTED_LETTERS} letters`, "use concat less");
  evaluable("$orderby", item.expression);
  return item;
}

/** Throws ODataFault for an option that means nothing for this kind of resource. */
export function refuseMisused(kind: Resource["kind"], {texts}: GivenOptions): void {
  for (const name of texts.keys()) {
    if (!TAKEN[kind].includes(name))
      throw bad(`${name} does not apply here`, `options that apply:  ${TAKEN[kind].join(", ")}`);
  }
}

function isKnown(name: string): name is OptionName {
  return (OPTIONS as readonly string[]).includes(name);
}

function readSelect(set: EntitySet, text: string): readonly Property[] {
  const named = new Set<string>();
  for (const part of text.split(",")) {
    const name = part.trim();
    if (name === "*") for (const property of set.properties) named.add(property.name);
    else if (set.properties.some((property) => property.name === name)) named.add(name);
    else
      throw bad(
        `$select names no property: ${quoted(name)}`,
        `the properties are ${set.properties.map((one) => one.name).join(", ")}`,
      );
  }
  return set.properties.filter(({name}) => named.has(name));
}

function readNumber(name: "$top" | "$skip", texts: GivenOptions["texts"]): number | null {
  const text = texts.get(name);
  if (text === undefined) return null;
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw bad(`${name} is a number, 0 or more, not ${quoted(text)}`);
  return number;
}

function readAsOf(texts: GivenOptions["texts"]): Day | null {
  const text = texts.get(AS_OF_OPTION);
  if (text === undefined) return null;
  const day = parseCalendarDay(text);
  if (day === null) throw bad(`${AS_OF_OPTION} is a day, YYYY-MM-DD, not ${quoted(text)}`);
  return day;
}

/** Steps with a second series are for /api/v1/derived: that series would need a place in every tag and cursor. */
function readDerive(set: EntitySet, texts: GivenOptions["texts"]): RowQuery["derive"] {
  const text = texts.get(DERIVE_OPTION);
  if (text === undefined) return null;
  if (set.name !== "observations") throw bad(`${DERIVE_OPTION} is for the set observations`);
  const steps = parseSteps(text);
  if ("problem" in steps) throw bad(`${DERIVE_OPTION}: ${steps.problem}`);
  const beside = steps.find((step) => "key" in step);
  if (beside === undefined) return {text: steps.map(stepText).join("|"), steps};
  throw unsupported(
    `${DERIVE_OPTION} has no ${beside.name} here, which needs a second series`,
    "ask /api/v1/derived, which has it",
  );
}

function readLanguage(texts: GivenOptions["texts"], settings: ServerLanguage): NameChoice {
  const text = texts.get(LANGUAGE_OPTION);
  if (text !== undefined && !isLanguage(text)) throw bad(`${LANGUAGE_OPTION} is en or ru, not ${quoted(text)}`);
  return languageOf(text, settings);
}

function readTruth(name: "$count", texts: GivenOptions["texts"]): boolean {
  const text = texts.get(name);
  if (text === undefined || text === "false") return false;
  if (text !== "true") throw bad(`${name} is true or false, not ${quoted(text)}`);
  return true;
}

/**
 * The words of $search for our own search, which requires all of them anyway: AND is its default. A phrase in quotes is searched by its words.
 * Throws ODataFault, also for OR and NOT.
 */
export function readSearchText(search: string): string {
  const words: string[] = [];
  for (const [fragment, phrase] of search.matchAll(/"([^"]*)"|[^\s"]+/g)) {
    if (phrase === undefined && (fragment === "OR" || fragment === "NOT")) {
      throw unsupported(
        `${fragment} is not supported in $search`,
        "$search requires all words: send one request for each alternative",
      );
    }
    if (phrase === undefined && fragment === "AND") continue;
    words.push(phrase ?? fragment.replace(/^\(+|\)+$/g, ""));
  }
  const text = words.join(" ").trim();
  if (text === "") throw bad("$search has no word");
  return text;
}
