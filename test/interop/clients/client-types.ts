// The types of clients/typescript: the answers and the parameters of the routes that it asks, from the document of a server.
//
// Schemas alone are given to the generator: the routes of the whole document would take twenty times the text.
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {Json} from "../live.ts";
import {run} from "../tools.ts";

/** Names of the parameters' types by route. */
const QUERIES = {
  "/api/v1/data": "SliceQuery",
  "/api/v1/estimates": "SliceEstimatesQuery",
  "/api/v1/observations": "ObservationsQuery",
  "/api/v1/series/{series_key}/estimates": "EstimatesQuery",
  "/api/v1/series/{series_key}/evidence": null,
  "/api/v1/reference/datasets": null,
  "/api/v1/reference/series": null,
  "/api/v1/series/search": "SearchQuery",
  "/api/v1/updates": "UpdatesQuery",
  "/api/v1/verify": "VerifyQuery",
} as const;
/** The client reads JSON. */
const OF_OTHER_FORMS = ["format", "bom", "decimal", "layout"];
const HEADER = `// Answers and parameters of the service, written by openapi-typescript from its document; not to be changed by hand.
//
// CONTRIBUTING.md has the command that writes it again.

`;

/** @param folder for files on the way */
export async function writeClientTypes(document: Json, folder: string): Promise<string> {
  const file = join(folder, "schemas.json");
  const output = join(folder, "answers.ts");
  await writeFile(file, JSON.stringify(schemasOf(document)));
  const words = [file, "--output", output, "--immutable", "--root-types", "--root-types-no-schema-prefix"];
  const {code, stderr} = await run("openapi-typescript", words);
  if (code !== 0) throw new Error(stderr);
  const text = await readFile(output, "utf8");
  return HEADER + text.slice(text.indexOf("export interface components"), text.indexOf("export type $defs"));
}

function schemasOf(document: Json): Json {
  const all = document.components.schemas;
  const schemas: Json = {};
  const add = (name: string): void => {
    if (name in schemas) return;
    schemas[name] = withoutExamples(all[name]);
    for (const [, other] of JSON.stringify(all[name]).matchAll(/"#\/components\/schemas\/(\w+)"/g)) add(other!);
  };
  for (const [route, query] of Object.entries(QUERIES)) {
    const {responses, parameters} = document.paths[route].get;
    const {schema} = responses["200"].content["application/json"];
    add(/(\w+)$/.exec(schema.$ref)![1]!);
    if (query !== null) schemas[query] = queryOf(parameters);
  }
  const sorted = Object.fromEntries(
    Object.keys(schemas)
      .toSorted()
      .map((name) => [name, schemas[name]]),
  );
  return {openapi: document.openapi, info: document.info, paths: {}, components: {schemas: sorted}};
}

/** A list may be one text, with commas. */
function queryOf(parameters: Json[]): Json {
  const own = parameters.filter((one) => one.in === "query" && !OF_OTHER_FORMS.includes(one.name));
  const typeOf = ({schema, description}: Json): Json => ({
    ...(schema.type === "array" ? {anyOf: [{type: "string"}, {type: "array", items: {type: "string"}}]} : schema),
    default: undefined,
    description,
  });
  return {
    type: "object",
    additionalProperties: false,
    required: own.filter(({required}) => required).map(({name}) => name),
    properties: withoutExamples(Object.fromEntries(own.map((one) => [one.name, typeOf(one)]))),
  };
}

/** Examples are of the server's sample, and patterns say nothing to a compiler. */
function withoutExamples(value: Json): Json {
  return JSON.parse(
    JSON.stringify(value, (name, one) =>
      ["examples", "pattern"].includes(name) && (typeof one === "string" || Array.isArray(one)) ? undefined : one,
    ),
  );
}
