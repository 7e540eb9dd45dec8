import assert from "node:assert/strict";
import {existsSync, globSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {countryOf} from "../country/countries.ts";
import {canonicalCode} from "../country/ru/ru.ts";
import {test} from "../load/input/publisher-test.fixture.ts";
import type {Level, Territory} from "../statistics/territory.ts";
import {dayText} from "../statistics/time/day.ts";
import {checkWeeks} from "../statistics/time/week.ts";
import {
  readNotRevised,
  readPriceWeeks,
  readProviders,
  readTerritories,
  readTerritoryEnglish,
  readTerritorySpellings,
  readUnits,
} from "./reference.ts";

const shared = new URL("../../../shared/data/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";

const byCode = new Map(readTerritories().map((territory) => [territory.code, territory]));
const ofLevel = (level: Level): Territory[] => readTerritories().filter((territory) => territory.level === level);

test("there are one country in two methodologies, 13 districts, 11 macroregions, 85 subjects and over a thousand cities [territory.levels]", () => {
  assert.deepEqual(
    ofLevel("country").map(({code}) => code),
    ["643", "643004.АГ"],
  );
  assert.deepEqual(
    ofLevel("district").map(({code}) => code),
    Array.from({length: 13}, (_, at) => `0${30 + at}`),
  );
  assert.deepEqual(
    ofLevel("macroregion").map(({code}) => code),
    Array.from({length: 11}, (_, at) => `0${50 + at}`),
  );
  assert.equal(ofLevel("region").length, 85);
  assert.ok(ofLevel("city").length > 1100);
  assert.equal(byCode.size, readTerritories().length, "no code occurs twice");
});

test("no two territories of one level have the same name", () => {
  for (const level of ["country", "district", "macroregion", "region", "city"] as const) {
    const names = ofLevel(level).map(({name}) => name);
    assert.equal(new Set(names).size, names.length, level);
  }
});

test("the country, its districts, macroregions and subjects have English names, each different within its level [territory.english]", () => {
  const english = readTerritoryEnglish();
  for (const code of english.keys()) assert.ok(byCode.has(code), code);
  for (const level of ["country", "district", "macroregion", "region"] as const) {
    const names = ofLevel(level).map(({code}) => english.get(code) ?? assert.fail(code));
    assert.equal(new Set(names).size, names.length, level);
    for (const name of names) assert.match(name, /^[A-Z][\w’()–, -]+$/);
  }
});

test("both country series are RU-00, each with its own name [territory.second-country]", () => {
  const [first, second] = ofLevel("country") as [Territory, Territory];
  assert.deepEqual([first.canonical, second.canonical], ["RU-00", "RU-00"]);
  assert.notEqual(first.name, second.name);
});

test("a subject's canonical code is its subject number, not its OKATO prefix [territory.canonical]", () => {
  const canonical = (code: string) => byCode.get(code)?.canonical;
  assert.equal(canonical("45000000000"), "RU-77");
  assert.equal(canonical("40000000000"), "RU-78");
  assert.equal(canonical("11000000000"), "RU-29");
  assert.equal(canonical("11100000000"), "RU-83");
  assert.equal(canonical("71000000000"), "RU-72");
  assert.equal(canonical("71100000000"), "RU-86");
  assert.equal(canonical("77000000000"), "RU-87");
  assert.equal(canonical("71140000000"), "RU-89");
  assert.equal(canonical("35000000000"), "RU-91");
  assert.equal(canonical("67000000000"), "RU-92");
  assert.equal(canonical("79000000000"), "RU-01");
  assert.equal(canonical("01000000000"), "RU-22");
});

test("every canonical code follows the rule of its level and only the country's is shared [territory.canonical-groups territory.canonical-city]", () => {
  for (const {code, level, canonical} of readTerritories()) {
    assert.equal(canonical, canonicalCode(code, level, level === "region" ? canonical.slice(3) : null), code);
  }
  const others = readTerritories().filter(({level}) => level !== "country");
  assert.equal(new Set(others.map(({canonical}) => canonical)).size, others.length);
  assert.equal(byCode.get("030")?.canonical, "RU-130");
  assert.equal(byCode.get("060")?.canonical, "RU-260");
});

test("the parent of every territory is a territory: of a subject its present district, of a part or city its subject [territory.parts]", () => {
  for (const {code, level, parent} of readTerritories()) {
    const above = parent === null ? undefined : byCode.get(parent);
    if (level === "country") assert.equal(parent, null);
    else if (level === "region") assert.equal(above?.level, "district", code);
    else if (level === "city") assert.ok(above?.level === "region" || code === "55000000000", code);
    else assert.equal(parent, "643", code);
  }
  for (const [part, subject] of [
    ["11001000000", "11000000000"],
    ["71001000000", "71000000000"],
    ["57100000000", "57000000000"],
    ["04100000000", "04000000000"],
    ["04130000000", "04000000000"],
    ["25100000000", "25000000000"],
    ["76100000000", "76000000000"],
    ["30100000000", "30000000000"],
  ] as const) {
    assert.deepEqual([byCode.get(part)?.level, byCode.get(part)?.parent], ["city", subject]);
  }
  // No territory has a reformed district as its parent.
  const present = new Set(ofLevel("region").map(({parent}) => parent));
  assert.deepEqual([...present].sort(), ["030", "031", "033", "034", "038", "040", "041", "042"]);
});

test("subject numbers and OKATO codes are those of the state's lists", {skip}, () => {
  const rows = readFileSync(new URL("ref/okato/hflabs_region.csv", shared), "utf8").trim().split(/\r?\n/).slice(1);
  const listed = rows.map((row) => row.split(",")).map((cells) => [cells[6]!, `RU-${cells[4]!.slice(0, 2)}`] as const);
  const ours = new Map(ofLevel("region").map(({code, canonical}) => [code, canonical]));
  for (const [okato, canonical] of listed) if (canonical !== "RU-99") assert.equal(ours.get(okato), canonical);
  assert.equal(ours.size, listed.length - 1);
});

test("every spelling belongs to a known territory", () => {
  for (const {code, spelling} of readTerritorySpellings()) assert.ok(byCode.has(code), spelling);
});

test("units have one OKEI code each, a multiplier, and a plain unit that exists", () => {
  const units = new Map(readUnits().map((unit) => [unit.okei, unit]));
  assert.equal(units.size, readUnits().length);
  for (const {mult, base, okei} of units.values()) {
    assert.ok(mult >= 1 && Number.isSafeInteger(Math.log10(mult) * 1), okei);
    if (base !== null) assert.equal(units.get(base)?.mult, 1, okei);
  }
  assert.deepEqual(units.get("384"), {
    okei: "384",
    name: "тысяча рублей",
    symbol: "10³ руб",
    mult: 1000,
    base: "383",
    spellings: ["тыс. рублей", "тыс.рублей", "тыс. руб.", "тысяч рублей"],
    english: "thousand rubles",
  });
});

test("price weeks of 2022 to 2024 are numbered within their year and ascend by date [week.calendar]", () => {
  const weeks = readPriceWeeks();
  checkWeeks(weeks);
  const ofYear = (year: number) => weeks.filter((week) => week.year === year);
  assert.deepEqual(
    [2022, 2023, 2024].map((year) => ofYear(year).length),
    [51, 51, 45],
  );
  for (const year of [2022, 2023, 2024])
    assert.deepEqual(
      ofYear(year).map(({week}) => week),
      ofYear(year).map((_, at) => at + 1),
    );
  assert.equal(dayText(ofYear(2022)[0]!.day), "2022-01-10");
  assert.equal(dayText(ofYear(2023)[17]!.day), "2023-05-10");
  assert.equal(dayText(ofYear(2024).at(-1)!.day), "2024-11-11");
});

test("consumer price indices and registered prices are the datasets that are never revised [emiss.not-revised]", () => {
  assert.ok(readNotRevised().has("fedstat/31074"));
  assert.ok(readNotRevised().has("fedstat/37426"));
  assert.ok(!readNotRevised().has("fedstat/31452"));
});

test("each provider is declared once, with its names and country; code of api, search and site contains no provider name [provider.once]", () => {
  const lines = readFileSync(new URL("../../reference/providers.csv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  assert.equal(lines.length, readProviders().size, "no code is listed twice");
  for (const {code, names, country} of readProviders().values()) {
    assert.ok(names.ru !== "" && names.en !== "" && countryOf(country) !== null, code);
    const named = new RegExp(`["'\`]${code}["'\`]|^\\s*${code}:`, "m");
    for (const folder of ["api", "search", "site"])
      for (const path of globSync(`${folder}/**/*.ts`, {cwd: join(import.meta.dirname, "..")}))
        if (!/\.(test|suite|fixture|reference)\.ts$/.test(path))
          assert.doesNotMatch(
            readFileSync(join(import.meta.dirname, "..", path), "utf8"),
            named,
            `${path} names ${code}`,
          );
  }
});
