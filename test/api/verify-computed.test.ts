// A claim whose figure no publisher prints, and what is computed for it here, over the sample warehouse: inflation after December 2025.
import assert from "node:assert/strict";
import {test} from "node:test";
import {holdSampleApi} from "../sample-series.ts";

const held = holdSampleApi(false);

async function headers() {
  return {authorization: `Bearer ${await held().createToken("free")}`};
}

async function verified(text: string) {
  return (await held().get(`/api/v1/verify?text=${encodeURIComponent(text)}`, await headers())).json;
}

test("an inflation that is computed from the monthly indices stays not published, and its value says whether the number agrees [verify.computed]", async () => {
  for (const [text, agrees] of [
    ["Annual inflation was 5.9 % in March 2026", true],
    ["Годовая инфляция в марте 2026 года составила 5,9 %", true],
    ["Consumer prices rose by 5.87 % in March 2026 from a year earlier", true],
    ["Annual inflation was 7.9 % in March 2026", false],
    ["Годовая инфляция в марте 2026 года составила 7,9 %", false],
  ] as const) {
    const {verdict, computed, estimates, evidence} = await verified(text);
    assert.deepEqual([verdict, estimates, evidence], ["not_published", [], null], text);
    assert.deepEqual([computed.value.toFixed(2), computed.unit, computed.period], ["5.87", "percent", "2026-03-01"]);
    assert.deepEqual([computed.agrees, computed.text.includes("does not agree")], [agrees, !agrees], text);
    assert.match(computed.formula, /^chain:.*; yoy_pct: 100 × /);
  }
});

test("what is computed for a claim is the value that the route of derived values gives for its inputs and steps [verify.computed]", async () => {
  const {computed} = await verified("Annual inflation was 5.9 % in February 2026");
  const {inputs, derive} = computed;
  const path = `/api/v1/derived?series=${inputs.series_key}&derive=${encodeURIComponent(derive)}&start=2026-02&end=2026-02`;
  const {observations} = (await held().get(path, await headers())).json;
  assert.equal(observations.length, 1);
  assert.ok(JSON.stringify(observations).includes(String(computed.value)), JSON.stringify(observations));
});

test("nothing is computed where a figure is published, nor for a claim that may mean something else [verify.computed]", async () => {
  for (const [text, verdict] of [
    ["Annual inflation was 5.6 % in December 2025", "rounded"],
    ["Annual inflation was 7.9 % in December 2025", "no_match"],
    ["Inflation was 5.9 % in March 2026", "ambiguous"],
    ["Annual inflation in Moscow was 5.9 % in March 2026", "not_published"],
    ["Annual inflation slowed to 5.9 % in March 2026", "not_published"],
    ["Annual inflation exceeded 5 % in March 2026", "not_published"],
    ["Annual inflation at the beginning of March 2026 was 5.9 %", "not_published"],
    ["Annual inflation was 105.9 % in March 2026", "not_published"],
    ["Annual inflation was 5.9 % in March 2027", "not_published"],
  ] as const) {
    const {verdict: own, computed} = await verified(text);
    assert.deepEqual([own, computed], [verdict, null], text);
  }
  const onDay = "/api/v1/verify?q=annual%20inflation&period=2026-03&value=5.9&on=2026-06-01";
  assert.equal((await held().get(onDay, await headers())).json.computed, null, "as known on a day");
});
