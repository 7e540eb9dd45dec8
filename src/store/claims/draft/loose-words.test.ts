import assert from "node:assert/strict";
import {test} from "node:test";
import {isLoose, isOfNumber} from "./loose-words.ts";

const looseIn = (text: string): string[] => {
  const words = text.split(" ");
  return words.filter((_, at) => isLoose(words, at));
};

test("verbs, gerunds and adverbs are loose by their endings, in both languages [verify.draft]", () => {
  assert.deepEqual(looseIn("остыла разогнались измерялась стремительно подорожать достигнув"), [
    ..."остыла разогнались измерялась стремительно подорожать достигнув".split(" "),
  ]);
  assert.deepEqual(looseIn("leapt ballooned quickly"), ["leapt", "ballooned", "quickly"]);
});

test("nouns, adjectives, forecasts and a participle before a noun are not loose [verify.draft]", () => {
  assert.deepEqual(looseIn("зарплаты базовая капитала нефть прогноз"), []);
  assert.deepEqual(looseIn("wages core seasonally supply lending expected"), []);
  assert.deepEqual(looseIn("adjusted inflation"), []);
  assert.deepEqual(looseIn("inflation adjusted"), ["adjusted"]);
});

test("one adjective right before a number says how it seems, unless it may tell which one is meant [verify.draft]", () => {
  assert.equal(isOfNumber({words: ["внушительные"], at: 2}, 3), true);
  assert.equal(isOfNumber({words: ["painful"], at: 2, isAfterArticle: true}, 3), true);
  assert.equal(isOfNumber({words: ["painful"], at: 2}, 3), false);
  assert.equal(isOfNumber({words: ["core"], at: 2, isAfterArticle: true}, 3), false);
  assert.equal(isOfNumber({words: ["внушительные"], at: 2}, 4), false);
  assert.equal(isOfNumber({words: ["зарплаты"], at: 2}, 3), false);
});
