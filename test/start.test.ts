// The first minute of a stranger: npm start, a token, three requests.
import assert from "node:assert/strict";
import {once} from "node:events";
import {readFileSync, statSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {heldFetch} from "./held-fetch.ts";
import {readCurl, startSample} from "./sample.ts";
import {temporaryFolder} from "./warehouse.ts";

test("start sets up ./data/sample, prints a token and three requests that work as they stand, and keeps the token to its owner [command.start]", async (t) => {
  const folder = await temporaryFolder(t);
  const sample = await startSample(t, folder);
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

test("the sample holds what was published: food prices of March 2026 and women in Moscow in 2025", async (t) => {
  const {origin, token} = await startSample(t, await temporaryFolder(t));
  const valuesOf = async (query: string): Promise<number[]> => {
    const answer = await heldFetch(`${origin}/api/v1/data?${query}`, {headers: {"x-api-key": token}});
    return ((await answer.json()) as {observations: {value: number}[]}).observations.map(({value}) => value);
  };
  assert.deepEqual(await valuesOf("dataset=cpi_monthly&geo=country&class=food&start=2026-03"), [100.38]);
  assert.deepEqual(await valuesOf("dataset=population_women&geo=RU-77&start=2025"), [7_102_128]);
  assert.deepEqual(await valuesOf("dataset=cpi_monthly&geo=country&as_of=2026-04-09"), []);
});
