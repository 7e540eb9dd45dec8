import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "../../load/input/publisher-test.fixture.ts";
import {readClassEnglish, readNameEnglish} from "../../reference/reference.ts";
import {canonicalCode, russianNameInEnglish} from "./ru.ts";

const OKATO = join(import.meta.dirname, "../../../../shared/data/ref/okato");
const needsData = existsSync(OKATO) ? {} : {skip: "needs ../shared/data"};

test("both country methodologies are RU-00 [territory.second-country]", () => {
  for (const code of ["643", "643004.АГ", "643-2", "643.1", "RU", "RUS", "RU-00"])
    assert.equal(canonicalCode(code, "country", null), "RU-00", code);
});

test("a country with another code than Russia's is not Russia [territory.own-code]", () => {
  for (const code of ["US", "840", "AFG", "040", "00", "6430", "643004", "RUB", "country"])
    assert.equal(canonicalCode(code, "country", null), code);
  assert.equal(canonicalCode("RU-77", "country", null), "RU-x-RU-77");
});

test("a subject is RU- and its subject number, not its OKATO prefix [territory.canonical]", () => {
  const subjects = {
    "45000000000": "77",
    "40000000000": "78",
    "35000000000": "91",
    "67000000000": "92",
    "11000000000": "29",
    "11100000000": "83",
    "79000000000": "01",
  };
  for (const [code, number] of Object.entries(subjects)) {
    assert.equal(canonicalCode(code, "region", number), `RU-${number}`);
  }
  assert.equal(canonicalCode("79000000000", "region", "1"), "RU-01");
});

test(
  "the subjects of the public list have 85 different codes of the form RU-nn [territory.canonical]",
  needsData,
  () => {
    const rows = readFileSync(join(OKATO, "hflabs_region.csv"), "utf8").trimEnd().split("\n").slice(1);
    const codes = rows
      .map((row) => row.split(","))
      .map((cells) => canonicalCode(cells[6]!, "region", cells[4]!.slice(0, 2)))
      .filter((code) => code !== "RU-99");
    assert.equal(new Set(codes).size, 85);
    for (const code of codes) assert.match(code, /^RU-\d\d$/);
  },
);

test("a district is RU-1nn and a macroregion RU-2nn by the last two digits of its code [territory.canonical-groups]", () => {
  assert.equal(canonicalCode("030", "district", null), "RU-130");
  assert.equal(canonicalCode("042", "district", null), "RU-142");
  assert.equal(canonicalCode("30", "district", null), "RU-130");
  assert.equal(canonicalCode("050", "macroregion", null), "RU-250");
  assert.equal(canonicalCode("060", "macroregion", null), "RU-260");
});

test("a city, and a part of a subject, is RU- and its OKATO digits [territory.canonical-city]", () => {
  assert.equal(canonicalCode("79401000000", "city", null), "RU-79401000000");
  assert.equal(canonicalCode("11001000000", "city", "29"), "RU-11001000000");
  assert.equal(canonicalCode("45286575", "city", null), "RU-45286575");
});

test("a region whose subject number is unknown keeps its OKATO digits", () => {
  assert.equal(canonicalCode("21000000000", "region", null), "RU-21000000000");
});

test("a code that is not an OKATO code is kept, and can't be mistaken for another territory [territory.own-code]", () => {
  for (const [code, level] of [
    ["77", "city"],
    ["130", "city"],
    ["130", "district"],
    ["643-2", "city"],
    ["abc", "city"],
    ["77", "region"],
    ["US-CA", "region"],
    ["01401000000999", "city"],
  ] as const)
    assert.equal(canonicalCode(code, level, null), code);
  assert.equal(canonicalCode("RU-77", "city", null), "RU-x-RU-77");
});

test("a code that already has the normalised form of its level is unchanged", () => {
  const cases = [
    ["RU-77", "region"],
    ["RU-AD", "region"],
    ["RU-130", "district"],
    ["RU-250", "macroregion"],
    ["RU-45286575", "city"],
  ] as const;
  for (const [code, level] of cases) assert.equal(canonicalCode(code, level, null), code);
});

test("names of datasets, indicators and classes have English names, however they are written; a class of parts only if each has one [site.english-names]", () => {
  assert.equal(russianNameInEnglish("Валовой внутренний продукт"), "Gross domestic product");
  assert.equal(russianNameInEnglish("ЧИСЛО БОЛЬНИЧНЫХ КОЕК"), "Hospital beds");
  assert.equal(russianNameInEnglish("все население / Всего"), "whole population / Total");
  assert.equal(russianNameInEnglish("все население / попугаи"), null);
  assert.equal(russianNameInEnglish("Экспорт по субъектам Российской Федерации"), "Exports, by region");
  assert.equal(
    russianNameInEnglish("Обеспечение электрической энергией, газом и паром; кондиционирование воздуха"),
    "Electricity, gas, steam and air conditioning supply",
  );
  assert.equal(russianNameInEnglish("Численность попугаев"), null);
});

test("no English name is empty or has a Russian letter, and no published name is in the list twice [site.english-names]", () => {
  for (const [name, english] of readNameEnglish()) assert.match(english, /^[^а-яё]+$/i, name);
  const folded = [...readNameEnglish().keys()].map((name) => name.toLowerCase());
  assert.equal(new Set(folded).size, folded.length);
});

test("classes of OKVED2, OKPD2, COICOP and the budget have English names at two levels, one for each published name [site.english-names]", () => {
  const counts = Object.fromEntries(
    [...Map.groupBy(readClassEnglish(), (one) => one.classification)].map(([classification, all]) => [
      classification,
      new Set(all.map(({code}) => code)).size,
    ]),
  );
  assert.deepEqual(
    {okved2: counts["okved2"], okpd2: counts["okpd2"]},
    {okved2: 21 + 88, okpd2: 21 + 88},
    "sections and divisions",
  );
  assert.ok(counts["coicop"]! >= 12 + 30 && counts["budget-expenditure"]! >= 14 + 70 && counts["budget-revenue"]! > 20);
  for (const {name, english} of readClassEnglish()) {
    assert.equal(russianNameInEnglish(name), english, name);
    assert.equal(russianNameInEnglish(name.toUpperCase()), english, name);
    assert.doesNotMatch(english, /[А-Яа-яЁё;]/);
  }
  assert.equal(
    russianNameInEnglish("Образование / бюджеты городских округов"),
    "Education / budgets of urban districts",
  );
  assert.equal(
    russianNameInEnglish("НАЛОГИ НА ПРИБЫЛЬ, ДОХОДЫ / консолидированный бюджет субъекта РФ"),
    "Taxes on profits and incomes / consolidated budget of the region",
  );
});
