// Refused parameters of a slice, and the messages.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Answer} from "./client.ts";
import {openWith, PRICES} from "./packages.ts";

const DATA = "/api/v1/data?dataset=showdata/prices";

function problems({status, json}: Answer): [name: string, type: string][] {
  assert.equal(status, 422);
  assert.deepEqual(Object.keys(json), ["detail"]);
  return json.detail.map(({loc, type}: {loc: string[]; type: string}) => {
    assert.equal(loc[0], "query");
    return [loc[1], type];
  });
}

test("a slice without `dataset`, and one of `all`, are 422 [data.dataset-required data.dataset-all errors.validation errors.validation-alone errors.validation-loc]", async (t) => {
  const api = await openWith(t, [PRICES]);
  assert.deepEqual(problems(await api.get("/api/v1/data")), [["dataset", "missing"]]);
  assert.deepEqual(problems(await api.get("/api/v1/data?dataset=")), [["dataset", "missing"]]);
  assert.deepEqual(problems(await api.get("/api/v1/data?dataset=all")), [["dataset", "value_error"]]);
});

test("an invalid parameter is 422 with pydantic's type of the fault [errors.validation-types data.limit data.offset data.labels-values data.freq-values data.format data.bom data.bounds-shapes data.geo-level-in-list data.bounds-crossed]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const cases: [query: string, name: string, type: string | null][] = [
    ["limit=0", "limit", "greater_than_equal"],
    ["limit=1", "limit", null],
    ["limit=300", "limit", null],
    ["limit=301", "limit", "less_than_equal"],
    ["limit=-1", "limit", "greater_than_equal"],
    ["limit=ten", "limit", "int_parsing"],
    ["limit=1.5", "limit", "int_parsing"],
    ["limit=1e2", "limit", "int_parsing"],
    ["limit=0x10", "limit", "int_parsing"],
    ["limit=9".padEnd(400, "9"), "limit", "less_than_equal"],
    ["offset=-1", "offset", "greater_than_equal"],
    ["offset=0", "offset", null],
    ["offset=-0", "offset", null],
    ["offset=9007199254740991", "offset", null],
    ["offset=9007199254740992", "offset", "less_than_equal"],
    ["offset=x", "offset", "int_parsing"],
    ["labels=0", "labels", null],
    ["labels=1", "labels", null],
    ["labels=2", "labels", "less_than_equal"],
    ["labels=-1", "labels", "greater_than_equal"],
    ["labels=true", "labels", "int_parsing"],
    ["bom=2", "bom", "less_than_equal"],
    ["format=xml", "format", "string_pattern_mismatch"],
    ["format=JSON", "format", "string_pattern_mismatch"],
    ["format=csv%0A", "format", "string_pattern_mismatch"],
    ["decimal=point", "decimal", null],
    ["decimal=dot", "decimal", "enum"],
    ["freq=X", "freq", "enum"],
    ["freq=m", "freq", "enum"],
    ["freq=M,X", "freq", "enum"],
    ["freq=M,all", "freq", null],
    ["freq=M, Q", "freq", null],
    ["geo=region,01000000000", "geo", "value_error"],
    ["geo=01000000000,all", "geo", "value_error"],
    ["geo=region&geo=city", "geo", "value_error"],
    ["start=2026", "start", null],
    ["start=2026-01", "start", null],
    ["start=2026-01-31", "start", null],
    ["start=0001-01-01", "start", null],
    ["end=9999-12-31", "end", null],
    ["start=2026-02-30", "start", "date_parsing"],
    ["start=2026-13", "start", "date_parsing"],
    ["start=2026-1", "start", "date_parsing"],
    ["start=2026-Q1", "start", "date_parsing"],
    ["end=yesterday", "end", "date_parsing"],
    ["end=2026-01-01T00:00:00", "end", "date_parsing"],
    ["start=2026-03&end=2026-02", "start", "value_error"],
    ["start=2026-02-02&end=2026-02-01", "start", "value_error"],
    ["start=2026-02-01&end=2026-02-01", "start", null],
    ["start=2026-02&end=2026", "start", null],
    ["as_of=2026-06-10", "as_of", null],
    ["as_of=2026-06", "as_of", "date_parsing"],
    ["as_of=latest", "as_of", "date_parsing"],
    ["as_of=2026-06-31", "as_of", "date_parsing"],
  ];
  for (const [query, name, type] of cases) {
    const answer = await api.get(`${DATA}&geo=all&${query}`.replace("geo=all&geo", "geo"));
    if (type === null) assert.notEqual(answer.status, 422, `${query}: ${answer.text}`);
    else assert.deepEqual(problems(answer), [[name, type]], query);
  }
});

test("every invalid parameter has its own element [errors.validation-all]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const answer = await api.get("/api/v1/data?limit=0&offset=x&format=xml&freq=Z&start=a&as_of=b&geo=all,01&labels=7");
  assert.deepEqual(
    problems(answer)
      .map(([name]) => name)
      .sort(),
    ["as_of", "dataset", "format", "freq", "geo", "labels", "limit", "offset", "start"],
  );
});

test("an empty parameter counts as absent [params.empty]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const plain = await api.get(DATA);
  const empty = await api.get(
    `${DATA}&geo=&class=&measure=&transformation=&freq=&unit=&start=&end=&format=&labels=&bom=&limit=&offset=&decimal=&as_of`,
  );
  assert.equal(empty.status, 200);
  assert.deepEqual(empty.json, plain.json);
  assert.equal(empty.headers["etag"], plain.headers["etag"]);
});

test("a parameter given several times is one list where lists are allowed, else 422 [params.repeated-list params.repeated-single]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const list = await api.get(`${DATA}&class=01,02&measure=pop,yoy&geo=45000000000,01000000000`);
  const repeated = await api.get(`${DATA}&class=02&class=01&measure=yoy&measure=pop&geo=01000000000&geo=45000000000`);
  assert.equal(list.json.series_total, 4);
  assert.deepEqual(repeated.json, list.json);
  assert.equal(repeated.headers["etag"], list.headers["etag"]);
  for (const name of [
    "limit=5",
    "offset=0",
    "format=csv",
    "labels=1",
    "bom=0",
    "decimal=point",
    "start=2026",
    "end=2026",
    "as_of=2026-01-01",
  ]) {
    const answer = await api.get(`${DATA}&${name}&${name}`);
    assert.deepEqual(problems(answer), [[name.split("=")[0], "value_error"]]);
  }
  assert.deepEqual(problems(await api.get(`${DATA}&dataset=demo`)), [["dataset", "value_error"]]);
});

test("a name that plainly means a parameter of the route is 422, and the message says which: other case, one slip, other services' names [params.near-miss]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const meant = {
    As_Of: "as_of",
    asof: "as_of",
    strat: "start",
    calss: "class",
    ofset: "offset",
    Geo: "geo",
    vintage_dates: "as_of",
    realtimeStart: "as_of",
    date: "as_of or start or end",
    from: "start",
    endPeriod: "end",
    region: "geo",
    frequency: "freq",
    "geo[]": "geo",
    "geo[0]": "geo",
    "class%5B%5D": "class",
    "geo[a][]": "geo",
    "Unit[1]": "unit",
    "limit[]": "limit",
    "region[]": "geo",
  };
  for (const [name, known] of Object.entries(meant)) {
    const answer = await api.get(`${DATA}&${name}=2020-01-01&x=1`);
    assert.deepEqual(problems(answer), [[decodeURIComponent(name), "extra_forbidden"]], name);
    assert.match(answer.json.detail[0].msg, new RegExp(`; ${known} was probably meant$`), name);
    assert.equal((await api.get(`${DATA}&${name}=`)).status, 200, "an empty value is no value");
  }
  // two typing errors, names too short for a guess, and parameters of other routes
  for (const name of ["aas_off", "q", "x[]", "[]", "_", "ge", "since", "constructor", "utm_source"]) {
    const {headers} = await api.get(`${DATA}&${name}=1`);
    assert.equal(headers["x-ignored-parameters"], encodeURIComponent(name));
  }
});

test("a list has at most 300 codes, each counted once, in every parameter that takes one [params.list-length]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const codes = (count: number): string => Array.from({length: count}, (_, i) => `c${i}`).join();
  const lists = ["class", "geo", "measure", "transformation", "unit"];
  for (const [path, names] of [
    ["/api/v1/data?dataset=prices", lists],
    ["/api/v1/data/plan?dataset=prices", lists],
    ["/api/v1/estimates?dataset=prices", lists],
    ["/api/v1/series/search?q=x", [...lists, "dataset"]],
  ] as const) {
    for (const name of names) {
      const most = await api.get(`${path}&${name}=${codes(300)},c0,,c1&${name}=c2`);
      assert.ok(most.status === 404 || most.status === 200, `${path} ${name} ${most.status}`);
      const {status, json} = await api.get(`${path}&${name}=${codes(301)}`);
      assert.equal(status, 422, `${path} ${name}`);
      assert.deepEqual(json.detail, [
        {
          loc: ["query", name],
          msg: `Value error, ${name} takes at most 300 codes, 301 were given`,
          type: "value_error",
        },
      ]);
    }
  }
  const values = Array.from({length: 301}, (_, i) => `class=${i % 2},${i % 3}${" ".repeat(i)}`);
  const repeated = await api.get(`${DATA}&${values.join("&").replaceAll(" ", "+")}`);
  assert.deepEqual(problems(repeated), [["class", "value_error"]], "each value is looked up whole, too");
});

test("a list in brackets, as axios and PHP write it, is refused by every method that has the parameter [params.brackets]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {paths} = (await api.get("/api/openapi.json")).json;
  const queries: string[] = [];
  for (const [path, {get}] of Object.entries<{get?: {parameters?: {name: string; in: string}[]}}>(paths)) {
    for (const {name, in: where} of get?.parameters ?? []) {
      if (where !== "query" || /^[$@]/.test(name) || name === "api_key" || name === "strict") continue;
      const address = path.replace(/\{[^}]+\}/g, "0000000000000000");
      for (const given of [`${name}[]`, `${name}%5B0%5D`]) {
        const {status, text} = await api.get(`${address}?${given}=1`);
        assert.equal(status, path.includes("odata") ? 400 : 422, `${address}?${given}`);
        assert.match(text, new RegExp(`; ${name} was probably meant`), `${address}?${given}`);
        queries.push(given);
      }
    }
  }
  assert.ok(queries.length > 100, `${queries.length}`);
});

test("strict=1 and Prefer: handling=strict refuse every unknown parameter, on OData as a bad request [params.strict]", async (t) => {
  const api = await openWith(t, [PRICES]);
  assert.deepEqual(problems(await api.get(`${DATA}&strict=1&x=1&y=`)), [
    ["x", "extra_forbidden"],
    ["y", "extra_forbidden"],
  ]);
  assert.deepEqual(problems(await api.get(`${DATA}&strict=yes`)), [["strict", "enum"]]);
  assert.equal((await api.get(`${DATA}&strict=0&x=1`)).headers["x-ignored-parameters"], "x");
  const prefer = {prefer: "respond-async, handling=strict"};
  const preferred = await api.get(DATA, prefer);
  assert.equal(preferred.headers["preference-applied"], "handling=strict");
  assert.equal((await api.get(`${DATA}&strict=1`)).headers["etag"], preferred.headers["etag"]);
  assert.deepEqual(problems(await api.get(`${DATA}&x=1`, prefer)), [["x", "extra_forbidden"]]);
  const odata = await api.get("/api/v1/odata/series?$top=1&x=1", prefer);
  assert.deepEqual([odata.status, odata.json.error.code], [400, "BAD_REQUEST"]);
});

test("unknown parameters are ignored and named, percent-encoded, at most ten of them [params.unknown-ignored params.unknown-ten]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const plain = await api.get(DATA);
  assert.equal(plain.headers["x-ignored-parameters"], undefined);
  const odd = await api.get(`${DATA}&Kind=all&%D1%84=1&a,b=2&api_key=secret`);
  assert.deepEqual(odd.json, plain.json);
  assert.equal(odd.headers["x-ignored-parameters"], "Kind, %D1%84, a%2Cb, api_key");
  assert.equal((await api.get(`${DATA}&=1&toString=2`)).headers["x-ignored-parameters"], "toString");
  const many = await api.get(`${DATA}&${Array.from({length: 12}, (_, i) => `p${i}=1`).join("&")}`);
  assert.equal(many.headers["x-ignored-parameters"], "p0, p1, p2, p3, p4, p5, p6, p7, p8, p9");
  const refused = await api.get(`${DATA}&limit=0&x=1`);
  assert.equal(refused.headers["x-ignored-parameters"], "x");
  const limits = await api.get("/api/limits?x=1");
  assert.equal(limits.headers["x-ignored-parameters"], "x");
});

test("a value is read as UTF-8, plus signs as blanks, and Cyrillic letters also without escapes [data.filter-lists]", async (t) => {
  const api = await openWith(t, [
    {header: "indicator,class,geo,period,value", rows: ["x,белый хлеб,643,2025,1", "x,хлеб,643,2025,2"]},
  ]);
  const url = "/api/v1/data?dataset=demo&geo=country&class=";
  for (const written of [
    "%D0%B1%D0%B5%D0%BB%D1%8B%D0%B9+%D1%85%D0%BB%D0%B5%D0%B1",
    "%D0%B1%D0%B5%D0%BB%D1%8B%D0%B9%20%D1%85%D0%BB%D0%B5%D0%B1",
  ]) {
    const {json} = await api.get(url + written);
    assert.deepEqual(
      json.series.map((series: {classification: string}) => series.classification),
      ["белый хлеб"],
    );
  }
});
