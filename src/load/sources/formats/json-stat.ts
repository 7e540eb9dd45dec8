// JSON-stat 2.0 and 1.x: values in the order of the dimensions, the last one fastest, as a list or as a record by position.
//
// The file itself names the roles of its dimensions (time, geo, metric). A class "collection" or a bundle of several datasets is refused.
import {Refusal} from "../../../service/refusal.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import {WHOLE} from "../../input/ending.ts";
import {type JsonNode, parseJsonNode, positionsIn} from "../../input/json-node.ts";
import type {ParserCode} from "../../source.ts";
import {ambiguityOf, codedPeriod, isCodedForm} from "./coded-period.ts";
import {codesAt, createCodedRegister} from "./coded-release.ts";
import type {CodedDimension} from "./coded-roles.ts";
import {readStatedDates, withoutDescriptor} from "./stated-dates.ts";
import {bareName, jsonText, readUtf8, soleFile, soleStart} from "./text-table.ts";

export const jsonStat: ParserCode = {
  async recognises(files) {
    const start = await soleStart(withoutDescriptor(files));
    if (!/^\s*\{/.test(start)) return false;
    return /"class"\s*:\s*"(?:dataset|collection|dimension)"|json-stat|"category"\s*:|^\s*\{\s*"[^"]*"\s*:\s*\{\s*"(?:label|source|value|status|dimension)"\s*:/i.test(
      start,
    );
  },
  async parse(files, hints, sink) {
    const file = soleFile(withoutDescriptor(files));
    const text = await readUtf8(file);
    const root = datasetOf(file.name, parseJsonNode(file.name, text));
    const {description, ids, codes, product, values, time, metric, role} = shapeOf(file.name, root);
    const dimensions = ids.map((id, at) => dimensionOf(id, description?.members.get(id), codes[at]!));
    const updated = String(root.members.get("updated")?.scalar ?? "");
    const head = {
      file: file.name,
      dataset: hints.dataset === null ? bareName(file) : null,
      name: jsonText(root.members.get("label")),
      publishedAt: parseDay(updated.slice(0, 10)),
      dimensions,
      time,
      periodAmbiguity: ambiguityOf(codes[time]!),
      dates: await readStatedDates(files),
      territoryId: ids[roleOf(role, "geo", ids, /^geo$/i)] ?? null,
    };
    const register = createCodedRegister(head, hints, sink);
    const positionAt = positionsIn(text);
    const units =
      metric < 0 ? undefined : description?.members.get(ids[metric]!)?.members.get("category")?.members.get("unit");
    const status = root.members.get("status");
    const isSparse = values.items.length === 0;
    const entries: Iterable<[number, JsonNode]> = isSparse ? sparseEntries(values, status) : values.items.entries();
    for (const [index, node] of entries) {
      if (!Number.isInteger(index) || index < 0 || index >= product)
        throw new Refusal(`${file.name} has a value at place ${index}, outside of its dimensions`, null);
      const own = codesAt(index, codes);
      const flag =
        jsonText(status?.items[index] ?? status?.members.get(String(index))) ??
        (status?.scalar === undefined ? null : String(status.scalar));
      const unit = metric < 0 ? undefined : units?.members.get(own[metric]!);
      const attributes = new Map([
        ...(flag === null || flag === "" ? [] : [["OBS_STATUS", flag] as const]),
        ...(unit === undefined ? [] : unitOf(unit)),
      ]);
      const {line, column} = positionAt(node.start);
      const raw = text.slice(node.start, node.end);
      const said = node.scalar === null ? "" : typeof node.scalar === "number" ? raw : String(node.scalar);
      register.observeKey(own, said, attributes, {
        line,
        column,
        element: `${isSparse && !values.members.has(String(index)) ? "status" : "value"}[${index}]`,
        raw,
      });
    }
    return {metadata: register.metadata(), ending: WHOLE};
  },
};

/** The cells of a record, and those that have a status and no value, in a record or a list: the list form has an empty value there. */
function sparseEntries(values: JsonNode, status: JsonNode | undefined): [number, JsonNode][] {
  const filled = [...values.members].map(([key, node]): [number, JsonNode] => [Number(key), node]);
  const stated = [...(status?.members ?? []), ...(status?.items ?? []).map((node, at) => [String(at), node] as const)];
  const empty = stated.filter(([key, {scalar}]) => !values.members.has(key) && scalar !== null && scalar !== "");
  return [...filled, ...empty.map(([key, node]): [number, JsonNode] => [Number(key), {...node, scalar: null}])];
}

/**
 * FIX-country-05: the unit of a metric. A label names the unit with its power of ten ("thousands of persons"); `base` and `symbol` name it
 * without, so the multiplier goes with them. Only a number is a power of ten: some publishers write a factor as text.
 */
function unitOf({members}: JsonNode): [string, string][] {
  const [label, base, symbol] = ["label", "base", "symbol"].map((name) => jsonText(members.get(name)) || null);
  const bare = base ?? symbol;
  const power = members.get("multiplier")?.scalar;
  if (typeof power === "number" && power !== 0 && bare != null)
    return [
      ["UNIT", bare],
      ["UNIT_MULT", String(power)],
    ];
  return [
    ["UNIT", label ?? bare ?? ""],
    ...(typeof power === "string" ? [["multiplier", power] as [string, string]] : []),
  ];
}

/** @throws Refusal if dimensions, sizes and values do not agree */
function shapeOf(file: string, root: JsonNode) {
  const description = root.members.get("dimension");
  const ids = texts(root.members.get("id") ?? description?.members.get("id"));
  const sizes =
    (root.members.get("size") ?? description?.members.get("size"))?.items.map(({scalar}) => Number(scalar)) ?? [];
  const codes = ids.map((id) => codesOf(file, id, description?.members.get(id)));
  const product = sizes.reduce((all, size) => all * size, 1);
  const values = root.members.get("value");
  if (values === undefined || ids.length === 0 || codes.some(({length}, at) => length !== sizes[at]))
    throw new Refusal(`${file} is not a complete JSON-stat dataset`, "its id, size, dimensions and value must agree");
  if (values.members.size === 0 && values.items.length !== product)
    throw new Refusal(`${file} has ${values.items.length} values where its dimensions have ${product} places`, null);
  const role = root.members.get("role") ?? description?.members.get("role");
  const time = roleOf(role, "time", ids, /^(?:time|time_period|year|month|quarter|period)$/i);
  if (time < 0) throw new Refusal(`${file} does not say which dimension has the periods`, "give it a role time");
  // Codes that are no periods may have names that are: CI_0001 is "2013 JAN".
  codes[time] = codes[time]!.map((code) =>
    periodOf(
      code,
      jsonText(description?.members.get(ids[time]!)?.members.get("category")?.members.get("label")?.members.get(code)),
    ),
  );
  const metric = roleOf(role, "metric", ids, /^contentscode$/i);
  return {description, ids, codes, product, values, time, metric, role};
}

function periodOf(code: string, label: string | null): string {
  if (label === null || isCodedForm(code)) return code;
  if (isCodedForm(label)) return label;
  return typeof codedPeriod(code, null) === "string" && typeof codedPeriod(label, null) !== "string" ? label : code;
}

/** The dataset itself, or the only one of a bundle of version 1. */
function datasetOf(file: string, root: JsonNode): JsonNode {
  if (root.members.has("value")) return root;
  const inner = [...root.members.values()].filter(({members}) => members.has("value"));
  if (inner.length === 1) return inner[0]!;
  const kind = jsonText(root.members.get("class")) ?? "";
  if (kind === "collection" || kind === "dimension")
    throw new Refusal(
      `${file} is a ${kind} of JSON-stat, which has no values of its own`,
      kind === "collection" ? "download each dataset that it lists, and load them one by one" : null,
    );
  throw new Refusal(`${file} has ${inner.length} datasets`, "a release is one dataset: save each as a file of its own");
}

/** In the order of their positions: every position once, so that no value gets the code of another. @throws Refusal */
function codesOf(file: string, id: string, dimension: JsonNode | undefined): string[] {
  const category = dimension?.members.get("category");
  const index = category?.members.get("index");
  if (index === undefined) return [...(category?.members.get("label")?.members.keys() ?? [])];
  if (index.members.size === 0) {
    const codes = texts(index);
    if (new Set(codes).size === codes.length) return codes;
    throw new Refusal(`${file}: the index of ${id} has a code twice`, "download the dataset again");
  }
  const codes: string[] = [];
  for (const [code, {scalar}] of index.members) {
    const at = Number(scalar);
    if (!Number.isInteger(at) || at < 0 || at >= index.members.size || codes[at] !== undefined)
      throw new Refusal(
        `${file}: the index of ${id} has ${code} at ${scalar}, ${codes[at] === undefined ? `beyond its ${index.members.size} codes` : `where it has ${codes[at]}`}`,
        "an index numbers the codes from 0 without a gap: download the dataset again",
      );
    codes[at] = code;
  }
  return codes;
}

function dimensionOf(id: string, node: JsonNode | undefined, codes: readonly string[]): CodedDimension {
  const labels = node?.members.get("category")?.members.get("label")?.members;
  const own = codes.map((code): [string, string] => [code, jsonText(labels?.get(code)) ?? ""]);
  return {id, name: jsonText(node?.members.get("label")) ?? id, labels: new Map(own)};
}

function roleOf(role: JsonNode | undefined, name: string, ids: readonly string[], usual: RegExp): number {
  const said = texts(role?.members.get(name));
  if (said.length === 1) return ids.indexOf(said[0]!);
  return said.length > 1 ? -1 : ids.findIndex((id) => usual.test(id));
}

function texts(node: JsonNode | undefined): string[] {
  return node?.items.map(({scalar}) => String(scalar)) ?? [];
}
