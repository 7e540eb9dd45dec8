import assert from "node:assert/strict";
import {test} from "node:test";
import {html} from "../html/html.ts";
import {differenceText} from "../pages/series/change-text.ts";
import {dataTable} from "../widgets/data-table.ts";
import {countText, decimalsIn, missingDecimals} from "./wording.ts";

test("decimals are counted after the decimal mark of the language, never after its group mark [site.decimals]", () => {
  assert.equal(decimalsIn("1,234", "en"), 0);
  assert.equal(decimalsIn("1,234", "ru"), 3);
  assert.equal(decimalsIn("\u22121,234.50", "en"), 2);
  assert.equal(decimalsIn("—", "en"), null);
  assert.equal(missingDecimals("101", 2, "ru"), ",00");
  assert.equal(missingDecimals("101,5", 2, "ru"), "0");
  assert.equal(missingDecimals("101,25", 2, "ru"), "");
  assert.equal(missingDecimals("—", 2, "ru"), "");
});

test("counted new values agree with their number in both languages [site.language]", () => {
  const told = (count: number): string => countText(count, "newValue", "ru").replaceAll("\u00a0", " ");
  assert.deepEqual([1, 3, 15_492, 11].map(told), [
    "1 новое значение",
    "3 новых значения",
    "15 492 новых значения",
    "11 новых значений",
  ]);
  assert.equal(countText(1, "newValue", "en"), "1\u00a0new value");
});

test("a figure with fewer decimals than others of its column gets room for them, and no added digits [site.decimals]", () => {
  const {text} = dataTable({
    caption: "x",
    columns: [{head: "a"}, {head: "b", decimals: "en"}, {head: "c", number: true}],
    rows: [
      ["1", html`<a href="/x?a=1.5">1,234</a>`, "1.5"],
      ["2", "0.25", "2"],
      ["3", "—", "3"],
    ],
  });
  assert.deepEqual(
    [...text.matchAll(/<td class="number"[^>]*>.*?<\/td>/g)].map(([cell]) => cell),
    [
      '<td class="number" data-room=".00"><a href="/x?a=1.5">1,234</a></td>',
      '<td class="number">1.5</td>',
      '<td class="number">0.25</td>',
      '<td class="number">2</td>',
      '<td class="number">—</td>',
      '<td class="number">3</td>',
    ],
  );
});

test("a difference has as many decimals as the more precise of its values [site.decimals site.difference]", () => {
  assert.equal(differenceText(101.75, 101.25, "ru"), "+0,50");
  assert.equal(differenceText(101.2, 101.2, "en"), "0.0");
  assert.equal(differenceText(98, 101.5, "en"), "\u22123.5");
  assert.equal(differenceText(1200, 100, "en"), "+1,100");
});
