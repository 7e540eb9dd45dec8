// Requests made at random from the OpenAPI document: most of each is as the document says, and something in it may be at a limit or hostile.
//
// A route or parameter that is added to the document is asked without being named here.
import {indexIn} from "../loads/damager.ts";

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
}

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Reference {
  /** "#/components/parameters/…" */
  readonly $ref: string;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, {readonly get?: {readonly parameters?: readonly (Parameter | Reference)[]}}>>;
  readonly components: {readonly parameters?: Readonly<Record<string, Parameter>>};
}

/** Words that a store holds, by the name of the parameter; "property" are those of OData. */
export type Held = Readonly<Record<string, readonly string[]>>;

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

type Random = () => number;

export function questionsOf({paths, components}: ApiDocument, held: Held): (random: Random) => Question {
  // what is sent in a body is asked by its own tests
  const routes = Object.entries(paths).flatMap(([route, {get}]) => (get === undefined ? [] : [[route, get] as const]));
  const resolved = (one: Parameter | Reference): Parameter =>
    "$ref" in one ? components.parameters![one.$ref.split("/").at(-1)!]! : one;
  return (random) => {
    const [route, get] = pick(routes, random);
    const parameters = (get.parameters ?? []).map(resolved);
    let path = route;
    const query: string[] = [];
    const headers: Record<string, string> = {};
    for (const parameter of parameters) {
      const {name, required} = parameter;
      const position = parameter.in;
      if (position === "path") path = path.replace(`{${name}}`, encoded(textFor(parameter, held, random)));
      else if (random() < (required === true || name === "dataset" ? 0.95 : 0.22)) {
        const value = textFor(parameter, held, random);
        if (position === "header") headers[name.toLowerCase()] = value.replace(/[^\x20-\x7e]/g, "");
        else query.push(`${misnamed(name, random)}=${encoded(value, random)}`);
      }
    }
    if (query.length > 0 && random() < 0.04) query.push(pick(query, random));
    const address = query.length === 0 ? path : `${path}?${query.join("&")}`;
    return {method: pick(METHODS, random), path: address.slice(0, 15_000), headers};
  };
}

const METHODS = [...new Array<string>(16).fill("GET"), "HEAD", "HEAD", "OPTIONS", "POST", "DELETE"];

function pick<T>(all: readonly T[], random: Random): T {
  return all[indexIn(all.length, random)]!;
}

function misnamed(name: string, random: Random): string {
  if (random() > 0.03) return name;
  return pick([name.slice(0, -1), name.toUpperCase(), `${name}s`, "x", "vintage_date", "%zz", ""], random);
}

/** Percent-encoded as clients do, and at times as no client does. */
function encoded(text: string, random: Random = () => 1): string {
  if (random() < 0.02) return text.replace(/[^!-~]/g, "");
  return encodeURIComponent(text.toWellFormed());
}

function textFor({name, schema}: Parameter, held: Held, random: Random): string {
  const kind = random();
  if (kind < 0.07) return pick(HOSTILE, random);
  if (name === "$filter") return condition(held, random, 4);
  if (name === "$orderby") return `${expression(held, random, 2)}${pick(["", " asc", " desc", " up"], random)}`;
  if (name === "$select") return `${pick(held["property"]!, random)},${pick(held["property"]!, random)}`;
  const words = held[name.replace("$search", "q")];
  const one = (): string => (words !== undefined && random() < 0.9 ? pick(words, random) : ofSchema(schema, random));
  const isList = schema.type === "array" || random() < 0.03;
  return isList ? Array.from({length: 1 + indexIn(3, random)}, one).join(",") : one();
}

function ofSchema(schema: Schema, random: Random): string {
  const one = schema.anyOf === undefined ? (schema.items ?? schema) : pick(schema.anyOf, random);
  if (one.enum !== undefined) return String(pick(one.enum, random));
  if (one.maximum !== undefined || one.type === "integer") return numberBetween(one.minimum ?? 0, one.maximum, random);
  if (one.pattern?.includes("[0-9]{3}")) return pick(DAYS, random);
  return pick(one.pattern === undefined ? PLAIN : [...PLAIN, ...(one.pattern.match(/[a-z]{3,}/g) ?? [])], random);
}

function numberBetween(least: number, most: number | undefined, random: Random): string {
  const some = least + indexIn(Math.min(most ?? 1000, 1000), random);
  return String(pick([least, least - 1, most ?? some, (most ?? some) + 1, some, some, some, some], random));
}

const PLAIN = ["a", "x", "1", "latest", "all", "*", 'W/"x"', "gzip", "br", "zstd", "identity;q=0", "handling=strict"];
const DAYS = [
  "2015",
  "2016-02",
  "2016-02-29",
  "2015-02-29",
  "2024-01-01",
  "1000-01-01",
  "9999-12-31",
  "2026-13",
  "latest",
];
const HOSTILE = [
  "",
  " ",
  "\0",
  "'",
  "''; drop table series --",
  '"><script>',
  "../../../etc/passwd",
  "%00",
  "\ufffd\u202e\u200b",
  "\u{1f600}".repeat(50),
  "-9223372036854775809",
  "1e309",
  "NaN",
  "٣",
  "a,".repeat(2000),
  "я".repeat(1500),
  "(".repeat(3000),
  "not ".repeat(1000),
  "{{7*7}}",
  "__proto__",
  "constructor",
  "\r\nSet-Cookie: a=b",
];

/** A condition of OData, of this depth at most. */
function condition(held: Held, random: Random, depth: number): string {
  const kind = depth === 0 ? 1 : random();
  if (kind < 0.25)
    return `(${condition(held, random, depth - 1)} ${pick(["and", "or"], random)} ${condition(held, random, depth - 1)})`;
  if (kind < 0.35) return `not (${condition(held, random, depth - 1)})`;
  if (kind < 0.5)
    return `${pick(["contains", "startswith", "endswith"], random)}(${expression(held, random, 1)},${literal(held, random)})`;
  if (kind < 0.6) return `${pick(held["property"]!, random)} in (${literal(held, random)},${literal(held, random)})`;
  const operator = pick(["eq", "ne", "lt", "le", "gt", "ge", "has"], random);
  return `${expression(held, random, 2)} ${operator} ${random() < 0.9 ? literal(held, random) : expression(held, random, 1)}`;
}

function expression(held: Held, random: Random, depth: number): string {
  const kind = depth === 0 ? 1 : random();
  const inner = (): string => expression(held, random, depth - 1);
  if (kind < 0.15)
    return `${pick(["tolower", "toupper", "trim", "length", "year", "month", "day", "floor"], random)}(${inner()})`;
  if (kind < 0.2)
    return `${inner()} ${pick(["add", "sub", "mul", "div", "mod"], random)} ${pick(["0", "1", "2.5"], random)}`;
  if (kind < 0.25) return `concat(${inner()},${inner()})`;
  return pick(held["property"]!, random);
}

function literal(held: Held, random: Random): string {
  const text = `'${pick(held[pick(["dataset", "geo", "series_key", "q"], random)]!, random).replaceAll("'", "''")}'`;
  return pick([text, text, "1", "100.5", "2016-01-01", "null", "true", "'", "2016-02-30", "1e400"], random);
}
