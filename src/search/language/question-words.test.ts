// The words of a mere question, which a search leaves out.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {readQuestionWords} from "../../reference/reference.ts";
import {anyText} from "../../text/any-text.fixture.ts";
import {buildIndex} from "../search.fixture.ts";
import {parseQuestionWords, withoutQuestionWords} from "./question-words.ts";
import {readQueryParts} from "./words.ts";

const phrases = parseQuestionWords(readQuestionWords());

function left(text: string): string {
  return withoutQuestionWords(readQueryParts(text), phrases.always)
    .map(({whole}) => whole)
    .join(" ");
}

test("words of a mere question are left out, in Russian and English, with the words between them kept [search.question-words]", () => {
  for (const [question, subject] of [
    ["растёт ли безработица?", "безработица"],
    ["Растут ли цены в Москве", "цены в москве"],
    ["is unemployment up?", "unemployment"],
    ["Is the unemployment rate in Moscow going up?", "the unemployment rate in moscow"],
    ["how much is the dollar", "is the dollar"],
    ["How has inflation changed", "inflation"],
    ["как изменилась зарплата", "зарплата"],
    ["какая сейчас ключевая ставка", "ключевая ставка"],
    ["зарплата по регионам", "зарплата"],
    ["зарплаты по субъектам РФ", "зарплаты"],
    ["wages by region", "wages"],
  ] as const)
    assert.equal(left(question), subject, question);
});

test("each phrase of the list begins and ends with a word: a gap is between two of them [search.question-words]", () => {
  const all = [...phrases.always, ...phrases.otherwise];
  assert.ok(all.length > 100);
  for (const phrase of all) assert.ok(phrase[0] !== "…" && phrase.at(-1) !== "…", phrase.join(" "));
});

test("a question that is nothing else, and one without such words, stay as they are [search.question-words]", () => {
  for (const question of ["растёт ли", "is up", "рост цен", "how much", "ставка 01.1"])
    assert.equal(left(question), question.replaceAll("ё", "е"));
  assert.equal(left("рост ввп"), "рост ввп");
  // a gap has six words at most
  assert.equal(left("is a b c d e f g up"), "is a b c d e f g up");
});

test("of any text only whole words are left out, in order, and never all of them [search.question-words search.any-text]", () => {
  const some = fc.array(fc.oneof(anyText({maxLength: 12}), fc.constantFrom("is", "up", "растёт", "ли", "now", "цены")));
  fc.assert(
    fc.property(some, (words) => {
      const parts = readQueryParts(words.join(" "));
      const kept = withoutQuestionWords(parts, phrases.always);
      assert.ok(kept.length > 0 || parts.length === 0);
      let at = -1;
      for (const one of kept) {
        const next = parts.indexOf(one, at + 1);
        assert.ok(next > at);
        at = next;
      }
    }),
  );
});

test("words that may have a meaning are left out only if nothing matches with them [search.question-words]", () => {
  const labelled = ["Цена молока", "Производство молока", "Курс валюты"].map((label) => ({
    indicators: {x: {label}},
    families: [{}],
  }));
  const {find} = buildIndex(labelled, "цена; стоить; стоит", undefined, null, "?сколько стоит");
  assert.deepEqual(find("сколько стоит молоко").titles, ["Цена молока, Российская Федерация"]);
  assert.deepEqual(find("сколько стоит валюта").titles, ["Курс валюты, Российская Федерация"]);
});
