// The recipes against a server that behaves as their publishers, with publishers' own files where they are at hand.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {stringify} from "yaml";
import {fillRecipe, findRecipe} from "../../src/fetch/sources/recipes.ts";
import {needs} from "../../src/load/input/shared-file.fixture.ts";
import {ryad} from "../command.ts";
import {SHARED_DATA} from "../warehouse.ts";
import {type Behaviour, gives, startFalsePublisher, status} from "./false-publisher.ts";
import {type FetchedLine, QUICK, startFetching, table} from "./fetching.ts";

interface Tried {
  readonly fetch: (environment?: Readonly<Record<string, string>>) => Promise<FetchedLine>;
  readonly on: (path: string, behaviour: Behaviour) => void;
  readonly paths: () => string[];
}

/** The source of the recipe, with the publisher's hosts as folders of a server of this machine. */
async function tried(t: TestContext, recipe: string, ...values: readonly string[]): Promise<Tried> {
  const publisher = await startFalsePublisher(t);
  const fetching = await startFetching(t);
  const source = fillRecipe(findRecipe(recipe), values);
  const local = JSON.parse(JSON.stringify(source).replace(/https:\/\/(?:www\.)?/g, `${publisher.origin}/`));
  writeFileSync(join(fetching.folder, "sources.yaml"), stringify({sources: [{...local, polite: QUICK}]}));
  return {
    async fetch(environment = {}) {
      const {stdout, stderr} = await ryad(["fetch", "--json"], {...fetching.environment, ...environment});
      assert.notEqual(stdout, "", stderr);
      return JSON.parse(stdout) as FetchedLine;
    },
    on: publisher.on,
    paths: () => publisher.requests.map(({path}) => path),
  };
}

const shared = (path: string): Buffer => readFileSync(join(SHARED_DATA, path));
const ofServer: Behaviour = (response, {path}) => {
  const file = new URL(path, "http://x").searchParams.get("date_req") === "15/03/2022" ? DAILY : null;
  if (file === null) status(404)(response, {} as never, {} as never);
  else
    gives(shared(file), {"content-type": "application/xml; charset=windows-1251"})(response, {} as never, {} as never);
};
const DAILY = "cbr/XML_daily_2022-03-15.xml";
const DYNAMIC = "cbr/XML_dynamic_R01235_1992-2017.xml";
const MONETARY = "cbr/site_xlsx/monetary_agg.xlsx";

test("the rates of a day and the history of a currency come from the scripts of the Bank of Russia [fetch.recipes]", {
  skip: needs(DAILY, DYNAMIC),
}, async (t) => {
  const daily = await tried(t, "cbr-daily-rates");
  daily.on("/cbr.ru/scripts/XML_daily.asp", ofServer);
  const line = await daily.fetch({RYAD_TODAY: "2022-03-16"});
  assert.equal(line.outcome, "loaded", line.words);
  assert.ok(daily.paths().includes("/cbr.ru/scripts/XML_daily.asp?date_req=15/03/2022"));
  const dollar = await tried(t, "cbr-currency");
  dollar.on("/cbr.ru/scripts/XML_dynamic.asp", gives(shared(DYNAMIC)));
  const history = await dollar.fetch({RYAD_TODAY: "2017-03-28"});
  assert.equal(history.outcome, "loaded", history.words);
  assert.equal(history.files[0]!["dataset"], "exchange_rates");
  assert.deepEqual(dollar.paths(), [
    "/cbr.ru/scripts/XML_dynamic.asp?date_req1=01/07/1992&date_req2=29/03/2017&VAL_NM_RQ=R01235",
  ]);
});

test("the key rate comes from the web service of the Bank of Russia by a SOAP envelope [fetch.recipes]", async (t) => {
  const source = await tried(t, "cbr-key-rate");
  source.on("/cbr.ru/DailyInfoWebServ/DailyInfo.asmx", (response, request, socket) => {
    const isCall = /<KeyRate\s+xmlns=".*<ToDate>2025-01-20<\/ToDate>/s.test(request.body);
    (isCall ? gives(KEY_RATE, {"content-type": "application/soap+xml"}) : status(500))(response, request, socket);
  });
  const line = await source.fetch({RYAD_TODAY: "2025-01-20"});
  assert.equal(line.outcome, "loaded", line.words);
  assert.equal(line.files[0]!["dataset"], "key_rate");
});

const KEY_RATE = `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://www.w3.org/2003/05/soap-envelope"><soap:Body><KeyRateResponse xmlns="http://web.cbr.ru/"><KeyRateResult><diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><KeyRate xmlns=""><KR diffgr:id="KR1" msdata:rowOrder="0"><DT>2025-01-17T00:00:00+03:00</DT><Rate>21.00</Rate></KR><KR diffgr:id="KR2" msdata:rowOrder="1"><DT>2025-01-16T00:00:00+03:00</DT><Rate>21.00</Rate></KR></KeyRate></diffgr:diffgram></KeyRateResult></KeyRateResponse></soap:Body></soap:Envelope>`;

test("a workbook of the Bank of Russia's site is loaded by its address [fetch.recipes]", {
  skip: needs(MONETARY),
}, async (t) => {
  const source = await tried(t, "cbr-workbook");
  source.on(
    "/cbr.ru/vfs/statistics/credit_statistics/monetary_agg.xlsx",
    gives(shared(MONETARY), {"last-modified": "Fri, 12 Sep 2025 10:00:00 GMT"}),
  );
  const line = await source.fetch();
  assert.equal(line.outcome, "loaded", line.words);
  assert.equal(line.files[0]!["dataset"], "monetary_aggregates");
  assert.equal(line.files[0]!["published_at_from"], "last-modified");
  assert.equal((await source.fetch()).outcome, "unchanged");
});

test("an indicator of EMISS comes by the form of its page [fetch.recipes]", async (t) => {
  const source = await tried(t, "emiss-indicator", "indicator=99001");
  source.on("/fedstat.ru/indicator/99001", (response) => {
    response.writeHead(200, {"content-type": "text/html; charset=UTF-8", "set-cookie": "JSESSIONID=1; Path=/"});
    response.end(`<div id="downloadTokenHolder"><input name="struts.token.name" value="token"><input name="token" value="T"></div>
<script>new FGrid({ id: 99001, title: 't', filters: { 0: { title: 'a', values: { 99001: { title: 'b' } } }, 3: { title: 'c', values: { 2020: { title: '2020' } } } }, left_columns: [ ], top_columns: [ 3 ] });</script>`);
  });
  source.on("/fedstat.ru/indicator/downloadData.do", (response, request, socket) => {
    const isRight = request.body.includes("token=T") && request.body.includes("selectedFilterIds=3_2020");
    (isRight ? gives(table()) : status(302, {location: "/fedstat.ru/"}))(response, request, socket);
  });
  const line = await source.fetch();
  assert.equal(line.outcome, "loaded", line.words);
  assert.equal(line.files[0]!["dataset"], "99001");
});

const CPI = ["2025-06", "2025-07"].map((month) => `rosstat_files/cpi_monthly_vintages/ipc_mes_${month}.xlsx`);
const WEEKLY = "rosstat_files/cpi_weekly/nedel_ipc_2023.xlsx";
const INDUSTRY = "rosstat_files/industry/indeks_proizvodstva.xlsx";
const TREASURY = "roskazna/federal/2020_0507011.xlsx";

test("of Rosstat's page of prices the newest monthly workbook is loaded, month after month [fetch.recipes]", {
  skip: needs(...CPI),
}, async (t) => {
  const source = await tried(t, "rosstat-consumer-prices");
  const [first, second] = CPI;
  source.on(
    "/rosstat.gov.ru/statistics/price",
    gives('<a href="/rosstat.gov.ru/storage/mediabank/ipc_mes_06-2025.xlsx">xlsx</a>', {"content-type": "text/html"}),
  );
  source.on("/rosstat.gov.ru/storage/mediabank/ipc_mes_06-2025.xlsx", gives(shared(first!)));
  const line = await source.fetch();
  assert.equal(line.outcome, "loaded", line.words);
  source.on(
    "/rosstat.gov.ru/statistics/price",
    gives(
      '<a href="/rosstat.gov.ru/storage/mediabank/ipc_mes_06-2025.xlsx">June</a><a href="/rosstat.gov.ru/storage/mediabank/ipc_mes_07-2025.xlsx">July</a>',
    ),
  );
  source.on("/rosstat.gov.ru/storage/mediabank/ipc_mes_07-2025.xlsx", gives(shared(second!)));
  const next = await source.fetch();
  assert.equal(next.outcome, "loaded", next.words);
  assert.equal(next.files[0]!["published_at_from"], "file");
});

test("the weekly prices and a workbook of any page of Rosstat are fetched; what their checks hold is held [fetch.recipes]", {
  skip: needs(WEEKLY, INDUSTRY),
}, async (t) => {
  const weekly = await tried(t, "rosstat-weekly-prices");
  weekly.on("/rosstat.gov.ru/storage/mediabank/nedel_Ipc.xlsx", gives(shared(WEEKLY)));
  const line = await weekly.fetch();
  assert.ok(["loaded", "held"].includes(line.outcome), line.words);
  const page = await tried(t, "rosstat-page");
  page.on(
    "/rosstat.gov.ru/enterprise_industrial",
    gives('<a href="/rosstat.gov.ru/storage/mediabank/Indeks_proizvodstva_10-2025.xlsx">xlsx</a>'),
  );
  page.on("/rosstat.gov.ru/storage/mediabank/Indeks_proizvodstva_10-2025.xlsx", gives(shared(INDUSTRY)));
  const industry = await page.fetch();
  assert.ok(["loaded", "held"].includes(industry.outcome), industry.words);
});

test("the newest federal form of the Treasury's page is fetched [fetch.recipes]", {
  skip: needs(TREASURY),
}, async (t) => {
  const source = await tried(t, "treasury-federal-budget");
  const folder = "/roskazna.gov.ru/upload/iblock";
  source.on(
    "/roskazna.gov.ru/ispolnenie-byudzhetov/federalnyj-byudzhet/",
    gives(
      `<a href="${folder}/0507011_01.12.2020.xlsx">1 December</a><a href="${folder}/0507011_01.01.2021.xlsx">1 January</a>`,
    ),
  );
  source.on(`${folder}/0507011_01.01.2021.xlsx`, gives(shared(TREASURY)));
  const line = await source.fetch();
  assert.ok(["loaded", "held"].includes(line.outcome), line.words);
  assert.equal(line.files[0]!["dataset"], "0507011");
});
