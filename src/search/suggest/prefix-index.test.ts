// Suggestions by the beginnings of words.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyText} from "../../text/any-text.fixture.ts";
import {finish} from "../../work/steps.fixture.ts";
import {plainWordsOf} from "../language/words.ts";
import {createPrefixIndex, type Named} from "./prefix-index.ts";

function indexed(...names: (string | readonly [string, number])[]) {
  const subjects = names.map((one): Named => {
    const [name, weight] = typeof one === "string" ? [one, 0] : one;
    return {names: name.split("|"), group: 0, weight};
  });
  const index = finish(createPrefixIndex(subjects));
  return (text: string): string[] => finish(index.find(text, [5]))[0]!.map((at) => subjects[at]!.names[0]!);
}

test("the words of a text are beginnings of words of a name in either language, in any order; those before the last may be other forms [site.suggestions]", () => {
  const find = indexed("Уровень безработицы|Unemployment rate", "Число занятых", "Цены на жильё", "Ключевая ставка");
  for (const text of ["безр", "уровень безр", "БЕЗРАБОТИЦЫ ур", "unemp", "rate unem"])
    assert.deepEqual(find(text), ["Уровень безработицы"], text);
  assert.deepEqual(find("ключевую ст"), ["Ключевая ставка"]);
  assert.deepEqual(find("цены на жилье"), ["Цены на жильё"]);
  assert.deepEqual(find("безр занят"), []);
  assert.deepEqual(find("  "), []);
});

test("a name that begins with the text comes first, then the weightier, then the shorter [site.suggestions]", () => {
  const find = indexed("Рост цен", ["Индекс цен на услуги", 3], "Цены на хлеб и молоко", "Цены");
  assert.deepEqual(find("це"), ["Цены", "Цены на хлеб и молоко", "Индекс цен на услуги", "Рост цен"]);
  assert.deepEqual(find("цен").slice(0, 2), ["Цены", "Цены на хлеб и молоко"]);
  assert.equal(indexed("Ценники на полках", "Рост цены")("цены")[0], "Рост цены");
  // a preposition or a sign of a kind in front is no beginning
  assert.equal(indexed("Московская область и соседние", "г. Москва")("моск")[0], "г. Москва");
});

const WORDS = ["цена", "цены", "ценник", "индекс", "price", "prices", "москва", "а"];
const someName = fc.array(fc.constantFrom(...WORDS), {minLength: 1, maxLength: 4}).map((words) => words.join(" "));

test("what is suggested has a word for each word of the text, and nothing that has them is left out while there is room [site.suggestions]", () => {
  fc.assert(
    fc.property(fc.array(someName, {maxLength: 30}), someName, fc.nat(4), (names, text, cut) => {
      const typed = text.slice(0, Math.max(1, text.length - cut));
      const subjects = names.map((name) => ({names: [name], group: 0, weight: 0}));
      const [found] = finish(finish(createPrefixIndex(subjects)).find(typed, [100]));
      const words = plainWordsOf(typed);
      for (const [at, name] of names.entries()) {
        const has = words.every((word) => plainWordsOf(name).some((own) => own.startsWith(word)));
        if (has) assert.ok(found!.includes(at), `${name} by ${typed}`);
      }
      assert.equal(new Set(found).size, found!.length);
    }),
  );
});

test("any text is answered, a group has at most as many as are wanted, and a question leaves nothing behind for the next [site.suggestions search.any-text]", () => {
  const subjects = WORDS.map((name, at) => ({names: [name], group: at % 2, weight: at}));
  const index = finish(createPrefixIndex(subjects));
  fc.assert(
    fc.property(anyText({maxLength: 200}), (text) => {
      const before = finish(index.find("цен", [2, 1]));
      const found = finish(index.find(text, [2, 1]));
      assert.ok(found[0]!.length <= 2 && found[1]!.length <= 1);
      assert.deepEqual(finish(index.find("цен", [2, 1])), before);
    }),
  );
});

test("a question about a letter of many names rests, and others are answered meanwhile [site.suggestions]", () => {
  const names = Array.from({length: 10_000}, (_, at) => (at === 7777 ? "Последняя цена" : `Цена ${at}`));
  const index = finish(
    createPrefixIndex(names.map((name, at) => ({names: [name], group: 0, weight: at === 4000 ? 1 : 0}))),
  );
  const long = index.find("ц", [1]);
  assert.equal(long.next().done, false);
  assert.deepEqual(finish(index.find("посл", [5])), [[7777]]);
  assert.deepEqual(finish(long), [[4000]]);
});
