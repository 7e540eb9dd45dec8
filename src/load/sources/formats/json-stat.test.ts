// Units of JSON-stat metrics.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as files from "./coded-files.fixture.ts";
import {DAY, expected, HINTS, read} from "./coded-reading.fixture.ts";

test("a multiplier in the unit of a JSON-stat metric belongs to its base or symbol; a factor that is a text is counted (FIX-country-05) [formats.attributes]", async () => {
  const unitOf = async (unit: object) => {
    const json = JSON.parse(files.jsonStat(1, DAY));
    json.id.push("measure");
    json.size.push(1);
    json.role.metric = ["measure"];
    json.dimension.measure = {category: {index: ["GDP"], unit: {GDP: unit}}};
    const {metadata, values, ignored} = await read({"a.json": JSON.stringify(json)}, HINTS);
    assert.deepEqual(values, expected(0, 1));
    const [one] = metadata.units ?? [];
    return [one?.name ?? null, one?.mult ?? null, ...new Set(ignored)];
  };
  assert.deepEqual(await unitOf({base: "USD", multiplier: 6}), ["USD, millions", 1e6]);
  assert.deepEqual(await unitOf({label: "thousands of persons", base: "people", multiplier: 3}), [
    "people, thousands",
    1000,
  ]);
  assert.deepEqual(await unitOf({symbol: "$", label: "million", multiplier: 6}), ["$, millions", 1e6]);
  assert.deepEqual(await unitOf({label: "million", multiplier: 6}), ["million", 1]);
  assert.deepEqual(await unitOf({symbol: "%", multiplier: 0}), ["%", 1]);
  assert.deepEqual(await unitOf({label: "People", base: "Person", multiplier: "1"}), ["People", 1, "multiplier 1"]);
});

test("a collection or a dimension of JSON-stat is refused by its class [formats.documents]", async () => {
  const dataset = JSON.parse(files.jsonStat(1, DAY));
  for (const [kind, more] of [
    ["collection", {link: {item: [dataset]}}],
    ["dimension", {category: {index: ["A"]}}],
  ] as const)
    await assert.rejects(read({"a.json": JSON.stringify({version: "2.0", class: kind, label: "x", ...more})}, HINTS), {
      name: "Refusal",
      message: `a.json is a ${kind} of JSON-stat, which has no values of its own`,
    });
});

test("an index with a gap, with a position twice, or with a code twice is refused: values would get the codes of others [formats.damage]", async () => {
  for (const index of [
    {"2025-01": 0, "2025-02": 2},
    {"2025-01": 0, "2025-02": 0},
    {"2025-01": 0, "2025-02": 0.5},
    ["2025-01", "2025-01"],
  ]) {
    const json = JSON.parse(files.jsonStat(2, DAY));
    const time = json.id.find((id: string) => json.role.time.includes(id));
    json.dimension[time].category = {index};
    await assert.rejects(read({"a.json": JSON.stringify(json)}, HINTS), /the index of \w+ has/, JSON.stringify(index));
  }
});

test("a place of a sparse record with a status and no value is a missing period, as it is in a list [formats.documents]", async () => {
  const json = JSON.parse(files.jsonStat(1, DAY));
  const places: (number | null)[] = Array.isArray(json.value) ? json.value : Object.values(json.value);
  const list = {...json, value: [null, ...places.slice(1)], status: {0: "c"}};
  const {value, ...rest} = list;
  const sparse = {...rest, value: Object.fromEntries(Object.entries(value).filter(([, one]) => one !== null))};
  const [ofList, ofSparse] = await Promise.all(
    [list, sparse].map((one) => read({"a.json": JSON.stringify(one)}, HINTS)),
  );
  assert.deepEqual(ofSparse!.values, ofList!.values);
  assert.deepEqual(ofSparse!.ignored.sort(), ofList!.ignored.sort());
  assert.ok(
    ofList!.ignored.some((one) => /suppressed|confidential|available/.test(one)),
    ofList!.ignored.join(),
  );
  // the statuses may be a list
  const statuses = ["c", ...places.slice(1).map(() => null)];
  const listed = await read({"a.json": JSON.stringify({...sparse, status: statuses})}, HINTS);
  assert.deepEqual([listed.values, listed.ignored.sort()], [ofList!.values, ofList!.ignored.sort()]);
});
