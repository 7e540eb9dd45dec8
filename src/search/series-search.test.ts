// How a question is read and matched, on small indexes: forms, synonyms, codes, typing errors, and results if no series has all words.
import assert from "node:assert/strict";
import {test} from "node:test";
import {territoryIdentity} from "../statistics/territory.ts";
import {finish} from "../work/steps.fixture.ts";
import type {Held} from "./search.fixture.ts";
import {
  buildIndex,
  CENTRE,
  COUNTRY,
  KAZAN,
  MOSCOW,
  NORTH,
  PETERSBURG,
  PLACES,
  putDataset,
  TATARSTAN,
} from "./search.fixture.ts";

const FOOD = {
  classes: {"01.1.1": "Хлеб ржаной", "01.1.2": "Молоко питьевое", "01.2": "Масло подсолнечное", "0": "Все товары"},
  indicators: {x: {label: "Индекс потребительских цен"}},
  units: [{code: "PCT", name: "процент", okei: "744"}],
  families: ["0", "01.1.1", "01.1.2", "01.2"].map((classification) => ({classification, territories: PLACES})),
};
const JOBS = {
  provider: "fedstat",
  code: "43062",
  indicators: {x: {label: "Уровень безработицы", code: "x", concept: "jobless", synonyms: ["рынок труда"]}},
  families: [{territories: PLACES}],
};
const SYNONYMS =
  "инфляция; индекс потребительских цен\nспб; санкт-петербург\nроссия; российская федерация # the country";

test("a word finds all its forms, and synonyms of one word or of several, in the family or in the territory [search.query]", () => {
  const {find} = buildIndex([FOOD, JOBS], SYNONYMS);
  for (const text of ["хлебом в Москве", "ХЛЕБА москва", "«хлеб», г. Москва", "инфляция ржаного хлеба Москвы"])
    assert.deepEqual(find(text).titles, ["Хлеб ржаной, Индекс потребительских цен, г. Москва"], text);
  assert.equal(find("безработица спб").titles[0], "Уровень безработицы, г. Санкт-Петербург");
  assert.equal(find("безработица россии").titles[0], "Уровень безработицы, Российская Федерация");
  assert.equal(find("рынка труда").total, PLACES.length);
  assert.equal(
    find("подсолн. масло респ. Татарстан").titles[0],
    "Масло подсолнечное, Индекс потребительских цен, Республика Татарстан",
  );
});

test("codes are found as typed: classes, OKEI, territories of both kinds, datasets, EMISS numbers [search.codes]", () => {
  const {find} = buildIndex([FOOD, JOBS]);
  assert.equal(find("01.1.1").total, PLACES.length);
  assert.ok(find("01.1.1").titles.every((title) => title.startsWith("Хлеб")));
  assert.equal(find("744").total, 4 * PLACES.length);
  for (const text of ["45000000000", "RU-77", "ru‑77"]) {
    assert.equal(find(text).total, 5, text);
    assert.ok(
      find(text).titles.every((title) => title.endsWith("г. Москва")),
      text,
    );
  }
  for (const text of ["43062", "fedstat/43062", "jobless"]) assert.equal(find(text).total, PLACES.length, text);
  assert.deepEqual(find("43062 RU-16").titles, ["Уровень безработицы, Республика Татарстан"]);
});

test("a word of five letters or more is found with one wrong letter, after exact matches [search.corrected]", () => {
  const {find} = buildIndex([FOOD, JOBS]);
  for (const text of ["бизработица", "безработца", "безрбаотица", "безработиица"])
    assert.equal(find(text).total, PLACES.length, text);
  assert.equal(find("малоко казань").titles[0], "Молоко питьевое, Индекс потребительских цен, Казань");
  assert.equal(find("хлеп").total, 0);
  const twins = buildIndex([
    {classes: {a: "Творок", b: "Творог"}, families: [{classification: "a"}, {classification: "b"}]},
  ]);
  assert.deepEqual(twins.find("творог").titles, ["Творог, Показатель, Российская Федерация"]);
  assert.deepEqual(twins.find("тварог").titles, ["Творог, Показатель, Российская Федерация"]);
});

test("the wrong layout of the keyboard is corrected, word by word, only if nothing else matches [search.layout]", () => {
  const {find} = buildIndex([FOOD, JOBS], SYNONYMS);
  assert.equal(find("byakzwbz").total, 4 * PLACES.length);
  assert.deepEqual(find("[kt, vjcrdf").titles, ["Хлеб ржаной, Индекс потребительских цен, г. Москва"]);
  assert.deepEqual(find("хлеб vjcrdf").titles, ["Хлеб ржаной, Индекс потребительских цен, г. Москва"]);
  assert.equal(find("кг-77").total, 5);
  const latin = buildIndex([
    {indicators: {x: {label: "ddg"}}, families: [{}]},
    {indicators: {x: {label: "ввп"}}, families: [{}]},
  ]);
  assert.deepEqual(latin.find("ddg").titles, ["ddg, Российская Федерация"]);
});

test("all words must match; only if no series has them all, the series with most of them are found [search.fewer]", () => {
  const {find} = buildIndex([FOOD, JOBS]);
  assert.equal(find("хлеб молоко").total, 2 * PLACES.length);
  assert.equal(find("хлеб ржаной криптовалюта").total, PLACES.length);
  assert.equal(find("безработица на марсе в москве").titles[0], "Уровень безработицы, г. Москва");
  assert.equal(find("безработица на марсе в москве").total, 1);
  const dated = buildIndex([JOBS, {name: "Фонды, 2000–2016", families: [{}]}]);
  assert.equal(dated.find("безработица 2016").total, PLACES.length);
  assert.equal(dated.find("2016").total, 1);
  assert.deepEqual(find("криптовалюта"), {titles: [], keys: [], total: 0});
  for (const nothing of ["???", "«»", "…", "\u0000"]) assert.equal(find(nothing).total, 0, nothing);
});

test("a description is read only when no name has all words [search.fewer]", () => {
  const {find} = buildIndex([
    {indicators: {x: {label: "Оборот", description: "Сколько продано зерна"}}, families: [{}]},
    {indicators: {x: {label: "Урожай зерна"}}, families: [{}]},
  ]);
  assert.deepEqual(find("зерно").titles, ["Урожай зерна, Российская Федерация"]);
  assert.deepEqual(find("продано зерна").titles, ["Оборот, Российская Федерация"]);
});

test("active before stalled, national before all others, then the match, then the level, then title and key [search.ranking]", () => {
  const {find} = buildIndex([
    {
      classes: {a: "Хлеб", b: "Хлеб и булки", c: "Хлеба"},
      families: [
        {classification: "a", territories: PLACES, stalled: [COUNTRY, MOSCOW]},
        {classification: "b", territories: [COUNTRY, KAZAN]},
        {classification: "c", territories: [COUNTRY, NORTH]},
      ],
    },
  ]);
  const named = (name: string, at: {name: string}): string => `${name}, Показатель, ${at.name}`;
  assert.deepEqual(find("хлеб").titles, [
    named("Хлеб и булки", COUNTRY),
    named("Хлеба", COUNTRY),
    named("Хлеб", CENTRE),
    named("Хлеб", NORTH),
    named("Хлеб", TATARSTAN),
    named("Хлеб", PETERSBURG),
    named("Хлеб", KAZAN),
    named("Хлеб и булки", KAZAN),
    named("Хлеба", NORTH),
    named("Хлеб", COUNTRY),
    named("Хлеб", MOSCOW),
  ]);
});

test("exact words rank above forms, forms above synonyms, synonyms above other names in the package, whole titles above parts [search.ranking]", () => {
  const {find} = buildIndex(
    [
      {indicators: {x: {label: "Стоимость"}}, families: [{}]},
      {indicators: {x: {label: "Цены"}}, families: [{}]},
      {indicators: {x: {label: "Цена"}}, families: [{}]},
      {indicators: {x: {label: "Цена земли под домами"}}, families: [{}]},
    ],
    "цена; стоимость",
  );
  const titles = find("цена").titles.map((title) => title.split(",")[0]);
  assert.equal(titles[0], "Цена");
  assert.ok(titles.indexOf("Цена") < titles.indexOf("Цены"));
  assert.ok(titles.indexOf("Цены") < titles.indexOf("Стоимость"));
  assert.ok(titles.indexOf("Цена") < titles.indexOf("Цена земли под домами"));
});

test("a question without a class means the total [search.ranking]", () => {
  const {find} = buildIndex([FOOD]);
  assert.equal(find("потребительские цены").titles[0], "Все товары, Индекс потребительских цен, Российская Федерация");
});

test("a list in a filter means any of its values, different filters must all hold, and they select without a text [search.filters search.ambiguous]", () => {
  const quarterly = {
    ...JOBS,
    provider: "cbr",
    families: [{territories: PLACES, frequency: "Q" as const, transformation: "pct"}],
  };
  const {find} = buildIndex([FOOD, JOBS, quarterly]);
  assert.equal(find(null, {provider: ["fedstat,cbr"]}).total, 2 * PLACES.length);
  assert.equal(find(null, {dataset: ["43062"]}).total, 2 * PLACES.length);
  assert.equal(find(null, {dataset: ["cbr/43062", "nothing"]}).total, PLACES.length);
  assert.equal(find(null, {dataset: ["43062"], frequency: ["Q"], territory: ["RU-77", "40000000000"]}).total, 2);
  assert.equal(find("безработица", {territory: ["RU-00,RU-77"], transformation: ["pct", "level"]}).total, 4);
  assert.equal(find(null, {classification: ["01.1.1,01.2"], territory: ["RU-77"]}).total, 2);
  assert.equal(find(null, {classification: ["all"], provider: ["cbr"]}).total, PLACES.length);
  for (const unknown of [{provider: ["x"]}, {territory: ["RU-99"]}, {classification: ["x"]}, {dataset: ["x"]}])
    assert.equal(find("безработица", unknown).total, 0);
});

test("a code with a comma is not split [search.filters]", () => {
  const {find} = buildIndex([{families: ["a", "b", "a,b"].map((classification) => ({classification}))}]);
  assert.equal(find(null, {classification: ["a,b"]}).total, 1);
  assert.equal(find(null, {classification: ["a, b"]}).total, 2);
});

test("a changed or dropped dataset loses its old words and series [search.fresh]", () => {
  const {index, held, find} = buildIndex([FOOD, JOBS]);
  putDataset(
    index,
    {...FOOD, id: 1, classes: {"0": "Рыба"}, families: [{classification: "0"}]},
    held as Map<string, Held>,
  );
  assert.equal(find("хлеб").total, 0);
  assert.equal(find("рыба").total, 1);
  finish(index.remove(2));
  assert.equal(find("безработица").total, 0);
  assert.equal(find("рыба").total, 1);
});

const LINES = {
  code: "lines",
  classes: {a: "Дотация бюджету Республики Татарстан", b: "Хлеб московский"},
  indicators: {x: {label: "Расходы"}},
  families: [{classification: "a"}, {classification: "b"}],
};

test("a question with the full name of a territory means the territory, not a national series with this name in its title [search.named-place]", () => {
  const {find} = buildIndex([LINES, JOBS], "", new Map([[territoryIdentity(TATARSTAN), ["РТ"]]]));
  assert.deepEqual(find("Татарстан").titles, ["Уровень безработицы, Республика Татарстан"]);
  assert.deepEqual(find("рт").titles, ["Уровень безработицы, Республика Татарстан"]);
  assert.deepEqual(find("безработица татарстана").titles, ["Уровень безработицы, Республика Татарстан"]);
  // if no series of the territory matches, the national series does
  assert.equal(
    find("дотация татарстану").titles[0],
    "Дотация бюджету Республики Татарстан, Расходы, Российская Федерация",
  );
  assert.equal(find("татирстан").titles[0], "Дотация бюджету Республики Татарстан, Расходы, Российская Федерация");
  // a part of a name does not name it: the national series comes first
  assert.equal(find("республика").titles[0], "Дотация бюджету Республики Татарстан, Расходы, Российская Федерация");
});

test("a name that is an adjective needs the word for its kind, and a city is meant only by exactly its name [search.named-place]", () => {
  const sea = {
    classes: {a: "Северный морской путь, район порта", b: "Казань, перевозки"},
    indicators: {x: {label: "Грузы"}},
    families: [
      {classification: "a", territories: [COUNTRY, NORTH]},
      {classification: "b", territories: [COUNTRY, KAZAN]},
    ],
  };
  const {find} = buildIndex([sea]);
  assert.equal(find("северный").titles[0], "Северный морской путь, район порта, Грузы, Российская Федерация");
  assert.equal(find("северный район").titles[0], "Северный морской путь, район порта, Грузы, Северный район");
  assert.deepEqual(find("Казань").titles, ["Казань, перевозки, Грузы, Казань"]);
  for (const text of ["Казани", "Казань грузы"])
    assert.equal(find(text).titles[0], "Казань, перевозки, Грузы, Российская Федерация", text);
});

test("one class of thousands comes after a well-known series with a synonym [search.lines]", () => {
  const lines = (classes: number) => ({
    code: "lines",
    classes: Object.fromEntries(
      Array.from({length: classes}, (_, i) => [`c${i}`, i === 0 ? "Ипотека служащих" : `строка ${i}`]),
    ),
    indicators: {x: {label: "Расходы бюджета"}},
    families: Array.from({length: classes}, (_, i) => ({classification: `c${i}`})),
  });
  const loans = {code: "loans", indicators: {x: {label: "Жилищные кредиты"}}, families: [{}]};
  const first = (classes: number): string | undefined =>
    buildIndex([lines(classes), loans], "ипотека; жилищные кредиты").find("ипотека").titles[0];
  assert.equal(first(512), "Ипотека служащих, Расходы бюджета, Российская Федерация");
  assert.equal(first(3000), "Жилищные кредиты, Российская Федерация");
});

test("a word in a very long title comes after the same word in a short title [search.lines]", () => {
  const long = (unasked: number) => `Хлеб ${Array.from({length: unasked}, (_, i) => `слово${i}`).join(" ")}`;
  const first = (unasked: number): string | undefined => {
    const classes = {a: long(unasked - 1), b: "Хлебом и солью торговля"};
    return buildIndex([{classes, families: [{classification: "a"}, {classification: "b"}]}]).find("хлеб").titles[0];
  };
  assert.ok(first(18)!.startsWith("Хлеб слово0"));
  assert.ok(first(19)!.startsWith("Хлебом"));
});
