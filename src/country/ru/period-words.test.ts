import assert from "node:assert/strict";
import {test} from "node:test";
import {dayText} from "../../statistics/time/day.ts";
import type {PeriodWords} from "../country.ts";
import {parsePeriodWords, registrationDay} from "./period-words.ts";

/** "M 3", "M 3 ytd", "Q 2", "A", "stock 1", "W 12 …" or "unknown". */
function said(text: string): string {
  const words = parsePeriodWords(text);
  if (words === null) return "unknown";
  if (words.kind === "stock") return `stock ${words.month}`;
  if (words.kind === "week") return `W ${words.week}${words.year === null ? "" : ` of ${words.year}`}`;
  const at = words.frequency === "A" ? "" : ` ${words.offset + 1}`;
  return `${words.frequency}${at}${words.cumulative ? " ytd" : ""}`;
}

const MONTHS = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split(" ");
const MONTHS_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");

test("the name of a month is that month, and spans from January on are cumulative at their last month, FIX-fedstat-01 [emiss.period-words emiss.transformation]", () => {
  for (const [at, month] of MONTHS.entries()) {
    assert.equal(said(month), `M ${at + 1}`);
    if (at > 0) assert.equal(said(`январь-${month}`), `M ${at + 1} ytd`);
  }
  assert.equal(said(" Январь "), "M 1");
  assert.equal(said("январь -\u00a0март"), "M 3 ytd");
  assert.equal(said("январь–март"), "M 3 ytd");
});

test("quarters are read in Latin and Cyrillic letters, Roman signs and digits, FIX-fedstat-02 [emiss.period-words]", () => {
  for (const text of ["I квартал", "І квартал", "i квартал", "Ⅰ квартал", "1 квартал", "I  квартал"])
    assert.equal(said(text), "Q 1", text);
  for (const text of ["II квартал", "ІІ квартал", "IІ квартал", "Ⅱ квартал"]) assert.equal(said(text), "Q 2", text);
  for (const text of ["III квартал", "ІІІ квартал", "Ⅲ квартал"]) assert.equal(said(text), "Q 3", text);
  for (const text of ["IV квартал", "ІV квартал", "IУ квартал", "Ⅳ квартал", "4 квартал"])
    assert.equal(said(text), "Q 4", text);
});

test("the first half-year is January to June; a second half-year has no frequency here and is not guessed, FIX-fedstat-03 [emiss.period-words]", () => {
  assert.equal(said("I полугодие"), "M 6 ytd");
  assert.equal(said("II полугодие"), "unknown");
});

test("words of a year, and of a date that means the year, are annual [emiss.period-words]", () => {
  for (const text of [
    "значение показателя за год",
    "на конец года",
    "раз в год на определенную дату",
    "раз в год на определённую дату",
    "на начало учебного года",
  ]) {
    assert.equal(said(text), "A", text);
  }
});

test("the first of a month is a stock at that date [emiss.period-words]", () => {
  for (const [at, month] of MONTHS_OF.entries()) assert.equal(said(`на 1 ${month}`), `stock ${at + 1}`);
});

test("a week has its number, and its year and date if the words have them, FIX-fedstat-04 [emiss.period-words]", () => {
  assert.equal(said("12 неделя 2026"), "W 12 of 2026");
  assert.equal(said("01 неделя ( на 10 января)"), "W 1");
  assert.equal(said("9 неделя"), "W 9");
  const date = (text: string, year: number) => {
    const words = parsePeriodWords(text) as PeriodWords & {kind: "week"};
    const day = registrationDay(words, year);
    return day === null ? null : dayText(day);
  };
  assert.equal(date("01 неделя ( на 10 января)", 2022), "2022-01-10");
  assert.equal(date("9 неделя (на 3 мар 2022)", 2022), "2022-03-03");
  assert.equal(date("9 неделя (на 3 марта 2022 г.)", 2022), "2022-03-03");
  assert.equal(date("12 неделя 2026", 2026), null);
  assert.equal(date("52 неделя (на 2 января)", 2022), "2023-01-02", "the last week may be dated in the next year");
  assert.equal(date("01 неделя (на 31 декабря)", 2025), "2024-12-31", "the first one in the year before");
  assert.equal(date("9 неделя (на 30 февраля)", 2022), null);
});

test("any other words are unknown [emiss.period-words]", () => {
  for (const text of [
    "",
    "январ",
    "авугст",
    "февраль-март",
    "апрель-июнь",
    "январь-январь",
    "январь-март-май",
    "V квартал",
    "VI квартал",
    "IIII квартал",
    "0 квартал",
    "5 квартал",
    "квартал",
    "на 2 января",
    "на 1 январь",
    "0 неделя",
    "55 неделя",
    "5 неделя (без даты)",
    "5 неделя (на 10 января",
    "значение показателя за месяц",
    "54 I квартал",
    "constructor",
  ]) {
    assert.equal(said(text), "unknown", text);
  }
});
