// What a proposal for a plain table decides by the members of its columns, and what it asks.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder} from "../../../../test/warehouse.ts";
import {countryOf} from "../../../country/countries.ts";
import {dayOf, dayText, parseDay} from "../../../statistics/time/day.ts";
import type {Answers} from "../answers.ts";
import {previewOfRows} from "../preview.fixture.ts";
import {previewDescriptor} from "../preview.ts";

const DAY = parseDay("2025-01-31")!;

async function proposed(t: TestContext, lines: readonly string[], answers: Partial<Answers> = {}, country = "RU") {
  const path = join(await temporaryFolder(t), "table.csv");
  await writeFile(path, `${lines.join("\n")}\n`);
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a_table"};
  const options = {country: countryOf(country)!, given: DAY, today: DAY, ...names};
  const said = {territory: null, unit: "процент", ...answers};
  const preview = await previewDescriptor(path, {...options, answers: said});
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

test("a group of countries keeps the code of its file, in a column of codes alone and beside its name [described.plain]", async (t) => {
  const beside = [
    "country,code,year,value",
    "European Union,EUU,2020,1.5",
    "France,FRA,2020,2.5",
    "World,WLD,2020,3.5",
  ];
  assert.deepEqual(
    (await proposed(t, beside)).shown.join(),
    "EUU A 2020-01-01 1.5,FR A 2020-01-01 2.5,WLD A 2020-01-01 3.5",
  );
  const alone = ["code,year,value", "EUU,2020,1.5", "FRA,2020,2.5"];
  assert.equal((await proposed(t, alone)).shown.join(), "EUU A 2020-01-01 1.5,FR A 2020-01-01 2.5");
  const named = ["country,year,value", "European Union,2020,1.5", "France,2020,2.5"];
  assert.equal((await proposed(t, named)).shown.join(), "EU A 2020-01-01 1.5,FR A 2020-01-01 2.5");
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
  for (const blank of [" ", "\u00a0", "\u202f"])
    for (const [number, form] of [
      ["1541,3", "1.234,5"],
      ["1541,300", "1.234,5"],
      ["1541.3", undefined],
    ] as const) {
      const found = await proposed(t, lines(number.replace("1", `1${blank}`), number.replace("1", `2${blank}`)));
      assert.deepEqual([found.table.numbers, found.values], [form, 2], number);
    }
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

test("of the members that become groups the first five are named, and two that are written alike stay two [described.plain]", async (t) => {
  const countries = "France,Spain,Italy,Germany,Austria,Belgium,Denmark,Finland,Greece,Ireland,Norway,Sweden".split(
    ",",
  );
  const told = async (...groups: string[]) => {
    const members = [...countries, "Poland", "Portugal", "Romania", "Hungary", "Malta", "Latvia", "Estonia", "Croatia"];
    const rows = [...members, "Cyprus", "Slovenia", "Bulgaria", "Lithuania", ...groups].map(
      (one, at) => `${one},2020,${at}.5`,
    );
    const {guesses, table} = await proposed(t, ["country,year,value", ...rows]);
    const codes = Object.values(table.territories!).map((one) => (typeof one === "string" ? one : one.code));
    return [guesses.find(({what}) => what.startsWith("territories"))!.what, codes] as const;
  };
  const five = ["Old A", "Old B", "Old C", "Old D", "Old E"];
  const said = "of country are in no list, and become its own groups: Old A, Old B, Old C, Old D, Old E";
  assert.equal((await told(...five))[0], `territories: 5 members ${said}`);
  assert.equal((await told(...five, "Old F"))[0], `territories: 6 members ${said}, Old F`);
  const [text, codes] = await told("Old A", "Old-A");
  assert.match(text, /2 members/);
  assert.deepEqual(codes, ["old_a", "old_a_2"]);
});

test("dates a week apart are weeks, also where a holiday moved one, and dates of other rhythms are days [described.dated-weeks]", async (t) => {
  const dates = async (days: readonly number[]) => {
    const lines = days.map((day, at) => `${dayText(day)},${at}.5`);
    const {table, guesses, values} = await proposed(t, ["date,price", ...lines], {territory: "US"});
    assert.equal(values, days.length);
    return [table.dates, guesses.filter(({what}) => /each means its week/.test(what)).length];
  };
  const friday: number = dayOf(2024, 1, 5);
  const weeks = Array.from({length: 30}, (_, at) => friday + 7 * at);
  assert.deepEqual(await dates(weeks), ["week", 1]);
  assert.deepEqual(await dates(weeks.with(12, weeks[12]! - 1)), ["week", 1], "a Thursday before a holiday");
  assert.deepEqual(await dates(weeks.toSpliced(9, 2)), ["week", 1], "two weeks without a value");
  assert.deepEqual(await dates(weeks.slice(0, 7)), [undefined, 0], "too few to tell");
  assert.deepEqual(await dates([...weeks, friday + 1].sort((a, b) => a - b)), [undefined, 0], "two days of one week");
  assert.deepEqual(await dates(weeks.map((day, at) => day + at * 7)), [undefined, 0], "each second week");
  assert.deepEqual(await dates(weeks.map((_, at) => friday + at)), [undefined, 0], "each day");
});

test("years before 1700 in a column of years are refused with the reason, and the years of the calendar are read [described.years-outside]", async (t) => {
  const years = [1, 800, 1500, 1699, 1700, 1950, 2000];
  const lines = years.flatMap((year) => [`France,${year},${year}.5`, `Germany,${year},${year}.25`]);
  const found = await proposed(t, ["country,year,population", ...lines]);
  assert.deepEqual([found.table.rows, found.questions, found.values], [["country", "time"], [], 6]);
  assert.ok(
    found.guesses.some(({what}) => /from 1700 to 2199: values of other years, such as 1, are refused/.test(what)),
  );
  assert.deepEqual(
    found.losses.map(({reason, text, values}) => [reason, text, values]),
    [1, 800, 1500, 1699].map((year) => [
      "is a year outside of the calendar, which goes from 1700 to 2199",
      String(year),
      2,
    ]),
  );
});

test("units of a long table that are composed of a scale, a unit and what it is counted by are units of their own, with all their words [described.composed-units]", async (t) => {
  const units = [
    ["million USD", "million_USD"],
    ["thousand tonnes", "тысяча_тонн"],
    ["USD per capita", "USD_per_capita"],
    ["persons per km2", "persons_per_km2"],
    ["% of GDP", "%_of_GDP"],
    ["percent of GDP", "percent_of_GDP"],
    ["%", "процент"],
  ];
  const lines = units.flatMap(([unit], at) => [`France,2020,i${at},${unit},${at}.5`, `Spain,2020,i${at},${unit},7`]);
  const found = await proposed(t, ["country,year,indicator,unit,value", ...lines], {unit: null});
  assert.deepEqual([found.questions, found.losses, found.values], [[], [], 14]);
  const read = found.examples.filter(({territory}) => territory === "FR").map(({unit, value}) => [unit, value]);
  assert.deepEqual(read, units.map(([, code], at) => [code, `${at}.5`]).slice(0, read.length));
  assert.deepEqual(found.descriptor.units!["million USD"], {name: "million USD", mult: 1e6});
  assert.deepEqual(found.descriptor.units!["% of GDP"], {name: "% of GDP"});
});

test("English and Russian names of classes beside each other are both kept: those of one column are the English names of the other's [described.two-languages]", async (t) => {
  const rows = ["Wheat,Пшеница", "Rye and other grains,Рожь", "Oats,Овёс"].flatMap((names, at) => [
    `France,Франция,2020,${names},${at}.5`,
    `Spain,Испания,2021,${names},${at}.25`,
  ]);
  for (const [english, russian] of [
    ["Name EN", "Name RU"],
    ["product_en", "продукт"],
  ] as const) {
    const found = await proposed(t, [`country_en,страна,год,${english},${russian},value`, ...rows]);
    assert.deepEqual([found.questions, found.losses, found.values], [[], [], 6]);
    assert.deepEqual(found.descriptor.english, {Пшеница: "Wheat", Рожь: "Rye and other grains", Овёс: "Oats"});
    const kinds = Object.fromEntries(found.table.labels!.map((label, at) => [label, found.table.rows[at]]));
    assert.equal(kinds[english], "ignore");
    assert.match(kinds[russian]!, /^(?:class|indicator)$/);
    assert.deepEqual([kinds["country_en"], kinds["страна"]], ["country", "country"]);
  }
  // two English names for one
  const other = await proposed(t, [
    `country_en,год,Name EN,Name RU,value`,
    ...rows.map((row) => row.replace(/,[^,]+,202/, ",202")),
    "Italy,2021,Corn,Рожь,7",
  ]);
  assert.equal(other.descriptor.english, undefined);
});

const WEATHER = ["date,precipitation,temp_max,weather", "2020-01-01,0.5,12.8,rain", "2020-01-02,10.9,10.6,sun"];

test("a column of texts that tells no rows apart is left out, and not one series for each of its texts [described.attribute]", async (t) => {
  const left = async (lines: readonly string[]) =>
    (await proposed(t, lines, {territory: "US-WA"})).guesses.filter(({what}) => what.startsWith("left out")).length;
  const kinds = async (lines: readonly string[]) =>
    (await proposed(t, lines, {territory: "US-WA"})).table.rows.map((kind) => kind.replace("?", ""));
  const days = await proposed(t, [...WEATHER, "2020-01-03,0.8,11.7,rain"], {territory: "US-WA"});
  assert.deepEqual([days.table.rows, days.values, days.questions], [["time", "ignore"], 6, []]);
  assert.deepEqual(
    days.examples.map((one) => one.indicator),
    ["precipitation", "temp_max"],
  );
  assert.ok(days.guesses.some(({what}) => /^left out: weather, it is no key/.test(what)));
  // each day another one, and one change alone
  assert.equal(await left([...WEATHER, "2020-01-03,0.8,11.7,fog"]), 1);
  assert.deepEqual(await kinds(WEATHER), ["time", "class"]);
  assert.deepEqual(await kinds([...WEATHER, "2020-01-03,0.8,11.7,sun", "2020-01-04,0.8,11.7,sun"]), ["time", "class"]);
  // the words of a key, a second row of a day, a measure without a name
  const other = (header: string) => [
    WEATHER[0]!.replace("weather", header),
    ...WEATHER.slice(1),
    "2020-01-03,0.8,11.7,rain",
  ];
  assert.deepEqual(await kinds(other("product")), ["time", "indicator"]);
  assert.deepEqual(await kinds([...other("weather"), "2020-01-03,0.9,11.9,sun"]), ["time", "class"]);
  const alone = ["date,value,kind", "2020-01-01,0.5,a", "2020-01-02,1.5,b", "2020-01-03,2.5,a"];
  assert.deepEqual(await kinds(alone), ["time", "class"]);
});

test("of two columns of texts that tell rows apart together none is left out, and a second attribute goes with the first [described.attribute]", async (t) => {
  const kinds = async (texts: readonly string[], aDay: number) => {
    const lines = texts.map((text, at) => `2020-01-0${1 + Math.floor(at / aDay)},${text},${at}.5,${at}.25`);
    return (await proposed(t, ["date,sex,age,height,depth", ...lines], {territory: "FR"})).table.rows;
  };
  const both = ["time", "class", "class"];
  assert.deepEqual(await kinds(["m,young", "w,old", "m,old", "w,young", "m,young", "w,old"], 2), both);
  assert.deepEqual(await kinds(["m,young", "m,old", "w,young", "w,old"], 4), both);
  assert.deepEqual(await kinds(["m,young", "w,old", "m,old", "w,young", "m,young"], 1), ["time", "ignore", "ignore"]);
  const two = [
    "date,weather,icon,low,high",
    ...["rain,wet", "snow,wet", "sun,dry", "snow,wet", "rain,wet"].map(
      (text, at) => `2020-01-0${at + 1},${text},${at}.5,${at}.75`,
    ),
  ];
  assert.deepEqual((await proposed(t, two, {territory: "FR"})).table.rows, ["time", "ignore", "ignore"]);
});

test("--unit takes a dash for a column that is left out or has names, and a unit for neither [described.attribute]", async (t) => {
  const lines = [...WEATHER, "2020-01-03,0.8,11.7,rain"];
  const said = (units: readonly [string, string][], of = lines) =>
    proposed(t, of, {territory: "US-WA", units: new Map(units)});
  const {table} = await said([["weather", "-"]]);
  assert.deepEqual([table.rows, table.exceptions], [["time", "ignore"], undefined]);
  assert.deepEqual((await said([["weather", "-"]], WEATHER)).table.rows, ["time", "ignore"]);
  assert.equal((await said([["temp_max", "-"]])).values, 3);
  await assert.rejects(said([["weather", "мм"]]), /--unit gives a unit to weather, a column without values|no list/);
  await assert.rejects(said([["wether", "-"]]), /names the column wether, which no table has/);
  const dated = ["date,issued,country,value", "2020-01-01,2020-02-01,France,1.5", "2020-01-02,2020-02-02,France,2.5"];
  assert.deepEqual((await said([["issued", "-"]], dated)).questions, []);
});

test("days of a month without a year are no months of the years 2001 and on, and are asked [described.writings]", async (t) => {
  const table = (dates: readonly string[]) => [
    ["date", "country", "unit", "value"],
    ...dates.map((date, at) => [date, "France", "per cent", at + 1]),
  ];
  const days = await previewOfRows(t, table(["Jan 01", "Jan 02", "Jan 03", "Jan 04", "Jan 05"]));
  assert.equal(days.values, 0);
  const months = await previewOfRows(t, table(["Nov 23", "Dec 23", "Jan 24", "Feb 24"]));
  assert.equal(months.values, 4);
});

test("columns whose headers say per cent have that unit beside the unit of the others, and numbers of footnotes are no values [described.plain]", async (t) => {
  const lines = ["year,employed,employed_percent,footnotes", "2019,100,56.5,", "2020,110,57.5,1", "2021,120,58.5,1"];
  const {examples, values, questions} = await proposed(t, lines, {territory: "US", unit: "persons"});
  assert.deepEqual([questions, values], [[], 6]);
  assert.deepEqual(
    examples.map(({indicator, unit}) => `${indicator} ${unit}`),
    ["employed persons", "employed_percent per cent"],
  );
});

test("a dataset has the words of its title, not of a remark or a long note, else those of the file's name [described.plain]", async (t) => {
  const named = async (...above: string[]): Promise<string> =>
    (await proposed(t, [...above, "country,year,value", "France,2020,1.5", "Spain,2020,2.5"])).descriptor.dataset.name;
  assert.equal(await named("Milk yield"), "Milk yield");
  assert.equal(await named(), "table");
  assert.equal(await named("Source: the office of France"), "table");
  const note = `All figures are of the office. ${"They were taken from its yearbook of the year. ".repeat(5)}`;
  assert.equal(await named(note), "table");
});

test("a value of a JSON has the place of its record and its field, as a file of one line has no other [described.plain]", async (t) => {
  const path = join(await temporaryFolder(t), "milk_yield.json");
  const records = Array.from({length: 12}, (_, at) => ({
    country: "France",
    month: `2020-${at + 2}`.replace(/-(\d)$/, "-0$1"),
    value: at + 0.5,
  }));
  await writeFile(path, JSON.stringify(records));
  const names = {descriptor: null, builtIn: new Map(), provider: "me", dataset: "a"};
  const options = {country: countryOf("RU")!, given: DAY, today: DAY, ...names};
  const preview = await previewDescriptor(path, {...options, answers: {territory: null, unit: "per cent"}});
  assert.equal(preview.descriptor.dataset.name, "milk yield");
  assert.deepEqual(
    [preview.examples.map(({location}) => location), preview.examples[0]!.unit],
    [["record 1, value"], "per cent"],
  );
  assert.deepEqual(
    preview.losses.map(({example}) => example),
    ["milk_yield.json, record 12, value"],
  );
});

test("a column whose numbers are the period of its row is left out and told [described.plain]", async (t) => {
  const rows = ["FR,2019,2019,1.5", "FR,2020,2020,2.5", "DE,2019,2019,3.5", "DE,2020,2020,4.5"];
  const {guesses, table} = await proposed(t, ["LOCATION,TIME,Time,Value", ...rows]);
  const told = "labels: the numbers of Time are the period of TIME once more, and are left out";
  assert.ok(
    guesses.some(({what}) => what === told || what.includes("the period of TIME once more")),
    JSON.stringify(guesses),
  );
  assert.ok(table.labels!.includes("Time"));
});

test("one text among the numbers of a column named value is refused, and the others are values; half of them are too few [described.plain]", async (t) => {
  const lines = (...values: string[]) => [
    "country,period,value",
    ...values.map((value, at) => `France,2024M0${at + 1},${value}`),
  ];
  const found = await proposed(t, lines("1.5", "(1.6)", "1.7"));
  assert.deepEqual([found.values, found.shown], [2, ["FR M 2024-01-01 1.5"]]);
  await assert.rejects(async () => assert.equal((await proposed(t, lines("1.5", "(1.6)"))).values, 1));
});
