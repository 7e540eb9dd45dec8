// The OData channel from outside: its documents, forms, options, keys and errors.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {OBSERVATIONS, SERIES} from "../../src/formats/odata/entity-model.ts";
import {anyText} from "../../src/text/any-text.fixture.ts";
import {tries} from "../../src/work/tries.fixture.ts";
import type {Headers} from "./client.ts";
import {address, allRows, DATASETS, neverBusy, ODATA, PACKAGES, type Rows} from "./odata-rows.ts";
import {daily, openWith} from "./packages.ts";

const EXCEL: Headers = {
  "user-agent": "Microsoft.Data.Mashup (https://go.microsoft.com/fwlink/?LinkID=304225)",
  "odata-maxversion": "4.0",
  maxdataserviceversion: "3.0",
  accept:
    "application/json;odata.metadata=minimal;q=1.0,application/json;odata=minimalmetadata;q=0.9,application/atomsvc+xml;q=0.8,application/atom+xml;q=0.8,application/xml;q=0.7,text/plain;q=0.7",
  "accept-encoding": "gzip, deflate",
};
const JSON_TYPE = "application/json;odata.metadata=minimal;odata.streaming=true;IEEE754Compatible=false;charset=utf-8";

test("the service document lists both sets, at the root with and without slashes, and never redirects [odata.service odata.media-type odata.absolute-links]", async (t) => {
  const api = await openWith(t, PACKAGES, {settings: {publicUrl: "https://stat.example.org/ryad"}});
  for (const path of [ODATA, `${ODATA}/`, `${ODATA}//`, `${ODATA}?`, `${ODATA}/?x=1`]) {
    const {status, json, headers} = await api.get(path, EXCEL);
    assert.equal(status, 200, path);
    assert.equal(headers["content-type"], JSON_TYPE);
    assert.deepEqual(json, {
      "@odata.context": "https://stat.example.org/ryad/api/v1/odata/$metadata",
      value: [
        {name: "series", kind: "EntitySet", url: "series"},
        {name: "observations", kind: "EntitySet", url: "observations"},
      ],
    });
  }
  const {json} = await openWith(t, []).then((own) => own.get(ODATA, {host: "stat.local:8080"}));
  assert.equal(json["@odata.context"], "http://stat.local:8080/api/v1/odata/$metadata");
  const forged = await api.server.inject({url: "/odata.pbids", headers: {host: "a b"}});
  assert.match(forged.body, /https:\/\/stat\.example\.org/);
});

test("$metadata is XML whatever Accept says, declares every property of a row and announces every function [odata.metadata odata.types]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const accept of [EXCEL["accept"]!, "*/*", "application/json", "application/xml", "text/html"]) {
    for (const path of [`${ODATA}/$metadata`, `${ODATA}//%24metadata`]) {
      const {status, headers, text} = await api.get(path, {accept});
      assert.equal(status, 200);
      assert.match(headers["content-type"]!, /^application\/xml/);
      assert.match(text, /<edmx:Edmx Version="4\.0"/);
      for (const set of [SERIES, OBSERVATIONS]) {
        for (const {name, type} of set.properties)
          assert.ok(text.includes(`<Property Name="${name}" Type="${type}"`), name);
      }
      assert.doesNotMatch(
        text,
        /NavigationProperty|Decimal|DateTimeOffset|ComplexType|OpenType|Collection\(|Asynchronous/,
      );
      assert.match(text, /FilterFunctions.*<String>contains<\/String>/s);
    }
  }
  assert.equal((await api.get(`${ODATA}/$metadata?$format=json`)).json.error.code, "NOT_ACCEPTABLE");
  assert.equal((await api.get(`${ODATA}/$metadata?$format=application/xml`)).status, 200);
  assert.equal((await api.get(`${ODATA}/$metadata?$top=1`)).json.error.code, "BAD_REQUEST");
});

test("a row has every declared property with its declared type, null where there is nothing [odata.types odata.feeds]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const set of [SERIES, OBSERVATIONS]) {
    const rows = await allRows(api, address(set.name, set.name === "series" ? {} : {$filter: DATASETS}));
    for (const row of rows) {
      assert.deepEqual(
        Object.keys(row),
        set.properties.map(({name}) => name),
      );
      for (const {name, type, nullable} of set.properties) {
        if (row[name] === null) assert.ok(nullable, name);
        else if (type === "Edm.Double") assert.equal(typeof row[name], "number");
        else assert.match(row[name], type === "Edm.Date" ? /^\d{4}-\d\d-\d\d$/ : /^/);
      }
    }
    assert.ok(rows.some((row) => row["measure"] === null) && rows.some((row) => row["measure"] !== null));
  }
});

test("an observation has the value of the other routes, with the description of its series [odata.feeds]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const slice = (await api.get("/api/v1/data?dataset=prices&geo=all&labels=1&limit=300")).json;
  const series = new Map<string, Rows[number]>(slice.series.map((one: Rows[number]) => [one.series_key, one]));
  const rows = await allRows(api, address("observations", {$filter: "dataset_code eq 'prices'"}));
  const expected = slice.observations.map((observation: {series_key: string}) => {
    const one = series.get(observation.series_key)!;
    const {provider_code, dataset_code, indicator, classification, measure, transformation, unit, freq} = one;
    const {geo, geo_label, geo_level, title} = one;
    const described = {provider_code, dataset_code, indicator, classification, measure, transformation, unit, freq};
    return {...observation, ...described, geo, geo_label, geo_level, title, withdrawn_at: null};
  });
  const order = (one: {series_key: string; period: string}, other: {series_key: string; period: string}) =>
    one.series_key + one.period < other.series_key + other.period ? -1 : 1;
  assert.deepEqual(rows, expected.sort(order));
  const listed = await allRows(api, address("series", {$filter: "dataset_code eq 'prices'"}));
  for (const one of listed) {
    const {title_raw: _, continues_as: __, continues_from: ___, class_label, ...same} = series.get(one.series_key)!;
    assert.deepEqual(one, {...same, class_label: class_label === "" ? null : class_label});
  }
});

test("$select gives the named properties and lists them in the context [odata.select odata.absolute-links]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const {json} = await api.get(address("observations", {$filter: DATASETS, $select: "value, period", $top: 1}));
  assert.equal(json["@odata.context"], "http://localhost:80/api/v1/odata/$metadata#observations(period,value)");
  assert.deepEqual(Object.keys(json.value[0]), ["period", "value"]);
  const all = await api.get(address("series", {$select: "*", $top: 1}));
  assert.match(all.json["@odata.context"], /#series$/);
  for (const $select of ["nothing", "title,", "title/x", "Title"]) {
    assert.equal((await api.get(address("series", {$select}))).json.error.code, "BAD_REQUEST", $select);
  }
});

test("$top may be 0, $count counts all rows whatever $top and $skip say, and /$count is plain text [odata.top odata.count odata.skip]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const {json} = await api.get(address("observations", {$filter: DATASETS, $top: 0, $count: "true"}));
  assert.deepEqual(json.value, []);
  assert.equal(json["@odata.nextLink"], undefined);
  const counted = await api.get(
    address("observations/$count", {$filter: DATASETS, $top: 1, $skip: 1, $orderby: "value"}),
  );
  assert.equal(counted.headers["content-type"], "text/plain; charset=utf-8");
  assert.equal(counted.text, String(json["@odata.count"]));
  const whole = await allRows(api, address("observations", {$filter: DATASETS}));
  assert.equal(whole.length, json["@odata.count"]);
  const middle = await api.get(address("observations", {$filter: DATASETS, $top: 7, $skip: 5, $count: "true"}));
  assert.deepEqual(middle.json.value, whole.slice(5, 12));
  assert.equal(middle.json["@odata.count"], whole.length);
  const past = await api.get(address("observations", {$filter: DATASETS, $skip: 1000}));
  assert.deepEqual(past.json.value, []);
  assert.equal(
    (await api.get(`${ODATA}/series/$count`, {accept: "application/json"})).text,
    String((await allRows(api, address("series"))).length),
  );
  const text = await api.get(address("series", {$count: "true"}), {accept: "application/json;IEEE754Compatible=true"});
  assert.equal(typeof text.json["@odata.count"], "string");
  for (const options of [{$top: "x"}, {$top: -1}, {$top: "1.5"}, {$skip: "x"}, {$count: "maybe"}, {$count: "True"}]) {
    assert.equal((await api.get(address("series", options))).json.error.code, "BAD_REQUEST", JSON.stringify(options));
  }
});

test("a request for observations without a dataset or series is refused with a hint; a request for columns alone is not [odata.narrowed]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const options of [
    {},
    {$filter: "geo eq '643'"},
    {$filter: "dataset_code eq 'a' or geo eq 'b'"},
    {$filter: "contains(dataset_code,'a')"},
    {$top: 0, $count: "true"},
  ]) {
    for (const set of ["observations", "observations/$count"]) {
      if (set === "observations/$count" && "$top" in options) continue;
      const {status, json} = await api.get(address(set, options));
      assert.equal(status, 400, JSON.stringify(options));
      assert.equal(json.error.code, "BAD_REQUEST");
      assert.match(json.error.hint, /dataset_code eq/);
    }
  }
  const columns = await api.get(`${ODATA}/observations?$top=0`, EXCEL);
  assert.deepEqual([columns.status, columns.json.value], [200, []]);
  const none = await api.get(address("observations", {$filter: "dataset_code eq 'nothing'", $count: "true"}));
  assert.deepEqual([none.status, none.json.value, none.json["@odata.count"]], [200, [], 0]);
});

test("a single row is found by either form of its key; its properties and their raw values have URLs below it [odata.keys odata.property-value odata.aliases]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const [row] = await allRows(
    api,
    address("observations", {$filter: "dataset_code eq 'plain' and period eq 2024-01-01 and geo eq '643'"}),
  );
  assert.equal(row.value, 7.5);
  const {series_key: key} = row;
  const paths = [
    `observations(series_key='${key}',period=2024-01-01)`,
    `observations(period=2024-01-01,series_key=%27${key}%27)`,
    `observations(series_key=@k,period=@p)?@k='${key}'&@p=2024-01-01`,
  ];
  for (const path of paths) {
    const {json} = await api.get(`${ODATA}/${path}`);
    const {"@odata.context": context, ...entity} = json;
    assert.deepEqual(entity, row, path);
    assert.match(context, /\$metadata#observations\/\$entity$/);
  }
  for (const path of [`series('${key}')`, `series(series_key='${key}')`, `//series(%27${key}%27)`]) {
    const {json} = await api.get(`${ODATA}/${path}?$select=series_key,geo`);
    assert.deepEqual(json, {
      "@odata.context": "http://localhost:80/api/v1/odata/$metadata#series(series_key,geo)/$entity",
      series_key: key,
      geo: "643",
    });
  }
  const value = await api.get(`${ODATA}/observations(series_key='${key}',period=2024-01-01)/value`);
  assert.deepEqual(value.json, {
    "@odata.context": `http://localhost:80/api/v1/odata/$metadata#observations(series_key='${key}',period=2024-01-01)/value`,
    value: 7.5,
  });
  const bare = await api.get(`${ODATA}/observations(series_key='${key}',period=2024-01-01)/value/$value`);
  assert.deepEqual([bare.text, bare.headers["content-type"]], ["7.5", "text/plain; charset=utf-8"]);
  assert.equal((await api.get(`${ODATA}/series('${key}')/last_period/$value`)).text, "2026-01-01");
  assert.equal((await api.get(`${ODATA}/series('${key}')/title/%24value`)).text, row.title);
  for (const path of ["classification", "classification/$value"]) {
    assert.equal((await api.get(`${ODATA}/series('${key}')/${path}`)).status, 204, "null has no content");
  }
  for (const path of [
    `series('0000000000000000')`,
    `series('x')`,
    `observations(series_key='${key}',period=2024-01-02)`,
    `observations(series_key='${key}',period=0001-01-01)`,
    `series('${key}')/nothing`,
    "nothing",
    `series/${key}`,
  ]) {
    assert.equal((await api.get(`${ODATA}/${path}`)).json.error.code, "NOT_FOUND", path);
  }
  const aliased = await api.get(`${address("series", {$filter: "geo eq @g and measure eq @none"})}&@g='643'`);
  assert.equal(aliased.json.value.length, 1);
});

test("metadata has three levels, by Accept or by $format [odata.metadata-levels]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const at = async (level: string) =>
    (
      await api.get(
        address("observations", {
          $filter: DATASETS,
          $top: 1,
          $count: "true",
          $format: `application/json;odata.metadata=${level}`,
        }),
      )
    ).json;
  const [none, minimal, full] = [await at("none"), await at("minimal"), await at("full")];
  assert.deepEqual(Object.keys(none), ["@odata.count", "value"]);
  assert.deepEqual(Object.keys(minimal), ["@odata.context", "@odata.count", "value"]);
  const [row] = full.value;
  const {series_key: key, period} = row;
  assert.equal(row["@odata.type"], "#Ryad.Observation");
  assert.equal(row["@odata.id"], `http://localhost:80/api/v1/odata/observations(series_key='${key}',period=${period})`);
  assert.equal(row["period@odata.type"], "#Date");
  assert.equal(row["value@odata.type"], "#Double");
  assert.deepEqual(Object.fromEntries(Object.entries(row).filter(([name]) => !name.includes("@"))), minimal.value[0]);
  const one = await api.get(`${ODATA}/series('${key}')`, {accept: "application/json;odata.metadata=full"});
  assert.equal(one.json["@odata.id"], `http://localhost:80/api/v1/odata/series('${key}')`);
  const link = await api.get(address("series", {$top: 1}), {
    accept: "application/json;odata.metadata=none",
    prefer: "maxpagesize=1",
  });
  assert.deepEqual(Object.keys(link.json), ["value"]);
});

test("an unsupported part is 501, a bad option 400, a form other than JSON 406 [odata.unsupported odata.bad-option odata.media-type]", async (t) => {
  const api = await openWith(t, PACKAGES, {failing: false});
  const code = async (path: string, headers: Headers = {}) =>
    (await api.get(`${ODATA}/${path}`, headers)).json.error?.code;
  for (const path of [
    "series?$expand=x",
    "series?$apply=x",
    "series?$compute=x",
    "series?$deltatoken=x",
    "series?$Index=x",
    "observations?$search=x",
    "$batch",
    "series?$filter=now() gt last_period",
    "series/$ref",
  ]) {
    assert.equal(await code(path.replaceAll(" ", "%20")), "NOT_IMPLEMENTED", path);
  }
  for (const path of [
    "series?$filter=x",
    "series?$filter=true&$filter=true",
    "series?@p=1&@p=2",
    "series?$skiptoken=x",
    "series('a','b')",
    "$metadata?$filter=true",
    "?$filter=true",
    "series('x')?$top=1",
  ]) {
    assert.equal(await code(path), "BAD_REQUEST", path);
  }
  for (const accept of ["application/atom+xml", "text/html", "application/json;q=0"]) {
    assert.equal(await code("series", {accept}), "NOT_ACCEPTABLE");
  }
  assert.equal(await code("series?$format=atom"), "NOT_ACCEPTABLE");
  assert.equal(await code("series", {"odata-maxversion": "3.0"}), "BAD_REQUEST");
  assert.equal((await api.get(`${ODATA}/series?$format=json&$top=1`, {accept: "application/xml"})).status, 200);
  for (const path of ["series?$filter=&$top=&$orderby=", "series?"])
    assert.equal((await api.get(`${ODATA}/${path}`)).status, 200);
  const surplus = await api.get(`${ODATA}/series?$top=1&surplus=1&@p=1&api_key=x`);
  assert.equal(surplus.headers["x-ignored-parameters"], "surplus");
});

test("an option without its $, or in other case, is the option; given in two writings it is a bad request [odata.option-names]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const plain = await api.get(
    `${ODATA}/series?$filter=series_key%20ne%20''&$orderby=title&$top=2&$skip=1&$count=true&$select=title,geo`,
  );
  assert.equal(plain.json.value.length, 2);
  for (const query of [
    "filter=series_key%20ne%20''&orderby=title&top=2&skip=1&count=true&select=title,geo",
    "$Filter=series_key%20ne%20''&orderBy=title&TOP=2&$SKIP=1&Count=true&Select=title,geo",
  ]) {
    const {json, headers} = await api.get(`${ODATA}/series?${query}`);
    assert.deepEqual(json.value, plain.json.value, query);
    assert.equal(json["@odata.count"], plain.json["@odata.count"]);
    assert.equal(headers["x-ignored-parameters"], undefined);
  }
  for (const query of ["$top=1&top=2", "top=1&TOP=1", "$filter=true&filter=true", "top=x", "count=1", "filter=x"]) {
    const {status, json} = await api.get(`${ODATA}/series?${query}`);
    assert.deepEqual([status, json.error.code], [400, "BAD_REQUEST"], query);
  }
  for (const query of ["expand=x", "apply=x", "$Expand=x"])
    assert.equal((await api.get(`${ODATA}/series?${query}`)).status, 501, query);
  // the pages behind the first one keep the options as they were written
  const first = await api.get(`${ODATA}/series?filter=true&skip=1&select=series_key`, {prefer: "odata.maxpagesize=2"});
  const keys: string[] = [];
  for (let page = first; ; ) {
    keys.push(...page.json.value.map((row: {series_key: string}) => row.series_key));
    const next = page.json["@odata.nextLink"];
    if (next === undefined) break;
    assert.doesNotMatch(next, /[?&]skip=/);
    page = await api.get(next.replace(/^https?:\/\/[^/]+/, ""), {prefer: "odata.maxpagesize=2"});
  }
  const whole = await api.get(`${ODATA}/series?$skip=1&$select=series_key`);
  assert.deepEqual(
    keys,
    whole.json.value.map((row: {series_key: string}) => row.series_key),
  );
});

test("a strict reader gets errors in OData's form, other clients the envelope, also for 401 and 404 [odata.errors odata.version]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const path of ["observations", "nothing", "series?$expand=x", "series?x=%zz", "%zz", "series('x')"]) {
    for (const accept of [EXCEL["accept"]!, "application/json;odata=verbose"]) {
      const {json, headers, status} = await api.get(`${ODATA}/${path}`, {...EXCEL, accept});
      assert.ok(status >= 400);
      assert.deepEqual(Object.keys(json), ["error"], path);
      for (const name of Object.keys(json.error))
        assert.ok(["code", "message", "details", "innererror"].includes(name));
      assert.equal(json.error.innererror.request_id, headers["x-request-id"]);
      const {hint} = json.error.innererror;
      assert.ok(hint === undefined || json.error.message.endsWith(hint), "what a spreadsheet shows says what to do");
      assert.match(headers["content-type"]!, /^application\/json/);
    }
    const {json} = await api.get(`${ODATA}/${path}`, {accept: "application/json"});
    assert.deepEqual(Object.keys(json), ["error", "request_id"]);
    assert.equal(json.error.innererror, undefined);
  }
  const refused = await api.get(ODATA, {...EXCEL, authorization: ""});
  assert.deepEqual(Object.keys(refused.json), ["error"]);
  assert.match(refused.json.error.message, /token as the password/);
  const post = await api.ask("POST", `${ODATA}/series`, EXCEL);
  assert.deepEqual([post.status, post.json.error.code], [404, "NOT_FOUND"]);
});

test("an answer has a tag of its form and state, is 304 if unchanged, is packed with gzip for gzip and deflate, and has the right Vary [odata.caching cache.asked-again]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const path = address("observations", {$filter: DATASETS});
  const first = await api.get(path, EXCEL);
  assert.equal(first.headers["content-encoding"], "gzip");
  for (const name of ["Authorization", "X-API-Key", "Accept-Encoding", "Accept", "Prefer"])
    assert.ok(first.headers["vary"]!.split(", ").includes(name), name);
  assert.equal(first.headers["cache-control"], "private, no-cache");
  const {etag} = first.headers;
  for (const own of [path, `${path}&$count=false`, `${path}&$skip=0`]) {
    assert.equal((await api.get(own, {...EXCEL, "if-none-match": etag!})).status, 304, own);
  }
  assert.equal((await api.get(path, {...EXCEL, "if-none-match": "*"})).status, 304);
  const others = await Promise.all([
    api.get(path, {accept: "application/json;odata.metadata=full"}),
    api.get(path, {prefer: "maxpagesize=3"}),
    api.get(path, {host: "elsewhere"}),
    api.get(`${path}&$count=true`),
    api.get(`${path}&$top=3`),
    api.get(`${path}&$select=value`),
    api.get(`${path}&x=1`),
    api.get(address("observations", {$filter: "dataset_code eq 'plain'"})),
    api.get(address("series")),
    api.get(ODATA),
    api.get(`${ODATA}/$metadata`),
  ]);
  const tags = [etag, ...others.map(({headers}) => headers["etag"])];
  assert.equal(new Set(tags).size, tags.length);
  const head = await api.ask("HEAD", path, EXCEL);
  assert.deepEqual([head.status, head.headers["etag"]], [200, etag]);
  await api.load({...PACKAGES[2]!, published_at: "2026-06-20"});
  assert.equal((await api.get(path, {...EXCEL, "if-none-match": etag!})).status, 200);
  for (const same of [ODATA, `${ODATA}/$metadata`, `${ODATA}/series`, `${ODATA}/series('x')`]) {
    const {headers, status} = await api.get(same);
    if (status === 200) assert.equal((await api.get(same, {"if-none-match": headers["etag"]!})).status, 304, same);
  }
});

test("OPTIONS is 204 without a token on every path, with the allowed methods and headers [odata.options]", async (t) => {
  const api = await openWith(t, PACKAGES);
  for (const path of [ODATA, `${ODATA}/`, `${ODATA}/series`, `${ODATA}/series('x')/title`, `${ODATA}//observations`]) {
    const {status, headers} = await api.ask("OPTIONS", path, {authorization: ""});
    assert.equal(status, 204, path);
    assert.match(headers["allow"]!, /GET/);
  }
});

test("filters and orders on values, and $skip, work up to 60,000 values and are refused with a hint beyond; pages by key have no limit [odata.whole-limit]", async (t) => {
  const api = await openWith(t, [
    {...daily([60_000]), dataset: "fits"},
    {...daily([30_000, 30_001]), dataset: "large"},
  ]);
  const ask = (dataset: string, options: object) =>
    api.get(address("observations", {$filter: `dataset_code eq '${dataset}'`, $top: 1, ...options}));
  for (const options of [
    {$skip: 59_999},
    {$orderby: "value desc"},
    {$orderby: "as_of,value"},
    {$filter: "dataset_code eq 'fits' and value ge 60000"},
  ]) {
    const {status, json} = await ask("fits", options);
    assert.equal(status, 200, JSON.stringify(options));
    assert.equal(json.value.length, 1);
  }
  for (const options of [
    {$skip: 1},
    {$orderby: "value desc"},
    {$filter: "dataset_code eq 'large' and value gt 1"},
    {$filter: "dataset_code eq 'large' and as_of gt 2000-01-01"},
    {$orderby: "length(title),period"},
  ]) {
    const {status, json} = await ask("large", options);
    assert.equal(status, 400, JSON.stringify(options));
    assert.match(json.error.message, /more than 60000 values/);
    assert.ok(json.error.hint.length > 20);
  }
  for (const options of [
    {$orderby: "period desc"},
    {$orderby: "classification desc"},
    {$orderby: "classification,period"},
    {$filter: "dataset_code eq 'large' and year(period) eq 1950"},
    {$count: "true"},
  ]) {
    assert.equal((await ask("large", options)).status, 200, JSON.stringify(options));
  }
  const newest = await ask("large", {
    $orderby: "period desc,classification desc",
    $top: 3,
    $select: "period,classification",
  });
  assert.deepEqual(
    newest.json.value.map(({period, classification}: {period: string; classification: string}) => [
      period,
      classification,
    ]),
    [
      ["1982-02-20", "c0001"],
      ["1982-02-19", "c0001"],
      ["1982-02-19", "c0000"],
    ],
  );
  const narrowed = await ask("large", {$filter: "dataset_code eq 'large' and period ge 1970-01-01 and value gt 30000"});
  assert.equal(narrowed.json.value[0].value, 30_001);
  assert.equal((await api.get(address("observations/$count", {$filter: "dataset_code eq 'large'"}))).text, "60001");
});

test("a request whose next link would be too long is refused and charges nothing [odata.paging odata.charges]", async (t) => {
  const api = await openWith(t, PACKAGES);
  const authorization = `Bearer ${await api.createToken("free")}`;
  const $filter = `${DATASETS} and title ne '${"ы".repeat(2400)}'`;
  const raw = `${ODATA}/observations?$filter=${encodeURIComponent($filter)}`;
  const refused = await api.get(raw, {authorization, prefer: "maxpagesize=10"});
  assert.deepEqual([refused.status, refused.json.error.code], [400, "BAD_REQUEST"]);
  assert.equal(refused.headers["x-quota-values-remaining"], "1000000");
  const whole = await api.get(raw, {authorization});
  assert.deepEqual([whole.status, whole.json.value.length], [200, 46]);
});

test("any text in any option gives an answer, a 400 or a 501, never a failure [odata.filter-any-text]", async (t) => {
  const api = neverBusy(await openWith(t, PACKAGES));
  const name = fc.constantFrom(
    "$filter",
    "$orderby",
    "$select",
    "$top",
    "$skip",
    "$count",
    "$skiptoken",
    "$format",
    "$search",
    "@p",
    "$x",
    "x",
  );
  const words = fc.array(
    fc.constantFrom(
      "dataset_code eq 'plain'",
      "and",
      "or",
      "value",
      "gt",
      "1",
      "(",
      ")",
      "not",
      "title",
      ",",
      "desc",
      "period",
      "2024-01-01",
      "null",
      "contains(title,'а')",
      " ",
    ),
    {maxLength: 12},
  );
  const value = fc.oneof(
    anyText().map((text) => text.toWellFormed().replaceAll("\0", "")),
    words.map((parts) => parts.join(" ")),
  );
  const path = fc.constantFrom(
    "",
    "/series",
    "/observations",
    "/series/$count",
    "/observations/$count",
    "/series('x')",
    "/$metadata",
  );
  await fc.assert(
    fc.asyncProperty(path, fc.array(fc.tuple(name, value), {maxLength: 4}), async (own, options) => {
      const query = options.map(([option, text]) => `${option}=${encodeURIComponent(text)}`).join("&");
      const {status} = await api.get(`${ODATA}${own}?${query}`);
      assert.ok([200, 400, 404, 406, 501].includes(status), `${status} for ${own}?${query}`);
    }),
    {numRuns: tries({few: 400, all: 1500})},
  );
});

test("/odata.pbids is a connection file for Power BI, without a token, at the address of the service [odata.connection-file]", async (t) => {
  const api = await openWith(t, [], {settings: {publicUrl: "https://stat.example.org"}});
  const {statusCode, headers, body} = await api.server.inject({url: "/odata.pbids"});
  assert.equal(statusCode, 200);
  assert.match(String(headers["content-disposition"]), /filename="ryad\.pbids"/);
  assert.deepEqual(JSON.parse(body), {
    version: "0.1",
    connections: [
      {details: {protocol: "odata", address: {url: "https://stat.example.org/api/v1/odata"}}, mode: "Import"},
    ],
  });
  const own = await openWith(t, []);
  const {body: local} = await own.server.inject({url: "/odata.pbids", headers: {host: "127.0.0.1:8080"}});
  assert.match(local, /"url": "http:\/\/127\.0\.0\.1:8080\/api\/v1\/odata"/);
});
