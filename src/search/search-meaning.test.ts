// The meaning of questions: known phrases and abbreviations, and the nearest of several names.
import assert from "node:assert/strict";
import {test} from "node:test";
import {isSeasonallyAdjusted, kindsOfName} from "./language/code-words.ts";
import {parseSynonyms} from "./language/synonyms.ts";
import {buildIndex, type Dataset} from "./search.fixture.ts";

/** A dataset for each label, with one series of the country. */
function labelled(...labels: string[]): Dataset[] {
  return labels.map((label, i) => ({code: `d${i}`, indicators: {x: {label}}, families: [{}]}));
}

const END = ", Российская Федерация";

test("an abbreviation counts as a form of its words: the full name comes before a longer name with the abbreviation [search.abbreviation]", () => {
  const synonyms = "валовой внутренний продукт; ВВП; размер экономики";
  const {find} = buildIndex(labelled("Индекс-дефлятор ВВП", "Валовой внутренний продукт"), synonyms);
  assert.equal(find("ВВП").titles[0], `Валовой внутренний продукт${END}`);
  assert.equal(find("размер экономики").titles[0], `Валовой внутренний продукт${END}`);
});

test("a phrase of common words finds its group, and the group does not find titles that have those words in another sense [search.phrase]", () => {
  const synonyms = "валовой внутренний продукт; ВВП; ?экономический рост";
  const {find} = buildIndex(
    labelled("Валовой внутренний продукт", "Экономические показатели, рост ввода жилья"),
    synonyms,
  );
  assert.deepEqual(find("ВВП").titles, [`Валовой внутренний продукт${END}`]);
  assert.equal(find("экономический рост").titles.includes(`Валовой внутренний продукт${END}`), true);
});

test("an abbreviation has the first letters without stop words, and other short words are synonyms [search.abbreviation]", () => {
  const othersOf = (text: string, query: string): boolean[] =>
    parseSynonyms(text)
      .startingAt([{text: query, stem: query}], 0)
      .flatMap(({others}) => others.map(({isSameName}) => isSameName));
  assert.deepEqual(othersOf("налог на добавленную стоимость; НДС; VAT", "ндс"), [true, false]);
  assert.deepEqual(othersOf("доллар США; USD", "usd"), [false]);
});

test("a part of a known phrase does not match the phrase, and the group of the phrase does not match a word of it [search.phrase]", () => {
  const synonyms = "продовольственные товары; продукты питания; продукты; питание";
  const {find} = buildIndex(labelled("Цены, внутренний продукт", "Цены на продовольственные товары"), synonyms);
  assert.deepEqual(find("цены на продукты питания").titles, [`Цены на продовольственные товары${END}`]);
  // a word alone has its own synonyms
  assert.equal(find("продукты").total, 2);
});

test("a phrase in a title counts whole, though the name of the dataset has forms of its words [search.phrase]", () => {
  const [phrase, other] = ["Официальный курс иностранной валюты, доллар США", "Курс наличного доллара"];
  const name = "Официальные курсы иностранных валют";
  // the words of the name are known before those of the title
  const {find} = buildIndex(
    labelled(`${name}, число`, phrase, other).map((one) => ({...one, name})),
    "курс доллара; доллар США официальный курс иностранной валюты",
  );
  assert.equal(find("курс доллара").titles[0], phrase + END);
});

test("a title that is a synonym of the word comes before a title that contains the word [search.phrase]", () => {
  const classes = {a: "Австралийский доллар", b: "Доллар США"};
  const rates = {classes, families: [{classification: "a"}, {classification: "b"}]};
  const {find} = buildIndex([rates], "доллар; доллар США; USD");
  assert.ok(find("доллар").titles[0]!.startsWith("Доллар США"));
  assert.ok(find("австралийский доллар").titles[0]!.startsWith("Австралийский"));
});

test("seasonally adjusted series come after the original ones, unless the question is about the season [search.adjusted]", () => {
  const datasets = labelled("Цены, сезонность устранена", "Недельный индекс потребительских цен");
  const {find} = buildIndex(datasets);
  assert.equal(find("цены").titles[0], `Недельный индекс потребительских цен${END}`);
  assert.equal(find("цены, сезонность").titles[0], `Цены, сезонность устранена${END}`);
  // a word of the dataset's name matches all its families alike
  const mixed = {
    name: "Обзор",
    indicators: {x: {label: "Выпуск, сезонно скорректированный"}, y: {label: "Цены"}, z: {label: "Запасы"}},
    families: ["x", "y", "z"].map((indicator) => ({indicator})),
  };
  assert.deepEqual(
    buildIndex([mixed])
      .find("обзор")
      .titles.map((title) => title.slice(0, 4)),
    ["Запа", "Цены", "Выпу"],
  );
});

test("several phrases in a name mean adjustment, and the phrase for without exclusion of the season does not [search.adjusted]", () => {
  for (const name of [
    "Темпы прироста, сезонность устранена",
    "Денежные агрегаты, сезонно скорректированные",
    "Индекс с исключением сезонного фактора",
    "Выпуск с устранением сезонности",
    "Industrial production, seasonally adjusted",
  ])
    assert.ok(isSeasonallyAdjusted(name), name);
  for (const name of ["Индекс без исключения сезонности", "Сезонные лагеря", "Выпуск", ""])
    assert.ok(!isSeasonallyAdjusted(name), name);
});

test("a target, a forecast and expectations come after the published figure unless the question asks for them [search.aims]", () => {
  const indicators = {
    x: {label: "Цель по инфляции"},
    y: {label: "Инфляция, к соответствующему месяцу предыдущего года"},
    z: {label: "Инфляционные ожидания"},
  };
  const {find} = buildIndex([{indicators, families: ["x", "y", "z"].map((indicator) => ({indicator}))}]);
  const first = (question: string): string | undefined => find(question).titles[0]?.slice(0, 9);
  assert.equal(first("инфляция"), "Инфляция,");
  assert.equal(first("цель по инфляции"), "Цель по и");
  assert.equal(first("инфляционные ожидания"), "Инфляцион");
  // a published figure, in spite of its name
  assert.equal(kindsOfName("Ожидаемая продолжительность жизни"), 0);
  assert.equal(kindsOfName("Life expectancy"), 0);
  assert.equal(kindsOfName("Цель Банка России по инфляции"), kindsOfName("Цель по инфляции"));
});

test("what is overdue comes after the published figure with the same words, unless the question asks for it [search.overdue]", () => {
  const indicators = {
    x: {label: "Просроченная задолженность по заработной плате"},
    y: {label: "Среднемесячная номинальная начисленная заработная плата"},
  };
  const {find} = buildIndex([{indicators, families: ["x", "y"].map((indicator) => ({indicator}))}]);
  const first = (question: string): string | undefined => find(question).titles[0]?.split(" ")[0];
  assert.equal(first("заработная плата"), "Среднемесячная");
  assert.equal(first("задолженность по заработной плате"), "Просроченная");
  assert.equal(kindsOfName("Задолженность по кредитам"), 0);
});

test("a class of several levels is a total if each level is one [search.whole-class]", () => {
  const crossed = {
    classes: {a: "Всего / ветераны", b: "Всего / всего"},
    indicators: {x: {label: "Льготы"}},
    families: [{classification: "a"}, {classification: "b"}],
  };
  assert.equal(buildIndex([crossed]).find("льготы").titles[0], `Всего / всего, Льготы${END}`);
});

test("a Latin letter in a code like M2 finds the Russian one, and the other way round [search.one-letter-codes]", () => {
  const classes = {a: "Денежный агрегат М2", b: "Денежный агрегат M1", c: "Масса"};
  const money = {classes, families: ["a", "b", "c"].map((classification) => ({classification}))};
  const {find} = buildIndex([money]);
  for (const query of ["M2", "М2", "m2"])
    assert.equal(find(query).titles[0]?.slice(0, 19), "Денежный агрегат М2", query);
  assert.equal(find("М1").total, 1);
});

test("an answer of a survey, and a crossing of three dimensions, come after a series with the same words [search.crossed]", () => {
  const classes = {
    a: "Образование / высшее / Повысили ли Вам заработную плату?",
    b: "Город / Мужчины / Заработная плата",
    c: "Заработная плата работников организаций",
  };
  const {find} = buildIndex([{classes, families: ["a", "b", "c"].map((classification) => ({classification}))}]);
  assert.deepEqual(
    find("заработная плата").titles.map((title) => title.slice(0, 5)),
    ["Зараб", "Город", "Образ"],
  );
});

test("a year in the name of a dataset is its span: a question with that year finds series by its other words [search.years]", () => {
  const [gdp] = labelled("Валовой внутренний продукт");
  const {find} = buildIndex([
    {...gdp!, name: "ВВП"},
    {code: "d9", name: "Выпуск, 1992–2016", families: [{}]},
  ]);
  assert.equal(find("валовой продукт 2016").titles[0], `Валовой внутренний продукт${END}`);
});
