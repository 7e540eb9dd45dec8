// A proposal for a table that stands beside a data package.
import assert from "node:assert/strict";
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {dayText, parseDay} from "../../statistics/time/day.ts";
import {previewDescriptor} from "../proposal/preview.ts";
import {knownDay} from "../undated/proposed-day.ts";
import {DATA_PACKAGE, declaredTable} from "./data-package.ts";

const TODAY = parseDay("2026-03-01")!;

async function proposed(t: TestContext, table: readonly string[], content: unknown, file = "data/prices.csv") {
  const folder = await temporaryFolder(t);
  mkdirSync(join(folder, "data"));
  writeFileSync(join(folder, DATA_PACKAGE), typeof content === "string" ? content : JSON.stringify(content));
  const path = join(folder, file);
  writeFileSync(path, `${table.join("\n")}\n`);
  const declared = declaredTable(path);
  const known = knownDay(path, {declared, served: null, today: TODAY});
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "prices"};
  const options = {country: countryOf("RU")!, given: null, today: TODAY, known, declared, ...names};
  const preview = await previewDescriptor(path, {...options, answers: {territory: null, unit: null}});
  const questions = preview.guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  const told = preview.guesses.filter(({certainty}) => certainty !== null).map(({what}) => what);
  return {...preview, questions, told, shown: preview.examples.map((one) => `${one.territory} ${one.unit}`)};
}

const TABLE = ["Date,Price", "2024-01,1.5", "2024-02,2.5"];
const PACKAGE = {
  title: "US Gold Prices",
  last_updated: "2024-05-04",
  version: "2024-03-30",
  licenses: [{name: "PDDL", path: "http://opendatacommons.org/licenses/pddl/"}],
  resources: [
    {path: "data/prices.csv", schema: {fields: [{name: "Price", description: "Price in USD per troy ounce."}]}},
  ],
};

test("a data package that lists a table answers what the table does not say, each claim told with its words [load.declared]", async (t) => {
  const {questions, told, shown, publishedAt, descriptor, values} = await proposed(t, TABLE, PACKAGE);
  assert.deepEqual([questions, shown, publishedAt, values], [[], ["US USD_per_troy_ounce"], "2024-05-04", 2]);
  for (const claim of [
    'unit: the column Price has the unit USD per troy ounce, by datapackage.json: "Price in USD per troy ounce."',
    'fixed.territory: US is United States, which the title of datapackage.json names: "US Gold Prices"',
    "published: on 2024-05-04, by datapackage.json",
  ])
    assert.ok(told.includes(claim), told.join("\n"));
  assert.equal(descriptor.dataset.name, "US Gold Prices");
  assert.match(descriptor.dataset.notes!.join(), /^Licence: PDDL, http:\/\/opendatacommons/);
  assert.equal(descriptor.proposed, true, "a person still has to agree");
});

test("a package that lists another table, or can't be read, declares nothing [load.declared]", async (t) => {
  for (const content of [{...PACKAGE, resources: [{path: "prices.csv"}]}, "{", [], {resources: 1}]) {
    const {questions} = await proposed(t, TABLE, content);
    assert.equal(questions.length, 3, questions.join("; "));
  }
});

test("the day that a package says is taken, unless a period of the table begins after it: then the day is asked [load.declared]", async (t) => {
  const of = async (day: string) => await proposed(t, TABLE, {...PACKAGE, version: "1", last_updated: day});
  const older = await of("2024-01-31");
  assert.deepEqual(older.questions, [
    "on which day was it published? datapackage.json says 2024-01-31, and its newest period begins on 2024-02-01: give it with --published",
  ]);
  assert.equal(older.publishedAt, null);
  assert.equal((await of("2024-02-01")).publishedAt, "2024-02-01");
  const {[0]: first} = (await of("2026-03-02")).questions;
  assert.match(first!, /^on which day was it published\? give/, "a day to come");
});

test("each column has the unit of its own words; rates of inflation are in per cent only if they are of that size [load.declared]", async (t) => {
  const fields = [{name: "Index", description: "2015=100"}];
  const content = {title: "French prices of France", resources: [{path: "data/prices.csv", schema: {fields}}]};
  const table = (inflation: number) => [
    "Date,Index,Inflation",
    `2024-01,101.5,${inflation}`,
    `2024-02,102.5,${inflation}`,
  ];
  assert.deepEqual((await proposed(t, table(2.5), content)).shown, ["FR index,_2015=100", "FR процент"]);
  const fractions = await proposed(t, table(0.025), content);
  assert.match(fractions.questions.join("; "), /^which unit\? give it with --unit/);
});

test("the day is that of the package, else of the server, else in the name of the file, and never that of the disk [load.declared]", async (t) => {
  const path = join(await temporaryFolder(t), "oil_2023-02-28.csv");
  writeFileSync(path, "a");
  const of = (day: string | null, served: string | null, name = path) => {
    const declared =
      day === null ? null : {title: null, name: null, texts: [], fields: new Map(), notes: [], day: parseDay(day)};
    const known = knownDay(name, {declared, served, today: TODAY});
    return known === null ? null : `${dayText(known.day)} ${known.because}`;
  };
  assert.equal(of("2023-01-01", "2023-02-01"), "2023-01-01 datapackage.json");
  assert.equal(of(null, "2023-02-01"), "2023-02-01 Last-Modified of its server");
  assert.equal(of(null, null), "2023-02-28 the name of the file");
  assert.equal(of(null, null, "oil.csv"), null);
});
