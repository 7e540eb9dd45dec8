import assert from "node:assert/strict";
import {test} from "node:test";
import * as fc from "fast-check";
import {anyText} from "../../text/any-text.fixture.ts";
import {clausesOf, draftWords, sentencesOf} from "./draft-words.ts";
import {type DraftFigure, figuresOf} from "./figures.ts";

function figuresIn(text: string, isEnglish = false): readonly DraftFigure[] {
  return figuresOf(text, draftWords(text), isEnglish);
}

function textsOf(text: string, isEnglish = false): string[] {
  return figuresIn(text, isEnglish).map(({start, end}) => text.slice(start, end));
}

test("numbers with a unit are figures, in digits and in words; dates, hours, ages, ordinals and sections are none [verify.draft-figures]", () => {
  assert.deepEqual(textsOf("за 2017 год 92 037 млрд рублей, или 1,5 %, 12 декабря в 11:30"), [
    "92 037 млрд рублей",
    "1,5 %",
  ]);
  assert.deepEqual(textsOf("почти шестнадцать процентов, полтора миллиона человек, пять целых две десятых процента"), [
    "шестнадцать процентов",
    "полтора миллиона человек",
    "пять целых две десятых процента",
  ]);
  assert.deepEqual(textsOf("a 52-year-old said 2,461.1 billion rubles, two and a half percent, article 9", true), [
    "2,461.1 billion rubles",
    "two and a half percent",
  ]);
  assert.deepEqual(textsOf("протокол № 5, 43-летний аналитик, стр. 14"), []);
});

test("the sign of the ruble is a unit, a number may stand behind a colon, and what is doubled has a bound [verify.draft-figures]", () => {
  assert.deepEqual(textsOf("новостройки: 277 383,64 ₽, 94 тыс. ₽, в 11:30"), ["277 383,64 ₽", "94 тыс. ₽"]);
  const [fold] = figuresIn("стоили почти вдвое дороже");
  assert.deepEqual([fold!.number, fold!.isBound], [{digits: 20n, decimals: 1}, true]);
  assert.deepEqual(textsOf("exports tripled", true), ["tripled"]);
});

test("a sentence ends behind a rate and before a bullet [verify.draft-figures]", () => {
  const sentences = (text: string) => [...sentencesOf(text)].map(({start, end}) => text.slice(start, end).trim());
  assert.deepEqual(sentences("до 4,6 % в 2019-м. В мае 5 %."), ["до 4,6 % в 2019-м.", "В мае 5 %."]);
  assert.deepEqual(sentences("на 1,3 % г/г. ВВП вырос"), ["на 1,3 % г/г.", "ВВП вырос"]);
  assert.deepEqual(sentences("в ноябре. • Ставка: 16 %"), ["в ноябре.", "• Ставка: 16 %"]);
  assert.deepEqual(sentences("2 трлн р. Рублей и И. Иванов"), ["2 трлн р. Рублей и И. Иванов"]);
});

test("millions and thousands behind one another are one number, and any other two in a row are none [verify.draft-figures]", () => {
  const sum = figuresIn("один миллион 647 тысяч")[0]!;
  assert.deepEqual(
    [textsOf("один миллион 647 тысяч"), sum.number, sum.unit?.mult],
    [["один миллион 647 тысяч"], {digits: 1647n, decimals: 0}, 1000],
  );
  const [turnover] = figuresIn("2 трлн 461,1 млрд рублей");
  assert.deepEqual([turnover?.number, turnover?.unit?.mult], [{digits: 24611n, decimals: 1}, 1_000_000_000]);
  assert.deepEqual(new Set(figuresIn("647 тысяч один миллион").map(({kind}) => kind)), new Set(["range"]));
});

test("a range is one figure, points are a figure that is not compared, and a bound is told [verify.draft-figures]", () => {
  const kindsOf = (text: string) => figuresIn(text).map(({kind, isBound}) => [kind, isBound]);
  assert.deepEqual(kindsOf("5–6 %"), [["range", false]]);
  assert.deepEqual(kindsOf("between 5 and 6 percent"), [["range", false]]);
  assert.deepEqual(kindsOf("на 3 п. п."), [["points", false]]);
  assert.deepEqual(kindsOf("$3.3 billion"), [["points", false]]);
  assert.deepEqual(kindsOf("более 5 %"), [["value", true]]);
  assert.deepEqual(kindsOf("с 4,8 до 4,6 %"), [
    ["value", false],
    ["value", false],
  ]);
});

test("a comma before three digits is decimal in Russian and divides thousands in English [verify.draft-figures]", () => {
  assert.deepEqual(figuresIn("22,239 billion rubles", true)[0]!.number, {digits: 22_239n, decimals: 0});
  assert.deepEqual(figuresIn("22,239 млрд рублей")[0]!.number, {digits: 22_239n, decimals: 3});
  assert.deepEqual(figuresIn("около 289 000 рублей")[0]!.number, {digits: 289n, decimals: -3});
});

test("a part of a whole is per cent where a change is told by it, and a million may stand alone [verify.draft-figures]", () => {
  const numbersIn = (text: string, isEnglish = false) =>
    figuresIn(text, isEnglish).map(({number, isPart}) => [number.digits, number.decimals, isPart === true]);
  assert.deepEqual(numbersIn("подскочил почти на пятую часть, минус четверть"), [
    [2n, -1, true],
    [25n, 0, true],
  ]);
  assert.deepEqual(numbersIn("by more than a tenth", true), [[1n, -1, true]]);
  assert.deepEqual(textsOf("в первой четверти года, by half a point, a quarter of 2020", true), []);
  assert.deepEqual(textsOf("just over a million residents", true), ["million residents"]);
  assert.deepEqual(textsOf("millions of residents", true), []);
});

test("a year before a dash and a number is no range [verify.draft-figures]", () => {
  assert.deepEqual(textsOf("январь 2025 — 9,92 %"), ["9,92 %"]);
});

const PIECES = [
  "5,59 %",
  "в 2025 году",
  "ВВП",
  ", ",
  ". ",
  "12",
  "–",
  " and ",
  "92 037 млрд",
  "«",
  "two",
  "percent",
  "\n",
  "№ 3",
  "1.2.3",
  "от ",
];

test("places point at the text, figures never overlap, and sentences and clauses follow each other, in any text [verify.draft-figures]", () => {
  const text = fc.oneof(
    anyText({maxLength: 300}),
    fc.array(fc.constantFrom(...PIECES)).map((all) => all.join(" ")),
  );
  fc.assert(
    fc.property(text, fc.boolean(), (given, isEnglish) => {
      const words = draftWords(given);
      const figures = figuresOf(given, words, isEnglish);
      for (const [at, {start, numberEnd, end}] of figures.entries()) {
        assert.ok(start < numberEnd && numberEnd <= end && end <= given.length);
        assert.ok(at === 0 || figures[at - 1]!.end <= start);
      }
      const sentences = [...sentencesOf(given)];
      assert.equal(sentences.map(({start, end}) => given.slice(start, end)).join(""), given);
      let last = 0;
      for (const {start, end} of clausesOf(given, figures)) {
        assert.ok(start >= last && end >= start && end <= given.length);
        last = end;
      }
    }),
    {numRuns: 300},
  );
});
