// A proposal for a workbook without a descriptor: its guesses, its questions, and the preview of its values.
import assert from "node:assert/strict";
import {readFile, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {countryOf} from "../../country/countries.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import {type Answers, periodFacts, unitAnswers} from "./answers.ts";
import {previewDescriptor} from "./preview.ts";

const ROWS: FixtureSheet["rows"] = [
  ["Добыча руды (тысяча тонн)"],
  [],
  [null, 2024, 2024],
  [null, "январь", "февраль"],
  ["Белгородская область", 34.7, 35.1],
  ["Курская область", 12.5, 12.75],
  ["Нигдейская область", 1, 2],
  ["Тверская область", 3, 4],
  ["Орловская область", 5, 6],
  ["Курская область", 12.5, 99],
];

const ORES: FixtureSheet["rows"] = [
  [null, 2023, 2024],
  ["Руда", 1.5, 2.5],
  ["Уголь", 3.5, 4.5],
];

const NO_ANSWERS: Answers = {territory: null, unit: null, ofCountry: true};

async function preview(
  t: TestContext,
  sheets: FixtureSheet["rows"] | FixtureSheet[],
  country = "RU",
  answers = NO_ANSWERS,
) {
  const path = join(await temporaryFolder(t), "ore.xlsx");
  const book =
    "name" in (sheets[0] ?? {}) ? (sheets as FixtureSheet[]) : [{name: "1", rows: sheets as FixtureSheet["rows"]}];
  await writeFile(path, xlsxOf(book));
  const day = parseDay("2026-02-01")!;
  const names = {descriptor: null, builtIn: new Map(), provider: "miners", dataset: "ore"};
  const options = {country: countryOf(country)!, given: null, today: day, ...names, answers};
  return {path, ...(await previewDescriptor(path, options))};
}

type Previewed = Awaited<ReturnType<typeof preview>>;

const questionsOf = ({guesses}: Previewed) => guesses.filter(({certainty}) => certainty === null).map(({what}) => what);
const shownOf = ({examples}: Previewed) =>
  examples.map(({location: at, period, territory, unit}) => [at, period, territory, unit]);

test("header rows, label columns and the unit of a title are proposed with their certainty, and the preview reads with them [described.proposal]", async (t) => {
  const found = await preview(t, ROWS);
  const {descriptor, guesses, values, examples, losses} = found;
  assert.equal(descriptor.proposed, true);
  const because = "question: another row has the same labels";
  assert.deepEqual(descriptor.tables, [
    {
      columns: ["year", "period"],
      rows: ["territory"],
      rest: "class",
      lines: [{row: 1, as: "indicator (mixed)"}],
      exceptions: ["A6:XFD6", "A10:XFD10"].map((cells) => ({cells, label: "^Курская область$", ignore: true, because})),
    },
  ]);
  assert.deepEqual(
    guesses
      .filter(({certainty}) => certainty !== null)
      .map(({what, certainty}) => [what, Math.round(certainty! * 100)]),
    [
      ["columns: header row 3 has the kind year", 100],
      ["columns: header row 4 has the kind period", 100],
      ["rows: label column 1 has the kind territory", 80],
      ["lines: row 1 has the kind indicator (mixed)", 95],
    ],
  );
  for (const {what} of guesses)
    assert.ok(
      descriptor.comments!.some((comment) => comment.includes(what)),
      what,
    );
  // Kursk is there twice, and nothing says which is which: both rows wait for a person.
  assert.equal(values, 6);
  assert.deepEqual(
    examples.slice(0, 2).map(({location: at, text, period, territory}) => [at, text, period, territory]),
    [
      ["1!B5", "34.7", "M 2024-01-01", "14000000000"],
      ["1!B8", "3", "M 2024-01-01", "28000000000"],
    ],
  );
  assert.deepEqual(
    losses.map(({kind, text, values: count}) => [kind, text, count]),
    [["territory", "Нигдейская область", 2]],
  );
});

test("a unit or a period that no text names is asked, and its values are refused; the country as a whole is one of the person's or the provider's [described.proposal]", async (t) => {
  const found = await preview(t, ORES);
  assert.deepEqual(
    questionsOf(found).map((what) => what.split("?")[0]),
    ["which unit", "on which day was it published"],
  );
  const territory = found.guesses.find(({what}) => what.startsWith("fixed.territory: 643 is Российская Федерация"));
  assert.equal(territory?.certainty, 0.7);
  assert.equal(found.values, 0);
  assert.deepEqual(
    found.losses.map(({kind, text, values: count}) => [kind, text, count]),
    [["unit", "", 4]],
  );
  const answered = await preview(t, ORES, "RU", {territory: "14000000000", unit: "тонна"});
  assert.equal(answered.values, 4);
  assert.deepEqual(answered.descriptor.tables[0]!.fixed, {territory: "14000000000", unit: "тонна"});
});

test("a person answers units by columns, the base of per cent and a missing period on the command line [described.proposal]", async (t) => {
  const table = [
    [null, "Сбор  зерна", "Цена"],
    ["2023", 1.5, 10],
    ["2024", 2.5, 20],
  ];
  const units = (text: string) => ({...NO_ANSWERS, ...unitAnswers(text)});
  const both = await preview(t, table, "RU", units("Сбор зерна=тонна; Цена=рубль"));
  assert.deepEqual(questionsOf(both), ["on which day was it published? give it with --published"]);
  assert.deepEqual(
    shownOf(both).map(([, , , unit]) => unit),
    ["тонна,_метрическая_тонна_(1000_кг)", "рубль"],
  );
  assert.equal(both.values, 4);
  const one = await preview(t, table, "RU", units("Цена=рубль"));
  assert.deepEqual([one.values, one.losses.map(({kind, values}) => [kind, values])], [2, [["unit", 2]]]);
  assert.ok(questionsOf(one).some((what) => what.startsWith("which unit?")));
  await assert.rejects(preview(t, table, "RU", units("Цены=рубль")), /the column Цены, which no table has/);
  assert.throws(() => unitAnswers("тонна; рубль"), /two units for all columns/);

  const rows = [["Индекс добычи (в процентах)"], [null, 2021, 2022, 2023, 2024], ["Руда", 101, 102, 103, 104]];
  const index = await preview(t, rows, "RU", {...NO_ANSWERS, base: "в % к предыдущему году"});
  assert.deepEqual([index.values, index.losses], [4, []]);

  const undated = [
    ["Добыча (тонна)"],
    ["Регион", "Руда", "Уголь"],
    ["Курская область", 1, 2],
    ["Тверская область", 3, 4],
  ];
  const dated = await preview(t, undated, "RU", {...NO_ANSWERS, period: "январь 2024"});
  assert.equal(dated.values, 4);
  assert.equal(shownOf(dated)[0]![1], "M 2024-01-01");
  assert.throws(() => periodFacts("январь"), /has no year/);
});

test("periods down, a date beside year and month, and endings of column names are read [described.proposal]", async (t) => {
  const found = await preview(t, [
    [null, "year", "month", "ORE_bln_rub", "ORE_yoy", "ORE_odd"],
    ["2024-01-31", 2024, 1, 5.5, 101.5, 7],
    ["2024-02-29", 2024, 2, 6.5, 99.5, 8],
    ["2024-03-31", 2024, 3, 7.5, 98.5, 9],
  ]);
  const [table] = found.descriptor.tables;
  assert.deepEqual([table!.columns, table!.rows], [["indicator"], ["ignore", "year", "month"]]);
  assert.deepEqual(Object.keys(table!.marks!).sort(), ["_bln_rub", "_yoy"]);
  assert.deepEqual(shownOf(found), [
    ["1!D2", "M 2024-01-01", "643", "миллиард_рублей"],
    ["1!E2", "M 2024-01-01", "643", "процент"],
  ]);
  assert.ok(questionsOf(found).some((what) => what.startsWith("which unit have ORE_odd?")));
});

test("sheets with the same series are told by their names, and tables that are equal are one [described.proposal]", async (t) => {
  const ore = {name: "Руда", rows: [["тысяча тонн"], ...ORES]};
  const coal = {name: "Уголь", rows: [["тысяча тонн"], [null, 2023, 2024], ["Руда", 1.5, 9], ["Уголь", 3.5, 4.5]]};
  const found = await preview(t, [ore, coal]);
  assert.equal(found.descriptor.tables.length, 1);
  assert.equal(found.descriptor.tables[0]!.sheets, "^(?:Руда|Уголь)$");
  assert.equal(found.descriptor.tables[0]!.sheetName, "class");
  assert.deepEqual([found.values, found.losses], [8, []]);
});

test("per cent of something that grows needs a base, and a rate of growth near 100 is asked (FIX-rosstat-40) [described.proposal]", async (t) => {
  const growth = (title: string, values: readonly number[]) =>
    preview(t, [[title], [null, 2021, 2022, 2023, 2024], ["Руда", ...values]]);
  const bare = await growth("Индекс добычи (в процентах)", [101, 102, 103, 104]);
  assert.equal(bare.values, 0);
  assert.ok(questionsOf(bare).some((what) => what.startsWith("per cent of what?")));
  const rate = await growth("Темп прироста добычи, в % к предыдущему месяцу", [0.5, -1, 2, 3]);
  assert.deepEqual([rate.values, rate.losses], [4, []]);
  const index = await growth("Темп прироста добычи, в % к предыдущему месяцу", [101, 102, 103, 104]);
  assert.equal(index.values, 0);
  assert.ok(questionsOf(index).some((what) => what.startsWith("the values contradict the base")));
});

test("values below 0 under the base of an index are asked, however few they are [described.proposal]", async (t) => {
  const growth = (values: readonly number[]) =>
    preview(t, [["Темп роста ВРП, в % к предыдущему году"], [null, 2021, 2022, 2023], ["Руда", ...values]]);
  for (const values of [
    [5.25, -1.25, 0],
    [150, -0.1, 120],
  ]) {
    const found = await growth(values);
    assert.equal(found.values, 0, values.join());
    assert.ok(questionsOf(found).some((what) => what.startsWith("the values contradict the base")));
  }
  assert.equal((await growth([20, 19, 0])).values, 3);
});

test("a section of shares that is no set of shares is asked: an index among answers in per cent [described.proposal]", async (t) => {
  const found = await preview(t, [
    ["Данные в % от всех опрошенных"],
    [null, 2023, 2024],
    ["Вырастут ли цены"],
    ["да", 60, 55],
    ["нет", 40, 45],
    ["Индекс настроений"],
    ["да", 90, 110],
    ["нет", 80, 85],
  ]);
  assert.deepEqual(
    shownOf(found).map(([at]) => at),
    ["1!B4", "1!B5"],
  );
  assert.ok(questionsOf(found).some((what) => what.startsWith("is the section ")));
});

test("doubtful sections are found by whole words, as few as no other section and no title begins with [described.proposal]", async (t) => {
  const header = [null, 2023, 2024];
  const found = await preview(t, [
    ["Данные в % от всех опрошенных"],
    ["Оценка доходов"],
    header,
    ["да", 60, 55],
    ["нет", 40, 45],
    ["Оценка инфляции"],
    ["да", 190, 110],
    ["Индекс настроений"],
    ["да", 190, 110],
    ["Индексы ожиданий"],
    ["да", 180, 120],
    ["Индексация зарплат"],
    ["да", 60, 55],
    ["нет", 40, 45],
  ]);
  const [section] = found.descriptor.tables[0]!.exceptions!.flatMap(({section: own}) => own ?? []);
  const fits = (text: string) => new RegExp(section!, "i").test(text);
  assert.deepEqual(["Оценка инфляции", "Индекс настроений", "Индексы ожиданий", "Индекс"].map(fits), [
    true,
    true,
    true,
    true,
  ]);
  assert.deepEqual(["Оценка доходов", "Индексация зарплат", "Индексация"].map(fits), [false, false, false]);
});

test("separators and days that two countries read differently are asked, and left out until a person answers [described.proposal]", async (t) => {
  const rows = [["03/04/2024"], ["dollars"], [null, 2023, 2024], ["Texas", "1,234", "2,345"], ["Ohio", "3,456", 4.5]];
  const found = await preview(t, rows, "US");
  const questions = questionsOf(found);
  assert.ok(
    questions.some((what) => /comma.*3 texts, such as B4 1,234/.test(what)),
    questions.join("; "),
  );
  assert.ok(questions.some((what) => /the day or the month\? \(1 texts, such as A1 03\/04\/2024/.test(what)));
  assert.equal(found.values, 0);
  const answered = await preview(t, rows, "US", {territory: null, unit: "dollars", country: true});
  assert.ok(questionsOf(answered).every((what) => !what.includes("comma")));
  const settled = await preview(t, [
    [null, 2023, 2024],
    ["Белгородская область", "1,234", "2,3"],
  ]);
  assert.ok(questionsOf(settled).every((what) => !what.includes("comma")));
});

test("ryad describe prints guesses, questions and a preview, writes the descriptor, and loads nothing [described.proposal]", async (t) => {
  const {path} = await preview(t, ROWS.slice(0, 6));
  const target = join(await temporaryFolder(t), "ore.json");
  const {code, stdout} = await ryad(["describe", path, "--published", "2026-02-01", "--write", target]);
  assert.equal(code, 0);
  assert.match(stdout, /100 % {2}rows: label column 1 has the kind territory \(1\)/);
  assert.match(stdout, /4 values of ore\.xlsx would be read:/);
  const data = await temporaryFolder(t);
  const held = await ryad(["load", path, "--descriptor", target, "--published", "2026-02-01", "--data", data]);
  assert.equal(held.code, 1);
  assert.match(held.stderr, /confirmed-descriptor: the descriptor is a proposal that nobody has confirmed/);
  const {proposed, ...confirmed} = JSON.parse(await readFile(target, "utf8"));
  assert.equal(proposed, true);
  await writeFile(target, JSON.stringify(confirmed));
  const loaded = await ryad(["load", path, "--descriptor", target, "--published", "2026-02-01", "--data", data]);
  assert.match(loaded.stdout, /own\/ore of 2026-02-01: 4 new values/);
});

test("ryad load --describe holds the load until a person accepts it, and --preview loads nothing [described.proposal]", async (t) => {
  const {path} = await preview(t, ROWS.slice(0, 6));
  const data = await temporaryFolder(t);
  const named = ["--provider", "miners", "--dataset", "ore", "--published", "2026-02-01", "--data", data];
  const seen = await ryad(["load", path, "--describe", "--preview", ...named]);
  assert.equal(seen.code, 0);
  assert.match(seen.stdout, /4 values of .*ore\.xlsx would be read/);
  const held = await ryad(["load", path, "--describe", ...named]);
  assert.equal(held.code, 1);
  assert.match(held.stderr, /label column 1 has the kind territory/);
  assert.match(held.stdout, /miners\/ore of 2026-02-01: held as run \S+ \(confirmed-descriptor\)/);
  const run = /held as run (\S+)/.exec(held.stdout)![1]!;
  const accepted = await ryad(["load", "--accept", run, "--data", data]);
  assert.match(accepted.stdout, /miners\/ore of 2026-02-01: 4 new values/);
  const alone = await ryad(["load", path, "--preview", ...named]);
  assert.match(alone.stderr, /--preview shows the values of a --descriptor/);
});

test("titles that differ only in the year are one indicator, a sign in the header has the base of its footnote, and blanks among values are no years (FIX-rosstat-41) [described.proposal]", async (t) => {
  const weeks = ["на 12 января**", "на 19 января", "на 26 января", "на 2 февраля", "на 9 февраля", "на 16 февраля"];
  const dates = [...weeks, "на 22 февраля", "на 1 марта", "на 8 марта"];
  const sheet = (year: string): FixtureSheet => ({
    name: year,
    rows: [
      [`Индексы цен в ${year} году`],
      ["в % к предыдущей дате регистрации"],
      [null, ...dates],
      ["Сахар", ...dates.map((_, at) => 100 + at)],
      ["** в % к концу предыдущего года"],
    ],
  });
  const found = await preview(t, [sheet("2024"), sheet("2025")]);
  assert.deepEqual([found.descriptor.dataset.frequency, found.descriptor.tables.length], ["W", 1]);
  assert.deepEqual(found.descriptor.tables[0]!.marks, {"**": {base: "в % к концу предыдущего года"}});
  assert.deepEqual([found.values, found.losses], [18, []]);
  const sparse = await preview(t, [
    ["тысяча тонн"],
    [null, "Руда", "Уголь"],
    ["2024", 1900, 5],
    ["2023", null, 7.5],
    ["2022", 2001, 8],
  ]);
  assert.deepEqual([sparse.values, sparse.descriptor.tables[0]!.rows], [5, ["year"]]);
});

test("months below a year are periods also where another row is between them, and a name among them is refused and no year [described.proposal]", async (t) => {
  const months = (last: string) =>
    preview(t, [
      ["Индексы цен (процент)"],
      [null, "2023", "2023"],
      [null, "К предыдущему месяцу", "К предыдущему месяцу"],
      [null, "январь", last],
      ["Белгородская область", 101.5, 102.5],
      ["Курская область", 100.5, 99.5],
    ]);
  const found = await months("февраль");
  assert.deepEqual(found.descriptor.tables[0]!.columns, ["year", "base", "period"]);
  assert.deepEqual(shownOf(found).slice(0, 2), [
    ["1!B5", "M 2023-01-01", "14000000000", "процент"],
    ["1!B6", "M 2023-01-01", "38000000000", "процент"],
  ]);
  assert.deepEqual([found.values, (await months("за период")).values], [4, 2]);
  const sheet = (name: string, value: number) => ({
    name,
    rows: [["тысяча тонн"], [null, 2023, 2024], ["Руда", value, 9]],
  });
  const named = await preview(t, [sheet("январь", 1), sheet("февраль", 2)]);
  assert.deepEqual([named.descriptor.tables[0]!.sheetName, named.values], ["period", 4]);
  const between = await preview(t, [
    ["тысяча тонн"],
    [null, 2023, 2024],
    ["Январь"],
    ["Руда", 1, 9],
    ["Февраль"],
    ["Руда", 2, 8],
  ]);
  assert.deepEqual([between.descriptor.tables[0]!.section, between.values], ["period", 4]);
});

test("a folder of files that are a release each is loaded file by file with one --published [load.folder]", async (t) => {
  const folder = await temporaryFolder(t);
  const rates = (day: string, value: string) =>
    `<?xml version="1.0" encoding="UTF-8"?><ValCurs Date="${day}" name="Foreign Currency Market"><Valute ID="R01235"><NumCode>840</NumCode><CharCode>USD</CharCode><Nominal>1</Nominal><Name>Доллар США</Name><Value>${value}</Value></Valute></ValCurs>`;
  await writeFile(join(folder, "a.xml"), rates("02.03.2026", "80,5"));
  await writeFile(join(folder, "b.xml"), rates("03.03.2026", "81,5"));
  await writeFile(join(folder, "notes.txt"), "not data");
  const data = await temporaryFolder(t);
  const {code, stdout, stderr} = await ryad(["load", folder, "--data", data]);
  assert.match(stderr, /notes\.txt: not a tidy package/);
  assert.match(stdout, /2 releases loaded: 2 new values, 0 revised; 1 refused/);
  assert.equal(code, 1);
  const tables = await temporaryFolder(t);
  for (const name of ["ore.xlsx", "coal.xlsx"])
    await writeFile(join(tables, name), xlsxOf([{name: "1", rows: ROWS.slice(0, 6)}]));
  const named = ["--provider", "miners", "--dataset", "ore", "--published", "2026-02-01", "--data", data];
  const both = await ryad(["load", tables, "--describe", ...named]);
  assert.match(both.stdout, /nothing new in 0 releases; 2 held/);
});

test("fiscal years, and dates a quarter or a month apart, are guesses of low certainty in a proposal: they may mean other periods (FIX-country-10) [described.proposal]", async (t) => {
  const guessesOf = async (rows: FixtureSheet["rows"]) => {
    const {guesses} = await preview(t, rows, "US");
    return guesses.filter(({certainty, what}) => certainty === 0.5 && !/territory/.test(what)).map(({what}) => what);
  };
  const fiscal = "Outlays, fiscal years ended September 30, million dollars";
  assert.deepEqual(await guessesOf([[fiscal], [null, 2014, 2015], ["Health", 1, 2], ["Energy", 3, 4]]), [
    `${JSON.stringify(fiscal)} names years of another kind: each is read as the calendar year`,
  ]);
  const dated = (days: readonly string[]) =>
    guessesOf([["Date", "Price (dollars)"], ...days.map((day, at) => [day, at + 1])]);
  const ends = ["2023-03-31", "2023-06-30", "2023-09-30", "2023-12-31"];
  assert.deepEqual(await dated(ends), [
    'dates: each date is a day, though the dates are a quarter apart and may mean all of it: "dates": "in quarter" would say so',
  ]);
  assert.deepEqual(await dated(ends.map((day) => day.replace(/\d\d$/, "01"))), [
    "dates: each date is the first day of a month, and means all of it, though the dates are a quarter apart",
  ]);
  assert.deepEqual(await dated(["2023-01-01", "2023-02-01", "2023-03-01", "2023-04-01"]), []);
});

test("dates that show their month alone mean it in a proposal, and years with quarters behind them are quarters (FIX-country-21) [described.proposal]", async (t) => {
  const dated = async (format: string, last = 31) => {
    const cells = [45322, 45351, 45322 + 29 + last].map((number) => ({number, format}));
    const {guesses, examples} = await preview(t, [["Sales (dollars)"], ["State", ...cells], ["Ohio", 1, 2, 3]], "US", {
      ...NO_ANSWERS,
      unit: "dollars",
    });
    return [
      examples[0]!.period,
      ...guesses.filter(({what}) => /date shows/.test(what)).map(({certainty}) => certainty),
    ];
  };
  assert.deepEqual(await dated("mmm-yy"), ["M 2024-01-01", 0.8]);
  assert.deepEqual(await dated("[$-409]mmmm\\ yyyy;@"), ["M 2024-01-01", 0.8]);
  assert.deepEqual(await dated("yyyy-mm-dd"), ["D 2024-01-31"]);
  const quarters = ["2023 Q1", "2023 Q2", "2023 Q3", "2023 Q4"];
  const {values, examples} = await preview(t, [["GDP (dollars)"], [null, ...quarters], ["Total", 1, 2, 3, 4]], "US", {
    ...NO_ANSWERS,
    unit: "dollars",
  });
  assert.deepEqual([values, examples[0]!.period], [4, "Q 2023-01-01"]);
});

test("a quarter with its year in one label is a period, the start of a span in a title is none, and one code of many that is a month too is a code (FIX-country-11) [described.proposal]", async (t) => {
  const title = "House prices since 1952";
  const quarters = await preview(
    t,
    [[title], [null, "Price (dollars)"], ["Q4 1952", 100], ["Q1 1953", 101], ["Q2 1953", 102]],
    "US",
    {
      ...NO_ANSWERS,
      unit: "dollars",
    },
  );
  assert.deepEqual(
    quarters.examples.map(({period}) => period),
    ["Q 1952-10-01", "Q 1953-01-01", "Q 1953-04-01"].slice(0, quarters.examples.length),
  );
  assert.equal(quarters.values, 3);
  const codes = ["MAR", ...Array.from({length: 60}, (_, at) => `X${at}`)];
  const rows = codes.map((code, at) => [code, 2020, at + 0.5]);
  const coded = await preview(t, [["Code", "Year", "Value"], ...rows], "US", {...NO_ANSWERS, unit: "dollars"});
  assert.equal(coded.values, codes.length);
  assert.ok(coded.examples.every(({period}) => period === "A 2020-01-01"));
});

test("a slip of the pen in a period is proposed as the period that it means, and a person sees it [described.proposal]", async (t) => {
  const {descriptor, guesses, values} = await preview(t, [
    ["Оборот, млн рублей"],
    [null, "2023"],
    ["Субъект", "январь", "январь-февраль", "январь-мрат", "январь-апреля"],
    ["Белгородская область", 10, 21, 33, 46],
    ["Курская область", 20, 41, 63, 86],
  ]);
  assert.deepEqual(descriptor.words, {"январь-мрат": "январь-март", "январь-апреля": "январь-апрель"});
  assert.ok(guesses.some(({what}) => what === 'words: "январь-мрат" is read as "январь-март"'));
  assert.equal(values, 8);
});
