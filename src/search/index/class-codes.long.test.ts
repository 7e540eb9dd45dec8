// Codes of classes that are no words of the vocabulary are found as they are, also after other datasets came and went.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {CODE_MARK, readLevels} from "../../statistics/class-texts/leveled-texts.ts";
import {finish} from "../../work/steps.fixture.ts";
import {parseSynonyms} from "../language/synonyms.ts";
import {readQueryParts} from "../language/words.ts";
import {meetAll} from "../plain-met.reference.ts";
import {buildQuery, readQueryWords} from "../query/build-query.ts";
import {buildIndex, putDataset} from "../search.fixture.ts";
import {isOfLevels, isTechnical, openingWord, queryCode} from "./class-codes.ts";
import {codeWords, numbered, postCodes, postRanges} from "./post-words.ts";
import {draftPostings, FIELD, type Postings, rangesOf} from "./postings.ts";
import {createSegmentWords} from "./segment-words.ts";
import {createVocabulary} from "./vocabulary.ts";

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
  assert.equal(queryCode("024e2"), "024E2");
  assert.equal(queryCode("1ı1"), null);
});

test("a code of plain levels is no word, unless one typing error makes it a word of letters [search.codes]", () => {
  for (const code of ["a_1~b2", "ceny~na~hleb", "ceny~na_hleb", "ab1~cd", "18_30~muzhchiny"]) {
    assert.ok(isOfLevels(code), code);
    assert.equal(queryCode(code), code);
  }
  for (const code of ["ceny~hleb", "ceny", "a~b~c", "Ab1~cd", "ab1~~cd", "ab1~", "~ab1~cd", "ab1~цд", "ab.1~cd"])
    assert.equal(queryCode(code), null, code);
});

const someLevel = fc.oneof(
  fc.constantFrom(..."ceny ceny_na tovary tovar a_b 18_30 the hleba hleb the_ М2 Zz".split(" ")),
  fc.stringMatching(/^[a-c1_]{1,6}$/),
);
const someCode = fc.array(someLevel, {minLength: 1, maxLength: 4}).map((levels) => levels.join("~"));
const codesAsWords = (codes: readonly string[]) => ({
  column: {codes, index: Uint16Array.from(codes.keys())},
  words: createSegmentWords(),
  draft: draftPostings(),
});

test("a code of levels that is no word is met as a whole, by its beginning and with a typing error, as if it were one [search.codes]", () => {
  const check = (codes: readonly string[], texts: readonly string[]): void => {
    const [own, whole] = [codesAsWords(codes), codesAsWords(codes)];
    finish(postCodes(own.draft, own.column, readLevels(codes, CODE_MARK), own.words, isTechnical));
    finish(
      postRanges(whole.draft, whole.column, (_, code) =>
        isTechnical(code) ? [] : numbered(whole.words, codeWords(code)),
      ),
    );
    const [met, expected] = [own, whole].map(({words, draft}) => {
      const list = [...new Set([...words.list, ...codes.filter(isTechnical), ...codes.filter(isOfLevels)])];
      return meetingOf(codes, words.list, list, finish(draft.finish()));
    });
    for (const text of texts)
      for (const corrects of [false, true]) assert.deepEqual(met!(text, corrects), expected!(text, corrects), text);
  };
  fc.assert(
    fc.property(
      fc.uniqueArray(someCode, {minLength: 1, maxLength: 8}),
      fc.array(fc.tuple(fc.nat(), fc.nat(), fc.nat(), fc.constantFrom("", ".", "x", "s")), {
        minLength: 4,
        maxLength: 12,
      }),
      (codes, cuts) => {
        const parts = cuts.map(([index, from, length, end]) => {
          const text = codes[index % codes.length]!;
          const start = text.lastIndexOf("~", from % text.length) + 1;
          return text.slice(length % 3 === 0 ? start : 0, 1 + (length % text.length)) + end;
        });
        check(codes, [...codes, ...parts]);
      },
    ),
    {numRuns: 1000},
  );
  check(["hleb~a", "hleb~1b"], ["hleb~a", "hleb~", "hleb~b"]);
  assert.equal(openingWord("ceny"), "ceny~~~");
});

/** How well each code meets a question, if `list` are the words that the vocabulary has. */
function meetingOf(codes: readonly string[], own: readonly string[], list: readonly string[], postings: Postings) {
  const vocabulary = createVocabulary();
  for (const word of list) vocabulary.add(word);
  const lexicon = {vocabulary, synonyms: parseSynonyms(""), isUsed: () => true};
  return (text: string, corrects: boolean) => {
    const parts = readQueryParts(text);
    const query = finish(buildQuery(readQueryWords(parts, lexicon), parts, lexicon, corrects ? "all" : "unknown"));
    const read = (term: number): Uint32Array => {
      const word = vocabulary.wordAt(term);
      const index = own.indexOf(word);
      const ranges = index === -1 ? [] : [...rangesOf(postings, index)];
      const wanted = codes.indexOf(queryCode(word) ?? "");
      return Uint32Array.from(wanted === -1 ? ranges : [...ranges, wanted, wanted + 1, FIELD.code]);
    };
    return meetAll(read, codes.length, query);
  };
}
