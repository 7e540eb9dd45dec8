// Random datasets and questions for tests that compare two searches: few words, of which many meet in names, in places and in questions.
import fc from "fast-check";
import {type Territory, territoryIdentity} from "../statistics/territory.ts";
import {COUNTRY, type Dataset, LAST, PLACES} from "./search.fixture.ts";

const WORDS = [
  ..."хлеб хлебные изделия молоко молочные консервы Москва московский цена цены индекс рост год месяц всего".split(" "),
  ..."безработица уровень сезонность рубль область хлебобулочные 01.1 2023 a b ab пшеница пшеничный Татарстан".split(
    " ",
  ),
];
export const SYNONYMS =
  "безработица; уровень безработицы; без работы\nцены; индекс цен; рост цен\nхлеб; хлебобулочные изделия";
export const SPELLINGS = new Map([[territoryIdentity(COUNTRY), ["РФ"]]]);
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
    fc.constantFrom("", "", " (кроме молочных)", ", Москва", ", сезонность устранена", " / молоко / год", "?"),
  )
  .map(([words, end]) => words.join(" ") + end);

/** Names of classes that most datasets have: the first is crossed (a question, or three levels), and matches better than the second. */
const RIVALS = [[], ["хлеб?", "хлеб изделия"], ["цены / рост / год", "цены рост год изделия"]];

export function someDatasets(most: number, familiesOfEach: number): fc.Arbitrary<Dataset[]> {
  const codes = [
    "01.1",
    "01.2",
    "b",
    "c",
    "b,c",
    "000-1",
    "all",
    ...Array.from({length: familiesOfEach}, (_, i) => `e${i}`),
  ];
  const family = fc.record({
    classification: fc.constantFrom(...codes, null),
    indicator: fc.constantFrom("x", "y"),
    measure: fc.constantFrom("m", "n", "m,n", null),
    frequency: fc.constantFrom("D" as const, "M" as const, "Q" as const, "A" as const),
    territories: fc.subarray(ALL_PLACES, {minLength: 1}),
    stalled: fc.oneof({weight: 3, arbitrary: fc.constant([])}, {weight: 1, arbitrary: fc.subarray(ALL_PLACES)}),
  });
  return fc.array(
    fc
      .record({
        provider: fc.constantFrom("showdata", "fedstat"),
        name: someName,
        last: fc.constantFrom(LAST, LAST, LAST - 400, LAST - 3000, LAST + 700),
        rivals: fc.constantFrom(...RIVALS),
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
      .map(({families, classes, rivals, ...own}) => ({
        ...own,
        classes: Object.fromEntries([...classes, ...rivals.map((name, at) => [`rival${at}`, name])]),
        // the frontier of each frequency belongs to an active series
        families: [
          ...families,
          ...(["D", "M", "Q", "A"] as const).map((frequency) => ({classification: "z", measure: "z", frequency})),
          ...rivals.map((_, at) => ({classification: `rival${at}`, measure: "z"})),
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
      fc.constantFrom("неведомое", "изд.", "пшен", "в", "45000000000", "000-1"),
    ),
    {minLength: 1, maxLength: 5},
  )
  .map((words) => words.join(" "));

export const someQuestion = fc.record({
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
    classification: fc.option(fc.constantFrom(["01.1"], ["b", "c"], ["b,c"], ["01.1,c"], ["none"]), {freq: 6}),
    measure: fc.option(fc.constantFrom(["m"], ["m,n"], ["z"], ["o"]), {freq: 8}),
    transformation: fc.option(fc.constantFrom(["level"], ["pct_yoy"]), {freq: 8}),
    status: fc.option(fc.constantFrom("active" as const, "stalled" as const), {freq: 6}),
  }),
});
