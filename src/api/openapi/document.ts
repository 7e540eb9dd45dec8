// The OpenAPI 3.1 document of the v1 routes, made from the routes themselves: their addresses, parameters and bodies.
//
// Words and examples come from the route's operation (operation.ts); the examples are answers of the sample warehouse. A route of /api/v1/
// without an operation is refused, so that no route is missing.
import type {TObject, TProperties} from "typebox";
import {HEADERS, type HeaderName, headersOf, isAlways, isAlwaysSent, REQUEST_HEADERS} from "../http/answer-headers.ts";
import {createSchemaRegistry, type JsonSchema, type SchemaRegistry} from "../http/json-schema.ts";
import {STATUS_CODES} from "../http/node-http.ts";
import {type Operation, TAGS} from "../http/operation.ts";
import {PARQUET_TYPE} from "../http/route.ts";
import {printExamples} from "./examples.ts";
import {
  ABOUT,
  type AnswerWords,
  ODATA_SCHEMES,
  SECURITY_SCHEMES,
  SHARED_ANSWERS,
  SHARED_COMPONENTS,
} from "./shared-words.ts";

/** The parts of a route for the document: its address as the router has it, and its schemas. */
export interface RouteDescription {
  readonly url: string;
  readonly querystring: TObject<TProperties> | undefined;
  readonly params: TObject<TProperties> | undefined;
  /** Of a route with POST. */
  readonly body: TObject<TProperties> | undefined;
  /** Status → schema of the JSON body. */
  readonly response: Readonly<Record<number, object>>;
  readonly operation: Operation;
}

const ODATA_HEADERS: readonly HeaderName[] = ["OData-Version"];

/** An answer to a body has no tag. */
const BODY_REQUEST_HEADERS = Object.keys(REQUEST_HEADERS).filter((name) => name !== "IfNoneMatch");

const PARAMETERS_REFUSED = "Parameters that cannot be accepted, each with its place and the reason.";

/** `publicUrl` null: addresses relative to the document's host. */
export function buildDocument(routes: readonly RouteDescription[], publicUrl: string | null): JsonSchema {
  const registry = createSchemaRegistry(new Map([...SHARED_COMPONENTS, ...routes.flatMap(namesOfAnswer)]));
  const responses: Record<string, JsonSchema> = {};
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    if (route.operation === undefined) throw new Error(`${route.url} has no operation in its config`);
    paths[route.url.replaceAll(/:(\w+)/g, "{$1}")] = {
      [route.body === undefined ? "get" : "post"]: describeOperation(route, registry, responses),
    };
  }
  const used = new Set(routes.map(({operation}) => operation.tag));
  return {
    openapi: "3.1.0",
    info: {...ABOUT, contact: {name: "Operator of this service", ...(publicUrl === null ? {} : {url: publicUrl})}},
    servers: [{url: publicUrl ?? "/", description: "This service"}],
    security: securityOf(SECURITY_SCHEMES),
    tags: Object.entries(TAGS)
      .filter(([name]) => used.has(name as Operation["tag"]))
      .map(([name, description]) => ({name, description})),
    paths,
    components: {
      securitySchemes: {...SECURITY_SCHEMES, ...ODATA_SCHEMES},
      parameters: REQUEST_HEADERS,
      headers: Object.fromEntries(usedHeaders(routes).map((name) => [name, describeHeader(name, isAlways(name))])),
      responses,
      schemas: registry.components(),
    },
  };
}

/** Any one of the schemes is enough. */
function securityOf(schemes: object): JsonSchema[] {
  return Object.keys(schemes).map((name) => ({[name]: []}));
}

function describeOperation(
  route: RouteDescription,
  registry: SchemaRegistry,
  shared: Record<string, JsonSchema>,
): JsonSchema {
  const {operation} = route;
  const {operationId, tag, summary, description, answers} = operation;
  const responses: Record<string, JsonSchema> = {};
  for (const status of statusesOf(route)) {
    const own = answers[status] ?? (status === 422 ? PARAMETERS_REFUSED : undefined);
    const common = SHARED_ANSWERS[status];
    if (own === undefined && common !== undefined) {
      shared[common.operation] ??= describeAnswer(route, status, common, registry);
      responses[status] = {$ref: `#/components/responses/${common.operation}`};
    } else {
      // An unreadable query and an exhausted minute are refused before the parameters are checked.
      const unread = operation.isOData === true && (status === 404 || (status === 429 && operation.isFree === true));
      const general = headersOf(status, unread);
      const headers = [
        ...general,
        ...(status === 200 ? (operation.headers ?? []) : []),
        ...(status === 400 ? (operation.tooBigHeaders ?? []) : []),
        ...(operation.isOData === true ? ODATA_HEADERS : []),
      ];
      const words = own ?? STATUS_CODES[status]!;
      const described = {operation: operationId, words, headers, examples: operation.examples};
      responses[status] = describeAnswer(route, status, described, registry);
    }
  }
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(operation.isOData === true ? {security: securityOf({...SECURITY_SCHEMES, ...ODATA_SCHEMES})} : {}),
    parameters: [
      ...describeParameters(route.params, "path", registry),
      ...describeParameters(route.querystring, "query", registry, operation.required),
      ...(route.body === undefined ? Object.keys(REQUEST_HEADERS) : BODY_REQUEST_HEADERS).map((name) => ({
        $ref: `#/components/parameters/${name}`,
      })),
    ],
    ...(route.body !== undefined && {
      requestBody: {required: true, content: {"application/json": {schema: registry.describe(route.body)}}},
    }),
    responses,
  };
}

/** The component names of a route's body and list elements. */
function namesOfAnswer(route: RouteDescription): [object, string][] {
  const answer = route.response[200] as TObject<TProperties> | undefined;
  if (route.operation === undefined || answer === undefined) return [];
  const {operation} = route;
  const {items} = (answer.properties["items"] ?? {}) as {readonly items?: object};
  return [
    [answer, operation.answer],
    ...(operation.components ?? []),
    ...(items === undefined || !operation.item ? [] : [[items, operation.item] as [object, string]]),
  ];
}

/** The statuses of the route's schemas, and 304; 400 and 410 only if the operation describes them, 422 only if there are parameters. */
function statusesOf({response, querystring, body, operation}: RouteDescription): number[] {
  const declared = Object.keys(response).map(Number);
  const isGiven = (status: number): boolean =>
    ((status !== 400 && status !== 410) || operation.answers[status] !== undefined) &&
    (status !== 422 || querystring !== undefined || body !== undefined) &&
    (status !== 304 || body === undefined);
  return [...declared, 304].filter(isGiven).sort((a, b) => a - b);
}

function describeParameters(
  schema: TObject<TProperties> | undefined,
  position: "path" | "query",
  registry: SchemaRegistry,
  alsoRequired: readonly string[] = [],
): JsonSchema[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const {description, ...rest} = registry.describe(property);
    const required = position === "path" || schema?.required?.includes(name) === true || alsoRequired.includes(name);
    return {
      name,
      in: position,
      required,
      ...(required ? {} : {allowEmptyValue: true}),
      description,
      schema: rest,
      // One value with the whole list; a repeated parameter works too, but OpenAPI cannot describe both.
      ...(rest["type"] === "array" ? {style: "form", explode: false} : {}),
    };
  });
}

function describeAnswer(
  route: RouteDescription,
  status: number,
  {operation, words, headers: names, examples}: AnswerWords,
  registry: SchemaRegistry,
): JsonSchema {
  const description = words;
  const headers = Object.fromEntries(names.map((name) => [name, headerAt(name, status)]));
  const schema = route.response[status];
  if (schema === undefined) return {description, headers};
  const format = status === 200 ? route.querystring?.properties["format"] : undefined;
  const hasCsv = format !== undefined;
  const hasParquet = (format as {readonly pattern?: string} | undefined)?.pattern?.includes("parquet") === true;
  const shown = (type: string): object => printExamples({operation, examples}, status, type);
  const content = {
    "application/json": {schema: registry.describe(schema), ...shown("application/json")},
    ...(hasCsv ? {"text/csv": {schema: {type: "string"}, ...shown("text/csv")}} : {}),
    ...(hasParquet ? {[PARQUET_TYPE]: {schema: {type: "string", format: "binary"}}} : {}),
  };
  return {description, headers, content};
}

function headerAt(name: HeaderName, status: number): JsonSchema {
  return isAlways(name) && !isAlwaysSent(name, status)
    ? describeHeader(name, false)
    : {$ref: `#/components/headers/${name}`};
}

function describeHeader(name: HeaderName, required: boolean): JsonSchema {
  const {description, schema} = HEADERS[name];
  return {description, required, schema};
}

/** In the order of the table. */
function usedHeaders(routes: readonly RouteDescription[]): HeaderName[] {
  const own = routes.flatMap(({operation}) => operation.headers ?? []);
  const odata = routes.some(({operation}) => operation.isOData === true) ? ODATA_HEADERS : [];
  const statuses = [200, 304, 401, 404, 429];
  const used = new Set<HeaderName>([...statuses.flatMap((status) => headersOf(status)), ...own, ...odata]);
  return (Object.keys(HEADERS) as HeaderName[]).filter((name) => used.has(name));
}
