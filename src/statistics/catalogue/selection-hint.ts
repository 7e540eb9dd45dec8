// The hint if no series matches: the filter that emptied the selection, alone or with others, and the codes that exist instead.
//
// It uses the words of the API (`geo`, `class`, `freq`), because its reader knows only the request. It is written step by step, and asks for
// the names of classes where it needs them: a dataset may have a million classes, and a hint is not worth a second of work.

import {LEVELS} from "../territory.ts";
import {type Catalogue, hasDimension, type Texts} from "./catalogue.ts";
import {FILTERED, type Filtered, resolveSelection, type Selection, type SeriesFilters, splitList} from "./selection.ts";

const WIRE_NAMES: Record<Filtered, string> = {
  classification: "class",
  measure: "measure",
  transformation: "transformation",
  unit: "unit",
  frequency: "freq",
  territory: "geo",
};
/** The most codes that are offered, and the most requested values that are compared with the dataset's codes. */
const MAX_OFFERS = 5;
const MAX_COMPARED = 5;
const MAX_VALUE_LENGTH = 60;

/** With more classes only the codes, not the names, are compared with the requested values: names are read from the store. */
const MAX_COMPARED_NAMES = 20_000;
/** Further codes are not compared with the requested values. */
const MAX_COMPARED_CODES = 100_000;

/** Yields the indexes of classes whose names `names` must have in the next step; nothing: a rest. */
export type HintSteps<T> = Generator<readonly number[] | undefined, T>;

/**
 * The hint of NOT_FOUND [data.not-found-hint]; empty: the filters match something.
 * @param names of classes by their indexes: those asked for, until it asks for others
 */
export function* emptySelectionHint(
  catalogue: Catalogue,
  filters: SeriesFilters,
  names: Pick<Texts, "at">,
): HintSteps<string> {
  if (catalogue.size === 0) return "this dataset has no series yet";
  const selection = yield* resolveSelection(catalogue, filters);
  const counts = yield* countFailures(catalogue, selection);
  const active = FILTERED.filter((dimension) => selection[dimension] !== null);
  const alone = active.filter((dimension) => countPassing(counts, [dimension]) === 0);
  const others = active.filter((dimension) => !alone.includes(dimension));
  const sentences: string[] = [];
  const asking: Asking = {catalogue, selection, filters, names};
  for (const dimension of alone) {
    const filter = wireText(dimension, filters);
    sentences.push(
      hasDimension(catalogue[dimension])
        ? `${filter} matches nothing: try ${yield* offerText(asking, dimension, others)}`
        : `${filter} matches nothing: this dataset has no ${WIRE_NAMES[dimension]}, leave it out`,
    );
  }
  const clash = findClash(counts, others);
  if (clash !== null) {
    // The filter to change: the first one whose change is enough for a match, the territory before the others.
    const choices = clash.toReversed();
    const keep = (given: Filtered) => others.filter((dimension) => dimension !== given);
    const given = choices.find((dimension) => countPassing(counts, keep(dimension)) > 0);
    const changed = given ?? (choices[0] as Filtered);
    const kept = given === undefined ? clash.filter((dimension) => dimension !== changed) : keep(changed);
    const offers = yield* offerText(asking, changed, kept);
    const conditionsOf = (dimensions: readonly Filtered[]) =>
      dimensions.map((one) => wireText(one, filters)).join(" and ");
    sentences.push(`${conditionsOf(clash)} have no series in common: with ${conditionsOf(kept)} try ${offers}`);
  }
  return sentences.join(". ");
}

interface Asking {
  readonly catalogue: Catalogue;
  readonly selection: Selection;
  readonly filters: SeriesFilters;
  readonly names: Pick<Texts, "at">;
}

/** Families, or codes, that are looked at in one step. */
const FAMILIES_AT_ONCE = 20_000;
const CODES_AT_ONCE = 500;

/** `counts[mask]`: the number of series that fail exactly the filters of the mask (bit i: FILTERED[i]). */
function* countFailures(catalogue: Catalogue, selection: Selection): HintSteps<Uint32Array> {
  const counts = new Uint32Array(1 << FILTERED.length);
  yield* visitFailures(catalogue, selection, (_position, failed) => {
    counts[failed]! += 1;
  });
  return counts;
}

/** Calls `visit` for every series with the mask of the filters that it fails; series of a family differ only in the territory's bit. */
function* visitFailures(
  catalogue: Catalogue,
  selection: Selection,
  visit: (position: number, failed: number) => void,
): HintSteps<void> {
  const {families} = catalogue;
  const predicates = FILTERED.map((dimension, bit) => {
    const {codes, index} = catalogue[dimension];
    const failing = new Uint8Array(codes.length);
    const chosen = selection[dimension];
    if (chosen !== null) failing.fill(1 << bit);
    for (const code of chosen ?? []) failing[code] = 0;
    return {index, failing};
  });
  const territories = predicates.pop()!;
  const active = predicates.filter((_, bit) => selection[FILTERED[bit]!] !== null);
  for (let family = 0; family < families.length - 1; family++) {
    const start = families[family] as number;
    const end = families[family + 1] as number;
    let failed = 0;
    for (const {index, failing} of active) failed |= failing[index[start] as number] as number;
    for (let position = start; position < end; position++) {
      visit(position, failed | (territories.failing[territories.index[position] as number] as number));
    }
    if (family % FAMILIES_AT_ONCE === FAMILIES_AT_ONCE - 1) yield;
  }
}

/** The number of series that pass all the named filters; the other filters are ignored. */
function countPassing(counts: Uint32Array, required: readonly Filtered[]): number {
  const mask = maskOf(required);
  return counts.reduce((sum, count, failed) => ((failed & mask) === 0 ? sum + count : sum), 0);
}

function maskOf(dimensions: readonly Filtered[]): number {
  return dimensions.reduce((mask, dimension) => mask | (1 << FILTERED.indexOf(dimension)), 0);
}

/** The smallest set of filters that match something alone but nothing together; null: there is none. */
function findClash(counts: Uint32Array, candidates: readonly Filtered[]): readonly Filtered[] | null {
  const subsets = Array.from({length: 1 << candidates.length}, (_, subset) =>
    candidates.filter((_dimension, bit) => subset & (1 << bit)),
  );
  subsets.sort((left, right) => left.length - right.length);
  return subsets.find((subset) => subset.length > 1 && countPassing(counts, subset) === 0) ?? null;
}

/** A code of the dimension by its index, or a level. */
interface Choice {
  readonly text: string;
  readonly series: number;
  readonly index: number | null;
}

/** The codes of the dimension among the series that pass `required`, or in the whole dataset if none does. */
function* offerText(asking: Asking, dimension: Filtered, required: readonly Filtered[]): HintSteps<string> {
  const {catalogue, selection} = asking;
  const {codes, index} = catalogue[dimension];
  const series = new Uint32Array(codes.length);
  const mask = maskOf(required);
  yield* visitFailures(catalogue, selection, (position, failed) => {
    if ((failed & mask) === 0) series[index[position] as number]! += 1;
  });
  if (required.length > 0 && series.every((count) => count === 0)) return yield* offerText(asking, dimension, []);
  const {first, count} = yield* choose(asking, dimension, series);
  if (count === 0) return `without ${WIRE_NAMES[dimension]}`;
  const indexes = dimension === "classification" ? first.flatMap(({index: at}) => at ?? []) : [];
  if (indexes.length > 0) yield indexes;
  const texts = first.map(({text, index: at, series: own}) => {
    const label = at === null ? null : labelOf(asking, dimension, at);
    return `${WIRE_NAMES[dimension]}=${text}${label === null ? "" : ` (${clip(label)})`}, ${own} series`;
  });
  if (count > first.length) texts.push(`or ${count - first.length} more`);
  return texts.join("; ");
}

interface Choices {
  /** The first of them, as many as are offered. */
  readonly first: readonly Choice[];
  readonly count: number;
}

/** Codes with their counts, those similar to the requested values first; territories by level, unless the request has a name. */
function* choose(asking: Asking, dimension: Filtered, series: Uint32Array): HintSteps<Choices> {
  const {catalogue, filters} = asking;
  const compared = comparedValues(dimension, filters);
  const [alike, unlike]: [Choice[], Choice[]] = [[], []];
  let [alikeCount, index] = [0, 0];
  const {codes} = catalogue[dimension];
  const comparesNames = dimension !== "classification" || codes.length <= MAX_COMPARED_NAMES;
  const count = series.reduce((sum, own, i) => (own === 0 || (i === 0 && codes.at(0) === null) ? sum : sum + 1), 0);
  for (const code of codes) {
    const i = index++;
    if (i === MAX_COMPARED_CODES) break;
    if (i % CODES_AT_ONCE === 0)
      yield dimension === "classification" && comparesNames ? indexesFrom(i, codes) : undefined;
    if (code === null || series[i] === 0) continue;
    const isAlike = resembles(code, comparesNames ? labelOf(asking, dimension, i) : null, compared);
    if (isAlike) alikeCount++;
    const offers = isAlike ? alike : unlike;
    if (offers.length < MAX_OFFERS) offers.push({text: code, index: i, series: series[i]!});
  }
  if (dimension !== "territory") return {first: [...alike, ...unlike].slice(0, MAX_OFFERS), count};
  if (alike.length > 0 && filters.territory.kind === "codes") return {first: alike, count: alikeCount};
  const levels = LEVELS.map((level) => {
    const ofLevel = catalogue.territories.map((territory, i) => (territory.level === level ? series[i]! : 0));
    return {text: level, index: null, series: ofLevel.reduce((sum, own) => sum + own, 0)};
  }).filter((choice) => choice.series > 0);
  return {first: levels.slice(0, MAX_OFFERS), count: levels.length};
}

function indexesFrom(first: number, {length}: Texts): number[] {
  return Array.from({length: Math.min(CODES_AT_ONCE, length - first)}, (_, nth) => first + nth);
}

function labelOf({catalogue, names}: Asking, dimension: Filtered, index: number): string | null {
  if (dimension === "territory") return catalogue.territories[index]?.name ?? null;
  return dimension === "classification" ? (names.at(index) ?? null) : null;
}

/** The first requested values, in lower case; of a long one its beginning, which is compared with each code and name. */
function comparedValues(dimension: Filtered, filters: SeriesFilters): readonly string[] {
  const values = queryValues(dimension, filters).slice(0, MAX_COMPARED);
  const parts = new Set(values.flatMap((value) => splitList(value.slice(0, MAX_COMPARED * MAX_VALUE_LENGTH))));
  return [...parts].slice(0, MAX_COMPARED).map((value) => value.slice(0, MAX_VALUE_LENGTH).toLowerCase());
}

/** The code starts with a value, a value starts with the code, or the name contains a value, ignoring case. */
function resembles(offered: string, label: string | null, values: readonly string[]): boolean {
  const [code, name] = [offered.toLowerCase(), label?.toLowerCase() ?? ""];
  return values.some(
    (word) => code.startsWith(word) || word.startsWith(code) || (word.length > 2 && name.includes(word)),
  );
}

function queryValues(dimension: Filtered, filters: SeriesFilters): readonly string[] {
  if (dimension !== "territory") return filters[dimension] ?? [];
  return filters.territory.kind === "level" ? [filters.territory.level] : filters.territory.codes;
}

function wireText(dimension: Filtered, filters: SeriesFilters): string {
  return `${WIRE_NAMES[dimension]}=${clip(queryValues(dimension, filters).join(","))}`;
}

function clip(text: string): string {
  // a character takes two units at most
  const characters = [...text.slice(0, 2 * MAX_VALUE_LENGTH + 2)];
  return characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH).join("")}…` : text;
}
