// The territory that a text names: of the country's lists, of the world, or of the file's own list.
//
// The kinds do not mix: a name of the world is read only where the descriptor says so, because one text may name two territories.
import type {Country} from "../../country/country.ts";
import {worldTerritory} from "../../country/world-territories.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {TableDescription} from "./descriptor/descriptor.ts";
import {expressionOf} from "./descriptor/expression.ts";
import type {Facts, Problem} from "./facts.ts";

/** The parts of a reading of texts that names of territories need. */
interface NameReading {
  readonly country: Country;
  readonly publishedAt: number;
  readonly table: TableDescription;
  readonly eras?: ReadonlySet<string>;
}

export function codeFacts(text: string, {territories}: Country): Facts | Problem {
  const territory = territories.ofCode(text);
  return territory === null ? {reason: "unknown territory", kind: "territory", text} : {territory};
}

/** A country of the world or a group of countries, unless the descriptor gives another territory for the text. */
export function countryFacts(text: string, context: NameReading): Facts | Problem {
  const own = ownTerritory(text, context);
  const territory = own === undefined ? worldTerritory(text) : own;
  return territory === null ? {reason: "unknown country", kind: "territory", text} : {territory};
}

export function ownListFacts(text: string, context: NameReading): Facts {
  return {territory: ownTerritory(text, context) ?? ofOwnList(text, context)};
}

/** A territory of the file's own list: neither a country nor a part of one that the program knows. */
function ofOwnList(text: string, {country, table}: NameReading): Territory {
  const of = table.territoriesOf === undefined ? "" : `${table.territoriesOf}-x-`;
  const code = `${of}${country.tables.codeOfName(text)}`;
  return {code, name: text, level: "city", canonical: country.territories.canonicalOf(code, "city"), parent: null};
}

/** The territory that the descriptor gives for the text; undefined: it gives none. */
function ownTerritory(text: string, {country: {territories}, table}: NameReading): Territory | null | undefined {
  const given = Object.entries(table.territories ?? {}).find(([label]) => expressionOf(label).test(text));
  const own = given?.[1] ?? table.names?.[text]?.code;
  if (own === undefined) return undefined;
  if (typeof own === "object") return {...own, canonical: territories.canonicalOf(own.code, own.level), parent: null};
  return territories.ofCode(own) ?? worldTerritory(own);
}

/** FIX-rosstat-04: a row in another unit than its table has the unit after the territory's name and a comma. */
export function territoryFacts(text: string, {country, publishedAt, table, eras}: NameReading): Facts | Problem {
  const {territories, units} = country;
  if (eras !== undefined && territories.named(text).length > 1) return {era: text};
  const given = Object.entries(table.territories ?? {}).find(([label]) => expressionOf(label).test(text));
  const own = given?.[1] ?? table.names?.[text]?.code;
  if (typeof own === "object")
    return {territory: {...own, canonical: territories.canonicalOf(own.code, own.level), parent: null}};
  const territory = own === undefined ? territories.ofName(text, publishedAt) : territories.ofCode(own);
  if (territory !== null) return {territory};
  const bare = text.replace(/\s?[\d\u00b9\u00b2\u00b3\u2070\u2074-\u2079]\)?$/, "");
  for (let blank = bare.lastIndexOf(" "); blank > 0; blank = bare.lastIndexOf(" ", blank - 1)) {
    const unit = units.known(bare.slice(blank + 1));
    const owner = unit === null ? null : territories.ofName(bare.slice(0, blank).replace(/,\s*$/, ""), publishedAt);
    if (unit !== null && owner !== null) return {territory: owner, unit};
  }
  return {reason: "unknown territory", kind: "territory", text};
}
