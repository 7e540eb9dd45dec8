// Units that a person answers in English, and units that no list has.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {COUNTRIES, DEFAULT_COUNTRY} from "../../country/countries.ts";
import {type Answers, namedUnits} from "./answers.ts";

const NOTHING: Answers = {territory: null, unit: null};
const unitOf = (unit: string, country = DEFAULT_COUNTRY) => {
  const {answers, own} = namedUnits({...NOTHING, unit}, country, () => {});
  return {unit: answers.unit, own};
};

test("English words for a unit of the Russian lists are that unit [described.english-unit]", () => {
  for (const [text, name] of [
    ["per cent", "процент"],
    ["Percent", "процент"],
    ["%", "%"],
    ["million roubles", "миллион рублей"],
    ["bn RUB", "миллиард рублей"],
    ["US dollars", "доллар США"],
    ["USD", "доллар США"],
    ["euro", "евро"],
    ["persons", "человек"],
    ["thousands of people", "тысяча человек"],
    ["tonnes", "тонна, метрическая тонна (1000 кг)"],
    ["тыс. тонн", "тыс. тонн"],
  ] as const)
    assert.deepEqual(unitOf(text), {unit: name, own: {}}, text);
});

test("words that no list has are a unit of one's own with the multiplier of their number word, in any language and for any country, and slips are none [described.english-unit]", () => {
  const american = COUNTRIES.find(({code}) => code === "US")!;
  const ofOwn = (name: string, mult?: number) => ({unit: name, own: {[name]: {name, ...(mult && {mult})}}});
  for (const [text, mult] of [
    ["million Swiss francs", 1e6],
    ["US$ million", 1e6],
    ["thousand", 1e3],
    ["тыс. баррелей", 1e3],
    ["тыс.баррелей в сутки", 1e3],
    ["млн крон", 1e6],
    ["million pesos", 1e6],
    ["руб. за кг"],
    ["центнеров с 1 га"],
    ["€"],
  ] as const)
    for (const country of [DEFAULT_COUNTRY, american]) assert.deepEqual(unitOf(text, country), ofOwn(text, mult), text);
  assert.deepEqual(unitOf("million US dollars"), ofOwn("million US dollars", 1e6));
  assert.deepEqual(unitOf("index  points"), ofOwn("index points"));
  for (const slip of ["percnt", "rouble s", "тыс. рублй", "millon roubles", "5", "нет данных", "a=b"])
    assert.deepEqual(unitOf(slip), {unit: slip, own: {}});
  // a short word, or another number, is no slip
  assert.deepEqual(unitOf("тыс. л"), ofOwn("тыс. л", 1e3));
  assert.deepEqual(unitOf("trillion rupees"), ofOwn("trillion rupees", 1e12));
});

test("the symbol of a listed unit is that unit, and its case counts [described.english-unit]", () => {
  assert.deepEqual(unitOf("мм"), {unit: "миллиметр", own: {}});
  assert.deepEqual(unitOf("Мм"), {unit: "мегаметр, миллион метров", own: {}});
});

test("signs of units are taken as they are, also one letter, and what only looks like one is refused [described.english-unit]", () => {
  const american = COUNTRIES.find(({code}) => code === "US")!;
  for (const sign of ["°C", "m/s", "m", "kWh", "µg/m³", "W/m2", "MtC/yr", "1/s", "‰"])
    for (const country of [DEFAULT_COUNTRY, american])
      assert.deepEqual(unitOf(sign, country), {unit: sign, own: {[sign]: {name: sign}}}, sign);
  assert.deepEqual(unitOf("%"), {unit: "%", own: {}});
  for (const other of ["N/A", "y/y", "Q", "5", "---", "x/s"]) assert.deepEqual(unitOf(other), {unit: other, own: {}});
});

test("units that differ only by case are two [described.english-unit]", () => {
  const {country, answers} = namedUnits(
    {
      ...NOTHING,
      units: new Map([
        ["low", "mW"],
        ["high", "MW"],
      ]),
    },
    DEFAULT_COUNTRY,
    () => {},
  );
  assert.deepEqual(
    [...answers.units!.values()].map((text) => country.units.known(text)?.code),
    ["mW", "MW"],
  );
  assert.equal(country.units.known("mw"), null);
});

test("a proposal reads by a unit in English and defines one of its own, also for one column [described.english-unit]", async (t) => {
  const path = join(await temporaryFolder(t), "v.csv");
  writeFileSync(path, "Год;Цена;Индекс\n2021;1,5;2\n2022;1,6;3\n2023;2;4\n");
  const {stdout} = await ryad([
    ...["describe", path, "--territory", "643", "--published", "2024-02-01"],
    ...["--unit", "Цена=euros; Индекс=index points"],
  ]);
  assert.match(stdout, /95 % {2}unit: "euros" is euro/);
  assert.match(stdout, /"units": \{"index points": \{"name": "index points"\}\}/);
  assert.match(stdout, /6 values of v\.csv would be read/);
  const {stderr} = await ryad(["describe", path, "--unit", "percnt"]);
  assert.match(stderr, /--unit has "percnt", a slip of "percent"\n.*write it so/);
});
