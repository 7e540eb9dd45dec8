// Properties of search: order and total compared with the rule applied to all series, and any text as a question.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {compareCodes} from "../statistics/catalogue/code-order.ts";
import {LEVELS} from "../statistics/territory.ts";
import {anyText} from "../text/any-text.fixture.ts";
import {type Built, buildIndex, type Dataset, type Held, PLACES} from "./search.fixture.ts";
import {createSeriesSearch} from "./series-search.ts";

const NAMES = ["Хлеб", "Хлеб, Москва", "Хлеб, Показатель", "Молоко", "", "Я", "😀", "\uffee"];

const someDatasets: fc.Arbitrary<Dataset[]> = fc.array(
  fc
    .record({
      classes: fc.dictionary(fc.constantFrom("a", "b", "c", "d"), fc.constantFrom(...NAMES)),
      families: fc.uniqueArray(
        fc.record({
          classification: fc.constantFrom("a", "b", "c", "d"),
          measure: fc.constantFrom("m", "n"),
          frequency: fc.constantFrom("M" as const, "Q" as const),
          territories: fc.subarray(PLACES, {minLength: 1}),
          stalled: fc.subarray(PLACES),
        }),
        {
          selector: ({classification, measure, frequency}) => `${classification} ${measure} ${frequency}`,
          minLength: 1,
          maxLength: 6,
        },
      ),
    })
    // the frontier of each frequency belongs to an active series
    .map(({classes, families}) => ({
      classes,
      families: [
        ...families,
        ...(["M", "Q"] as const).map((frequency) => ({classification: "z", measure: "z", frequency})),
      ],
    })),
  {minLength: 1, maxLength: 4},
);

function inOrder(held: Iterable<Held>): Held[] {
  const rank = ({isStalled, fullTerritory: territory}: Held): number[] => [
    isStalled ? 1 : 0,
    territory.level === "country" ? 0 : 1,
    LEVELS.indexOf(territory.level),
  ];
  return [...held].sort((one, other) => {
    const [left, right] = [rank(one), rank(other)];
    for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return left[i]! - right[i]!;
    return compareCodes(one.title, other.title) || compareCodes(one.key, other.key);
  });
}

test("filters alone give every matching series, in the order of the rule, with any limit, from any of them on [search.ranking search.filters search.offset]", () => {
  fc.assert(
    fc.property(
      someDatasets,
      fc.option(fc.constantFrom("M", "Q"), {nil: null}),
      fc.option(fc.subarray(PLACES, {minLength: 1}), {nil: null}),
      fc.integer({min: 1, max: 30}),
      fc.integer({min: 0, max: 40}),
      (datasets, frequency, territories, limit, offset) => {
        const {held, find} = buildIndex(datasets);
        const expected = inOrder(held.values()).filter(
          (one) =>
            (frequency === null || one.dimensions.frequency === frequency) &&
            (territories === null || territories.some(({code}) => code === one.fullTerritory.code)),
        );
        const filters = {
          frequency: frequency === null ? null : [frequency],
          territory: territories === null ? null : territories.map(({code}) => code),
        };
        const {keys, total} = find(null, filters, limit, offset);
        assert.equal(total, expected.length);
        assert.deepEqual(
          keys,
          expected.slice(offset, offset + limit).map(({key}) => key),
        );
      },
    ),
    {numRuns: 300},
  );
});

test("a question gives as many series as its total, active national ones first, and a shorter page is the beginning of a longer one [search.ranking]", () => {
  fc.assert(
    fc.property(
      someDatasets,
      fc.constantFrom("хлеб", "хлеб москва", "молоко татарстан", "показатель", "федерация", "хлеп казань молоко"),
      fc.integer({min: 1, max: 12}),
      (datasets, text, limit) => {
        const {held, find} = buildIndex(datasets);
        const whole = find(text, {}, 10_000);
        assert.equal(whole.keys.length, whole.total);
        assert.equal(new Set(whole.keys).size, whole.total);
        const buckets = whole.keys.map((key) => {
          const {isStalled, fullTerritory: territory} = held.get(key)!;
          return (isStalled ? 2 : 0) + (territory.level === "country" ? 0 : 1);
        });
        assert.deepEqual(buckets, buckets.toSorted());
        const page = find(text, {}, limit);
        assert.deepEqual(page.keys, whole.keys.slice(0, limit));
        assert.equal(page.total, whole.total);
      },
    ),
    {numRuns: 200},
  );
});

test("each kind of facet counts all results [search.facets]", () => {
  fc.assert(
    fc.property(someDatasets, fc.constantFrom("хлеб", "москва", null), (datasets, text) => {
      const {index} = buildIndex(datasets);
      const {total, facets} = createSeriesSearch(index).answer({text, limit: 1, filters: {}}, true);
      for (const kind of Object.values(facets!)) {
        assert.equal(
          kind.reduce((sum: number, {count}: {count: number}) => sum + count, 0),
          total,
        );
      }
    }),
    {numRuns: 100},
  );
});

const small: Built = buildIndex(
  [
    {
      classes: {a: "Хлеб", b: "Молоко (кроме сырого)"},
      families: [{classification: "a", territories: PLACES}, {classification: "b"}],
    },
    {indicators: {x: {label: "Уровень безработицы"}}, families: [{territories: PLACES}]},
  ],
  "спб; санкт-петербург\nбезработица; уровень безработицы; без работы",
);

test("any text is a question: nothing throws, and the answer is limited [search.any-text]", () => {
  const bits = fc.constantFrom(
    "хлеб",
    "Москва",
    "санкт-",
    "петербург",
    ".",
    "01.1",
    "*",
    '"',
    "(",
    "\\",
    "%",
    "NOT",
    "😀",
    " ",
    "без",
    "kt",
    "\u0301",
  );
  const typed = fc.oneof(
    anyText({maxLength: 200}),
    fc.array(bits, {maxLength: 40}).map((parts) => parts.join("")),
    fc.array(bits, {maxLength: 40}).map((parts) => parts.join(" ")),
  );
  fc.assert(
    fc.property(typed, fc.integer({min: 1, max: 200}), (text, limit) => {
      const {keys, total} = small.find(text, {}, limit);
      assert.equal(keys.length, Math.min(total, limit));
      assert.deepEqual(small.find(text, {}, limit).keys, keys);
    }),
    {numRuns: 500},
  );
});

test("ten thousand letters are read in a bounded time [search.any-text]", () => {
  const long = [
    "а".repeat(10_000),
    "а ".repeat(5000),
    "хлеб ".repeat(2000),
    "а-".repeat(5000),
    "безработитса ".repeat(800),
  ];
  for (const text of long) {
    // the least of three, because the processor time of the process is also that of its other threads
    const times = [1, 2, 3].map(() => {
      const began = process.cpuUsage();
      small.find(text);
      return process.cpuUsage(began).user;
    });
    assert.ok(Math.min(...times) < 1_000_000, `${text.slice(0, 10)}: ${times.join(", ")} µs`);
  }
});
