// Codes of classes that are no words of the vocabulary are found as they are, also after other datasets came and went.
import assert from "node:assert/strict";
import {test} from "node:test";
import {finish} from "../../steps.fixture.ts";
import {buildIndex, putDataset} from "../search.fixture.ts";
import {askedCode, isTechnical} from "./class-codes.ts";

const INCOME = "000-10101000000000110";
const families = [{classification: INCOME}, {classification: "024E251890-500-0703"}, {classification: "0100"}];
const classes = {[INCOME]: "Налог на прибыль", "024E251890-500-0703": "Субсидии", "0100": "Вопросы"};

test("a class is found by its code, in small letters too, and its code is no word of the vocabulary until then [search.codes]", () => {
  const {index, find} = buildIndex([{families, classes}]);
  assert.equal(index.vocabulary.find(INCOME), undefined);
  assert.deepEqual(find(INCOME).titles, ["Налог на прибыль, Показатель, Российская Федерация"]);
  assert.deepEqual(find("024e251890-500-0703").titles, ["Субсидии, Показатель, Российская Федерация"]);
  assert.deepEqual(find("вопросы 0100").titles, ["Вопросы, Показатель, Российская Федерация"]);
  assert.equal(find("0101").total, 0);
});

test("a code that was asked for is found in each dataset that comes later, and no more when it has gone [search.codes]", () => {
  const {index, held, find} = buildIndex([{families, classes}]);
  assert.equal(find(INCOME).total, 1);
  putDataset(index, {id: 2, code: "d2", families: [{classification: "5"}, {classification: INCOME}]}, held as never);
  assert.equal(find(INCOME).total, 2);
  finish(index.remove(1));
  assert.equal(find(INCOME).total, 1);
  finish(index.remove(2));
  assert.equal(find(INCOME).total, 0);
});

test("a word and a code with the same letters are both found [search.codes]", () => {
  const {find} = buildIndex([
    {families: [{classification: "2011"}, {classification: "b"}], classes: {"2011": "Перепись", b: "Игры 2011"}},
  ]);
  assert.deepEqual(find("2011").titles, [
    "Игры 2011, Показатель, Российская Федерация",
    "Перепись, Показатель, Российская Федерация",
  ]);
});

test("a code with letters together, of one digit, or that begins with a letter is a word [search.codes]", () => {
  for (const code of ["01", INCOME, "024E251890-500-0703", "1.1"]) assert.ok(isTechnical(code), code);
  for (const code of ["0", "E01", "01AB", "01A-B", "01a", "01~02", "", "-01", "０1"])
    assert.ok(!isTechnical(code), code);
  assert.equal(askedCode("024e2"), "024E2");
  assert.equal(askedCode("1ı1"), null);
});
