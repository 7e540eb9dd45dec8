// The labels that do not contradict the code of a built-in territory.
import assert from "node:assert/strict";
import {existsSync, readFileSync} from "node:fs";
import {test} from "../../load/input/publisher-test.fixture.ts";
import {readTerritories, readTerritoryEnglish, readTerritorySpellings} from "../../reference/reference.ts";
import {labelContradiction} from "./territory-label.ts";
import {matchTerritoryCode} from "./territory-matcher.ts";

const shared = new URL("../../../../shared/data/", import.meta.url);
const skip = existsSync(shared) ? false : "needs ../shared/data";
const contradiction = (code: string, label: string) => labelContradiction(matchTerritoryCode(code)!, label);

test("no known name of a territory contradicts its code, in Russian, English and any spelling [territory.label]", () => {
  for (const {code, name} of readTerritories()) assert.equal(contradiction(code, name), null, name);
  for (const {code, spelling} of readTerritorySpellings()) assert.equal(contradiction(code, spelling), null, spelling);
  for (const [code, english] of readTerritoryEnglish()) assert.equal(contradiction(code, english), null, english);
});

test("a label of another country's list contradicts, and the message names the territory of the code [territory.label]", () => {
  assert.equal(
    contradiction("040", "Austria"),
    'contradicts the built-in name of 040, which is "Южный федеральный округ"',
  );
  for (const [code, label] of [
    ["040", "Австрия"],
    ["040", "AT"],
    ["040", "奥地利"],
    ["031", "Azerbaijan"],
    ["032", "Argentina"],
    ["036", "Australia"],
    ["050", "Bangladesh"],
    ["051", "Armenia"],
    ["052", "Barbados"],
    ["056", "Belgium"],
    ["060", "Bermuda"],
    // Groups of countries: they have the words of districts, and further words.
    ["030", "Eastern Asia"],
    ["030", "Central and Eastern Europe"],
    ["034", "Southern Asia"],
    ["039", "Southern Europe"],
    ["056", "South Carolina"],
    ["643", "Moldova"],
    ["643", "США"],
  ] as const) {
    assert.notEqual(contradiction(code, label), null, `${code} ${label}`);
  }
});

test("the known name of another territory contradicts, even if it is similar [territory.label]", () => {
  for (const [code, label] of [
    ["643", "Москва"],
    ["643", "Российская Федерация без учета новых субъектов"],
    ["643004.АГ", "Российская Федерация"],
    ["45000000000", "Российская Федерация"],
    ["45000000000", "Московская область"],
    ["45000000000", "Moscow Oblast"],
    ["45000000000", "Moskovskaya oblast"],
    ["46000000000", "г. Москва"],
    ["01000000000", "Алтай"],
    ["84000000000", "Алтайский край"],
    ["87000000000", "Коми-Пермяцкий округ"],
    ["71140000000", "Ненецкий АО"],
    ["031", "Северо-Западный район"],
    ["050", "Северо-Западный район"],
    ["041", "Сибирский федеральный округ (до 03.11.2018)"],
    ["035", "Сибирский федеральный округ (с 03.11.2018)"],
    ["041", "Siberian Federal District (until 3 November 2018)"],
  ] as const) {
    assert.notEqual(contradiction(code, label), null, `${code} ${label}`);
  }
});

test("a territory with its parts and without them are two territories [territory.label]", () => {
  for (const [code, label] of [
    ["11000000000", "Архангельская область без автономного округа"],
    ["11000000000", "Архангельская область, кроме НАО"],
    ["11001000000", "Архангельская область"],
    ["71000000000", "Тюменская область без АО"],
    ["53000000000", "Orenburg Region excluding Orsk"],
  ] as const) {
    assert.notEqual(contradiction(code, label), null, `${code} ${label}`);
  }
  assert.equal(contradiction("11001000000", "Архангельская обл., кроме автономного округа"), null);
  assert.equal(contradiction("71001000000", "Tyumen Region excluding the autonomous areas"), null);
});

test("other forms of a name, initials, words of kinds only, and remarks do not contradict [territory.label]", () => {
  for (const [code, label] of [
    ["643", "Россия"],
    ["643", "Rossiya"],
    ["643", "RU"],
    ["643", "RUS"],
    ["643", "Всего"],
    ["643", "643"],
    ["643", "RU-00"],
    ["643", ""],
    ["643", "Россия (новая методика)"],
    ["643", "В целом по Российской Федерации"],
    ["643", "РОССИЙСКАЯ\u00a0ФЕДЕРАЦИЯ1)"],
    ["45000000000", "Москва"],
    ["45000000000", "Город"],
    ["45000000000", "Москва (столица)"],
    ["45000000000", "Moskva"],
    ["40000000000", "St. Petersburg"],
    ["40000000000", "Sankt-Peterburg"],
    ["92000000000", "Республика Татарстан (Татарстан)"],
    ["92000000000", "Tatarstan"],
    ["030", "ЦФО"],
    ["031", "СЗФО"],
    ["030", "Central"],
    ["040", "Южный"],
    ["040", "Southern FD"],
    ["034", "Урал"],
    ["033", "Приволжье"],
    ["052", "Центральный экономический район"],
    ["46000000000", "Moscow Oblast"],
    ["33000000000", "Kirovskaya oblast"],
    ["78000000000", "Jaroslavl"],
    ["57000000000", "Пермская область"],
    ["76000000000", "Читинская область"],
    ["77000000000", "Чукотка"],
    ["71140000000", "ЯНАО"],
    ["99000000000", "ЕАО"],
    ["83000000000", "КБР"],
    ["88000000000", "Марий-Эл"],
    ["90000000000", "Северная Осетия (Алания)"],
    ["32000000000", "Кемеровская обл."],
  ] as const) {
    assert.equal(contradiction(code, label), null, `${code} ${label}`);
  }
});

test("a plain name of several eras of a district contradicts none of them, and contradicts every other territory [territory.label]", () => {
  for (const code of ["032", "037", "040"]) assert.equal(contradiction(code, "Южный федеральный округ"), null, code);
  for (const code of ["035", "041"]) assert.equal(contradiction(code, "Сибирский федеральный округ"), null, code);
  assert.notEqual(contradiction("038", "Южный федеральный округ"), null);
  assert.notEqual(contradiction("042", "Сибирский федеральный округ"), null);
});

test("no label of the publishers' own lists contradicts [territory.label]", {skip}, () => {
  const rows = (path: string) =>
    readFileSync(new URL(path, shared), "utf8")
      .replace(/^\ufeff/, "")
      .split(/\r?\n/)
      .slice(1);
  const listed = rows("ref/okato/emiss_s_OKATO_from_33459.csv").flatMap((line) => {
    const [, code, label] = /^([^,]+),"?(.*?)"?,\w+,\d$/.exec(line) ?? [];
    return code === undefined ? [] : [[code, label!] as const];
  });
  assert.equal(listed.length, 117);
  for (const [code, label] of listed) assert.equal(contradiction(code, label), null, `${code} ${label}`);
  const subjects = rows("ref/okato/hflabs_region.csv").flatMap((line) => {
    const cells = line.split(",");
    const isKnown = cells[6] !== undefined && matchTerritoryCode(cells[6]) !== null;
    return isKnown ? [[cells[6]!, cells[0]!, cells[2]!, cells.at(-1)!] as const] : [];
  });
  assert.equal(subjects.length, 86);
  for (const [code, ...labels] of subjects)
    for (const label of labels) assert.equal(contradiction(code, label), null, `${code} ${label}`);
});
