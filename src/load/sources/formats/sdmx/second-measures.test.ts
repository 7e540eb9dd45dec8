// Numbers beside the value of a key, in SDMX-CSV and in SDMX-ML without a structure.
import assert from "node:assert/strict";
import {test} from "node:test";
import {expected, read, UNTOLD} from "../coded-reading.fixture.ts";
import * as sdmxFiles from "../sdmx-files.fixture.ts";
import {isOfNumbers} from "./second-measures.ts";

/** SDMX-CSV with one more column behind the value: a text for each of the rows, two of each country. */
function withColumn(id: string, textOf: (row: number) => string): string {
  const [header, ...rows] = sdmxFiles.sdmxCsv(2).trim().split("\n");
  return [`${header},${id}`, ...rows.map((row, at) => `${row},${textOf(at)}`), ""].join("\n");
}

async function heldBy(text: string, name = "a.csv"): Promise<string[]> {
  const {values, refused} = await read({[name]: text}, UNTOLD);
  assert.deepEqual(values, expected(0, 2));
  return refused.map(({column, reason, values: lost}) => `${column} ${reason}: ${lost}`);
}

test("a second measure behind the value of SDMX-CSV holds the run and is named with the number of its values (FIX-country-25) [formats.damage]", async () => {
  const beside = (lost: number) => [`TURNOVER has numbers beside OBS_VALUE, which are not read: ${lost}`];
  assert.deepEqual(await heldBy(withColumn("TURNOVER", (row) => String(row * 7 + 1))), beside(8));
  assert.deepEqual(await heldBy(withColumn("TURNOVER", (row) => (row === 3 ? "" : `${row}.5`))), beside(7));
  // One value of each series: only a point tells that it is no code.
  const once = sdmxFiles
    .sdmxCsv(1)
    .replace(/(EUR,6,A)/g, "$1,2.5")
    .replace("OBS_STATUS", "OBS_STATUS,TURNOVER");
  assert.deepEqual(
    (await read({"a.csv": once}, UNTOLD)).refused.map(({values}) => values),
    [4],
  );
});

test("numbers of a series, years, standard attributes and texts beside a value hold nothing (FIX-country-25) [formats.attributes]", async () => {
  for (const text of [
    withColumn("WEIGHT", (row) => `${row >> 1}.5`),
    withColumn("SURVEY", (row) => String(2015 + row)),
    withColumn("OBS_PRE_BREAK", (row) => `${row}.5`),
    withColumn("REMARK", (row) => ["a", "2", "b", "4"][row % 4]!),
    withColumn("REGION_CODE", () => "7"),
  ])
    assert.deepEqual(await heldBy(text), []);
});

test("numbers between the period and the value of SDMX-CSV, and columns with a blank in their name, are no codes of a key (FIX-country-25, FIX-country-08) [formats.damage]", async () => {
  const amid = (textOf: (row: number) => string): string =>
    withColumn("TURNOVER", textOf)
      .split("\n")
      .map((row) => row.replace(/^((?:[^,]*,){3}[^,]*),(.*),([^,]*)$/, "$1,$3,$2"))
      .join("\n");
  const numbers = await read({"a.csv": amid((row) => `${row}.5`)}, UNTOLD);
  assert.deepEqual(
    numbers.refused.map(({column, reason, values}) => [column, reason, values]),
    [["TURNOVER", "has numbers before OBS_VALUE, and no codes of a key", 8]],
  );
  const names = sdmxFiles.sdmxCsv(2).replace("REF_AREA", "Reference area");
  assert.deepEqual(
    (await read({"a.csv": names}, {...UNTOLD, territory: "DE"})).refused.map(({column, reason, values}) => [
      column,
      reason,
      values,
    ]),
    [["Reference area", "is no identifier of a dimension: it may have the names of codes", 8]],
  );
  const codes = await read({"a.csv": amid((row) => `0${row}.1`)}, UNTOLD);
  assert.deepEqual([codes.refused, codes.series.length], [[], 8]);
  assert.deepEqual([isOfNumbers([]), isOfNumbers(["1", "2"]), isOfNumbers(["1.5", "A"])], [false, false, false]);
});

test("a second measure of SDMX-ML holds the run unless a structure says that it is an attribute (FIX-country-25) [formats.damage]", async () => {
  let count = 0;
  const text = sdmxFiles.sdmxStructured(2).replace(/ OBS_STATUS="[AP]"/g, (flag) => `${flag} TURNOVER="${++count}"`);
  assert.deepEqual(await heldBy(text, "a.xml"), ["TURNOVER has numbers beside OBS_VALUE, which are not read: 8"]);
  const {refused} = await read({"a.xml": text, "s.xml": sdmxFiles.sdmxStructureMessage()}, UNTOLD);
  assert.deepEqual(refused, []);
});

test("a message with explicit measures is refused: the measure is the type of each value, so keys of several measures were one (FIX-country-26) [formats.damage]", async () => {
  const text = sdmxFiles
    .sdmxStructured(1)
    .replace('dimensionAtObservation="TIME_PERIOD"', 'dimensionAtObservation="DEMO" explicitMeasures="true"');
  await assert.rejects(read({"a.xml": text}, UNTOLD), {name: "Refusal", message: "a.xml has explicit measures"});
});

test("a value nan of SDMX-CSV, as programs write it, is no value [formats.attributes]", async () => {
  const {values, missing, refused} = await read(
    {"a.csv": sdmxFiles.sdmxCsv(2).replace(/,[\d.]+,EUR/, ",nan,EUR")},
    UNTOLD,
  );
  assert.deepEqual([values.length, missing, refused], [7, ["DE not-available"], []]);
});
