// The formats of SDMX, chosen by the header Accept or by the parameter `format`.
//
// What names no format of the kind that is asked gets the default of its address: clients send `*/*`, `application/xml` and lists of which
// only one fits. A format that is named and not written here is refused.
import type {FastifyRequest} from "fastify";
import {ApiError} from "../errors.ts";
import type {QueryString} from "../http/parameters.ts";

export type StructureFormat = "ml" | "json";
export type DataFormat = "generic" | "specific" | "csv1" | "csv2" | "json";

const STRUCTURE_TYPES: Readonly<Record<StructureFormat, string>> = {
  ml: "application/vnd.sdmx.structure+xml;version=2.1",
  json: "application/vnd.sdmx.structure+json;version=2.0.0",
};

const DATA_TYPES: Readonly<Record<DataFormat, string>> = {
  generic: "application/vnd.sdmx.genericdata+xml;version=2.1",
  specific: "application/vnd.sdmx.structurespecificdata+xml;version=2.1",
  csv1: "application/vnd.sdmx.data+csv;version=1.0.0",
  csv2: "application/vnd.sdmx.data+csv;version=2.0.0",
  json: "application/vnd.sdmx.data+json;version=1.0.0",
};

export function contentType(format: StructureFormat | DataFormat, kind: "structure" | "data"): string {
  const type = kind === "structure" ? STRUCTURE_TYPES[format as StructureFormat] : DATA_TYPES[format as DataFormat];
  return `${type}; charset=utf-8`;
}

/** The order counts: the first that fits. A type may have a version, which must be ours. */
const STRUCTURE_NAMES: readonly (readonly [RegExp, StructureFormat])[] = [
  [/^application\/vnd\.sdmx\.structure\+xml(?:;version=2\.1)?$/, "ml"],
  [/^application\/vnd\.sdmx\.structure\+json(?:;version=2\.0(?:\.0)?)?$/, "json"],
  [/^(?:application|text)\/xml$/, "ml"],
  [/^application\/json$/, "json"],
];

function dataNames(version: 1 | 2): readonly (readonly [RegExp, DataFormat])[] {
  return [
    [/^application\/vnd\.sdmx\.genericdata\+xml(?:;version=2\.1)?$/, "generic"],
    [/^application\/vnd\.sdmx\.structurespecificdata\+xml(?:;version=2\.1)?$/, "specific"],
    [/^application\/vnd\.sdmx\.data\+csv;version=1\.0(?:\.0)?$/, "csv1"],
    [/^application\/vnd\.sdmx\.data\+csv;version=2\.0(?:\.0)?$/, "csv2"],
    [/^(?:application\/vnd\.sdmx\.data\+csv|text\/csv)$/, version === 1 ? "csv1" : "csv2"],
    [/^application\/vnd\.sdmx\.data\+json(?:;version=1\.0(?:\.0)?)?$/, "json"],
    [/^(?:application|text)\/xml$/, "generic"],
    [/^application\/json$/, "json"],
  ];
}

const FORMAT_PARAMETERS: Readonly<Record<string, DataFormat>> = {
  genericdata: "generic",
  structurespecificdata: "specific",
  csv: "csv1",
  csvdata: "csv1",
  jsondata: "json",
};

export function structureFormat(request: FastifyRequest, version: 1 | 2): StructureFormat {
  return chosen(request, STRUCTURE_NAMES, version === 1 ? "ml" : "json");
}

export function dataFormat(request: FastifyRequest, version: 1 | 2): DataFormat {
  const given = (request.query as QueryString).values.get("format")?.find((text) => text !== "");
  const named = given === undefined ? undefined : FORMAT_PARAMETERS[given.toLowerCase()];
  return named ?? chosen(request, dataNames(version), version === 1 ? "generic" : "csv2");
}

function chosen<T>(request: FastifyRequest, names: readonly (readonly [RegExp, T])[], fallback: T): T {
  const types = (request.headers.accept ?? "*/*")
    .toLowerCase()
    .split(",")
    .map((one) => one.replaceAll(/\s|;q=[\d.]+|;charset=[\w-]+|;urn=true/g, ""));
  for (const type of types) {
    if (type === "" || type.startsWith("*/*") || type === "application/*") return fallback;
    const found = names.find(([pattern]) => pattern.test(type));
    if (found !== undefined) return found[1];
  }
  // A browser, or a type of another kind of message, which clients send with every request.
  if (
    types.some((type) =>
      /^text\/html$|vnd\.sdmx\.(?:structure|data|genericdata|structurespecificdata)[;+]/.test(type),
    ) &&
    !types.every((type) => /;version=/.test(type))
  )
    return fallback;
  throw new ApiError("NOT_ACCEPTABLE", "none of the formats in Accept is written here", {
    hint: `let Accept name ${[...Object.values(DATA_TYPES), ...Object.values(STRUCTURE_TYPES)].join(", ")} or */*`,
  });
}
