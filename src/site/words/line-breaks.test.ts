import assert from "node:assert/strict";
import {test} from "node:test";
import {breakable, drawnName, onOneLine} from "./line-breaks.ts";

test("in drawn names short words stay with the next word, and no line begins with a dash [site.line-breaks]", () => {
  const drawn = (name: string): string => drawnName(name).replaceAll("\u00a0", "~");
  assert.equal(drawn("г. Москва"), "г.~Москва");
  assert.equal(drawn("Оборот за 2017 г. по России"), "Оборот за 2017~г. по России");
  assert.equal(drawn("Средняя цена 1 кв. м общей площади"), "Средняя цена 1~кв.~м общей площади");
  assert.equal(drawn("населения - женщин на 1 января"), "населения~- женщин на 1~января");
  assert.equal(drawn("Кемеровская область - Кузбасс"), "Кемеровская область~- Кузбасс");
  assert.equal(drawn("Ханты-Мансийский автономный округ"), "Ханты-Мансийский автономный округ");
  assert.equal(drawn("пересмотры, 2015–2018 годы выпуска"), "пересмотры, 2015–2018 годы выпуска");
  assert.equal(drawn("торг. сети"), "торг. сети");
});

test("long file names and addresses may break at their separators, and are copied unchanged [site.line-breaks]", () => {
  assert.equal(breakable("remaining_data.xlsx").text, "remaining_<wbr>data<wbr>.xlsx");
  assert.equal(breakable("https://a.ru/b").text, "https://<wbr>a<wbr>.ru/<wbr>b");
  assert.equal(breakable("<b>").text, "&lt;b&gt;");
  assert.equal(onOneLine("Q3 2021"), "Q3\u00a02021");
});
