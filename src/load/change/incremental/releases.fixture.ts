// Releases of one dataset for loads that write only what changed: fixed ones, and random ones with every kind of change.
//
// Most random releases after the first are small parts of it, since only those can be written without deriving all state.
import fc from "fast-check";

export interface Release {
  /** Its metadata. @param day about the day of its publication */
  readonly on: (day: number) => object;
  readonly rows: readonly string[];
  /** A held run is accepted. */
  readonly accepts: boolean;
}

export const HEADER = "indicator;class;geo;unit;freq;period;value";
const [INDICATORS, CLASSES, PLACES, UNITS] = [
  ["a", "b"],
  ["", "1", "2", "3", "1~2", "x"],
  ["643", "45000000000"],
  ["t"],
];

/** A dataset and two releases that keep its series: the random ones may keep none. */
export const FIRST: Release = {
  on: (day) => metadataOf(day, {}),
  rows: INDICATORS.flatMap((indicator) => [1, 2].map((month) => `${indicator};1;643;t;M;2025-0${month};${month}.5`)),
  accepts: true,
};
export const REVISION: Release = {
  on: (day) => metadataOf(day, {partial: true}),
  rows: ["a;1;643;t;M;2025-02;9"],
  accepts: false,
};
export const REVISION_LATER: Release = {...REVISION, rows: ["a;1;643;t;M;2025-02;10"]};

export const nameOf = (code: string) => ({code, name: `Класс ${code}`});
/** The same with a name of each class, and parts with new classes. */
export const NAMED: Release = {...FIRST, on: (day) => metadataOf(day, {classes: ["1", "2"].map(nameOf)})};
export const NEW_CLASS: Release = {
  on: (day) => metadataOf(day, {partial: true, classes: [nameOf("0"), nameOf("1")]}),
  rows: ["a;0;643;t;M;2025-02;1", "b;1~2;643;t;M;2025-09;1", "a;1;643;t;M;2025-02;9"],
  accepts: true,
};
export const NEW_CLASS_LATER: Release = {...NEW_CLASS, rows: ["b;0;643;t;M;2025-01;10", "a;0~1;643;t;M;2025-01;10"]};

const label = fc.constantFrom("Хлеб", "Молоко", "Bread", "1");
const lists = fc.record(
  {
    name: fc.constantFrom("Цены", "Prices"),
    indicators: listOf(INDICATORS, (code) => label.map((own) => ({code, label: own}))),
    classes: listOf(["1", "2", "3", "x"], (code) => label.map((name) => ({code, name}))),
    units: listOf(["t", "u"], (code) => label.map((name) => ({code, name}))),
    geo: listOf(["45000000000"], (code) => fc.constant({code, name: "Москва", level: "region"})),
    notes: fc.array(fc.record({text: label}), {maxLength: 1}),
    source_url: fc.constantFrom("https://example.org/1", "https://example.org/2"),
    next_release: fc.constant("2027-01-01"),
    archival: fc.boolean(),
  },
  {requiredKeys: []},
);
/** Lists that are long enough to be stored in blobs. */
const manyClasses = Array.from({length: 600}, (_, index) => ({code: `9${index}`, name: `Класс ${index}`}));

export const first: fc.Arbitrary<Release> = fc
  .tuple(lists, fc.boolean(), fc.boolean(), fc.constantFrom("M", "Q", "A", "Q", "A", "W"), fc.integer({min: 3, max: 5}))
  .map(([own, isNamed, hasMany, frequency, classes]) => ({
    on: (day) => {
      const named = isNamed ? ["1", "2", "3", "x"].map(nameOf) : own.classes;
      return metadataOf(day, {
        ...own,
        ...((isNamed || hasMany) && {classes: [...(named ?? []), ...(hasMany ? manyClasses : [])]}),
      });
    },
    rows: INDICATORS.flatMap((indicator) =>
      CLASSES.slice(0, classes + 1).flatMap((code) =>
        PLACES.flatMap((at) =>
          ["M", frequency].flatMap((own_, nth) =>
            nth === 1 && own_ === "M"
              ? []
              : [1, 2].map((period) =>
                  [indicator, code, at, "t", own_, periodOf(own_, period), period + 0.5].join(";"),
                ),
          ),
        ),
      ),
    ),
    accepts: true,
  }));

const row = fc
  .tuple(
    fc.constantFrom(...INDICATORS),
    fc.constantFrom(...CLASSES.slice(0, 3)),
    fc.constantFrom(...PLACES),
    fc.constantFrom(...UNITS),
    fc.constantFrom("M", "M", "M", "A"),
    // From the sixth month on, series that end in the first one become stalled.
    fc.integer({min: 0, max: 7}),
    fc.constantFrom("1", "2", "2.25", "", "…"),
  )
  .map(([indicator, code, at, unit, frequency, period, value]) => ({
    key: [indicator, code, at, unit, frequency, period].join(),
    line: [indicator, code, at, unit, frequency, periodOf(frequency, period), value].join(";"),
  }));

/** Of classes before, between and behind those of the dataset, and pairs of named ones; some are no new class. */
const newSeries = fc.uniqueArray(
  fc
    .tuple(
      fc.constantFrom(...INDICATORS),
      fc.constantFrom("0", "new", "2~3", "0~1", "new~0", "zz", "97", "x~97"),
      fc.constantFrom(...PLACES),
      fc.constantFrom("2025-01", "2025-08"),
    )
    .map(([indicator, code, at, period]) => `${indicator};${code};${at};t;M;${period};7`),
  {minLength: 1, maxLength: 4, selector: (line) => line.split(";").slice(0, 3).join()},
);

export const later: fc.Arbitrary<Release> = fc
  .record({
    // By the index of the release; 0: the day of the release before it.
    pace: fc.constantFrom(1, 1, 1, 1, 1, 1, 1, 0, -2),
    partial: fc.constantFrom(true, true, true, true, true, true, true, true, undefined, false),
    lists: fc.oneof({weight: 5, arbitrary: fc.constant({})}, {weight: 1, arbitrary: lists}),
    rows: fc.uniqueArray(row, {minLength: 1, maxLength: 4, selector: ({key}) => key}),
    newSeries: fc.oneof({weight: 5, arbitrary: fc.constant([])}, {weight: 4, arbitrary: newSeries}),
    newClasses: fc.subarray(["0", "new", "2", "97"]),
    accepts: fc.boolean(),
  })
  .map(({pace, partial, lists: own, rows, newSeries: added, newClasses, accepts}) => ({
    on: (day) =>
      metadataOf(day + pace, {
        ...(newClasses.length > 0 && {classes: newClasses.map(nameOf)}),
        ...own,
        ...(partial !== undefined && {partial}),
      }),
    rows: [...rows.map(({line}) => line), ...added],
    accepts,
  }));

function listOf<T>(codes: readonly string[], element: (code: string) => fc.Arbitrary<T>): fc.Arbitrary<T[]> {
  return fc
    .subarray([...codes])
    .chain((some) => (some.length === 0 ? fc.constant([]) : fc.tuple(...some.map(element))));
}

export function metadataOf(day: number, own: object): object {
  return {
    provider: "showdata",
    dataset: "kept",
    name: "Kept",
    published_at: `2026-03-${String(day).padStart(2, "0")}`,
    revised: true,
    ...own,
  };
}

function periodOf(frequency: string, index: number): string {
  if (frequency === "A") return String(2018 + index);
  if (frequency === "Q") return `2025-Q${(index % 4) + 1}`;
  if (frequency === "W") return `2025-0${index + 1}-06`;
  return `2025-${String(index + 1).padStart(2, "0")}`;
}
