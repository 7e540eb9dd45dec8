// The first minute of a new user: npm start, a token, three requests.
import assert from "node:assert/strict";
import {once} from "node:events";
import {readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {openSampleApi} from "./example-answers.ts";
import {heldFetch} from "./held-fetch.ts";
import {readCurl, startSample} from "./sample.ts";
import {temporaryFolder} from "./warehouse.ts";

test("start sets up ./data/sample, prints a token and three requests that work unchanged, and only the owner can read the token's file [command.start]", async (t) => {
  const folder = await temporaryFolder(t);
  const sample = await startSample(t, folder, true);
  for (const request of sample.requests) {
    const {url, token} = readCurl(request);
    assert.equal(token, sample.token);
    const answer = await heldFetch(url, {headers: {authorization: `Bearer ${token}`}});
    assert.equal(answer.status, 200, await answer.text());
  }
  const path = join(folder, "data/sample/token.txt");
  assert.equal(readFileSync(path, "utf8"), `${sample.token}\n`);
  if (process.platform !== "win32") assert.equal(statSync(path).mode & 0o777, 0o600);

  sample.process.kill("SIGTERM");
  assert.deepEqual(await once(sample.process, "exit"), [0, null]);
  const again = await startSample(t, folder);
  assert.equal(again.token, sample.token);
});

test("the sample has the published values, as read in the publishers' files by eye", async (t) => {
  const api = await openSampleApi(t);
  const valuesOf = async (query: string): Promise<number[]> => {
    const {status, json} = await api.get(`/api/v1/data?${query}`);
    assert.equal(status, 200, query);
    return json.observations.map(({value}: {value: number}) => value);
  };
  for (const [query, ...values] of READ_BY_EYE) assert.deepEqual(await valuesOf(query), values, query);
});

const READ_BY_EYE: readonly (readonly [query: string, ...values: number[]])[] = [
  ["dataset=cpi_monthly&geo=country&class=food&measure=prev_month&start=2026-03", 100.38],
  ["dataset=cpi_monthly&geo=country&class=total&measure=prev_month&start=1991-01&end=1991-02", 106.2, 104.8],
  ["dataset=cpi_monthly&geo=country&class=total&measure=prev_december&start=2025", 105.59],
  ["dataset=cpi_monthly&geo=country&start=2026-03&as_of=2026-04-09"],
  ["dataset=cpi_weekly&geo=country&class=beef&start=2022-01-10&end=2022-01-21", 100.25, 100.25, 100.58],
  ["dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016&end=2016-01&as_of=2017-01-31", 98.8],
  ["dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016&end=2016-01&as_of=2017-04-30", 99.6],
  ["dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016&end=2016-01", 99.5],
  ["dataset=gdp&geo=country&transformation=level&freq=A&start=2013&end=2013", 73_134],
  ["dataset=fedstat/33459&geo=RU-77&start=2025", 7_102_128],
  ["dataset=fedstat/43062&geo=country&freq=A&start=2017&end=2017", 5.2],
  ["dataset=fedstat/31452&geo=country&class=1~3&end=2000-04", 5910.45, 5955.02],
  ["dataset=fixed_assets_2000_2016&geo=RU-31&end=2000", 91_121],
  ["dataset=fixed_assets&geo=RU-00&class=total&start=2024", 286_693_532],
  ["dataset=key_rate&geo=country&start=2026-03-13", 15.5],
  ["dataset=key_rate_inflation&geo=country&start=2025-12&transformation=growth_yoy", 5.59],
  ["dataset=city_population&geo=01401000000", 632.4],
];
