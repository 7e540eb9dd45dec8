// Names that nest by the indent of their cells.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {FixtureCell} from "../workbook/workbook.fixture.ts";
import {previewOfRows} from "./preview.fixture.ts";

const rowsOf = (name: (text: string, indent: 1 | 2) => FixtureCell): FixtureCell[][] => [
  ["Добыча (тысяч тонн)"],
  [null, 2019, 2020],
  ["Уголь", 10.5, 11.5],
  [name("бурый", 1), 4.5, 5.5],
  [name("на экспорт", 2), 1.5, 2.5],
  ["Торф", 3.5, 3.5],
  [name("на экспорт", 1), 0.5, 0.5],
];

test("names nest by the indent of their cells where no name has blanks before it [described.proposal]", async (t) => {
  const classes = async (name: (text: string, indent: 1 | 2) => FixtureCell) => {
    const {descriptor, examples, losses} = await previewOfRows(t, rowsOf(name));
    return {nest: descriptor.tables[0]!.nest, classes: examples.map((one) => one.class), lost: losses.length};
  };
  const indented = await classes((text, indent) => ({text, indent}));
  assert.equal(indented.nest, "indent");
  const blank = await classes((text, indent) => `${"  ".repeat(indent)}${text}`);
  assert.equal(blank.nest, "blanks");
  assert.deepEqual([indented.classes, indented.lost], [blank.classes, blank.lost]);
  assert.equal(new Set(indented.classes).size, 5);
  assert.equal((await classes((text) => text)).nest, undefined);
});
