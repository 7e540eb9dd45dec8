// The channel of SDMX: its addresses, its tokens and charges, and its data beside those of the slice.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath, PLAIN_EFFECTS} from "../../src/load/run.ts";
import {temporaryFolder} from "../warehouse.ts";
import {type Api, type Headers, spend} from "./client.ts";
import {ALTAI, MOSCOW, openWith, PRICES} from "./packages.ts";

const FLOW = "showdata--prices";
const DATA = `/sdmx/2.1/data/${FLOW}`;
const CSV = {accept: "application/vnd.sdmx.data+csv;version=1.0.0"};
const CSV2 = {accept: "application/vnd.sdmx.data+csv;version=2.0.0"};

/** The rows of a message of SDMX-CSV without its first columns. */
async function rowsOf(api: Api, path: string, headers: Headers = CSV): Promise<string[]> {
  const {text, status} = await api.get(path, headers);
  assert.equal(status, 200, `${path}: ${text}`);
  const [head, ...rows] = text.trimEnd().split("\n");
  assert.match(head!, /TIME_PERIOD,OBS_VALUE/);
  return rows.map((row) => row.slice(row.indexOf(")") + 2));
}

test("a flow, a structure and data are found by every writing that clients use of an address [sdmx.addresses]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const free = {"x-api-key": ""};
  const bodyOf = async (path: string, headers: Headers) => {
    const {status, text} = await api.get(path, headers);
    assert.equal(status, 200, `${path}: ${text}`);
    return text.replace(/<mes:ID>.*<\/mes:Prepared>/, "").replace(/"id":"M[\w-]+","test":false,"prepared":"[^"]+"/, "");
  };
  const same = async (headers: Headers, paths: readonly string[]): Promise<string> => {
    const bodies = new Set<string>();
    for (const path of paths) bodies.add(await bodyOf(path, headers));
    assert.equal(bodies.size, 1, paths.join(" "));
    return [...bodies][0]!;
  };
  const flows = await same(free, [
    "/sdmx/2.1/dataflow",
    "/sdmx/2.1/dataflow/",
    "/sdmx/2.1/dataflow/all/all/latest/",
    "/sdmx/2.1/dataflow/RYAD/ALL/latest?detail=allstubs",
    "/sdmx/2.1/dataflow/RYAD/latest",
  ]);
  assert.match(flows, /<str:Dataflow id="showdata--prices" agencyID="RYAD" version="1\.0"/);
  await same({...free, accept: "application/xml", "content-type": "application/xml"}, [
    `/sdmx/2.1/datastructure/all/DSD_${FLOW}/latest/?references=children`,
    `/sdmx/2.1/datastructure/RYAD/DSD_${FLOW}/1.0?references=descendants`,
  ]);
  await same({}, [
    `${DATA}/M.cpi._02.pop.PCT._${MOSCOW}`,
    `/sdmx/2.1/data/RYAD,${FLOW},1.0/M.cpi._02.pop.PCT._${MOSCOW}/all/?detail=full`,
    `/sdmx/2.1/data/RYAD%2C${FLOW}%2Clatest/M.cpi._02.pop.PCT._${MOSCOW}`,
  ]);
  await same({}, [DATA, `${DATA}/`, `${DATA}/all`, `${DATA}/ALL/`, `${DATA}/.....`]);
  await same(free, [`/sdmx/2.1/availableconstraint/${FLOW}`, `/sdmx/2.1/availableconstraint/${FLOW}/ALL`]);
  await same(free, [
    "/sdmx/v2/structure/dataflow",
    "/sdmx/v2/structure/dataflow/*/*/~?detail=allcompletestubs",
    "/sdmx/v2/structure/dataflow/RYAD/*/1.0",
  ]);
  await same({}, [
    `/sdmx/v2/data/dataflow/RYAD/${FLOW}/1.0`,
    `/sdmx/v2/data/dataflow/*/${FLOW}/~/*?dimensionAtObservation=AllDimensions`,
  ]);
  await same({}, [
    `/sdmx/v2/data/dataflow/RYAD/${FLOW}/1.0?c%5BCLASS%5D=_02&c[FREQ]=M&c%5BTIME_PERIOD%5D=ge:2026-02%2Ble:2026-03`,
    `/sdmx/v2/data/dataflow/RYAD/${FLOW}/1.0/M.*._02.*.*.*?startPeriod=2026-02&endPeriod=2026-03-31`,
  ]);
});

test("structures need no token; data take it as a password, Bearer or key, and challenge for it [sdmx.token]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const none = {"x-api-key": ""};
  assert.equal((await api.get(`/sdmx/2.1/dataflow/RYAD/${FLOW}/latest?references=all`, none)).status, 200);
  const refused = await api.get(DATA, none);
  assert.deepEqual([refused.status, refused.headers["www-authenticate"]?.split(" ")[0]], [401, "Basic"]);
  const basic = Buffer.from(`x:${api.token}`).toString("base64");
  for (const headers of [
    {authorization: `Basic ${basic}`},
    {authorization: `Bearer ${api.token}`},
    {"x-api-key": api.token},
  ])
    assert.equal((await api.get(DATA, headers)).status, 200);
  assert.equal((await api.get(`${DATA}?api_key=${api.token}`, none)).status, 401);
});

test("the values are those of the slice, by key, codes and bounds, and are charged as many [sdmx.data]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const free = await api.createToken("free");
  for (const [query, slice] of [
    ["", "geo=all"],
    ["/M..._02+_03..", null],
    ["/..._02.pop..", null],
    ["/.._02...", "geo=all&class=02"],
    [`/M._02.._${MOSCOW}+_${ALTAI}`, null],
    [`?startPeriod=2026-02&endPeriod=2026-03`, "geo=all&start=2026-02&end=2026-03"],
    ["?lastNObservations=1", "geo=all&last=1"],
  ] as const) {
    const path = `${DATA}${query}`;
    if (slice === null) {
      assert.equal((await api.get(path, CSV)).status, query.split(".").length === 6 ? 404 : 400, path);
      continue;
    }
    const {json} = await api.get(`/api/v1/data?dataset=prices&limit=300&${slice}`);
    const expected = json.observations.map(
      (row: {series_key: string; value: number; as_of: string}) => `${row.value},${row.as_of},${row.series_key}`,
    );
    const rows = await rowsOf(api, path);
    assert.deepEqual(rows.map((row) => row.split(",").slice(-3).join()).sort(), expected.sort(), path);
    const {headers} = await api.get(path, {"x-api-key": free});
    assert.equal(headers["x-values"], String(expected.length));
  }
  const {headers} = await api.get(`${DATA}?detail=serieskeysonly`, {"x-api-key": free});
  assert.equal(headers["x-values"], "0");
  await spend(api, free, 999_950);
  assert.equal((await api.get(DATA, {"x-api-key": free})).status, 429);
});

test("with a tag that is still true there is 304; a load changes it [sdmx.tag]", async (t) => {
  const api = await openWith(t, [PRICES]);
  for (const path of [DATA, "/sdmx/2.1/dataflow"]) {
    const {headers} = await api.get(path);
    const known = {"if-none-match": headers["etag"]!};
    assert.equal((await api.get(path, known)).status, 304);
    await api.load({
      ...PRICES,
      published_at: path === DATA ? "2026-07-10" : "2026-07-11",
      rows: [...PRICES.rows, `cpi;01;pop;PCT;M;${MOSCOW};2026-05;1`],
    });
    assert.equal((await api.get(path, known)).status, 200);
  }
});

test("the structure of a dataset keeps its tag while others are loaded, and the list of all does not; those of SDMX itself keep it always [sdmx.tag]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const own = [`/sdmx/2.1/datastructure/all/DSD_${FLOW}?references=all`, `/sdmx/2.1/availableconstraint/${FLOW}`];
  const constant = ["/sdmx/2.1/agencyscheme", "/sdmx/2.1/codelist/all/CL_FREQ"];
  const lists = ["/sdmx/2.1/dataflow", "/sdmx/2.1/categorisation"];
  const tagsOf = async (paths: readonly string[]) =>
    await Promise.all(paths.map(async (path) => (await api.get(path)).headers["etag"]!));
  const before = [await tagsOf(own), await tagsOf(constant), await tagsOf(lists)] as const;
  const other = {...PRICES, dataset: "other"};
  await api.load(other);
  assert.deepEqual([await tagsOf(own), await tagsOf(constant)], [before[0], before[1]]);
  for (const [at, tag] of (await tagsOf(lists)).entries()) assert.notEqual(tag, before[2][at]);
  await api.load({
    ...PRICES,
    published_at: "2026-07-10",
    rows: [...PRICES.rows, `cpi;01;pop;PCT;M;${MOSCOW};2026-05;1`],
  });
  assert.deepEqual(await tagsOf(constant), before[1]);
  for (const [at, tag] of (await tagsOf(own)).entries()) assert.notEqual(tag, before[0][at]);
});

test("with its history an answer has each estimate in its span of validity, and a withdrawal as a deletion; asOf gives what was known [sdmx.history]", async (t) => {
  const rows = (first: string) => [`x,${MOSCOW},2026-01,${first}`, `x,${MOSCOW},2026-02,2`];
  const api = await openWith(t, [
    {published_at: "2026-03-10", rows: rows("1")},
    {published_at: "2026-04-10", rows: rows("1.5")},
    {published_at: "2026-05-10", rows: rows("")},
  ]);
  const path = "/sdmx/v2/data/dataflow/RYAD/showdata--demo/1.0";
  const {text} = await api.get(`${path}?includeHistory=true`);
  const [head, ...lines] = text.trimEnd().split("\n");
  assert.equal(head!.split(",").slice(-6).join(), "TIME_PERIOD,OBS_VALUE,AS_OF,SERIES_ID,VALID_FROM,VALID_TO");
  const shown = lines.map((line) => {
    const [action, ...cells] = line.split(",").slice(2);
    return [action, ...cells.slice(-6, -3), ...cells.slice(-2)].join(" ");
  });
  assert.deepEqual(shown, [
    "I 2026-01 1 2026-03-10 2026-03-10 2026-04-10",
    "I 2026-02 2 2026-03-10 2026-03-10 ",
    "I 2026-01 1.5 2026-04-10 2026-04-10 2026-05-10",
    "D 2026-01   2026-05-10 ",
  ]);
  const known = async (day: string) =>
    (await rowsOf(api, `${path}?asOf=${day}`, CSV2)).map((row) => row.split(",").slice(-3, -1).join(" "));
  assert.deepEqual(await known("2026-03-31"), ["1 2026-03-10", "2 2026-03-10"]);
  assert.deepEqual(await known("2026-04-10"), ["1.5 2026-04-10", "2 2026-03-10"]);
  assert.deepEqual(await rowsOf(api, `${path}?updatedAfter=2026-04-01T00:00:00`, CSV2).then((all) => all.length), 1);
  const {text: xml} = await api.get("/sdmx/2.1/data/showdata--demo?includeHistory=true");
  assert.match(xml, /action="Delete" validFromDate="2026-05-10T00:00:00Z"><?/);
});

test("firstNObservations and lastNObservations give the first and the last values of each series, which are charged alone [sdmx.data]", async (t) => {
  const months = ["2026-01", "2026-02", "2026-03", "2026-04", "2026-05"];
  const rows = [MOSCOW, ALTAI].flatMap((geo) => months.map((month, at) => `x;${geo};${month};${at + 1}`));
  const api = await openWith(t, [{dataset: "months", header: "indicator;geo;period;value", rows}]);
  for (const [query, values] of [
    ["firstNObservations=2", [1, 2]],
    ["lastNObservations=2", [4, 5]],
    ["firstNObservations=1&lastNObservations=1", [1, 5]],
    ["firstNObservations=3&lastNObservations=2", [1, 2, 3, 4, 5]],
    ["firstNObservations=3&lastNObservations=3", [1, 2, 3, 4, 5]],
    ["lastNObservations=9", [1, 2, 3, 4, 5]],
    ["startPeriod=2026-02&firstNObservations=1", [2]],
    ["updatedAfter=2000-01-01&lastNObservations=1", [5]],
  ] as const) {
    const path = `/sdmx/2.1/data/showdata--months?${query}`;
    const given = (await rowsOf(api, path)).map((row) => Number(row.split(",").at(-3)));
    assert.deepEqual(given, [...values, ...values], query);
    assert.equal((await api.get(path, CSV)).headers["x-values"], String(2 * values.length), query);
  }
});

test("an availability names the codes that data have under a key, and every code of it gives data [sdmx.availability]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const {json} = await api.get(`/sdmx/v2/availability/dataflow/RYAD/${FLOW}/1.0?c[FREQ]=Q`, {
    accept: "application/json",
  });
  const message = json ?? JSON.parse((await api.get(`/sdmx/v2/availability/dataflow/RYAD/${FLOW}/1.0?c[FREQ]=Q`)).text);
  const [{keyValues}] = message.data.dataConstraints[0].cubeRegions;
  const values = Object.fromEntries(
    keyValues.map((one: {id: string; values?: {value: string}[]}) => [one.id, one.values?.map(({value}) => value)]),
  );
  assert.deepEqual(values, {
    ...{FREQ: ["Q"], INDICATOR: ["cpi"], CLASS: ["a-2Cb"], MEASURE: ["pop"], UNIT: ["PCT"], GEO: [`_${MOSCOW}`]},
    TIME_PERIOD: undefined,
  });
  assert.deepEqual(await rowsOf(api, `${DATA}/Q.cpi.a-2Cb.pop.PCT._${MOSCOW}`).then((rows) => rows.length), 1);
  assert.equal((await api.get(`/sdmx/2.1/availableconstraint/${FLOW}/W.....`)).status, 404);
});

test("what cannot be answered is refused in the envelope: another agency, flow, format or key [sdmx.refusals]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const refused = async (path: string, headers: Headers = {}) => {
    const {status, text} = await api.get(path, headers);
    return [status, JSON.parse(text).error.code];
  };
  assert.deepEqual(await refused("/sdmx/2.1/dataflow/OTHER/all"), [404, "NOT_FOUND"]);
  assert.deepEqual(await refused("/sdmx/2.1/dataflow/RYAD/none--none"), [404, "NOT_FOUND"]);
  assert.deepEqual(await refused("/sdmx/2.1/dataflow/RYAD/all/2.0"), [404, "NOT_FOUND"]);
  assert.deepEqual(await refused("/sdmx/2.1/metadataflow"), [404, "NOT_FOUND"]);
  assert.deepEqual(await refused(`${DATA}/M.X`), [400, "BAD_REQUEST"]);
  assert.deepEqual(await refused(`${DATA}/W.....`), [404, "NOT_FOUND"]);
  assert.deepEqual(await refused(`${DATA}?startPeriod=soon`), [400, "BAD_REQUEST"]);
  assert.deepEqual(await refused(`${DATA}?detail=some`), [400, "BAD_REQUEST"]);
  assert.deepEqual(await refused(`/sdmx/v2/data/dataflow/RYAD/${FLOW}/1.0?c[X]=1`), [400, "BAD_REQUEST"]);
  assert.deepEqual(await refused(DATA, {accept: "application/vnd.sdmx.data+json;version=2.0.0"}), [
    406,
    "NOT_ACCEPTABLE",
  ]);
});

test("the rows of a CSV, written as bytes, are those of the XML, in every frequency and detail [sdmx.csv-rows]", async (t) => {
  const spans = ["2026-03-02", "2026-03", "2026-Q1", "2026"].map(
    (period, at) => `x;${"DMQA"[at]};${MOSCOW};${period};`,
  );
  const values = ["0.1", "-12345678901.25", "1e-9", "3", "0.000001", "99999999999999"];
  const every = {
    dataset: "every",
    header: "indicator;freq;class;geo;period;value",
    rows: spans.flatMap((row) => values.map((value, at) => row.replace(`;${MOSCOW}`, `;c${at};${MOSCOW}`) + value)),
  };
  const api = await openWith(t, [every, PRICES, weekly("iso", 0), weekly("own", 1)]);
  let count = 0;
  for (const flow of ["showdata--every", FLOW, "showdata--iso", "showdata--own"])
    for (const {accept} of [CSV, CSV2])
      for (const query of [
        "",
        "&detail=dataonly",
        "&startPeriod=2026-02",
        "&lastNObservations=1",
        "&asOf=2026-06-10",
      ]) {
        const path = `/sdmx/2.1/data/${flow}?x=1${query}`;
        const csv = await api.get(path, {accept});
        const [names = "", ...rows] = csv.text.trimEnd().split("\n");
        const from = names.split(",").indexOf("TIME_PERIOD");
        const xml = await api.get(path, {accept: "application/vnd.sdmx.genericdata+xml;version=2.1"});
        const observations = xml.text.matchAll(
          /<gen:ObsDimension value="(.*?)"\/><gen:ObsValue value="(.*?)"\/>(?:<gen:Attributes><gen:Value id="AS_OF" value="(.*?)")?/g,
        );
        const cells = Array.from(observations, (found) => found.slice(1).filter((text) => text !== undefined));
        const width = query === "&detail=dataonly" ? 2 : 3;
        assert.deepEqual(
          rows.map((row) => row.split(",").slice(from, from + width)),
          cells,
          path,
        );
        assert.equal(csv.headers["x-values"], String(rows.length));
        count += rows.length;
      }
  assert.ok(count > 300);
});

/** Five weeks from a Friday on, over the end of a year. @param shift of the publisher's numbers from those of ISO 8601 */
function weekly(dataset: string, shift: number) {
  const iso = [
    [2020, 52, "2020-12-25"],
    [2020, 53, "2021-01-01"],
    [2021, 1, "2021-01-08"],
    [2021, 2, "2021-01-15"],
    [2021, 3, "2021-01-22"],
  ] as const;
  const weeks = iso.map(([year, week, date]) => ({year, week: year === 2021 ? week + shift : week, date}));
  const rows = weeks.map(({year, week}, at) => `x,${MOSCOW},${year}-W${String(week).padStart(2, "0")},${at}`);
  return {dataset, header: "indicator,geo,week,value", more: {weeks}, rows};
}

test("weeks are written by ISO 8601 where the dataset counts so, and read back; weeks of another count are written as their days [sdmx.weeks]", async (t) => {
  const api = await openWith(t, [weekly("iso", 0), weekly("own", 1)]);
  const times = async (path: string) => (await rowsOf(api, path)).map((row) => row.split(",").at(-4));
  const weeks = ["2020-W52", "2020-W53", "2021-W01", "2021-W02", "2021-W03"];
  assert.deepEqual(await times("/sdmx/2.1/data/showdata--iso"), weeks);
  assert.deepEqual(await times("/sdmx/2.1/data/showdata--own"), [
    ...["2020-12-25", "2021-01-01", "2021-01-08", "2021-01-15", "2021-01-22"],
  ]);
  assert.deepEqual(
    await times("/sdmx/2.1/data/showdata--iso?startPeriod=2020-W53&endPeriod=2021-W02"),
    weeks.slice(1, 4),
  );
  assert.equal((await api.get("/sdmx/2.1/data/showdata--iso?startPeriod=2021-W53")).status, 400);
  const path = join(await temporaryFolder(t), "weeks.csv");
  await writeFile(path, (await api.get("/sdmx/2.1/data/showdata--iso", CSV)).text);
  const other = await openWith(t, []);
  await loadPath(other.store, path, {provider: null, dataset: null, publishedAt: "2026-06-11"}, PLAIN_EFFECTS);
  const [{provider_code, code}] = (await other.get("/api/v1/reference/datasets")).json.items;
  const {json} = await other.get(`/api/v1/data?dataset=${provider_code}/${code}&geo=all`);
  assert.equal(json.series[0].freq, "W");
  assert.deepEqual(
    json.observations.map(({period, value}: {period: string; value: number}) => `${period} ${value}`),
    ["2020-12-21 0", "2020-12-28 1", "2021-01-04 2", "2021-01-11 3", "2021-01-18 4"],
  );
});

test("the reader of this program reads every format back to the same series and values [sdmx.read-back]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const folder = await temporaryFolder(t);
  const valuesOf = async (from: Api, dataset: string) => {
    const {json} = await from.get(`/api/v1/data?dataset=${dataset}&geo=all&limit=300`);
    assert.equal(json.series.length, 11);
    return json.observations.map((row: {period: string; value: number}) => `${row.period} ${row.value}`).sort();
  };
  const expected = await valuesOf(api, "prices");
  for (const [accept, name] of [
    [CSV.accept, "csv1.csv"],
    [CSV2.accept, "csv2.csv"],
    ["application/vnd.sdmx.genericdata+xml;version=2.1", "generic.xml"],
    ["application/vnd.sdmx.structurespecificdata+xml;version=2.1", "specific.xml"],
    ["application/vnd.sdmx.data+json;version=1.0.0", "data.json"],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, (await api.get(DATA, {accept})).text);
    const other = await openWith(t, []);
    const isJson = name === "data.json";
    const hints = {provider: isJson ? "ryad" : null, dataset: isJson ? "back" : null, publishedAt: "2026-06-11"};
    const {held} = await loadPath(other.store, path, hints, PLAIN_EFFECTS);
    assert.equal(held, null, name);
    const {json} = await other.get("/api/v1/reference/datasets");
    assert.deepEqual(await valuesOf(other, `${json.items[0].provider_code}/${json.items[0].code}`), expected, name);
  }
});
