// Reads a descriptor that a person wrote. Every field must be known and have its type, or the descriptor is refused with a list of problems.
//
// A descriptor may extend a built-in one and then has only the differences. Its `tables` replace all tables of the built-in one; its
// `addedTables` are read beside them.

import {COUNTRIES, countryOf, DEFAULT_COUNTRY} from "../../../country/countries.ts";
import type {Country} from "../../../country/country.ts";
import {worldTerritory} from "../../../country/world-territories.ts";
import {Refusal} from "../../../service/refusal.ts";
import {parsePeriod} from "../../../statistics/time/day.ts";
import {readBytes} from "../../input/decoded-text.ts";
import {addressProblem, datasetCodeProblem} from "../../metadata.ts";
import type {SourceFile} from "../../source.ts";
import {parseRanges} from "../../workbook/sheet.ts";
import type {DateMeaning} from "../facts.ts";
import {withOwnUnits} from "../own-units.ts";
import type {Descriptor, TableDescription} from "./descriptor.ts";
import {KINDS, LANGUAGE} from "./descriptor.ts";
import {CODED_DESCRIPTOR, DESCRIPTOR, OWN_UNITS, type Shape} from "./descriptor-fields.ts";
import {expressionProblem} from "./expression.ts";

/**
 * @param builtIn descriptors that may be extended, by name
 * @throws Refusal that lists every problem with its place
 */
export function readDescriptor(text: string, builtIn: ReadonlyMap<string, Descriptor>): Descriptor {
  const given = parsed(text);
  const problems: string[] = [];
  const whole = extended(given, builtIn, problems);
  check(whole, DESCRIPTOR, "", problems, countryIn(whole));
  if (problems.length === 0) problems.push(...contradictions(whole as Descriptor));
  refuseProblems(problems, "it; docs/adding-a-source.md explains each field");
  return whole as Descriptor;
}

/** All that a descriptor says about a coded file. */
export interface CodedDescriptor {
  readonly dates: DateMeaning;
}

/** Whether a text is such a descriptor, with its mistakes. */
export function isForCodedFile(text: string): boolean {
  const given = parsed(text);
  return isObject(given) && "dates" in given && !("tables" in given) && !("extends" in given);
}

/** @throws Refusal that lists every problem with its place */
export function readCodedDescriptor(text: string): CodedDescriptor {
  const given = parsed(text);
  const problems: string[] = [];
  check(given, CODED_DESCRIPTOR, "", problems, DEFAULT_COUNTRY);
  refuseProblems(problems, "it; beside a coded file it has only dates (docs/formats.md)");
  return given as unknown as CodedDescriptor;
}

function parsed(text: string): unknown {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new Refusal(`the descriptor is not JSON: ${(error as Error).message}`, "correct the descriptor");
  }
  if (isObject(given) && typeof given["version"] === "number" && given["version"] > LANGUAGE)
    throw new Refusal(
      `the descriptor is written in version ${given["version"]} of the language, and this program reads version ${LANGUAGE}`,
      "install a newer version of the program",
    );
  return given;
}

function refuseProblems(problems: readonly string[], way: string): void {
  if (problems.length === 0) return;
  const lines = problems.map((problem) => `  ${problem}`).join("\n");
  throw new Refusal(`the descriptor can't be used:\n${lines}`, `correct ${way}`);
}

const MAX_DESCRIPTOR_BYTES = 1024 * 1024;

export async function readDescriptorText(file: SourceFile): Promise<string> {
  if (file.size > MAX_DESCRIPTOR_BYTES) throw new Refusal(`${file.name} is too large for a descriptor`);
  return (await readBytes(file)).toString("utf8").replace(/^\ufeff/, "");
}

/** The country in whose words the other fields are written. */
function countryIn(descriptor: unknown): Country {
  const {country: code, units} = isObject(descriptor) ? descriptor : ({} as Json);
  const country = (typeof code === "string" ? countryOf(code) : null) ?? DEFAULT_COUNTRY;
  return shapeProblem(units, OWN_UNITS, country) === null
    ? withOwnUnits(country, units as Descriptor["units"])
    : country;
}

type Json = Readonly<Record<string, unknown>>;

function extended(given: unknown, builtIn: ReadonlyMap<string, Descriptor>, problems: string[]): unknown {
  if (!isObject(given) || given["extends"] === undefined) return given;
  const {extends: name, ...own} = given;
  const base = typeof name === "string" ? builtIn.get(name) : undefined;
  if (base === undefined) {
    problems.push(
      `extends: no built-in descriptor is named ${JSON.stringify(name)}; there are ${[...builtIn.keys()].join(", ")}`,
    );
    return own;
  }
  const {key: _key, members: _members, recognise: _recognise, ...rest} = base;
  const {addedTables = [], ...others} = own;
  if (!Array.isArray(addedTables)) problems.push("addedTables: is not a list");
  else if (own["tables"] !== undefined && addedTables.length > 0)
    problems.push("addedTables: are read beside the tables of the extended descriptor, which tables replace");
  return {
    ...rest,
    tables: [...(Array.isArray(addedTables) ? addedTables : []), ...base.tables],
    ...others,
    dataset: {...base.dataset, ...(isObject(own["dataset"]) ? own["dataset"] : {})},
  };
}

/** Fields that have their shape, and no effect or two meanings. */
function contradictions({tables, units = {}, country}: Descriptor): string[] {
  const idle = tables.flatMap(({exceptions = []}, table) =>
    exceptions.flatMap(({set, ignore}, index) => {
      const isSet = Object.keys(set ?? {}).length > 0;
      const problem = isSet ? ignore && 'has both "set" and "ignore"' : !ignore && 'has neither "set" nor "ignore"';
      return problem ? [`tables[${table}].exceptions[${index}]: ${problem}`] : [];
    }),
  );
  // FIX-rosstat-61: a name of the lists has the multiplier of the lists, whatever is written beside it.
  const listed = (country === undefined ? null : countryOf(country))?.units ?? DEFAULT_COUNTRY.units;
  const other = Object.entries(units).flatMap(([text, {name, mult}]) => {
    const known = listed.known(name);
    return known === null || mult === undefined || mult === known.mult
      ? []
      : [`units.${text}: ${JSON.stringify(name)} is in the reference lists, where its mult is ${known.mult}`];
  });
  return [...idle, ...other, ...tables.flatMap(plainContradictions)];
}

const OF_PLAIN_TABLES: ReadonlySet<string> = new Set([
  ...[
    "sheets",
    "headerRow",
    "columns",
    "rows",
    "labels",
    "territoriesOf",
    "numbers",
    "lines",
    "sheetName",
    "fixed",
    "names",
  ],
  ...["territories", "dates", "rest", "exceptions"],
]);

/** A plain table has one header row, and a kind for each of its labels. */
function plainContradictions(table: TableDescription, index: number): string[] {
  const {labels, rows, columns, exceptions = []} = table;
  if (labels === undefined) return [];
  const where = `tables[${index}]`;
  const strange = Object.keys(table).filter((field) => !OF_PLAIN_TABLES.has(field));
  return [
    ...(labels.length === rows.length ? [] : [`${where}: has ${labels.length} labels and ${rows.length} rows`]),
    ...(columns.length === 1 ? [] : [`${where}.columns: a table with labels has one header row`]),
    ...(new Set(labels).size === labels.length ? [] : [`${where}.labels: has a header twice`]),
    ...strange.map((field) => `${where}.${field}: a table with labels can't have it`),
    ...exceptions.flatMap(({section}, at) =>
      section === undefined ? [] : [`${where}.exceptions[${at}]: is about a section`],
    ),
  ];
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function check(value: unknown, shape: Shape, where: string, problems: string[], country: Country): void {
  if (typeof shape === "object" && "either" in shape) {
    check(value, isObject(value) ? shape.or : shape.either, where, problems, country);
    return;
  }
  const reason = shapeProblem(value, shape, country);
  if (reason !== null) problems.push(`${where || "descriptor"}: ${reason}`);
  else if (typeof shape === "object" && "fields" in shape)
    checkFields(value as Json, shape.fields, where, problems, country);
  else if (typeof shape === "object" && "record" in shape) {
    for (const [name, one] of Object.entries(value as Json)) {
      if (shape.names !== undefined) check(name, shape.names, `${where}.${name}`, problems, country);
      check(one, shape.record, `${where}.${name}`, problems, country);
    }
  } else if (typeof shape === "object" && "list" in shape) {
    for (const [at, one] of (value as readonly unknown[]).entries())
      check(one, shape.list, `${where}[${at}]`, problems, country);
  }
}

function checkFields(
  value: Json,
  fields: Readonly<Record<string, Shape>>,
  at: string,
  problems: string[],
  country: Country,
): void {
  for (const [name, inner] of Object.entries(fields)) {
    const field = name.replace("?", "");
    if (value[field] !== undefined) check(value[field], inner, at === "" ? field : `${at}.${field}`, problems, country);
    else if (field === name) problems.push(`${at || "descriptor"}: "${field}" is missing`);
  }
  for (const name of Object.keys(value)) {
    if (!(name in fields) && !(`${name}?` in fields))
      problems.push(`${at || "descriptor"}: "${name}" is not a known field`);
  }
}

/** Why the value does not have the shape, without its contents. */
function shapeProblem(value: unknown, shape: Shape, country: Country): string | null {
  if (typeof shape === "string") return scalarProblem(value, shape, country);
  if ("fields" in shape || "record" in shape) return isObject(value) ? null : "is not an object";
  if ("either" in shape) return null;
  if ("list" in shape) {
    if (!Array.isArray(value)) return "is not a list";
    return value.length < (shape.least ?? 0) ? "is empty" : null;
  }
  return typeof value === "string" && shape.includes(value) ? null : `is not one of ${shape.join(", ")}`;
}

function scalarProblem(value: unknown, shape: string, {territories, units, tables}: Country): string | null {
  if (shape === "true") return value === true ? null : "is not true";
  if (shape === "boolean") return typeof value === "boolean" ? null : "is not true or false";
  if (shape === "number")
    return Number.isInteger(value) && (value as number) > 0 ? null : "is not a whole number above 0";
  if (shape === "header") return typeof value === "string" ? null : "is not a text";
  if (typeof value !== "string" || value.trim() === "") return "is not a text";
  if (shape === "iso country")
    return worldTerritory(value)?.level === "country" && /^[A-Z]{2}$/.test(value) ? null : "is no code of ISO 3166";
  if (shape === "expression") return expressionProblem(value);
  if (shape === "kind" || shape === "label kind") {
    const kind = shape === "kind" ? value : value.replace(/\?$/, "");
    return (KINDS as readonly string[]).includes(kind) ? null : `is not one of ${KINDS.join(", ")}`;
  }
  if (shape === "frequency") return /^[DWMQA]$/.test(value) ? null : "is not one of D, W, M, Q, A";
  if (shape === "unit") return units.known(value) === null ? "is not a unit of the reference lists" : null;
  if (shape === "territory")
    return territories.ofCode(value) === null && worldTerritory(value) === null
      ? "is not the code of a territory"
      : null;
  if (shape === "own territory") return territories.ofCode(value) === null ? null : "is the code of a listed territory";
  if (shape === "code") return datasetCodeProblem(value);
  if (shape === "address") return addressProblem(value);
  if (shape === "period")
    return parsePeriod(value) === null ? "is not one of YYYY, YYYY-Qn, YYYY-MM, YYYY-MM-DD" : null;
  if (shape === "country")
    return countryOf(value) === null ? `is not one of ${COUNTRIES.map(({code}) => code).join(", ")}` : null;
  if (shape === "cells")
    return parseRanges(value) === null ? 'is neither a cell nor a range of cells, as "B2:D4"' : null;
  if (shape === "base")
    return value === "level" || tables.transformation(value) !== null ? null : "names no base of comparison";
  return null;
}
