// What a proposal for a plain table decides by the members of its columns, and what it asks.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import type {Answers} from "../answers.ts";
import {previewDescriptor} from "../preview.ts";

const DAY = parseDay("2025-01-31")!;

async function proposed(t: TestContext, lines: readonly string[], answers: Partial<Answers> = {}, country = "RU") {
  const path = join(await temporaryFolder(t), "table.csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a_table"};
  const terms = {country: countryOf(country)!, given: DAY, today: DAY, ...names};
  const said = {territory: null, unit: "процент", ...answers};
  const preview = await previewDescriptor(path, {...terms, answers: said});
  const questions = preview.guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
  const table = preview.descriptor.tables[0]!;
  const shown = preview.examples.map((one) => `${one.territory} ${one.period} ${one.value}`);
  return {...preview, questions, table, shown};
}

const asks = ({questions}: {questions: readonly string[]}, words: RegExp) =>
  assert.ok(
    questions.some((what) => words.test(what)),
    questions.join("; ") || "nothing was asked",
  );

test("two columns of territories must agree in every row: a proposal asks which one is meant, and a load refuses the row [described.plain]", async (t) => {
  const partners = [
    "reporter,partner,year,value",
    "France,Germany,2020,1.5",
    "France,Spain,2020,2.5",
    "Italy,Spain,2020,3.5",
  ];
  asks(
    await proposed(t, partners),
    /^which territory\? the columns .* name different ones, as (?:France beside Germany|Germany beside France)/,
  );
  const codes = ["country,code,year,value", "France,FRA,2020,1.5", "Spain,ESP,2020,2.5"];
  const {table, questions, shown} = await proposed(t, codes);
  assert.deepEqual([table.rows, questions], [["country", "country", "time"], []]);
  assert.deepEqual(shown, ["FR A 2020-01-01 1.5", "ES A 2020-01-01 2.5"]);
});

test("a country beside its own regions is no second territory [described.plain]", async (t) => {
  const lines = [
    "day,country,region,price",
    "13/04/2024,Россия,Тверская область,5.5",
    "04/05/2024,Россия,Курская область,7.5",
  ];
  const {table, questions} = await proposed(t, lines);
  assert.deepEqual([table.rows, questions], [["time, day first", "ignore", "territory"], []]);
});

test("codes are countries only under a word for territories or codes, and digits only under codes [described.plain]", async (t) => {
  const lines = (header: string) => [`${header},year,value`, "DE,2020,1.5", "FR,2020,2.5", "IT,2020,3.5"];
  assert.deepEqual((await proposed(t, lines("language"))).table.rows, ["class", "time"]);
  assert.deepEqual((await proposed(t, lines("geo"))).table.rows, ["country", "time"]);
  assert.deepEqual((await proposed(t, lines("Code"))).table.rows, ["country", "time"]);
  const area = ["Area,year,country,value", "276,2020,France,1.5", "250,2021,France,2.5"];
  assert.deepEqual((await proposed(t, area)).table.labels, ["year", "country"]);
});

test("the lists that know most members count, and codes of two lists are asked [described.plain]", async (t) => {
  const rows = (header: string, codes: readonly string[]) => [
    `${header},year,value`,
    ...codes.map((code, at) => `${code},2020,${at + 1.5}`),
  ];
  const states = await proposed(t, rows("state", ["TX", "CA", "NY"]), {unit: "percent"});
  assert.deepEqual([states.descriptor.country, states.shown[0]], ["US", "TX A 2020-01-01 1.5"]);
  const days = ["state,date,value", "TX,03/04/2024,1.5", "NY,03/05/2024,2.5", "CA,03/06/2024,3.5"];
  asks(await proposed(t, days, {unit: "percent"}), /the day or the month/);
  asks(await proposed(t, rows("code", ["CA", "DE", "IN"]), {unit: "percent"}), /countries or parts of one/);
  assert.deepEqual((await proposed(t, rows("country code", ["CA", "DE", "IN"]))).questions, []);
});

test("a column that another one says again is left out, and two columns of other periods are asked [described.plain]", async (t) => {
  const same = ["date,year,month,country,value", "2020-01-01,2020,1,France,1.5", "2020-02-01,2020,2,France,2.5"];
  assert.deepEqual((await proposed(t, same)).table.rows, ["time", "ignore", "ignore", "country"]);
  const other = ["date,period,country,value", "2021-03-05,2020-01,France,1.5", "2021-03-05,2020-02,France,2.5"];
  asks(await proposed(t, other), /^which period\? the columns date and period/);
  const fiscal = ["date,year,country,value", "2020-10-01,2021,France,1.5", "2020-11-01,2021,France,2.5"];
  asks(await proposed(t, fiscal), /^which year\? year differs from the year of date/);
});

test("numbers that look like years or days are values without a word that calls them periods [described.plain]", async (t) => {
  const prices = [
    "date,country,price,volume",
    "2020-01-01,France,1998,1.5",
    "2020-02-01,France,1999,2.5",
    "2020-03-01,France,2001,3",
  ];
  assert.deepEqual((await proposed(t, prices)).table.labels, ["date", "country"]);
  asks(
    await proposed(t, ["country,year,week,value", "France,2020,1,5.5", "France,2020,2,6.5"]),
    /^which period\? the column week/,
  );
});

test("a multiplier beside the values is asked, unless it multiplies by one [described.plain]", async (t) => {
  const lines = (mult: string) => ["country,year,UNIT_MULT,value", `France,2020,${mult},1.5`, `Spain,2020,${mult},2.5`];
  asks(await proposed(t, lines("6")), /^which unit\? UNIT_MULT multiplies/);
  assert.deepEqual((await proposed(t, lines("0"))).questions, []);
});

test("empty cells of a class are asked if its texts may hold for the rows below them [described.plain]", async (t) => {
  const filled = [
    "sector,country,year,value",
    "Steel,France,2020,1.5",
    ",Spain,2020,2.5",
    "Coal,France,2020,3.5",
    ",Spain,2020,4.5",
  ];
  asks(await proposed(t, filled), /^are the empty cells of sector those of the cell above/);
  const total = ["sector,country,year,value", ",France,2020,1.5", "Steel,France,2020,2.5", "Steel,Spain,2020,2.5"];
  assert.deepEqual((await proposed(t, total)).questions, []);
});

test("a comma is asked unless another number decides, and a number with a comma is refused where none had one [described.plain]", async (t) => {
  const lines = (...values: string[]) => [
    "country;year;value",
    ...values.map((value, at) => `France;${2000 + at};${value}`),
  ];
  asks(await proposed(t, lines("1,234", "2,345")), /^is the comma a decimal comma/);
  const shown = async (...values: string[]) => (await proposed(t, lines(...values))).shown.concat();
  assert.deepEqual(await shown("1,234", "2,5"), ["FR A 2000-01-01 1.234"]);
  assert.deepEqual(await shown("1,234", "2.5"), ["FR A 2000-01-01 1234"]);
  asks(await proposed(t, lines("0,5", "1.25")), /^is the comma/);
  assert.deepEqual((await proposed(t, lines("1,234", "2,345"), {country: true})).table.numbers, "1.234,5");
});

test("dates that are firsts or ends of regular periods mean them, and two dates a quarter apart are asked [described.dates]", async (t) => {
  const dated = async (...days: string[]) => {
    const found = await proposed(t, ["date,country,value", ...days.map((day, at) => `${day},France,${at + 0.5}`)]);
    return [found.table.dates, found.questions.length];
  };
  assert.deepEqual(await dated("2020-01-01", "2020-02-01"), ["month", 0]);
  assert.deepEqual(await dated("2020-01-31", "2020-02-29"), ["in month", 0]);
  assert.deepEqual(await dated("2020-01-31", "2020-02-28"), [undefined, 0]);
  assert.deepEqual(await dated("2020-01-01", "2020-04-01", "2020-07-01"), ["quarter", 0]);
  assert.deepEqual(await dated("2020-01-01", "2020-04-01"), [undefined, 1]);
  assert.deepEqual(await dated("2018-01-01", "2019-01-01", "2020-01-01"), ["in year", 0]);
  assert.deepEqual(await dated("2020-01-01", "2020-01-02"), [undefined, 0]);
});

test("units by row that no list has are the descriptor's own, and English ones are those of the lists [described.english-unit]", async (t) => {
  const lines = ["country,unit,year,value", "France,Index 2015=100,2020,1.5", "Spain,Percent,2020,2.5"];
  const {descriptor, examples} = await proposed(t, lines, {unit: null});
  assert.deepEqual(descriptor.units, {"Index 2015=100": {name: "Index 2015=100"}, Percent: {name: "процент"}});
  assert.deepEqual(
    examples.map(({unit}) => unit),
    ["Index_2015=100", "процент"],
  );
});

test("members that no list has become groups of their own with the names beside their codes, up to a fifth of them [described.plain]", async (t) => {
  const rows = (unknown: number) => [
    "name,code,year,value",
    ...["France,FRA", "Spain,ESP", "Italy,ITA", "Germany,DEU"].map((one, at) => `${one},2020,${at + 1.5}`),
    ...["Old lands,QQA", "New lands,QQB"].slice(0, unknown).map((one, at) => `${one},2020,${at + 7.5}`),
  ];
  const {table, shown} = await proposed(t, rows(1));
  assert.equal(Object.keys(table.territories ?? {}).length, 1);
  assert.equal(shown.length, 5);
  const more = await proposed(t, rows(2));
  assert.ok(more.questions.length > 0);
});
