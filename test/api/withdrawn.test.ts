// Withdrawn values in every answer: a release that covers a period without a value, and one that gives it again (CONTRACT 6.3).
import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath} from "../../src/load/run.ts";
import {verifyStore} from "../../src/load/verify/verification.ts";
import {decodeHistory} from "../../src/statistics/history/decode.ts";
import {encodeHistory} from "../../src/statistics/history/encode.ts";
import type {WithdrawnSpan} from "../../src/statistics/history/withdrawal.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import {readHistories, writeHistories} from "../../src/store/series/history.ts";
import {readSeries} from "../../src/store/series/series.ts";
import {ryad} from "../command.ts";
import {openSite} from "../site/site.ts";
import {temporaryFolder, writePackage} from "../warehouse.ts";
import type {Api} from "./client.ts";
import {openWith} from "./packages.ts";

const YEARS = Array.from({length: 40}, (_, at) => 1981 + at);
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

/** 40 values, one of each year. @param other texts instead of a value; null: the row is not there */
function rows(other: Readonly<Record<number, string | null>> = {}): string[] {
  return YEARS.flatMap((year) => {
    const text = other[year] === undefined ? String(year - 1900) : other[year];
    return text === null ? [] : [`x,643,${year},${text}`];
  });
}

const release = (day: string, other: Readonly<Record<number, string | null>> = {}) => ({
  dataset: "taken",
  published_at: day,
  rows: rows(other),
});

const SLICE = "/api/v1/data?dataset=taken&geo=all";

async function withdrawnHeaders(api: Api, more = ""): Promise<(string | undefined)[]> {
  const answers = [
    await api.get(`${SLICE}${more}`),
    await api.get(`${SLICE}${more}`),
    await api.get(`${SLICE}&format=csv${more}`),
    await api.ask("HEAD", `${SLICE}${more}`),
  ];
  return [...new Set(answers.map(({headers}) => headers["x-withdrawn-values"]))];
}

test("a value that a release no longer gives stays with the day of its withdrawal in every answer, until a release gives it again [history.withdrawn]", async (t) => {
  const api = await openWith(t, [release("2026-05-10")]);
  const slice = async (more = "") => (await api.get(`${SLICE}${more}`)).json.observations;
  const before = await slice();
  const [{series_key: key}] = before;
  const series = `/api/v1/series/${key}`;
  const missing = async (more = "") => (await api.get(`${series}/observations?${more}`)).json.missing;
  const withdrawnAt = async () =>
    (await api.get(`${series}/estimates`)).json.estimates
      .filter((one: {withdrawn_at: string | null}) => one.withdrawn_at !== null)
      .map((one: {period: string; superseded_at: string | null; withdrawn_at: string}) => [
        one.period.slice(0, 4),
        one.superseded_at,
        one.withdrawn_at,
      ]);
  const verify = async (year: number, more = "") => {
    const {verdict, estimates} = (
      await api.get(`/api/v1/verify?series=${key}&period=${year}&value=${year - 1900}${more}`)
    ).json;
    return [verdict, estimates.at(-1).until];
  };
  assert.deepEqual(await withdrawnHeaders(api), [undefined]);
  assert.deepEqual([await missing(), await withdrawnAt()], [[], []]);
  assert.deepEqual(await verify(2000), ["match", null]);

  await api.load(release("2026-06-10", {2000: "", 2001: "…"}));
  assert.deepEqual(await slice(), before, "the last published estimate stays");
  assert.deepEqual(await withdrawnHeaders(api), ["2"]);
  assert.deepEqual(await withdrawnHeaders(api, "&as_of=2026-06-10"), ["2"]);
  assert.deepEqual(await withdrawnHeaders(api, "&as_of=2026-06-09"), [undefined]);
  assert.deepEqual(await withdrawnHeaders(api, "&end=2000"), ["1"]);
  const blank = {period: "2000-01-01", reason: "withdrawn", since: "2026-06-10"};
  const sign = {period: "2001-01-01", reason: "not_available", since: "2026-06-10"};
  assert.deepEqual(await missing(), [blank, sign]);
  assert.deepEqual(await missing("end=2000"), [blank]);
  assert.deepEqual(await missing("as_of=2026-06-09"), []);
  assert.deepEqual(await missing("limit=20"), [sign], "only from the first value of the answer on");
  assert.deepEqual(await withdrawnAt(), [
    ["2000", null, "2026-06-10"],
    ["2001", null, "2026-06-10"],
  ]);
  assert.deepEqual(await verify(2000), ["was_true", "2026-06-09"]);
  assert.deepEqual(await verify(2000, "&on=2026-06-01"), ["was_true", "2026-06-09"]);
  assert.deepEqual(await verify(2002), ["match", null]);
  const days = async () =>
    (await api.get(`${series}/vintages`)).json.items.map((one: Record<string, unknown>) => [
      one["published_at"],
      one["new_values"],
      one["revised_values"],
      one["withdrawn_values"],
    ]);
  assert.deepEqual(await days(), [
    ["2026-05-10", 40, 0, 0],
    ["2026-06-10", 0, 0, 2],
  ]);

  await api.load(release("2026-07-10", {2001: "…", 2005: null}));
  assert.deepEqual(await slice(), before);
  assert.deepEqual(await withdrawnHeaders(api), ["2"]);
  assert.deepEqual(await missing(), [sign, {period: "2005-01-01", reason: "withdrawn", since: "2026-07-10"}]);
  assert.deepEqual(await missing("as_of=2026-07-01"), [blank, sign]);
  assert.deepEqual(
    (await withdrawnAt()).map(([year]: string[]) => year),
    ["2001", "2005"],
  );
  assert.deepEqual(await verify(2000), ["match", null]);

  assert.deepEqual(await findingsOf(api), []);
});

type Spans = readonly WithdrawnSpan[];

/** Replaces the withdrawals of the one history. @returns the old ones */
function setSpans({store}: Api, change: (spans: Spans) => Spans): Promise<Spans> {
  return store.statistics.write(function* (q) {
    const [dataset] = yield* findDatasets(q, {provider: null, dataset: "taken"});
    const {number} = (yield* readSeries(q, dataset!.id))[0]!;
    const [bytes] = yield* readHistories(q, dataset!.id, [number]);
    const {withdrawn = [], ...estimates} = decodeHistory(bytes!);
    const changed = {...estimates, withdrawn: change(withdrawn)};
    yield* writeHistories(q, dataset!.id, [{number, estimates: encodeHistory(changed)}]);
    return withdrawn;
  });
}

const changes = {
  lost: () => [],
  later: ([span]: Spans) => [{...span!, day: span!.day + 5}],
  moved: ([span]: Spans) => [{...span!, period: span!.period + 1}],
  reasoned: ([span]: Spans) => [{...span!, reason: "unknown" as const}],
  given: ([span]: Spans) => [{...span!, untilDay: span!.day + 1}],
} as const;

test("OData, the CSV of estimates and ryad export have the day of a withdrawal, and empty where a value is in force [history.withdrawn]", async (t) => {
  const api = await openWith(t, [
    release("2026-05-10"),
    release("2026-06-10", {2000: "", 2001: "…"}),
    release("2026-07-10", {2001: "…"}),
  ]);
  const odata = async (more: string) =>
    (await api.get(`/api/v1/odata/observations?$filter=dataset_code eq 'taken'${more}`)).json.value as {
      period: string;
      value: number;
      withdrawn_at: string | null;
    }[];
  const rowsOf = (found: Awaited<ReturnType<typeof odata>>) =>
    found
      .filter(({withdrawn_at: day}) => day !== null)
      .map(({period, value, withdrawn_at: day}) => [period, value, day]);
  const [of2000, of2001] = ["2000", "2001"].map((year) => [`${year}-01-01`, Number(year) - 1900, "2026-06-10"]);
  const all = await odata("");
  assert.deepEqual([all.length, rowsOf(all)], [40, [of2001]]);
  assert.deepEqual(rowsOf(await odata("&$orderby=value desc")), [of2001], "in any order");
  assert.deepEqual(rowsOf(await odata(" and withdrawn_at ne null")), [of2001]);
  assert.equal((await odata(" and withdrawn_at eq null")).length, 39);
  assert.deepEqual(rowsOf(await odata("&asOf=2026-06-10")), [of2000, of2001]);
  assert.deepEqual(rowsOf(await odata("&asOf=2026-06-09")), []);
  const {series_key: key} = (await api.get(SLICE)).json.observations[0];
  const entity = `/api/v1/odata/observations(series_key='${key}',period=`;
  assert.equal((await api.get(`${entity}2001-01-01)`)).json.withdrawn_at, "2026-06-10");
  assert.equal((await api.get(`${entity}2000-01-01)`)).json.withdrawn_at, null);

  const {text} = await api.get("/api/v1/estimates?dataset=taken&geo=all&format=csv");
  const [head, ...lines] = text.trimEnd().split("\n");
  assert.match(head!, /;superseded_at;last_period;status;withdrawn_at$/);
  const days = lines.map((line) => line.split(";").at(-1));
  assert.deepEqual([...new Set(days)], ["", "2026-06-10"]);
  assert.equal(lines[days.indexOf("2026-06-10")]!.split(";").at(-7), "2001-01-01");
  const path = join(await temporaryFolder(t), "estimates.csv");
  const exported = await ryad(["export", path, "--estimates", "--data", api.dataFolder]);
  assert.equal(exported.code, 0, exported.stderr);
  assert.deepEqual(
    readFileSync(path, "utf8")
      .trimEnd()
      .split("\n")
      .map((line) => line.split(";").at(-1)),
    ["withdrawn_at", ...days],
  );
});

test("the page of a series strikes a withdrawn value through, and says when and why; on a day before that it shows the value as valid [site.withdrawn]", async (t) => {
  const api = await openWith(t, [release("2026-05-10"), release("2026-06-10", {2001: "…", 2020: ""})]);
  const site = await openSite(t, {store: api.store});
  const {series_key: key} = (await api.get(SLICE)).json.observations[0];
  const page = async (language: string, more = "") =>
    (await site.get(`/series/${key}?rows=all${more}`, {"accept-language": language})).text.replaceAll("\u00a0", " ");
  const struck = (text: string) => [...text.matchAll(/<s>([^<]+)<\/s>/g)].map(([, value]) => value);
  const english = await page("en");
  assert.deepEqual(struck(english), ["120", "120", "101"], "the latest value, its row and the other row");
  assert.match(english, /withdrawn on 10 Jun 2026: not available/);
  assert.match(await page("ru"), /снято с публикации 10[^<]*2026[^<]*: нет данных/);
  assert.deepEqual(struck(await page("en", "&as_of=2026-06-09")), []);
  assert.deepEqual(struck(await page("en", "&as_of=2026-06-10")).length, 3);
});

test("check finds a withdrawal that the store lost, has with another day or reason, or has alone [history.withdrawn]", async (t) => {
  const api = await openWith(t, [release("2026-05-10"), release("2026-06-10", {2000: ""})]);
  assert.deepEqual(await findingsOf(api), []);
  const found = {
    lost: /2000-01-01 is withdrawn \(withdrawn\) as of 2026-06-10 in the archive, not in the store/,
    later: /as of 2026-06-15 in the store, not in the archive/,
    moved: /2001-01-01 is withdrawn \(withdrawn\) as of 2026-06-10 in the store, not in the archive/,
    reasoned: /2000-01-01 is withdrawn \(unknown\) as of 2026-06-10 in the store, not in the archive/,
    given: /and given again 2026-06-11 in the store, not in the archive/,
  };
  for (const [name, change] of Object.entries(changes)) {
    const before = await setSpans(api, change);
    assert.match((await findingsOf(api)).join(), found[name as keyof typeof changes], name);
    await setSpans(api, () => before);
  }
});

async function findingsOf(api: Api): Promise<string[]> {
  const findings: string[] = [];
  await verifyStore(api.store, {memoryLimit: 2 ** 24, onFinding: (finding) => findings.push(finding)});
  return findings;
}

test("a release that withdraws more than 5 % of the values of a dataset is held, and one with 5 % is not; a partial one withdraws nothing [load.values-kept]", async (t) => {
  const folder = await temporaryFolder(t);
  const api = await openWith(t, [release("2026-05-10")]);
  const load = async (day: string, other: Readonly<Record<number, string | null>>, more: object = {}) => {
    const metadata = {provider: "showdata", dataset: "taken", name: "Taken back (not official)", published_at: day};
    const path = await writePackage(
      join(folder, day),
      {...metadata, ...more},
      "indicator,geo,period,value",
      rows(other),
    );
    const {held} = await loadPath(api.store, path, NO_HINTS);
    return held?.checks.filter(({required, passed}) => required && !passed).map(({name, seen}) => `${name}: ${seen}`);
  };
  const [refused] = (await load("2026-06-10", {2000: "", 2001: null, 2002: "-"})) ?? [];
  assert.match(refused!, /^values-kept: the release covers 3 of 40 values of the dataset without a value/);
  assert.deepEqual(await withdrawnHeaders(api), [undefined]);
  assert.equal(await load("2026-06-11", {2000: "", 2001: null, 2002: "-"}, {partial: true}), undefined);
  assert.deepEqual(await withdrawnHeaders(api), [undefined]);
  assert.equal(await load("2026-06-12", {2000: "", 2001: null}), undefined);
  assert.deepEqual(await withdrawnHeaders(api), ["2"]);
});

test("a package that gives only new periods or one corrected value withdraws nothing [history.withdrawn]", async (t) => {
  const api = await openWith(t, [release("2026-05-10")]);
  await api.load({...release("2026-06-10"), rows: ["x,643,2021,1"]});
  await api.load({...release("2026-07-10"), rows: ["x,643,1990,1"]});
  await api.load({...release("2026-07-11"), rows: ["x,643,1990,2", "x,643,2021,3"]});
  const {json, headers} = await api.get(SLICE);
  assert.deepEqual([json.observations.length, headers["x-withdrawn-values"]], [41, undefined]);
});
