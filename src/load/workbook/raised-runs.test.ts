import assert from "node:assert/strict";
import {test} from "node:test";
import {unraisedText} from "./rich-text.ts";

/** "м^3 ^": the text between two ^ is superscript. */
const plainOf = (text: string) =>
  unraisedText(text.split("^").map((fragment, index) => ({text: fragment, raised: index % 2 === 1})));

test("the superscript power of a unit of length is kept, every other superscript is a footnote mark and is removed (FIX-rosstat-32) [workbook.superscript]", () => {
  for (const [text, plain] of [
    ["тыс. м^3^", "тыс. м3"],
    ["млн. м.^3^", "млн. м.3"],
    ["Заготовка древесины, тыс.м^3^ (без коры)", "Заготовка древесины, тыс.м3 (без коры)"],
    ["км^2^", "км2"],
    ["тысяч метров^2^", "тысяч метров2"],
    ["руб./м^2^", "руб./м2"],
    // footnotes
    ["м^1^", "м"],
    ["тыс. м^3)^", "тыс. м"],
    ["тыс. м^2^^)^", "тыс. м"],
    ["млн. кв. метров^2^", "млн. кв. метров"],
    ["тыс. куб. м^3^", "тыс. куб. м"],
    ["103,29^2)^", "103,29"],
    ["Республика Крым^3^", "Республика Крым"],
    ["млн. рублей^2^", "млн. рублей"],
    ["1^3^", "1"],
    ["без сносок", "без сносок"],
  ] as const) {
    assert.equal(plainOf(text), plain, text);
  }
});
