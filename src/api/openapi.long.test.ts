// The OpenAPI document compared with the server it describes: routes, parameters, and the headers really sent.
import assert from "node:assert/strict";
import {after, before, type TestContext, test} from "node:test";
import {Type} from "typebox";
import {type Answer, type Api, type ApiOptions, spend} from "../../test/api/client.ts";
import {daily, loadTidy} from "../../test/api/packages.ts";
import {openSampleApi} from "../../test/example-answers.ts";
import {makeSampleFolder} from "../../test/sample-folder.ts";
import {temporaryFolder} from "../../test/warehouse.ts";
import {writeFilesOf} from "../../test/written-files.ts";
import {createFilesReader, filesFolderOf} from "../store/dataset-files/files-folder.ts";
import {openStore} from "../store/open.ts";
import {buildDocument} from "./openapi/document.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document is looked into at many places; what is missing fails the test
type Json = any;

/** Requests that together give every status and every header of an operation; KEY is a series of the sample. */
const REQUESTS: Readonly<Record<string, readonly string[]>> = {
  getSlice: [
    "data?dataset=gdp&geo=country&limit=1&start=2017",
    "data?dataset=gdp&geo=country&limit=1&start=2017&format=csv",
    "data?dataset=withdrawn&geo=all",
    "data?dataset=daily&geo=all",
    "data?dataset=gdp&geo=RU-77",
    "data?limit=0",
  ],
  getJsonStat: [
    "jsonstat?dataset=gdp&geo=country&limit=1&start=2017",
    "jsonstat?dataset=withdrawn&geo=all",
    "jsonstat?dataset=daily&geo=all",
    "jsonstat?dataset=gdp&geo=RU-77",
    "jsonstat?limit=0",
  ],
  getDerived: [
    "derived?dataset=gdp&geo=country&limit=1&start=2017&transformation=level&derive=change",
    "derived?dataset=gdp&geo=country&limit=1&start=2017&transformation=level&derive=change&format=csv",
    "derived?dataset=withdrawn&geo=all&derive=change",
    "derived?dataset=daily&geo=all&derive=change",
    "derived?dataset=gdp&geo=RU-77&derive=change",
    "derived?limit=0",
  ],
  getPanel: [
    "panel?series=KEY&start=2014",
    "panel?series=KEY&start=2014&format=csv",
    "panel?series=KEY&start=2014&format=parquet",
    "panel?series=BIG",
    "panel?series=none",
    "panel?series=KEY&layout=x",
  ],
  getJsonStatDimensions: ["gdp&lang=en", "nothing", "all"]
    .map((code) => `jsonstat/dimensions?dataset=${code}`)
    .concat("jsonstat/dimensions?lang=en"),
  planSlice: ["data/plan?dataset=gdp&geo=country", "data/plan?dataset=gdp&geo=RU-77", "data/plan?limit=0"],
  getEstimates: [
    "estimates?dataset=gdp&geo=country&limit=1&start=2017",
    "estimates?dataset=gdp&geo=country&limit=1&start=2017&format=csv",
    "estimates?dataset=daily&geo=all",
    "estimates?dataset=gdp&geo=RU-77",
    "estimates?limit=0",
  ],
  getSeriesEstimates: [
    "series/KEY/estimates?start=2013",
    "series/KEY/estimates?start=2013&format=csv",
    "series/x/estimates?",
    "series/KEY/estimates?which=x",
    "series/BIG/estimates?",
  ],
  listVintages: ["series/KEY/vintages?", "series/x/vintages?"],
  verifyClaim: [
    "verify?series=KEY&period=2015&value=1",
    "verify?series=0000000000000000&value=1",
    "verify?q=gdp&value=x",
  ],
  getRevisions: ["series/KEY/revisions?", "series/x/revisions?"],
  getNamedObservations: [
    "observations?series=KEY",
    "observations?series=GONE",
    "observations?series=KEY&last=1&format=csv",
    "observations?series=none",
    "observations?series=KEY&last=0",
    "observations?series=BIG",
  ],
  getObservations: [
    "series/KEY/observations?limit=1",
    "series/x/observations?limit=1",
    "series/KEY/observations?limit=0",
  ],
  getEvidence: [
    "series/KEY/evidence?",
    "series/KEY/evidence?period=2015-01-01",
    "series/x/evidence?",
    "series/KEY/evidence?period=x",
  ],
  listDatasets: ["reference/datasets?bom=1", "reference/datasets?bom=2", "reference/datasets?x=%zz"],
  listTerritories: ["reference/geo?level=country", "reference/geo?level=x", "reference/geo?x=%zz"],
  listCodes: ["dataset=cpi_monthly", "format=json", "dataset=nothing", "dataset=all"].map(
    (query) => `reference/codes?${query}`,
  ),
  listMethodology: ["reference/methodology?bom=1", "reference/methodology?bom=2", "reference/methodology?x=%zz"],
  listRelations: ["reference/related?bom=1", "reference/related?bom=2", "reference/related?x=%zz"],
  listUnits: ["reference/units?bom=1", "reference/units?bom=2", "reference/units?x=%zz"],
  listContinuity: ["reference/continuity?bom=1", "reference/continuity?bom=2", "reference/continuity?x=%zz"],
  listSeries: ["dataset=cbr/key_rate", "format=json", "dataset=nothing", "dataset=all"].map(
    (query) => `reference/series?${query}`,
  ),
  searchSeries: [
    "series/search?q=%D1%82%D0%BE%D0%B2%D0%B0%D1%80%D1%8B&limit=1",
    "series/search?limit=0",
    "series/search?x=%zz",
  ],
  searchConcepts: ["concepts/search?limit=1", "concepts/search?limit=0", "concepts/search?x=%zz"],
  getConcept: ["concepts/key-rate?", "concepts/none?", "concepts/key-rate?lang=de"],
  listChanges: [
    "changes?cursor=start&limit=1",
    "changes?limit=0",
    "changes?x=%zz",
    "changes?cursor=WzAsOTk5OTk5LCIwMDAwMDAwMDAwMDAiXQ",
  ],
  listStates: ["states?"],
  getState: ["states/cbr/key_rate?", "states/cbr/none?", "states/cbr/key_rate?releases=x"],
  listFiles: ["files?"],
  getManifest: ["files/rosstat_files/gdp/VERSION/manifest.json?", "files/rosstat_files/gdp/none/manifest.json?"],
  listUpdates: ["updates?limit=1", "updates?limit=0", "updates?x=%zz"],
  listReleases: ["releases?limit=1", "releases?limit=0", "releases?x=%zz"],
  getRelease: ["releases/1?", "releases/x?", "releases/1?lang=de", "releases/1?from_series=-1"],
  listExpectedReleases: ["calendar?from=2015-01-01&to=2199-12-31&limit=1", "calendar?limit=0", "calendar?x=%zz"],
  querySeries: ["$top=1", "$top=x", "x=%zz", "$format=atom", "$expand=x"].map((query) => `odata/series?${query}`),
  queryObservations: ["$filter=series_key%20eq%20'KEY'&$top=1", "$top=1001", "x=%zz", "$format=atom", "$expand=x"].map(
    (query) => `odata/observations?${query}`,
  ),
};

let sample = "";
/** Of the files of gdp. */
let version = "";
const ends: (() => unknown)[] = [];
before(async () => {
  sample = await makeSampleFolder({after: (end) => void ends.push(end as () => unknown)});
  const store = await openStore({dataFolder: sample});
  await writeFilesOf(store, sample);
  await store.close();
  version = (await createFilesReader(filesFolderOf(sample)).newest({provider: "rosstat_files", dataset: "gdp"}))!;
});
after(async () => {
  for (const end of ends) await end();
});
const openApi = (t: TestContext, options: ApiOptions = {}): Promise<Api> =>
  openSampleApi(t, {...options, filesFolder: filesFolderOf(sample)}, sample);

/** Headers of HTTP or of the connection, which OpenAPI leaves out. */
const UNDOCUMENTED = /^(content-type|content-length|date|connection|keep-alive|transfer-encoding)$/;

async function readDocument(api: Api): Promise<Json> {
  const {status, json} = await api.get("/api/openapi.json", {"x-api-key": ""});
  assert.equal(status, 200);
  return json;
}

function operationsOf(document: Json): {path: string; operation: Json}[] {
  return Object.entries<Json>(document.paths).flatMap(([path, {get}]) =>
    get === undefined ? [] : [{path, operation: get}],
  );
}

/** The target of a reference. */
function resolve(document: Json, node: Json): Json {
  if (node?.$ref === undefined) return node;
  return node.$ref
    .slice(2)
    .split("/")
    .reduce((inner: Json, name: string) => inner[name], document);
}

test("/api/openapi.json is OpenAPI 3.1.0 of the v1 routes and nothing else, without a token [openapi.document]", async (t) => {
  const api = await openApi(t);
  const document = await readDocument(api);
  assert.equal(document.openapi, "3.1.0");
  const routes = api.server
    .printRoutes({commonPrefix: false, method: "GET"})
    .split("\n")
    .flatMap((line) => /\/api\/v1\/\S+|\S*v1\S*/.exec(line)?.[0] ?? []);
  assert.ok(routes.length >= 11, `the router names its routes: ${routes.join(" ")}`);
  // These appear as branches: the plan of the slice, the dimensions of JSON-stat, the manifest of files, the two sets of OData, the card of a release and a state.
  const sets = [
    ...["/api/v1/data/plan", "/api/v1/jsonstat/dimensions", "/api/v1/files/:provider/:dataset/:version/manifest.json"],
    ...["/api/v1/odata/series", "/api/v1/odata/observations", "/api/v1/releases/:release_id"],
    "/api/v1/states/:provider/:dataset",
  ];
  for (const url of sets) assert.ok(api.server.hasRoute({method: "GET", url}), url);
  // A file has no schema: the operation of its manifest or of a state describes it.
  const told = [...routes.filter((url) => !url.startsWith("/api/v1/odata") && !/\/:(file|chunk)$/.test(url)), ...sets];
  const bodies = ["/api/v1/verify/batch", "/api/v1/verify/draft"];
  for (const url of bodies) assert.ok(api.server.hasRoute({method: "POST", url}), url);
  told.push(...bodies);
  assert.deepEqual(Object.keys(document.paths).sort(), told.map((url) => url.replaceAll(/:(\w+)/g, "{$1}")).sort());
  for (const [path, methods] of Object.entries(document.paths))
    assert.deepEqual(Object.keys(methods as object), [bodies.includes(path) ? "post" : "get"]);
  assert.deepEqual(document.security, [{bearer: []}, {apiKey: []}]);
  assert.deepEqual(document.servers, [{url: "/", description: "This service"}]);
  const ids = operationsOf(document).map(({operation}) => operation.operationId);
  assert.equal(new Set(ids).size, ids.length, "operation identifiers are unique");
});

test("the document has an ETag, is answered 304 if unchanged, is compressed, has CORS headers, and has the same headers for HEAD [openapi.document]", async (t) => {
  const api = await openApi(t);
  const whole = await api.get("/api/openapi.json", {"accept-encoding": "gzip"});
  assert.equal(whole.headers["content-encoding"], "gzip");
  assert.equal(whole.headers["cache-control"], "no-cache");
  const {etag} = whole.headers;
  for (const held of [etag!, `"x", ${etag}`, "*"]) {
    const answer = await api.get("/api/openapi.json", {"if-none-match": held});
    assert.deepEqual([answer.status, answer.headers["etag"]], [304, etag], held);
  }
  const head = await api.ask("HEAD", "/api/openapi.json");
  assert.deepEqual([head.status, head.headers["etag"]], [200, etag]);
  assert.equal((await api.ask("OPTIONS", "/api/openapi.json", {"x-api-key": ""})).status, 204);
});

test("the server in the document is RYAD_PUBLIC_URL [openapi.document]", async (t) => {
  const api = await openApi(t, {settings: {publicUrl: "https://stat.example.org/ryad"}});
  const document = await readDocument(api);
  assert.deepEqual(document.servers, [{url: "https://stat.example.org/ryad", description: "This service"}]);
  assert.equal(document.info.contact.url, "https://stat.example.org/ryad");
});

test("every parameter is described with its default, its bounds and the style of its lists [openapi.document]", async (t) => {
  const api = await openApi(t);
  const document = await readDocument(api);
  for (const {path, operation} of operationsOf(document)) {
    const parameters = operation.parameters.map((parameter: Json) => resolve(document, parameter));
    for (const {name, in: index, required, description, schema, style, explode} of parameters) {
      const where = `${name} of ${path}`;
      assert.ok(description?.length > 10 || name === "limit" || name === "offset", `${where} is described`);
      assert.ok(
        required || schema.default !== undefined || /omitted|Without it/.test(description),
        `${where}: default`,
      );
      if (index === "path") assert.ok(required && path.includes(`{${name}}`), where);
      if (schema.type === "array") assert.deepEqual([style, explode], ["form", false], where);
      if (schema.type === "integer")
        assert.ok(Number.isInteger(schema.minimum) && schema.maximum >= 1, `${where}: bounds`);
    }
    const names = parameters.map((parameter: Json) => `${parameter.in} ${parameter.name}`);
    assert.equal(new Set(names).size, names.length, path);
    for (const header of ["header If-None-Match", "header Accept-Encoding"]) assert.ok(names.includes(header), path);
  }
});

test("a default applies when the parameter is omitted, and a value beyond a bound is refused [openapi.document]", async (t) => {
  const api = await openApi(t);
  const document = await readDocument(api);
  for (const {operation} of operationsOf(document)) {
    const [path] = addresses(operation.operationId);
    const plain = path!.replace(/[?&](limit|bom)=\d+/, "").replace(/[?&]$/, "");
    const joint = plain.includes("?") ? "&" : "?";
    const whole = await api.get(plain);
    assert.equal(whole.status, 200, plain);
    const {etag} = whole.headers;
    for (const {name, schema} of operation.parameters.filter((parameter: Json) => parameter.in === "query")) {
      const ask = async (value: unknown) => api.get(`${plain}${joint}${name}=${value}`);
      if (schema.default !== undefined && !plain.includes(`${name}=`)) {
        assert.equal((await ask(schema.default)).headers["etag"], etag, `${name}=${schema.default} of ${plain}`);
      }
      if (schema.type !== "integer") continue;
      for (const inside of [schema.minimum, schema.maximum]) assert.notEqual((await ask(inside)).status, 422, name);
      for (const outside of [schema.minimum - 1, BigInt(schema.maximum) + 1n])
        assert.equal((await ask(outside)).status, name.startsWith("$") ? 400 : 422, name);
    }
  }
});

/** The requests of an operation as addresses. */
function addresses(operationId: string): string[] {
  return REQUESTS[operationId]!.map(
    (request) => `/api/v1/${request.replace("KEY", "ycowe7zbqp9rhk93").replace("VERSION", version)}`,
  );
}

test("every status and header in the document is really sent, and no others [openapi.document]", async (t) => {
  const api = await openApi(t, {failing: true, desk: {waiting: 0, cachedBytes: 0}});
  await loadTidy(api.store, await temporaryFolder(t), daily([61_000, 1]));
  for (const [published_at, last] of [
    ["2026-06-10", "7"],
    ["2026-07-10", ""],
  ] as const) {
    const rows = Array.from({length: 20}, (_, at) => `x,643,${2001 + at},${at === 0 ? last : 7}`);
    await loadTidy(api.store, await temporaryFolder(t), {dataset: "withdrawn", published_at, rows});
  }
  const [{series_key: big}] = (await api.get("/api/v1/data?dataset=daily&end=1900-01-01")).json.series;
  const [{series_key: gone}] = (await api.get("/api/v1/data?dataset=withdrawn&geo=all")).json.series;
  const document = await readDocument(api);
  const seen = new Map<object, Set<string>>();
  const failed = new Set<string>();

  /** Compares the headers of an answer with the document. */
  function hold(operation: Json, address: string, answer: Answer): void {
    const documented = resolve(document, operation.responses[answer.status]);
    const where = `${answer.status} of ${address}`;
    assert.ok(documented !== undefined, `${where} is documented`);
    const sent = Object.keys(answer.headers).filter((name) => !UNDOCUMENTED.test(name));
    const headers = new Map(
      Object.entries<Json>(documented.headers).map(([name, header]) => [name.toLowerCase(), header]),
    );
    for (const name of sent) assert.ok(headers.has(name), `${where}: ${name} is documented`);
    for (const [name, header] of headers) {
      if (resolve(document, header).required) assert.ok(sent.includes(name), `${where}: ${name} is always sent`);
    }
    const type = answer.headers["content-type"]?.split(";")[0];
    assert.equal(type !== undefined && answer.raw.length > 0, documented.content !== undefined, where);
    if (type !== undefined) assert.ok(documented.content[type] !== undefined, `${where}: ${type} is documented`);
    seen.set(documented, new Set([...(seen.get(documented) ?? []), ...sent]));
    if (answer.status === 500) for (const name of sent) failed.add(name);
  }

  const packed = {"accept-encoding": "gzip, identity;q=0", prefer: "odata.maxpagesize=100"};
  for (const {operation} of operationsOf(document)) {
    const free = {"x-api-key": await api.createToken("free"), ...packed};
    for (const request of addresses(operation.operationId)) {
      const address = request.replace("BIG", big).replace("GONE", gone);
      const surplus = `${address}&surplus=1`;
      const answer = await api.get(surplus, free);
      hold(operation, address, answer);
      hold(operation, address, await api.get(surplus, packed));
      const held = answer.headers["etag"];
      if (held === undefined) continue;
      const strict = {...packed, prefer: "handling=strict"};
      const strictly = await api.get(address, strict);
      hold(operation, address, strictly);
      const tag = strictly.headers["etag"]!;
      hold(operation, address, await api.get(address, {...strict, "if-none-match": tag}));
      for (const headers of [free, packed])
        hold(operation, address, await api.get(surplus, {...headers, "if-none-match": held}));
    }
    const [address] = addresses(operation.operationId);
    hold(operation, address!, await api.get(address!, {"x-api-key": "", ...packed}));
    const busy = {"x-api-key": await api.createToken("free"), ...packed};
    for (let query = 0; query < 20; query++) await api.ask("HEAD", address!, busy);
    hold(operation, address!, await api.get(address!, busy));
  }
  const evidence = document.paths["/api/v1/series/{series_key}/evidence"].get;
  const [, cell] = addresses("getEvidence");
  const plain = {"x-api-key": await api.createToken("free"), ...packed};
  for (const headers of [plain, packed]) {
    const both = await Promise.all([1, 2].map(() => api.get(`${cell}&surplus=1`, headers)));
    for (const answer of both) hold(evidence, cell!, answer);
  }
  const slice = document.paths["/api/v1/data"].get;
  const spent = await api.createToken("free");
  await spend(api, spent, 1_000_000);
  const [page] = addresses("getSlice");
  hold(slice, page!, await api.get(`${page}&surplus=1`, {"x-api-key": spent, ...packed}));
  const [rows] = addresses("queryObservations");
  const observations = document.paths["/api/v1/odata/observations"].get;
  hold(observations, rows!, await api.get(`${rows}&surplus=1`, {"x-api-key": spent, ...packed}));
  const owner = {...packed, "x-api-key": api.token};
  const free = {"x-api-key": await api.createToken("free"), ...packed};
  for (let query = 0; query < 600; query++) await api.ask("HEAD", "/api/v1/reference/continuity", owner);
  hold(slice, page!, await api.get(page!, owner));
  // their answers are their own
  for (const {path, operation} of operationsOf(document)) {
    const [address] = addresses(operation.operationId);
    if (path.includes("/odata/")) hold(operation, address!, await api.get(`${address}&surplus=1`, owner));
  }
  api.clock.now = new Date(api.clock.now.getTime() + 60_000);
  // One failure that leaves the month readable, and others that do not.
  await api.store.statistics.write(function* () {
    yield {sql: "update history set estimates = x'00'", parameters: []};
  });
  for (const [operation, address] of [
    [slice, `${page}&offset=1`],
    [observations, rows],
  ]) {
    const damaged = await api.get(`${address}&surplus=1`, free);
    assert.equal(damaged.status, 500, damaged.text);
    hold(operation, address, damaged);
  }
  await api.store.statistics.close();
  for (const {operation} of operationsOf(document)) {
    const [address] = addresses(operation.operationId);
    for (const headers of [owner, free]) hold(operation, address!, await api.get(`${address}&surplus=1`, headers));
  }

  for (const {path, operation} of operationsOf(document)) {
    for (const [status, response] of Object.entries<Json>(operation.responses)) {
      const documented = resolve(document, response);
      const own = seen.get(documented);
      assert.ok(own !== undefined, `${status} of ${path} is sent`);
      // The headers of a failure depend on the part that failed, not on the route.
      const sent = status === "500" ? failed : own;
      const missing = Object.keys(documented.headers).filter((name) => !sent.has(name.toLowerCase()));
      assert.deepEqual(missing, [], `${status} of ${path} is sent with these`);
    }
  }
});

test("bodies are shared components, every member is described, and null is in the list of types [openapi.document]", async (t) => {
  const document = await readDocument(await openApi(t));
  const text = JSON.stringify(document);
  const {schemas} = document.components;
  for (const name of [
    "Error",
    "ValidationError",
    "Series",
    "SliceObservation",
    "DatasetBlock",
    "Observation",
    "Slice",
  ]) {
    assert.ok(schemas[name] !== undefined, name);
  }
  for (const kind of ["schemas", "responses", "headers", "parameters"]) {
    for (const name of Object.keys(document.components[kind])) {
      assert.ok(text.includes(`"#/components/${kind}/${name}"`), `${kind}/${name} is used`);
    }
  }
  for (const {path, operation} of operationsOf(document)) {
    assert.ok(operation.responses[200].content["application/json"].schema.$ref !== undefined, path);
  }
  for (const [name, schema] of Object.entries<Json>(schemas)) walk(schema, name);

  function walk(schema: Json, where: string): void {
    assert.equal(schema.nullable, undefined, where);
    assert.equal(schema.anyOf, undefined, `${where}: null is a type among types`);
    if (schema.$ref !== undefined) return;
    for (const [name, member] of Object.entries<Json>(schema.properties ?? {})) {
      const isPart = member.$ref !== undefined || member.type === "object" || name === "detail";
      assert.ok(isPart || member.description !== undefined, `${where}.${name} is described`);
      walk(member, `${where}.${name}`);
    }
    if (schema.items !== undefined) walk(schema.items, `${where}[]`);
    if (schema.properties !== undefined) assert.equal(schema.additionalProperties, false, `${where} is closed`);
  }
});

test("a v1 route without an operation is refused, so that no route is missing from the document [openapi.document]", () => {
  const response = {200: Type.Object({})};
  const route = {url: "/api/v1/nowhere", querystring: undefined, params: undefined, response, operation: undefined};
  assert.throws(() => buildDocument([route as never], null), /\/api\/v1\/nowhere has no operation/);
});
