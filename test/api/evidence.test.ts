// Evidence of a series: the listed releases, their members, and that it is free.
import assert from "node:assert/strict";
import {test} from "node:test";
import {PLAIN_EFFECTS} from "../../src/load/run.ts";
import {withdraw} from "../../src/load/withdrawal.ts";
import {findReleasesByFingerprint} from "../../src/store/releases/release.ts";
import {spend} from "./client.ts";
import {ALTAI, MOSCOW, openWith, PRICES} from "./packages.ts";

interface Release {
  readonly release_id: number;
  readonly published_at: string;
  readonly first_period: string;
  readonly last_period: string;
  readonly new_values: number;
  readonly revised_values: number;
  readonly fingerprint: string;
}

function shown(releases: readonly Release[]): string[] {
  return releases.map(
    (one) =>
      `${one.published_at} ${one.first_period.slice(0, 7)}..${one.last_period.slice(0, 7)} +${one.new_values} ~${one.revised_values}`,
  );
}

test("evidence lists the release with its file, address, fingerprint, parser, load run and moment of loading [evidence.releases]", async (t) => {
  const loaded_at = "2026-06-12T08:30:00.123Z";
  const more = {source_file: "cpi.xlsx", source_url: "https://example.org/cpi"};
  const api = await openWith(t, [{loaded_at, more, rows: [`x,${MOSCOW},2026-01,1`, `x,${MOSCOW},2026-03,2`]}]);
  const [{series_key}] = (await api.get("/api/v1/data?dataset=demo")).json.series;
  const {json} = await api.get(`/api/v1/series/${series_key}/evidence`);
  const [release] = json.releases;
  const {release_id, fingerprint, load_run} = release;
  assert.deepEqual(json, {
    series_key,
    releases: [
      {
        release_id,
        published_at: "2026-06-10",
        ...more,
        fingerprint,
        parser: "tidy@4",
        load_run,
        loaded_at,
        first_period: "2026-01-01",
        last_period: "2026-03-01",
        new_values: 2,
        revised_values: 0,
      },
    ],
  });
  const found = await api.store.statistics.read((q) => findReleasesByFingerprint(q, fingerprint.slice(7)));
  assert.deepEqual(
    found.map(({id, loadRun}) => [id, loadRun]),
    [[release_id, load_run]],
  );
});

test("only releases that added or changed an estimate of this series are listed, newest first, with the counts and periods of these estimates [evidence.releases evidence.counts]", async (t) => {
  const api = await openWith(t, [
    {published_at: "2026-02-10", rows: [`x,${MOSCOW},2026-01,1`, `x,${ALTAI},2026-01,1`]},
    {published_at: "2026-03-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${MOSCOW},2026-02,2`]},
    {published_at: "2026-04-10", rows: [`x,${MOSCOW},2026-01,1.5`, `x,${ALTAI},2026-01,7`]},
    {published_at: "2026-05-10", rows: [`x,${MOSCOW},2025-12,9`, `x,${MOSCOW},2026-02,2.5`, `x,${ALTAI},2026-02,1`]},
  ]);
  const {series} = (await api.get("/api/v1/data?dataset=demo")).json;
  const evidence = async (geo: string) => {
    const {series_key} = series.find((one: {geo: string}) => one.geo === geo);
    return shown((await api.get(`/api/v1/series/${series_key}/evidence`)).json.releases);
  };
  assert.deepEqual(await evidence(MOSCOW), [
    "2026-05-10 2025-12..2026-02 +1 ~1",
    "2026-03-10 2026-01..2026-02 +1 ~1",
    "2026-02-10 2026-01..2026-01 +1 ~0",
  ]);
  assert.deepEqual(await evidence(ALTAI), [
    "2026-05-10 2026-02..2026-02 +1 ~0",
    "2026-04-10 2026-01..2026-01 +0 ~1",
    "2026-02-10 2026-01..2026-01 +1 ~0",
  ]);
});

test("of two releases on one day only the later is listed, a withdrawn one is not, and a late one is in the order of its day [evidence.releases evidence.counts history.same-day]", async (t) => {
  const api = await openWith(t, [
    {published_at: "2026-03-10", rows: [`x,${MOSCOW},2026-01,1`]},
    {published_at: "2026-03-10", rows: [`x,${MOSCOW},2026-01,2`]},
    {published_at: "2026-04-10", rows: [`x,${MOSCOW},2026-01,3`]},
  ]);
  const [{series_key}] = (await api.get("/api/v1/data?dataset=demo")).json.series;
  const path = `/api/v1/series/${series_key}/evidence`;
  const {json, headers} = await api.get(path);
  assert.deepEqual(shown(json.releases), ["2026-04-10 2026-01..2026-01 +0 ~1", "2026-03-10 2026-01..2026-01 +1 ~0"]);
  assert.deepEqual(
    json.releases.map(({release_id}: Release) => release_id),
    [3, 2],
  );
  await api.load({published_at: "2026-02-10", rows: [`x,${MOSCOW},2026-01,9`]});
  const late = await api.get(path);
  assert.notEqual(late.headers["etag"], headers["etag"]);
  assert.deepEqual(shown(late.json.releases), [
    "2026-04-10 2026-01..2026-01 +0 ~1",
    "2026-03-10 2026-01..2026-01 +0 ~1",
    "2026-02-10 2026-01..2026-01 +1 ~0",
  ]);
  await withdraw(api.store, 3, PLAIN_EFFECTS);
  assert.deepEqual(shown((await api.get(path)).json.releases), [
    "2026-03-10 2026-01..2026-01 +0 ~1",
    "2026-02-10 2026-01..2026-01 +1 ~0",
  ]);
});

test("evidence is free, even with the quota used up, and counts against the minute [evidence.free]", async (t) => {
  const api = await openWith(t, [PRICES]);
  const [{series_key}] = (await api.get("/api/v1/data?dataset=prices")).json.series;
  const token = await api.createToken("free");
  await spend(api, token, 1_000_000);
  const {status, headers} = await api.get(`/api/v1/series/${series_key}/evidence?x=1`, {
    authorization: `Bearer ${token}`,
  });
  assert.equal(status, 200);
  assert.equal(headers["x-quota-values-remaining"], "0");
  assert.equal(headers["x-ratelimit-remaining-minute"], "19");
  assert.equal(headers["x-ignored-parameters"], "x");
});

test("estimates without their release are a failure, never values without evidence [errors.internal]", async (t) => {
  const api = await openWith(t, [PRICES], {failing: true});
  const [{series_key}] = (await api.get("/api/v1/data?dataset=prices")).json.series;
  await api.store.statistics.write(function* () {
    yield {sql: "delete from release", parameters: []};
  });
  assert.equal((await api.get(`/api/v1/series/${series_key}/evidence`)).json.error.code, "INTERNAL");
});
