import assert from "node:assert/strict";
import {test} from "node:test";
import {dayOf} from "../../../statistics/time/day.ts";
import {columnMeaning} from "./column-meaning.ts";
import {budgetTerritory, territoryNamed, territoryOfOktmo} from "./form-head.ts";
import {joinedWords} from "./form-table.ts";

const HEAD = {
  form: "0503317",
  day: dayOf(2026, 1, 1),
  okei: "383",
  municipality: "",
  okpo: "",
  quarterly: false,
  names: "",
};
const codeOf = (head: Partial<typeof HEAD>, file = "x.xls") => budgetTerritory({...HEAD, ...head}, file)?.code ?? null;

test("ОКТМО has the digits of OKATO, except for the autonomous districts [roskazna.territory]", () => {
  const of = (code: string) => territoryOfOktmo(code)?.code ?? null;
  assert.equal(of("75701000"), "75000000000");
  assert.equal(of("67312000"), "67000000000");
  assert.equal(of("11851000"), "11100000000");
  assert.equal(of("11701000"), "11000000000");
  assert.equal(of("71876000"), "71100000000");
  assert.equal(of("71952000"), "71140000000");
  assert.equal(of("7570100"), null);
  assert.equal(of(""), null);
});

test("the number of a Treasury body is known only if real files have it, in the form or in the file's name [roskazna.territory]", () => {
  assert.equal(codeOf({okpo: "84"}), "11100000000");
  assert.equal(codeOf({okpo: "9500"}), "643");
  assert.equal(codeOf({}, "2021_74_01.01.2022_0503317.XLS"), "67000000000");
  assert.equal(codeOf({}, "69_0503317.XLS"), "75000000000");
  assert.equal(codeOf({okpo: "99884398"}, "x.xls"), null);
  assert.equal(codeOf({okpo: "48"}), null);
});

test("a name gives the territory in any grammatical case, if only one territory matches [roskazna.territory]", () => {
  const of = (text: string) => territoryNamed(text)?.code ?? null;
  assert.equal(of("Управление финансов Ненецкого автономного округа"), "11100000000");
  assert.equal(of("Министерство финансов Челябинской области"), "75000000000");
  assert.equal(of("Бюджет города Севастополя"), "67000000000");
  assert.equal(of("Окружной бюджет"), null);
  assert.equal(of("Бюджеты Московской и Тульской областей"), null);
});

test("codes and names that contradict each other give no territory [roskazna.territory]", () => {
  assert.equal(codeOf({municipality: "67312000", okpo: "84"}), null);
  assert.equal(codeOf({municipality: "67312000", names: "Бюджет города Севастополя"}), "67000000000");
});

test("levels and measures are found by their words, wherever the line breaks are [roskazna.levels]", () => {
  const meaning = (...header: string[]) => columnMeaning(header.map(joinedWords));
  assert.deepEqual(meaning("Исполнено", "консолидиро-\nванный бюджет субъекта Российской Федерации"), {
    measure: "executed",
    level: "consolidated",
    percent: false,
  });
  assert.equal(meaning("Исполнено", "бюджет территориаль-  ного государственного внебюджетного фонда")!.level, "fund");
  assert.equal(
    meaning("Утвержденные бюджетные назначения", "бюджеты внутри-  городских районов")!.level,
    "city_district",
  );
  assert.equal(meaning("Исполнено", "бюджеты чего-то нового"), null);
  assert.equal(meaning("Справочно"), null);
  assert.deepEqual(meaning("ИТОГО"), {measure: "received", level: "total", percent: false});
  const law = "Плановые показатели, предусмотренные Федеральным законом о федеральном бюджете";
  assert.equal(meaning(`${law} на 2020 год`)!.measure, "law");
  assert.equal(meaning(`${law}, с учетом изменений сводной бюджетной росписи.`)!.measure, "schedule");
  assert.equal(
    meaning("Бюджетные ассигнования, утвержденные сводной бюджетной росписью с учетом изменений")!.measure,
    "schedule",
  );
});
