// SDMX-JSON 1.0 and 2.0: dimensions as lists of codes, keys as positions in them ("0:3:1"), values under a series or flat.
//
// A value is a list: the number, then positions in the lists of attributes, or the attributes themselves if they have no list. The time is the
// dimension TIME_PERIOD, at any place. In version 2.0 a unit may belong to a group: to all values with some of the codes of its key.
import {Refusal} from "../../../../service/refusal.ts";
import {WHOLE} from "../../../input/ending.ts";
import {type JsonNode, parseJsonNode, positionsIn} from "../../../input/json-node.ts";
import type {ParserCode} from "../../../source.ts";
import {type Attributes, refuseChanges} from "../coded-attributes.ts";
import {createCodedRegister} from "../coded-release.ts";
import {bareName, jsonText, readUtf8, soleFile, soleStart} from "../text-table.ts";

/** A dimension or an attribute with its codes; `labels` in their order. */
interface Component {
  readonly id: string;
  readonly codes: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

const LEVELS = ["dataSet", "series", "observation"] as const;
type Level = (typeof LEVELS)[number] | "dimensionGroup";

export const sdmxJson: ParserCode = {
  async recognises(files) {
    const start = await soleStart(files);
    return /^\s*\{/.test(start) && /"dataSets"\s*:|sdmx-json|sdmx-data|"header"\s*:\s*\{[^}]*"prepared"/i.test(start);
  },
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const text = await readUtf8(file);
    const root = parseJsonNode(file.name, text);
    const data = root.members.get("data") ?? root;
    const structure = data.members.get("structure") ?? data.members.get("structures")?.items[0];
    const sets = data.members.get("dataSets")?.items ?? [];
    if (structure === undefined || sets.length !== 1)
      throw new Refusal(`${file.name} has ${sets.length} data sets`, "a release is one data set with its structure");
    const dimensions = componentsOf(structure.members.get("dimensions"));
    const attributes = componentsOf(structure.members.get("attributes"));
    const all = LEVELS.flatMap((level) => dimensions[level]);
    const time = all.findIndex(({id}) => /^time(?:_period)?$/i.test(id));
    if (time < 0) throw new Refusal(`${file.name} has no dimension TIME_PERIOD`, null);
    const own = /=([\w.-]+):([\w.-]+)/.exec(
      text.slice(structure.start, structure.end).match(/urn:sdmx:[^"]*(?:Dataflow|DataStructure)=[^"]*/)?.[0] ?? "",
    );
    const head = {
      noValue: ["NaN"],
      file: file.name,
      provider: own?.[1] ?? null,
      dataset: own?.[2] ?? (hints.dataset === null ? bareName(file) : null),
      name: nameOf(structure),
      dimensions: all.map(({id, labels}) => ({id, name: id, labels})),
      time,
    };
    const register = createCodedRegister(head, hints, sink);
    const positionAt = positionsIn(text);
    const fixed = dimensions.dataSet.map(({codes}) => codes[0] ?? "");
    const read = (
      key: readonly string[],
      said: ReadonlyMap<string, string>,
      observations: JsonNode | undefined,
    ): void => {
      for (const [position, node] of observations?.members ?? []) {
        const codes = [...fixed, ...key, ...codesAt(file.name, position, dimensions.observation)];
        if (codes.length !== all.length)
          throw new Refusal(`${file.name}: the key ${position} does not fit the dimensions`, null);
        const value = node.items[0] ?? node;
        const raw = text.slice(value.start, value.end);
        const scalar = value.scalar ?? "";
        const ownAttributes: Attributes = new Map([
          ...ofSet,
          ...ofGroups(codes),
          ...said,
          ...attributesAt(node.items.slice(1), attributes.observation),
        ]);
        const {line, column} = positionAt(value.start);
        const location = {line, column, element: `observations ${position}`, raw};
        register.observeKey(codes, typeof scalar === "number" ? raw : String(scalar), ownAttributes, location);
      }
    };
    const [set] = sets;
    refuseChanges(file.name, jsonText(set!.members.get("action")) ?? "");
    if ((structure.members.get("measures")?.members.get("observation")?.items.length ?? 1) > 1)
      throw new Refusal(`${file.name} has several values for each key`, "a message with one measure is read");
    const ofGroups = readGroups(
      file.name,
      set!.members.get("dimensionGroupAttributes"),
      all,
      attributes.dimensionGroup,
    );
    const ofSet: Attributes = new Map(attributesAt(set!.members.get("attributes")?.items ?? [], attributes.dataSet));
    for (const [position, node] of set!.members.get("series")?.members ?? []) {
      const said = new Map(attributesAt(node.members.get("attributes")?.items ?? [], attributes.series));
      read(codesAt(file.name, position, dimensions.series), said, node.members.get("observations"));
    }
    read([], new Map(), set!.members.get("observations"));
    return {metadata: register.metadata(), ending: WHOLE};
  },
};

function componentsOf(node: JsonNode | undefined): Record<Level, Component[]> {
  const of = (level: string): Component[] =>
    (node?.members.get(level)?.items ?? []).map((one) => {
      const values = one.members.get("values")?.items ?? [];
      const codes = values.map((value) => jsonText(value.members.get("id")) ?? nameOf(value) ?? "");
      const names = values.map((value, at): [string, string] => [codes[at]!, nameOf(value) ?? ""]);
      return {id: jsonText(one.members.get("id")) ?? "", codes, labels: new Map(names)};
    });
  return {
    dataSet: of("dataSet"),
    series: of("series"),
    observation: of("observation"),
    dimensionGroup: of("dimensionGroup"),
  };
}

/** @throws Refusal if a position is outside of its dimension */
function codesAt(file: string, key: string, dimensions: readonly Component[]): string[] {
  const indexTexts = key === "" ? [] : key.split(":");
  if (indexTexts.length !== dimensions.length)
    throw new Refusal(`${file}: the key ${key} has ${indexTexts.length} parts, not ${dimensions.length}`, null);
  return indexTexts.map((where, at) => {
    const code = /^\d+$/.test(where) ? dimensions[at]!.codes[Number(where)] : undefined;
    if (code === undefined)
      throw new Refusal(`${file}: the key ${key} is outside of the dimension ${dimensions[at]!.id}`, null);
    return code;
  });
}

function attributesAt(items: readonly JsonNode[], attributes: readonly Component[]): [string, string][] {
  return items.flatMap((node, at): [string, string][] => {
    const attribute = attributes[at];
    if (attribute === undefined) return [];
    const code = typeof node.scalar === "number" ? attribute.codes[node.scalar] : undefined;
    const said = attribute.codes.length > 0 && typeof node.scalar === "number" ? code : textOf(node);
    return said === undefined || said === "" ? [] : [[attribute.id, said]];
  });
}

/** An attribute without a list of codes: a text, a number, or texts by language or in a list. */
function textOf({scalar, items, members}: JsonNode): string {
  if (scalar !== undefined) return scalar === null ? "" : String(scalar);
  return [...items, ...members.values()].map(textOf).filter(Boolean).join(", ");
}

/**
 * FIX-country-07: attributes of groups, by keys such as "0::1:" with a place for each dimension, which is empty for one that is not of the group.
 * @throws Refusal if a key does not fit the dimensions: its unit would be lost
 */
function readGroups(
  file: string,
  node: JsonNode | undefined,
  dimensions: readonly Component[],
  attributes: readonly Component[],
): (codes: readonly string[]) => Iterable<[string, string]> {
  const groups = new Map<string, {indexes: readonly number[]; byCodes: Map<string, [string, string][]>}>();
  for (const [key, {items}] of node?.members ?? []) {
    const parts = key.split(":");
    const indexes = [...parts.keys()].filter((at) => parts[at] !== "" && parts[at] !== "~");
    const codes = indexes.map((at) => dimensions[at]?.codes[Number(parts[at])]);
    if (parts.length !== dimensions.length || codes.includes(undefined))
      throw new Refusal(`${file}: the group ${key} does not fit the dimensions`, null);
    const name = indexes.join(" ");
    const group = groups.get(name) ?? {indexes, byCodes: new Map<string, [string, string][]>()};
    groups.set(name, group);
    group.byCodes.set(codes.join("\u0001"), attributesAt(items, attributes));
  }
  return function* (codes) {
    for (const {indexes, byCodes} of groups.values())
      yield* byCodes.get(indexes.map((at) => codes[at]).join("\u0001")) ?? [];
  };
}

function nameOf(node: JsonNode): string | null {
  const name = node.members.get("name");
  return jsonText(name) ?? jsonText(name?.members.get("en")) ?? jsonText(node.members.get("names")?.members.get("en"));
}
