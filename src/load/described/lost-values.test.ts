// Values that are easy to miss in a workbook: each is read, or holds the run.
import assert from "node:assert/strict";
import {test} from "node:test";
import {createLossCount} from "../buffer/losses.ts";
import {descriptorOf, locations, plain, REGIONAL, read} from "./described.fixture.ts";

test("a formula without its value is not an empty cell: it holds the run, and the message says what to do; with its value it is read (FIX-rosstat-31) [described.formula]", async () => {
  const rows = [
    ["Оборот"],
    ["Всего; млн. рублей"],
    [null, "2015 год", null, "2016 год"],
    [null, "январь", "январь-февраль", "январь"],
    ["Российская Федерация", 10, {formula: "B5+B6", value: 12.5}, {formula: "C5*2"}],
    ["г.Москва", {formula: 'IF(A5="","",B5)'}, null, 6],
  ];
  const {observed, refused} = await read(descriptorOf(REGIONAL), rows, ["B3:C3"]);
  assert.deepEqual(
    plain({observed}).map((one) => one.at(-1)),
    [10, 12.5, 6],
  );
  const reason = "is a formula without its value: open the file in a spreadsheet and save it";
  assert.deepEqual(locations(refused), [
    ["1!D5", "cell", reason, "=C5*2"],
    ["1!B6", "cell", reason, '=IF(A5="","",B5)'],
  ]);
});

test("a number under an empty header holds the run, with its cell, and an exception can leave it out; words there are not values (FIX-rosstat-33) [described.refuses]", async () => {
  const rows = [
    ["Оборот"],
    ["Всего; млн. рублей"],
    [null, "2015 год", null, null, "2016 год"],
    [null, "январь", "февраль", null, "январь"],
    ["Российская Федерация", 10, 11, 12, 13],
    ["г.Москва", 5, 6, "7,5", 8],
    ["г.Санкт-Петербург", 1, 2, "по оценке", 3],
    ["Тверская область", null, null, {formula: "B8"}, null],
  ];
  const {observed, refused} = await read(descriptorOf(REGIONAL), rows, ["B3:C3"]);
  assert.equal(observed.length, 9);
  const reason = "has no column header";
  assert.deepEqual(locations(refused), [
    ["1!D5", "cell", reason, "12"],
    ["1!D6", "cell", reason, "7,5"],
    ["1!D8", "cell", reason, "=B8"],
  ]);
  const exceptions = [{cells: "D5:D8", ignore: true, because: "sums of the two months"}] as const;
  assert.deepEqual((await read(descriptorOf({...REGIONAL, exceptions}), rows, ["B3:C3"])).refused, []);
});

test("one unknown word in front of a row is one place, and its loss is counted in values, the same word on two rows together (FIX-rosstat-47) [load.losses]", async () => {
  const rows = [
    ["Оборот"],
    ["Всего; млн. рублей"],
    [null, "2015 год", null, "2016 год"],
    [null, "январь", "январь-февраль", "январь"],
    ["Российская Федерация", 10, 11, 12],
    ["Атлантида", 5, 6, 8],
    ["Тверская область", 1, 2, 3],
    ["Атлантида", 7, null, 9],
  ];
  const {observed, refused} = await read(descriptorOf(REGIONAL), rows, ["B3:C3"]);
  assert.equal(observed.length, 6);
  const book = createLossCount();
  for (const problem of refused) book.add(problem);
  assert.deepEqual(
    book.list().map(({kind, text, places: where, values}) => [kind, text, where, values]),
    [["territory", "Атлантида", 2, 5]],
  );
});
