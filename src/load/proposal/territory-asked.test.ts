// A territory is never assumed, and what a proposal asks is answered before anything is published.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {collectSourceFiles, withDescriptor} from "../input/source-files.ts";
import {described} from "../sources/described-workbooks.ts";
import type {Answers} from "./answers.ts";
import {descriptorText} from "./descriptor-text.ts";
import {withoutQuestions} from "./guesses.ts";
import {previewDescriptor} from "./preview.ts";

const DAY = parseDay("2026-02-01")!;
const MOST_QUERIES: Answers = {territory: null, unit: "единица"};
const FRANCE = "country,year,value\nFrance,2020,1\nFrance,2021,2\nGermany,2020,3\nGermany,2021,4\n";
const GOODS = "good;year;value\nхлеб;2020;1\nхлеб;2021;2\nмолоко;2020;3\nмолоко;2021;4\n";

async function proposed(t: TestContext, text: string, answers: Partial<Answers>, country = "RU", provider = "me") {
  const path = join(await temporaryFolder(t), "table.csv");
  await writeFile(path, text);
  const names = {descriptor: null, builtIn: new Map(), provider, dataset: "table"};
  const options = {
    country: countryOf(country)!,
    given: DAY,
    today: DAY,
    ...names,
    answers: {...MOST_QUERIES, ...answers},
  };
  return {path, found: await previewDescriptor(path, options)};
}

const queryTerritory = ({guesses}: Awaited<ReturnType<typeof proposed>>["found"]) =>
  guesses.filter(({what, certainty}) => certainty === null && what.startsWith("which territory?")).length;

test("a column that names territories is no class of a country, whoever names that country [described.territory]", async (t) => {
  for (const [country, options] of [
    ["RU", {}],
    ["RU", {ofCountry: true}],
    ["US", {ofCountry: true, unit: "percent"}],
  ] as const) {
    const {found} = await proposed(t, FRANCE, options, country);
    assert.equal(queryTerritory(found), 0);
    assert.deepEqual([found.values, found.examples.map(({territory}) => territory)], [4, ["FR", "DE"]]);
  }
  const other = await proposed(t, FRANCE, {territory: "643"});
  assert.equal(queryTerritory(other.found), 1);
  const codes = await proposed(t, FRANCE.replaceAll("France", "FRA").replaceAll("Germany", "DEU"), {ofCountry: true});
  assert.deepEqual([codes.found.values, queryTerritory(codes.found)], [4, 0]);
  const unknown = await proposed(t, FRANCE.replaceAll("France", "Lalaland").replaceAll("Germany", "Utopia"), {
    ofCountry: true,
  });
  assert.equal(queryTerritory(unknown.found), 1);
});

test("the country is the territory of a table that names none only where a provider, a person or a title says it [described.territory]", async (t) => {
  const nobody = await proposed(t, GOODS, {});
  assert.deepEqual([nobody.found.values, queryTerritory(nobody.found)], [0, 1]);
  for (const {found} of [
    await proposed(t, GOODS, {}, "RU", "rosstat_files"),
    await proposed(t, GOODS, {ofCountry: true}),
    await proposed(t, GOODS, {territory: "643"}),
  ])
    assert.deepEqual([found.values, queryTerritory(found)], [4, 0]);
  const abroad = await proposed(t, GOODS, {unit: "percent"}, "US", "rosstat_files");
  assert.equal(abroad.found.values, 0);
});

test("a proposal with an open question is refused by a load, which names the question; the answer or leaving out opens it [described.questions]", async (t) => {
  const {path, found} = await proposed(t, GOODS, {});
  const load = async (descriptor: typeof found.descriptor) => {
    const {files} = await withDescriptor(await collectSourceFiles(path), {text: descriptorText(descriptor)});
    let values = 0;
    const sink = {series: () => 0, observe: () => void values++, refuse() {}};
    await described.parse(files, {provider: null, dataset: null, publishedAt: "2026-02-01"}, sink);
    return values;
  };
  await assert.rejects(load(found.descriptor), /leaves a question open[\s\S]*which territory\?/);
  assert.equal(await load(withoutQuestions(found.descriptor)), 0);
  const days = {...found.descriptor, comments: ["question: is the first number the day or the month? (1 text)"]};
  await assert.rejects(load(withoutQuestions(days)), /the day or the month/);
  assert.equal(await load((await proposed(t, GOODS, {ofCountry: true})).found.descriptor), 4);
});

test("a text with two commas says that commas are between thousands, and settles no decimal comma [described.questions]", async (t) => {
  const rows = "good;2020;2021\nхлеб;1,234;1,500\nмолоко;2,345,678;1,100\n";
  const named = await proposed(t, rows, {ofCountry: true, country: true});
  assert.ok(named.found.guesses.some(({what, certainty}) => certainty === null && what.startsWith("is the comma")));
  const {found} = await proposed(t, rows, {ofCountry: true, country: false});
  assert.deepEqual([found.values, found.examples[0]!.value], [4, "1234"]);
  const settled = await proposed(t, "good;2020;2021\nхлеб;1,234;1,500\nмолоко;0,5;1,100\n", {ofCountry: true});
  assert.equal(settled.found.values, 4);
});

const PARTNERS = "Partner;2020;2021\nFrance;1;2\nGermany;3;4\n";
const EXPORTS = "Экспорт товаров, тонн;;\nСтрана;2020;2021\nФранция;1;2\nГермания;3;4\n";

test("countries that a header or a title calls partners are asked: each is the territory of its values, or a class of the one that a person names [described.territory]", async (t) => {
  for (const text of [PARTNERS, EXPORTS]) {
    const asked = await proposed(t, text, {});
    assert.equal(queryTerritory(asked.found), 1, text);
    const world = await proposed(t, text, {territories: "world"});
    const codes = (found: typeof world.found) => found.examples.map(({territory}) => territory);
    assert.deepEqual([queryTerritory(world.found), codes(world.found)], [0, ["FR", "DE"]], text);
    const partners = await proposed(t, text, {territories: "partners", territory: "NO"});
    assert.deepEqual([queryTerritory(partners.found), codes(partners.found)], [0, ["NO", "NO"]], text);
    assert.equal(new Set(partners.found.examples.map((one) => one.class)).size, 2, text);
    const nobody = await proposed(t, text, {territories: "partners"});
    assert.deepEqual([nobody.found.values, queryTerritory(nobody.found)], [0, 1], text);
  }
  const beside = "Country;Partner;2020;2021\nNorway;France;1;2\nNorway;Germany;3;4\n";
  assert.equal(queryTerritory((await proposed(t, beside, {})).found), 1);
  const said = (await proposed(t, beside, {territories: "partners"})).found;
  assert.deepEqual([said.values, queryTerritory(said)], [4, 0]);
  assert.equal(queryTerritory((await proposed(t, FRANCE, {})).found), 0);
});

test("leaving out answers no question about values that are read all the same: a multiplier, an own list, partners [described.questions]", async (t) => {
  const multiplied = "country;multiplier;2020;2021\nFrance;million;1;2\nGermany;thousand;3;4\n";
  const own = FRANCE.replaceAll("France", "Lalaland").replaceAll("Germany", "Utopia");
  for (const text of [multiplied, own, PARTNERS]) {
    const {path, found} = await proposed(t, text, {});
    const descriptor = {text: descriptorText(withoutQuestions(found.descriptor))};
    const {files} = await withDescriptor(await collectSourceFiles(path), descriptor);
    const sink = {series: () => 0, observe: () => assert.fail("was read"), refuse() {}};
    const hints = {provider: null, dataset: null, publishedAt: "2026-02-01"};
    await assert.rejects(async () => await described.parse(files, hints, sink), /leaves a question open/, text);
  }
});
