// The real search compared with the plain one, which looks at every series: the same answers to all questions over all data.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {type Territory, territoryIdentity} from "../statistics/territory.ts";
import {describeConcept, searchConcepts} from "./concept-search.ts";
import {searchPlainly} from "./plain-search.reference.ts";
import {findUnknownCode} from "./query/nearest-code.ts";
import {type Built, buildIndex, COUNTRY, createShelf, type Dataset, PLACES} from "./search.fixture.ts";
import type {SeriesAnswer, SeriesQuestion} from "./series-search.ts";

const WORDS = [
  ..."хлеб хлебные изделия молоко молочные консервы Москва московский цена цены индекс рост год месяц всего".split(" "),
  ..."безработица уровень сезонность рубль область хлебобулочные 01.1 2023 a b ab пшеница пшеничный Татарстан".split(
    " ",
  ),
];
const SYNONYMS =
  "безработица; уровень безработицы; без работы\nцены; индекс цен; рост цен\nхлеб; хлебобулочные изделия";
const MORE_PLACES: Territory[] = [
  ["46000000000", "Московская область", "region", "RU-50"],
  ["11001000000", "Хлебная область", "region", "RU-29"],
  ["46401000000", "Московский", "city", "RU-46401000000"],
].map(([code, name, level, canonical]) => ({
  code: code!,
  name: name!,
  level: level as Territory["level"],
  canonical: canonical!,
  parent: null,
}));
const ALL_PLACES = [...PLACES, ...MORE_PLACES];

const someName = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), {maxLength: 3}),
    fc.constantFrom("", "", " (кроме молочных)", ", Москва", ", сезонность устранена"),
  )
  .map(([words, end]) => words.join(" ") + end);

function someDatasets(most: number, familiesOfEach: number): fc.Arbitrary<Dataset[]> {
  const codes = ["01.1", "01.2", "b", "c", "all", ...Array.from({length: familiesOfEach}, (_, i) => `e${i}`)];
  const family = fc.record({
    classification: fc.constantFrom(...codes, null),
    indicator: fc.constantFrom("x", "y"),
    measure: fc.constantFrom("m", "n", null),
    frequency: fc.constantFrom("M" as const, "Q" as const, "A" as const),
    places: fc.subarray(ALL_PLACES, {minLength: 1}),
    stalled: fc.oneof({weight: 3, arbitrary: fc.constant([])}, {weight: 1, arbitrary: fc.subarray(ALL_PLACES)}),
  });
  return fc.array(
    fc
      .record({
        provider: fc.constantFrom("showdata", "fedstat"),
        name: someName,
        classes: fc.array(fc.tuple(fc.constantFrom(...codes), someName), {maxLength: familiesOfEach}),
        indicators: fc.record({
          x: fc.record({
            label: someName,
            description: fc.option(someName),
            synonyms: fc.array(someName, {maxLength: 1}),
          }),
          y: fc.record({label: someName}),
        }),
        families: fc.uniqueArray(family, {
          selector: ({classification, indicator, measure, frequency}) =>
            JSON.stringify([classification, indicator, measure, frequency]),
          minLength: Math.ceil(familiesOfEach / 2),
          maxLength: familiesOfEach,
        }),
      })
      .map(({families, classes, ...own}) => ({
        ...own,
        classes: Object.fromEntries(classes),
        // the frontier of each frequency belongs to an active series
        families: [
          ...families,
          ...(["M", "Q", "A"] as const).map((frequency) => ({classification: "z", measure: "z", frequency})),
        ],
      })),
    {minLength: 1, maxLength: most},
  );
}

const someText = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(
        "россия",
        "татарстане",
        "казань",
        "хлеп",
        "молако",
        "[kt,",
        "RU-77",
        "643",
        "fedstat",
        "ежемесячно",
        "хлебо-булочные",
      ),
      fc.constantFrom("неведомое", "изд.", "пшен", "в", "45000000000"),
    ),
    {minLength: 1, maxLength: 5},
  )
  .map((words) => words.join(" "));

const someQuestion = fc.record({
  text: fc.oneof({weight: 4, arbitrary: someText}, {weight: 1, arbitrary: fc.constant(null)}),
  limit: fc.oneof(fc.integer({min: 1, max: 30}), fc.constant(200)),
  filters: fc.record({
    provider: fc.option(fc.constantFrom(["fedstat"], ["fedstat", "showdata"]), {freq: 6}),
    dataset: fc.option(fc.constantFrom(["d1"], ["showdata/d1", "fedstat/d2"]), {freq: 6}),
    territory: fc.option(
      fc.subarray([...ALL_PLACES.map(({code}) => code), "RU-77", "RU-130", "nowhere"], {minLength: 1}),
      {freq: 3},
    ),
    frequency: fc.option(fc.subarray(["M", "Q", "A"], {minLength: 1}), {freq: 4}),
    classification: fc.option(fc.constantFrom(["01.1"], ["b", "c"], ["none"]), {freq: 6}),
    transformation: fc.option(fc.constantFrom(["level"], ["pct_yoy"]), {freq: 8}),
  }),
});

function compare(built: Built, asked: SeriesQuestion, withFacets: boolean): SeriesAnswer {
  const expected = searchPlainly(built, asked);
  const answer = built.answer(asked, withFacets);
  const {found, total, isWhole} = answer;
  assert.deepEqual({total, isWhole, keys: found.map(({key}) => key)}, expected);
  return answer;
}

test("any question over any data gives the same series in the same order as the plain search [search.ranking search.query search.filters search.fewer]", () => {
  fc.assert(
    fc.property(
      someDatasets(5, 6),
      fc.array(someQuestion, {minLength: 1, maxLength: 8}),
      fc.boolean(),
      (datasets, questions, withFacets) => {
        const built = buildIndex(datasets, SYNONYMS, new Map([[territoryIdentity(COUNTRY), ["РФ"]]]));
        for (const asked of questions) compare(built, asked, withFacets);
      },
    ),
    {numRuns: 300},
  );
});

test("this also holds if there are more candidates than the page keeps [search.ranking]", () => {
  fc.assert(
    fc.property(someDatasets(6, 300), fc.array(someQuestion, {minLength: 12, maxLength: 12}), (datasets, questions) => {
      const built = buildIndex(datasets, SYNONYMS);
      for (const asked of questions) compare(built, asked, false);
      for (const [text, limit] of [
        ["хлеб", 3],
        ["москва", 1],
        ["область", 20],
        [null, 1],
      ] as const)
        compare(built, {text, limit, filters: {}}, false);
    }),
    {numRuns: 6},
  );
});

test("a search that keeps next to nothing of the index in memory gives the answers of one that has it whole [search.memory]", () => {
  const spellings = new Map([[territoryIdentity(COUNTRY), ["РФ"]]]);
  let reads = 0;
  const check = (datasets: readonly Dataset[], questions: readonly SeriesQuestion[], most: number): void => {
    const shelf = createShelf(most);
    const [whole, small] = [
      buildIndex(datasets, SYNONYMS, spellings),
      buildIndex(datasets, SYNONYMS, spellings, shelf),
    ];
    for (const asked of questions)
      for (const withFacets of [false, true]) {
        assert.deepEqual(small.answer(asked, withFacets), compare(whole, asked, withFacets));
        const [unknown, known] = [
          findUnknownCode(small.index, asked.filters),
          findUnknownCode(whole.index, asked.filters),
        ];
        assert.deepEqual(shelf.play(unknown), shelf.play(known));
        for (const concepts of [searchConcepts, describeConcept] as const) {
          const text = concepts === searchConcepts ? asked.text : "showdata-d1-x";
          const ask = ({index}: Built) => shelf.play<unknown>(concepts(index, text ?? "showdata-d1-x", 5));
          assert.deepEqual(ask(small), ask(whole));
        }
      }
    reads += shelf.reads;
  };
  const questions = (count: number) => fc.array(someQuestion, {minLength: count, maxLength: count});
  fc.assert(fc.property(someDatasets(5, 6), questions(4), fc.nat(3), check), {numRuns: 60});
  fc.assert(fc.property(someDatasets(4, 300), questions(6), fc.nat(3), check), {numRuns: 4});
  assert.ok(reads > 1000, `${reads} blocks were read`);
});
