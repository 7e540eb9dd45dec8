// SDMX-JSON 1.0 and 2.0: dimensions as lists of codes, keys as positions in them ("0:3:1"), values under a series or flat.
//
// A value is a list: the number, then positions in the lists of attributes. The time is the dimension TIME_PERIOD, at any place.
import {Refusal} from "../../../refusal.ts";
import {WHOLE} from "../../input/ending.ts";
import {type JsonNode, parseJsonNode, placesIn} from "../../input/json-node.ts";
import type {Source} from "../../source.ts";
import {type Attributes, createCodedBook} from "./coded-release.ts";
import {bareName, jsonText, readUtf8, soleFile, soleStart} from "./text-table.ts";

/** A dimension or an attribute with its codes; `labels` in their order. */
interface Component {
  readonly id: string;
  readonly codes: readonly string[];
  readonly labels: ReadonlyMap<string, string>;
}

const LEVELS = ["dataSet", "series", "observation"] as const;

export const sdmxJson: Source = {
  name: "sdmx-json",
  version: 3,
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
    const book = createCodedBook(head, hints, sink);
    const placeAt = placesIn(text);
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
          ...said,
          ...attributesAt(node.items.slice(1), attributes.observation),
        ]);
        const {line, column} = placeAt(value.start);
        const place = {line, column, element: `observations ${position}`, raw};
        book.observeKey(codes, typeof scalar === "number" ? raw : String(scalar), ownAttributes, place);
      }
    };
    const [set] = sets;
    const ofSet: Attributes = new Map(attributesAt(set!.members.get("attributes")?.items ?? [], attributes.dataSet));
    for (const [position, node] of set!.members.get("series")?.members ?? []) {
      const said = new Map([...ofSet, ...attributesAt(node.members.get("attributes")?.items ?? [], attributes.series)]);
      read(codesAt(file.name, position, dimensions.series), said, node.members.get("observations"));
    }
    read([], ofSet, set!.members.get("observations"));
    return {metadata: book.metadata(), ending: WHOLE};
  },
};

function componentsOf(node: JsonNode | undefined): Record<(typeof LEVELS)[number], Component[]> {
  const of = (level: string): Component[] =>
    (node?.members.get(level)?.items ?? []).map((one) => {
      const values = one.members.get("values")?.items ?? [];
      const codes = values.map((value) => jsonText(value.members.get("id")) ?? nameOf(value) ?? "");
      const names = values.map((value, at): [string, string] => [codes[at]!, nameOf(value) ?? ""]);
      return {id: jsonText(one.members.get("id")) ?? "", codes, labels: new Map(names)};
    });
  return {dataSet: of("dataSet"), series: of("series"), observation: of("observation")};
}

/** @throws Refusal if a position is outside of its dimension */
function codesAt(file: string, key: string, dimensions: readonly Component[]): string[] {
  const places = key === "" ? [] : key.split(":");
  if (places.length !== dimensions.length)
    throw new Refusal(`${file}: the key ${key} has ${places.length} parts, not ${dimensions.length}`, null);
  return places.map((place, at) => {
    const code = /^\d+$/.test(place) ? dimensions[at]!.codes[Number(place)] : undefined;
    if (code === undefined)
      throw new Refusal(`${file}: the key ${key} is outside of the dimension ${dimensions[at]!.id}`, null);
    return code;
  });
}

function attributesAt(items: readonly JsonNode[], attributes: readonly Component[]): [string, string][] {
  return items.flatMap(({scalar}, at): [string, string][] => {
    const code = typeof scalar === "number" ? attributes[at]?.codes[scalar] : undefined;
    return code === undefined || code === "" ? [] : [[attributes[at]!.id, code]];
  });
}

function nameOf(node: JsonNode): string | null {
  const name = node.members.get("name");
  return jsonText(name) ?? jsonText(name?.members.get("en")) ?? jsonText(node.members.get("names")?.members.get("en"));
}
