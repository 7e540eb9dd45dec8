// The largest legal requests of every route: those of the api are made from its OpenAPI document, those of the site from its list of pages.
//
// A request has at most 16 kB (Node's own limit for a head). What a parameter may hold follows from its schema and its name; a route that
// is added is asked without being named here.
import {PAGES} from "../../src/site/pages/pages.ts";
import {type DoorHoldings, ofDoors} from "./door-requests.ts";
import {ofSdmx} from "./sdmx-requests.ts";

/** What a store holds that can be asked for. */
export interface Holdings extends DoorHoldings {
  readonly concepts: readonly string[];
  /** Words that most titles have. */
  readonly words: readonly string[];
}

export interface DearRequest {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Letters of a query, percent-encoded: what is left of 16 kB for the other headers. */
const QUERY_LETTERS = 14_000;

interface Parameter {
  readonly name: string;
  readonly in: "query" | "path" | "header";
  readonly schema: Schema;
}

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly maximum?: number;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, {readonly get?: {readonly parameters?: readonly Parameter[]}}>>;
}

export function largestRequests(document: ApiDocument, holdings: Holdings): DearRequest[] {
  const classes = [codes((i) => `c${331 * i}`), filled(QUERY_LETTERS, (i) => `c${i}`, ",")];
  const plain = [
    ...ofApi(document, holdings),
    ...ofSdmx(holdings.datasets, classes),
    ...ofDoors(holdings),
    ...ofSite(holdings),
  ];
  const coded = plain
    .filter(({path}) => path.startsWith("/api/v1/data") || path.startsWith("/api/v1/odata/observations?$top"))
    .flatMap((one) =>
      ["gzip", "br", "zstd"].map((coding) => ({
        ...one,
        name: `${one.name} ${coding}`,
        headers: {"accept-encoding": coding},
      })),
    );
  return [...plain, ...coded];
}

function* ofApi({paths}: ApiDocument, holdings: Holdings): Generator<DearRequest> {
  for (const [path, {get}] of Object.entries(paths)) {
    if (get === undefined) continue;
    const parameters = get.parameters ?? [];
    for (const url of inPath(path, parameters, holdings)) {
      if (parameters.some(({name}) => name === "$filter")) yield* ofOData(url);
      else
        yield* ofParameters(
          url,
          parameters.filter((one) => one.in === "query"),
          holdings,
        );
    }
  }
}

/** The address for each series, concept or list that its path may name. */
function inPath(path: string, parameters: readonly Parameter[], {keys, concepts}: Holdings): string[] {
  const [named] = parameters.filter((one) => one.in === "path");
  if (named === undefined) return [path];
  const values = named.schema.enum?.map(String) ?? (named.name === "concept_id" ? concepts : keys);
  return values.map((value) => path.replace(`{${named.name}}`, encodeURIComponent(value)));
}

function* ofParameters(url: string, parameters: readonly Parameter[], holdings: Holdings): Generator<DearRequest> {
  const has = (name: string): boolean => parameters.some((one) => one.name === name);
  const datasets = has("dataset") ? [...holdings.datasets, null] : [null];
  for (const dataset of datasets) {
    for (const text of textsOf(parameters, holdings)) {
      for (const variant of variantsOf(parameters)) {
        const query = {
          ...largest(parameters),
          ...(dataset === null ? {} : {dataset}),
          ...text.values,
          ...variant.values,
        };
        yield {
          name: `${url} ${dataset ?? ""} ${text.name} ${variant.name}`,
          path: `${url}?${queryOf(query)}`,
          headers: {},
        };
      }
    }
  }
}

/** Integers at their maximum, levels and formats at their widest. */
function largest(parameters: readonly Parameter[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const {name, schema} of parameters) {
    const one = schema.anyOf?.find(({maximum}) => maximum !== undefined) ?? schema;
    if (one.maximum !== undefined && one.maximum > 1) values[name] = String(one.maximum);
    if (name === "geo" || name === "level") values[name] = "all";
    if (name === "labels" || name === "bom") values[name] = "1";
  }
  if ("level" in values) delete values["level"];
  return values;
}

function* variantsOf(parameters: readonly Parameter[]): Generator<{name: string; values: Record<string, string>}> {
  const has = (name: string): boolean => parameters.some((one) => one.name === name);
  yield {name: "", values: {}};
  if (has("format")) yield {name: "csv", values: {format: "csv"}};
  if (has("offset")) yield {name: "far", values: {offset: "90000"}};
}

/** No text; one of many words; lists of many codes in every filter. */
function* textsOf(
  parameters: readonly Parameter[],
  {words}: Holdings,
): Generator<{name: string; values: Record<string, string>}> {
  yield {name: "", values: {}};
  const names = parameters
    .filter(({schema}) => schema.type === "string" || schema.type === "array" || schema.anyOf)
    .map(({name}) => name);
  if (names.includes("q")) {
    yield {name: "words", values: {q: filled(QUERY_LETTERS, (i) => words[i % words.length]!, " ")}};
    yield {
      name: "misspelt",
      values: {q: filled(QUERY_LETTERS, (i) => `${words[i % words.length]}${"абвгд"[i % 5]}`, " ")},
    };
    yield {name: "one letter", values: {q: "н"}};
    yield {name: "numbers", values: {q: filled(QUERY_LETTERS, (i) => String(i), " ")}};
    yield {name: "one word", values: {q: words[0]!}};
    yield {name: "claim", values: {q: joined(words).slice(0, 400)}};
    yield {name: "misspelt claim", values: {q: joined(words.map((word) => `${word}а`)).slice(0, 400)}};
  }
  const lists = names.filter((name) => ["class", "geo", "measure", "transformation", "unit"].includes(name));
  for (const name of lists) {
    yield {name: `many ${name}`, values: {[name]: filled(QUERY_LETTERS, (i) => `c${i}`, ",")}};
    yield {name: `as many ${name} as may be`, values: {[name]: codes((i) => `c${331 * i}`)}};
    yield {name: `unknown ${name}`, values: {[name]: codes((i) => `z${"y".repeat(40)}${i}`)}};
    yield {name: `long ${name}`, values: {[name]: "z".repeat(QUERY_LETTERS)}};
    yield {name: `commas ${name}`, values: {[name]: `z${",".repeat(QUERY_LETTERS / 3)}`}};
  }
}

const joined = (words: readonly string[]): string => Array(20).fill(words.join(" ")).join(" ");
/** A list of as many codes as a request may name. */
const codes = (code: (i: number) => string): string => Array.from({length: 300}, (_, i) => code(i)).join();

/** As many conditions as fit into an address. */
const many = (condition: (i: number) => string, letters = QUERY_LETTERS): string => filled(letters, condition, " or ");

function dearFilters(): readonly (readonly [string, string])[] {
  const deep = (inner: string, depth: number): string => `${"not (".repeat(depth)}${inner}${")".repeat(depth)}`;
  return [
    ["titles", many((i) => `contains(title,'q${i}')`)],
    ["joined", many(() => "contains(concat(title,title),'q')")],
    ["lower", many((i) => `tolower(title) eq '${i}'`)],
    ["refs", many((i) => `contains(series_ref,'q${i}')`)],
    ["classes", many((i) => `contains(class_label,'q${i}')`)],
    ["keys", many((i) => `series_key lt '${i}'`)],
    ["labels", many((i) => `contains(geo_label,'q${i}')`)],
    ["periods", many(() => "year(last_period) mul 0 eq 1")],
    ["deep", deep("contains(title,'q')", 90)],
    ["lower contains", many((i) => `contains(tolower(title),'q${i}')`)],
    ["long", `contains(concat('${"a".repeat(1500)}',title),'${"a".repeat(1000)}b')`],
    ["twice", `contains(concat('${"a".repeat(4000)}',title),'${"a".repeat(2000)}b${"a".repeat(2000)}')`],
    ["ordered", `concat('${"a".repeat(5000)}',title) lt concat('${"a".repeat(5000)}',geo_label)`],
    ["in", `title in (${filled(QUERY_LETTERS - 200, (i) => `'${i}'`, ",")})`],
  ];
}

/** Deep and long filters, orders and searches, on each set. */
function* ofOData(url: string): Generator<DearRequest> {
  const isRows = url.endsWith("/observations");
  const at = (name: string, options: Record<string, string>, more = ""): DearRequest => ({
    name: `${url}${more} ${name}`,
    path: `${url}${more}?${queryOf(options)}`,
    headers: {},
  });
  for (const [name, $filter] of dearFilters()) {
    if (isRows) {
      const within = (dataset: string): string => `dataset_code eq '${dataset}' and (${$filter})`.slice(0);
      for (const dataset of ["wide", "tall"]) {
        yield at(`${name} ${dataset}`, {$filter: within(dataset)});
        yield at(`${name} ${dataset}`, {$filter: within(dataset)}, "/$count");
      }
    } else {
      yield at(name, {$filter, $top: "60000"});
      yield at(name, {$filter}, "/$count");
      yield at(`${name} counted`, {$filter, $count: "true"});
      yield at(`${name} ordered`, {$filter: `not (${$filter})`, $orderby: "title desc"});
    }
  }
  for (const $orderby of ["title", "series_ref desc", filled(9000, () => "length(title)", " add ")])
    yield at(`order ${$orderby.slice(0, 12)}`, {
      $orderby,
      $top: "60000",
      ...(isRows ? {$filter: "dataset_code eq 'wide'"} : {}),
    });
  if (!isRows) {
    yield at("all", {$top: "60000"});
    yield at("all keys", {$top: "60000", $select: "series_key"});
    yield at("passed", {$skip: "150000"});
    for (const [name, last] of [
      ["some", "t1600"],
      ["half", "t0700"],
    ] as const)
      for (const $orderby of ["title desc", "geo_label,freq desc", `concat('${"a".repeat(200)}',title)`])
        yield at(`${name} by ${$orderby.slice(0, 9)}`, {
          $filter: `dataset_code eq 'tall' and geo lt '${last}'`,
          ...{$orderby, $top: "60000"},
        });
    yield at("search", {$search: "цены"});
    yield at("search many", {$search: filled(QUERY_LETTERS, (i) => ["цены", "хлеб", "район"][i % 3]!, " ")});
    return;
  }
  const rows = (dataset: string, more: Record<string, string>) => ({$filter: `dataset_code eq '${dataset}'`, ...more});
  for (const dataset of ["wide", "tall", "long"]) {
    yield at(`all ${dataset}`, rows(dataset, {$top: "60000"}));
    yield at(`counted ${dataset}`, rows(dataset, {$count: "true"}));
    yield at(`by period ${dataset}`, rows(dataset, {$orderby: "period desc", $top: "60000"}));
    yield at(`by value ${dataset}`, rows(dataset, {$orderby: "value desc", $top: "60000"}));
    yield at(`passed ${dataset}`, rows(dataset, {$skip: "50000"}));
  }
  yield at("passed half of wide", {$filter: "dataset_code eq 'wide' and classification lt 'c6'", $skip: "50000"});
  yield at("by value, cut", {
    $filter: "dataset_code eq 'tall' and period ge 2024-11-01 and period lt 2026-01-01",
    $orderby: "value desc,period",
  });
  yield at("months", {$filter: `dataset_code eq 'long' and (${many(() => "month(period) eq 13", 13_000)})`});
  yield at("years", {$filter: `dataset_code eq 'long' and (${many(() => "year(period) mul 0 eq 1", 13_000)})`});
  yield at("preview", {$top: "1000"});
}

function* ofSite({keys, datasets, words}: Holdings): Generator<DearRequest> {
  const some = {
    rows: "all",
    shape: "wide",
    n: "200",
    sort: "name",
    level: "region",
    q: filled(QUERY_LETTERS / 4, (i) => words[i % words.length]!, " "),
  };
  for (const {path, perform} of PAGES) {
    if (perform !== undefined && !/contact|sign-in/.test(path)) continue;
    const addresses = path.includes(":key")
      ? keys.map((key) => path.replace(":key", key))
      : path.includes(":provider")
        ? datasets.map((dataset) => path.replace(":provider/:code", dataset).replace(":part", "0.xml"))
        : [path.replace(":territory", "RU-77").replace(":id", "index-0").replace(":code", "RU-77")];
    for (const at of addresses) {
      yield {name: at, path: at, headers: {}};
      yield {name: `${at} all`, path: `${at}?${queryOf({...some, series: keys.join(",")})}`, headers: {}};
      if (/search/.test(at))
        yield {name: `${at} word`, path: `${at}?${queryOf({q: words[0]!, n: "200"})}`, headers: {}};
      if (/territories/.test(at))
        yield {name: `${at} past`, path: `${at}?as_of=2026-06-10&period=1990-01-01`, headers: {}};
    }
  }
}

/** Pieces with a separator between them, as many as fit into an address of this length. */
function filled(letters: number, text: (i: number) => string, separator: string): string {
  const texts: string[] = [];
  for (let size = 0, i = 0; ; i++) {
    const one = text(i);
    size += encodeURIComponent(one + separator).length;
    if (size > letters) return texts.join(separator);
    texts.push(one);
  }
}

function queryOf(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
}
