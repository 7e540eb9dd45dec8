// Small datasets for the tests of the catalogue: fixed ones, and random ones with codes that are difficult for a selection.
import fc from "fast-check";
import type {ContinuityBreak} from "../release/release.ts";
import type {Territory} from "../territory.ts";
import {FREQUENCIES} from "../time/frequency.ts";
import {type StoredBlock, verifyBlock} from "./block-columns.ts";
import {buildCatalogue, type CatalogueLabels, type CatalogueSeries} from "./build-catalogue.ts";
import type {SeriesDimensions} from "./catalogue.ts";
import {type Catalogue, DIMENSIONS, type WholeCatalogue} from "./catalogue.ts";
import {beginJoin} from "./catalogue-blocks.ts";
import {type CatalogueManifest, decodeCatalogueManifest, type StoredCatalogue} from "./catalogue-code.ts";
import type {SeriesFilters} from "./selection.ts";

export const TERRITORIES: readonly Territory[] = [
  territory("643", "Российская Федерация", "country", "RU-00"),
  territory("643004.АГ", "Российская Федерация (новая методика)", "country", "RU-00"),
  territory("030", "Центральный федеральный округ", "district", "RU-130"),
  territory("050", "Северный район", "macroregion", "RU-250"),
  territory("45000000000", "город Москва", "region", "RU-77"),
  territory("40000000000", "город Санкт-Петербург", "region", "RU-78"),
  territory("RU-78", "a region whose code is another's canonical one", "region", "RU-47"),
  territory("11001000000", "Архангельск, город", "city", "RU-11001000000"),
];

export const NO_FILTER: SeriesFilters = {
  classification: null,
  measure: null,
  transformation: null,
  unit: null,
  frequency: null,
  territory: {kind: "level", level: "all"},
};

export function labels(over: Partial<CatalogueLabels> = {}): CatalogueLabels {
  return {
    territories: new Map(TERRITORIES.map((one) => [one.code, one])),
    classNames: new Map([["01.1", "Хлеб"]]),
    indicatorLabels: new Map([["cpi", "Индекс потребительских цен"]]),
    continuity: [],
    weeks: null,
    ...over,
  };
}

/** One series; fields that are not given are those of a plain national monthly index. */
export function oneSeries(over: Partial<CatalogueSeries> & {number: number}): CatalogueSeries {
  return {
    indicator: "cpi",
    classification: null,
    measure: null,
    transformation: "level",
    unit: "pct",
    frequency: "M",
    territory: "643",
    key: `ab12c${over.number.toString(36).padStart(11, "0")}`,
    lastPeriod: 20_000,
    ...over,
  };
}

export function build(
  series: readonly (Partial<CatalogueSeries> & {number: number})[],
  over?: Partial<CatalogueLabels>,
): WholeCatalogue {
  return buildCatalogue(series.map(oneSeries), labels(over));
}

export function storedBlocks({blobs}: Pick<StoredCatalogue, "blobs">): StoredBlock[] {
  return Array.from({length: blobs.length / 2}, (_, number) => ({
    number,
    columns: blobs[2 * number]!,
    periods: blobs[2 * number + 1]!,
  }));
}

/** All of a stored catalogue but the names of classes. */
export function readBack(stored: StoredCatalogue): Catalogue {
  return joinBlocks(decodeCatalogueManifest(stored.manifest), storedBlocks(stored));
}

export function namesOf({classification, classNames}: WholeCatalogue): ReadonlyMap<string, string> {
  const named = classNames.flatMap((name, index) =>
    name === null ? [] : [[classification.codes[index]!, name] as const],
  );
  return new Map(named);
}

/** Codes with separators, the word `all`, quotes, dots, and characters whose UTF-16 order differs from the code-point order. */
const TRAPS = [
  "a",
  "b",
  "a,b",
  "b,c",
  "c",
  "all",
  "01.1",
  "01.10",
  "01.2",
  '"',
  '","',
  "..",
  "d=e;f",
  "\u{10348}",
  "\uff21",
  "я",
];

const code = fc.constantFrom(...TRAPS);
const territoryCode = fc.constantFrom(...TERRITORIES.map((one) => one.code));
/** All dimensions vary: most series have little in common. */
const scattered = fc.record({
  indicator: fc.constantFrom("cpi", "ppi"),
  classification: fc.option(code, {freq: 4}),
  measure: fc.option(fc.constantFrom("m", "m,n", "n"), {freq: 2}),
  transformation: fc.constantFrom("level", "level_ytd", null),
  unit: fc.constantFrom("pct", "rub", null),
  frequency: fc.constantFrom(...FREQUENCIES),
  territory: territoryCode,
});
/** As in real datasets: families of many territories, classes with the same series. */
const waiting = fc.record({
  indicator: fc.constant("cpi"),
  classification: fc.constantFrom("a", "b", "a,b"),
  measure: fc.constant(null),
  transformation: fc.constant("level"),
  unit: fc.constant("pct"),
  frequency: fc.constantFrom("M" as const, "Q" as const),
  territory: territoryCode,
});

function uniqueSeries(dimensions: fc.Arbitrary<SeriesDimensions>): fc.Arbitrary<CatalogueSeries[]> {
  return fc
    .uniqueArray(fc.tuple(dimensions, fc.integer({min: -1000, max: 30_000})), {
      maxLength: 60,
      selector: ([one]) => JSON.stringify(DIMENSIONS.map((dimension) => one[dimension])),
    })
    .map((rows) => rows.map(([one, lastPeriod], number) => oneSeries({...one, lastPeriod, number})));
}

/** Up to 60 series in any order, no two of them equal in all dimensions. */
export const anySeries: fc.Arbitrary<CatalogueSeries[]> = fc.oneof(uniqueSeries(scattered), uniqueSeries(waiting));

const shortCode = fc.constantFrom("a", "b", "a,b", "c");
export const anyBreaks: fc.Arbitrary<ContinuityBreak[]> = fc.array(
  fc.record({
    from: shortCode,
    to: shortCode,
    period: fc.constantFrom("2015-01", "2020-01", "2022-01"),
    note: fc.constant(null),
  }),
  {maxLength: 3},
);

/** Values as users write them: single values, lists, repetitions, unknown ones, `all`, nothing. */
function anyValues(pool: readonly string[]): fc.Arbitrary<readonly string[] | null> {
  const part = fc.constantFrom(...pool, ...pool, "unknown", "", "all");
  const list = fc.array(part, {minLength: 1, maxLength: 4}).map((parts) => parts.join(","));
  return fc.option(fc.array(fc.oneof(part, list), {minLength: 1, maxLength: 3}), {freq: 2});
}

export const anyFilters: fc.Arbitrary<SeriesFilters> = fc.record({
  classification: anyValues(TRAPS.filter((trap) => trap !== "all")),
  measure: anyValues(["m", "m,n", "n"]),
  transformation: anyValues(["level", "level_ytd"]),
  unit: anyValues(["pct", "rub"]),
  frequency: anyValues(FREQUENCIES),
  territory: fc.oneof(
    fc.record({
      kind: fc.constant("level" as const),
      level: fc.constantFrom("country", "district", "macroregion", "region", "city", "all"),
    }),
    fc.record({
      kind: fc.constant("codes" as const),
      codes: fc.array(fc.constantFrom(...TERRITORIES.flatMap((one) => [one.code, one.canonical]), "RU-99"), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  ),
});

function territory(code: string, name: string, level: Territory["level"], canonical: string): Territory {
  return {code, name, level, canonical, parent: null};
}

/**
 * The series of some blocks, ascending by number, of a catalogue; positions count from the first of them. The blobs may be reused.
 * Throws DamagedCatalogue, and RangeError if the dataset has continuations, which lead to other blocks, and a block is missing.
 */
export function joinBlocks(manifest: CatalogueManifest, blocks: readonly StoredBlock[]): Catalogue {
  const joining = beginJoin(
    manifest,
    blocks.map(({number}) => number),
  );
  for (const block of blocks) {
    verifyBlock(manifest, block);
    joining.add(block);
  }
  return joining.end();
}
