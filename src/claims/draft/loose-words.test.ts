import assert from "node:assert/strict";
import {test} from "node:test";
import {isLoose} from "./loose-words.ts";

const looseIn = (text: string): string[] => {
  const words = text.split(" ");
  return words.filter((_, at) => isLoose(words, at));
};

test("verbs, gerunds and adverbs are loose by their endings, in both languages [verify.draft]", () => {
  assert.deepEqual(looseIn("остыла разогнались измерялась стремительно подорожать достигнув"), [
    ..."остыла разогнались измерялась стремительно подорожать достигнув".split(" "),
  ]);
  assert.deepEqual(looseIn("leapt ballooned"), ["leapt", "ballooned"]);
});

test("nouns, adjectives, forecasts and a participle before a noun are not loose [verify.draft]", () => {
  assert.deepEqual(looseIn("зарплаты базовая капитала нефть прогноз"), []);
  assert.deepEqual(looseIn("wages core seasonally supply lending expected"), []);
  assert.deepEqual(looseIn("adjusted inflation"), []);
  assert.deepEqual(looseIn("inflation adjusted"), [], "it tells another number");
  assert.deepEqual(looseIn("daily banking refining modelled eu гранит криминал состав ес"), []);
});
