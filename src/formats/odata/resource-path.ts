// The path after the service root, and the resource that it names.
//
// Empty segments are skipped (`odata//series`). Each segment is decoded alone, so that a slash inside a key stays in the key.

import {parseCalendarDay} from "../../statistics/time/day.ts";
import {ENTITY_SETS, type EntitySet, findProperty, type Property} from "./entity-model.ts";
import type {Value, ValueType} from "./expression.ts";
import {bad, quoted, unsupported} from "./fault.ts";
import {parseLiteral} from "./parser.ts";

/** Values of the key properties in the order of the set's keys; a date is the number of its day. */
export type Key = readonly (string | number)[];

export type Resource =
  | {readonly kind: "service" | "metadata"}
  | {readonly kind: "collection" | "count"; readonly set: EntitySet}
  | {readonly kind: "entity"; readonly set: EntitySet; readonly key: Key}
  | {readonly kind: "property" | "value"; readonly set: EntitySet; readonly key: Key; readonly property: Property};

/**
 * The resource of an undecoded path after the root; null if there is none (404). Throws ODataFault for invalid keys, and for features of
 * the protocol that this service does not have.
 */
export function parseResource(path: string, alias: (name: string) => string | undefined): Resource | null {
  const segments = path
    .split("/")
    .filter((segment) => segment !== "")
    .map(decodeURIComponent);
  const [first, second, third, ...rest] = segments;
  if (first === undefined) return {kind: "service"};
  if (first === "$metadata") return second === undefined ? {kind: "metadata"} : null;
  if (/^\$(batch|entity|all|crossjoin\b)/.test(first)) throw unsupported(`${quoted(first)} is not supported`);
  const [, name, predicate] = /^(\w+)(?:\((.*)\))?$/s.exec(first) ?? [];
  const set = ENTITY_SETS.find((one) => one.name === name);
  if (set === undefined || rest.length > 0) return null;
  if (predicate === undefined) {
    if (second === undefined) return {kind: "collection", set};
    if (/^\$(ref|filter\b|each)/.test(second)) throw unsupported(`${quoted(second)} is not supported`);
    return second === "$count" && third === undefined ? {kind: "count", set} : null;
  }
  const key = readKey(set, predicate, alias);
  if (second === undefined) return {kind: "entity", set, key};
  if (second === "$ref") throw unsupported("$ref is not supported");
  const property = findProperty(set, second);
  if (property === null || (third !== undefined && third !== "$value")) return null;
  return {kind: third === undefined ? "property" : "value", set, key, property};
}

function readKey(set: EntitySet, predicate: string, alias: (name: string) => string | undefined): Key {
  const names = {properties: new Map<string, ValueType>(), alias};
  const given = new Map<string, Value>();
  for (const part of splitAtCommas(predicate)) {
    const [, name, text] = /^\s*([A-Za-z_]\w*)\s*=(.*)$/s.exec(part) ?? [null, null, part];
    const named = name ?? (set.keys.length === 1 ? set.keys[0]! : null);
    if (named === null || !set.keys.includes(named) || given.has(named)) throw wrongKey(set);
    given.set(named, keyValue(set, named, parseLiteral((text ?? "").trim(), names).value));
  }
  if (given.size !== set.keys.length) throw wrongKey(set);
  return set.keys.map((name) => given.get(name) as string | number);
}

function keyValue(set: EntitySet, name: string, value: Value): string | number {
  if (findProperty(set, name)!.type === "Edm.String") {
    if (typeof value === "string") return value;
  } else {
    const day = typeof value === "string" ? parseCalendarDay(value) : value;
    if (typeof day === "number") return day;
  }
  throw wrongKey(set);
}

function splitAtCommas(text: string): string[] {
  const parts = [""];
  let inText = false;
  for (const character of text) {
    if (character === "'") inText = !inText;
    if (character === "," && !inText) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts;
}

function wrongKey(set: EntitySet): Error {
  const example =
    set.keys.length === 1
      ? "series('0123456789abcdef')"
      : "observations(series_key='0123456789abcdef',period=2024-01-01)";
  return bad(`the key does not fit: ${set.name} are identified by ${set.keys.join(" and ")}`, `such as ${example}`);
}
