import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {anyText} from "../../text/any-text.fixture.ts";
import {finish, longestStep} from "../../work/steps.fixture.ts";
import {createVocabulary, WORDS_AT_ONCE} from "../index/vocabulary.ts";
import {isSameWord, stemmed, stemOf} from "./stem.ts";
import {inOtherLayout, isNear, lettersOf, mayBeNear} from "./typing-errors.ts";
import {foldText, hasLetters, isMereWord, MAX_WORD, readQueryParts, wordsOf} from "./words.ts";

test("case, ё, accents, quotes and the kind of dash do not change a word [search.words]", () => {
  const plain = ["санкт", "петербург", "санктпетербург"];
  for (const text of ["Санкт-Петербург", "«САНКТ—ПЕТЕРБУРГ»", "санкт‑петербу\u00adрг", '"Санкт–Петербург".'])
    assert.deepEqual(wordsOf(text), plain, text);
  assert.deepEqual(wordsOf("Ёлка и́ллюзия е\u0308ж"), ["елка", "иллюзия", "еж"]);
  assert.deepEqual(wordsOf("об'ём № 31074"), ["объем".replace("ъ", ""), "31074"]);
});

test("a part keeps the text between blanks, for codes, and initials make one word [search.words]", () => {
  const [code] = readQueryParts("(01.1.1),");
  assert.deepEqual(code, {whole: "01.1.1", words: ["01", "1", "1"], joined: null, isCutShort: false});
  assert.deepEqual(
    readQueryParts("з/п т.ч. ж/д").map(({words}) => words),
    [["зп"], ["тч"], ["жд"]],
  );
  assert.deepEqual(
    readQueryParts("обл. область").map(({isCutShort}) => isCutShort),
    [true, false],
  );
  assert.deepEqual(readQueryParts(" !? … \n"), []);
});

test("a word is never longer than its limit, and any text can be read [search.any-text]", () => {
  fc.assert(
    fc.property(anyText({maxLength: 300}), (text) => {
      for (const word of wordsOf(text)) assert.ok(word.length >= 1 && word.length <= MAX_WORD);
      inOtherLayout(text);
    }),
  );
});

test("texts of plain letters are read in a short way, with the words of the general one [search.words]", () => {
  const letters = fc.string({unit: fc.constantFrom(..."Aaz9 -–—'`.,;«»/(ЁёЙйЯя№%\u0301\u00ad"), maxLength: 20});
  fc.assert(
    fc.property(letters, (text) => {
      // a number sign is no plain letter: the rest of the text is folded in the general way, and it becomes a blank
      assert.equal(foldText(`№${text}`), ` ${foldText(text)}`);
    }),
  );
  fc.assert(
    fc.property(fc.string({unit: fc.constantFrom(..."azая"), minLength: 1, maxLength: 70}), (word) => {
      assert.deepEqual(readQueryParts(word), readQueryParts(`(${word})`));
    }),
  );
});

test("runs of plain letters and digits are read in a short way, as the general one reads them beside a sign of another kind [search.words]", () => {
  const tokens = fc.string({unit: fc.constantFrom(..."aza02-.,/()'_«»–№ёЁйЯßé²\u0301мх"), maxLength: 12});
  fc.assert(
    fc.property(tokens, (text) => {
      // the sign makes the token a general one, and is left out like all signs around words
      assert.deepEqual(readQueryParts(text), readQueryParts(`${text}€`));
      const [folded] = foldText(text).split(" ");
      assert.equal(isMereWord(folded!), /^\p{L}{3,}$/u.test(folded!));
      assert.equal(hasLetters(folded!), /\p{L}{2}/u.test(folded!));
    }),
    {numRuns: 2000},
  );
});

test("all cases and numbers of a word are forms of the same word, in Russian and in English [search.query]", () => {
  const words = [
    "инфляция инфляции инфляцию инфляцией",
    "цена цены цене цену ценой цен ценам ценами ценах",
    "кредит кредита кредиту кредитом кредите кредиты кредитов кредитам",
    "Татарстан Татарстана Татарстану Татарстаном Татарстане",
    "квартал квартала кварталу кварталом квартале кварталы кварталов",
    "родившиеся родившихся родившимся родившимися",
    "price prices",
    "industry industries",
  ];
  for (const line of words) {
    const [first, ...forms] = line.toLowerCase().split(" ").map(stemmed);
    for (const form of forms) assert.ok(isSameWord(first!, form), `${first!.text} and ${form.text}`);
  }
  for (const [one, other] of [
    ["цена", "ценник"],
    ["рост", "ростова"],
    ["01a1", "01a"],
    ["то", "та"],
    ["родившиеся", "род"],
  ])
    assert.ok(!isSameWord(stemmed(one!), stemmed(other!)), `${one} and ${other}`);
});

test("a near word has one letter more, less or different, or two neighbours swapped, and nothing else is near [search.corrected]", () => {
  for (const near of ["нфляция", "иинфляция", "инфляцыя", "ифнляция", "инфляцияя", "инфляци"])
    assert.ok(isNear("инфляция", near) && isNear(near, "инфляция"), near);
  for (const far of ["инфляция", "инфлцыя", "инялфция", "ифляци", "инфляцияаа", ""])
    assert.ok(!isNear("инфляция", far), far);
});

test("a word with one error is near the original [search.corrected]", () => {
  fc.assert(
    fc.property(
      fc.string({minLength: 1, maxLength: 12}),
      fc.nat(),
      fc.constantFrom("add", "drop", "other"),
      (word, at, how) => {
        const index = at % word.length;
        const letter = word[index] === "ж" ? "щ" : "ж";
        const changed =
          how === "add"
            ? word.slice(0, index) + letter + word.slice(index)
            : word.slice(0, index) + (how === "drop" ? "" : letter) + word.slice(index + 1);
        assert.ok(isNear(word, changed));
        assert.ok(mayBeNear(lettersOf(word), lettersOf(changed)));
      },
    ),
  );
});

test("a misspelt word is compared with at most 20,000 words between two places to rest [budget.steps]", () => {
  const vocabulary = createVocabulary();
  for (let word = 0; word < 3 * WORDS_AT_ONCE; word++) vocabulary.add(lettersFor(word));
  let steps = 0;
  longestStep(vocabulary.nearTo("zzzzzz"), () => steps++);
  assert.ok(steps >= 3, `${steps}`);
});

/** A word of six letters for each number. */
function lettersFor(number: number): string {
  return String(100_000 + number).replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!);
}

test("a vocabulary finds the same near words and beginnings as a comparison with each word that has less than two digits [search.corrected]", () => {
  const someWord = fc.string({unit: fc.constantFrom("а", "б", "в", "g", "4", "😀"), minLength: 1, maxLength: 8});
  const hasDigits = (text: string): boolean => text.split("4").length > 2;
  fc.assert(
    fc.property(fc.array(someWord, {maxLength: 40}), someWord, (words, query) => {
      const vocabulary = createVocabulary();
      for (const word of words) vocabulary.add(word);
      const all = Array.from({length: vocabulary.size}, (_, term) => term);
      const isNearTo = (term: number): boolean => {
        const [word, stem, own] = [vocabulary.wordAt(term), vocabulary.stemAt(term), stemOf(query)];
        const isNearStem = !hasDigits(stem) && stem.length >= 4 && own.length >= 3 && isNear(stem, own);
        return (!hasDigits(word) && isNear(word, query)) || isNearStem;
      };
      assert.deepEqual(finish(vocabulary.nearTo(query)).sort(), all.filter(isNearTo).sort());
      assert.deepEqual(
        vocabulary.beginningWith(query),
        all.filter((term) => vocabulary.wordAt(term).startsWith(query)),
      );
    }),
  );
});

test("the other layout converts letters, punctuation and capitals of the keys, both ways [search.layout]", () => {
  assert.equal(inOtherLayout("byakzwbz"), "инфляция");
  assert.equal(inOtherLayout("[kt,"), "хлеб");
  assert.equal(inOtherLayout("<TYPBY"), "бензин");
  assert.equal(inOtherLayout("пвз"), "gdp");
  assert.equal(inOtherLayout("КГ-77"), "ru-77");
});
