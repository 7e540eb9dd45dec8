// The hint if no series matches: the filter that emptied the selection, alone or with others, and the codes that exist instead.
//
// It uses the words of the API (`geo`, `class`, `freq`), because its reader knows only the request.

import {LEVELS} from "../territory.ts";
import {type Catalogue, hasDimension, type NamedCatalogue} from "./catalogue.ts";
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

/** The hint of NOT_FOUND (CONTRACT 1); empty: the filters match something. */
export function emptySelectionHint(catalogue: NamedCatalogue, filters: SeriesFilters): string {
  if (catalogue.size === 0) return "this dataset has no series yet";
  const selection = resolveSelection(catalogue, filters);
  const counts = countFailures(catalogue, selection);
  const active = FILTERED.filter((dimension) => selection[dimension] !== null);
  const alone = active.filter((dimension) => countPassing(counts, [dimension]) === 0);
  const others = active.filter((dimension) => !alone.includes(dimension));
  const sentences = alone.map((dimension) => {
    const asked = wireText(dimension, filters);
    if (!hasDimension(catalogue[dimension])) {
      return `${asked} matches nothing: this dataset has no ${WIRE_NAMES[dimension]}, leave it out`;
    }
    return `${asked} matches nothing: try ${offerText(catalogue, selection, filters, dimension, others)}`;
  });
  const clash = findClash(counts, others);
  if (clash !== null) {
    // The filter to change: the first one whose change is enough for a match, the territory before the others.
    const choices = clash.toReversed();
    const keep = (given: Filtered) => others.filter((dimension) => dimension !== given);
    const given = choices.find((dimension) => countPassing(counts, keep(dimension)) > 0);
    const changed = given ?? (choices[0] as Filtered);
    const kept = given === undefined ? clash.filter((dimension) => dimension !== changed) : keep(changed);
    const offers = offerText(catalogue, selection, filters, changed, kept);
    const names = (dimensions: readonly Filtered[]) => dimensions.map((one) => wireText(one, filters)).join(" and ");
    sentences.push(`${names(clash)} have no series in common: with ${names(kept)} try ${offers}`);
  }
  return sentences.join(". ");
}

/** `counts[mask]`: the number of series that fail exactly the filters of the mask (bit i: FILTERED[i]). */
function countFailures(catalogue: Catalogue, selection: Selection): Uint32Array {
  const counts = new Uint32Array(1 << FILTERED.length);
  visitFailures(catalogue, selection, (_position, failed) => {
    counts[failed]! += 1;
  });
  return counts;
}

/** Calls `visit` for every series with the mask of the filters that it fails; series of a family differ only in the territory's bit. */
function visitFailures(catalogue: Catalogue, selection: Selection, visit: (position: number, failed: number) => void) {
  const {families} = catalogue;
  const sieves = FILTERED.map((dimension, bit) => {
    const {codes, index} = catalogue[dimension];
    const failing = new Uint8Array(codes.length);
    const chosen = selection[dimension];
    if (chosen !== null) failing.fill(1 << bit);
    for (const code of chosen ?? []) failing[code] = 0;
    return {index, failing};
  });
  const territories = sieves.pop()!;
  const active = sieves.filter((_, bit) => selection[FILTERED[bit]!] !== null);
  for (let family = 0; family < families.length - 1; family++) {
    const start = families[family] as number;
    const end = families[family + 1] as number;
    let failed = 0;
    for (const {index, failing} of active) failed |= failing[index[start] as number] as number;
    for (let position = start; position < end; position++) {
      visit(position, failed | (territories.failing[territories.index[position] as number] as number));
    }
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

interface Offer {
  readonly text: string;
  readonly label: string | null;
  readonly series: number;
}

/** The codes of the dimension among the series that pass `required`, or in the whole dataset if none does. */
function offerText(
  catalogue: NamedCatalogue,
  selection: Selection,
  filters: SeriesFilters,
  dimension: Filtered,
  required: readonly Filtered[],
): string {
  const {codes, index} = catalogue[dimension];
  const series = new Uint32Array(codes.length);
  const mask = maskOf(required);
  visitFailures(catalogue, selection, (position, failed) => {
    if ((failed & mask) === 0) series[index[position] as number]! += 1;
  });
  if (required.length > 0 && series.every((count) => count === 0)) {
    return offerText(catalogue, selection, filters, dimension, []);
  }
  const offers = offersOf(catalogue, filters, dimension, series);
  if (offers.length === 0) return `without ${WIRE_NAMES[dimension]}`;
  const texts = offers.slice(0, MAX_OFFERS).map(({text, label, series: count}) => {
    return `${WIRE_NAMES[dimension]}=${text}${label === null ? "" : ` (${clip(label)})`}, ${count} series`;
  });
  if (offers.length > MAX_OFFERS) texts.push(`or ${offers.length - MAX_OFFERS} more`);
  return texts.join("; ");
}

/** Codes with their counts, those similar to the requested values first; territories by level, unless the request has a name. */
function offersOf(
  catalogue: NamedCatalogue,
  filters: SeriesFilters,
  dimension: Filtered,
  series: Uint32Array,
): Offer[] {
  const asked = askedValues(dimension, filters).slice(0, MAX_COMPARED).flatMap(splitList).slice(0, MAX_COMPARED);
  const alike: Offer[] = [];
  const unlike: Offer[] = [];
  let place = 0;
  for (const code of catalogue[dimension].codes) {
    const i = place++;
    if (code === null || series[i] === 0) continue;
    const offer = {text: code, label: labelOf(catalogue, dimension, i), series: series[i] as number};
    if (asked.some((value) => resembles(offer, value))) alike.push(offer);
    else unlike.push(offer);
  }
  if (dimension !== "territory") return [...alike, ...unlike];
  if (alike.length > 0 && filters.territory.kind === "codes") return alike;
  return LEVELS.map((level) => {
    const ofLevel = catalogue.territories.map((territory, i) =>
      territory.level === level ? (series[i] as number) : 0,
    );
    return {text: level, label: null, series: ofLevel.reduce((sum, count) => sum + count, 0)};
  }).filter((offer) => offer.series > 0);
}

function labelOf(catalogue: NamedCatalogue, dimension: Filtered, code: number): string | null {
  if (dimension === "territory") return catalogue.territories[code]?.name ?? null;
  return dimension === "classification" ? (catalogue.classNames.at(code) ?? null) : null;
}

/** The code starts with the value, the value starts with the code, or the name contains the value, ignoring case. */
function resembles(offer: Offer, value: string): boolean {
  const [code, name, word] = [offer.text.toLowerCase(), (offer.label ?? "").toLowerCase(), value.toLowerCase()];
  return code.startsWith(word) || word.startsWith(code) || (word.length > 2 && name.includes(word));
}

function askedValues(dimension: Filtered, filters: SeriesFilters): readonly string[] {
  if (dimension !== "territory") return filters[dimension] ?? [];
  return filters.territory.kind === "level" ? [filters.territory.level] : filters.territory.codes;
}

function wireText(dimension: Filtered, filters: SeriesFilters): string {
  return `${WIRE_NAMES[dimension]}=${clip(askedValues(dimension, filters).join(","))}`;
}

function clip(text: string): string {
  const characters = [...text];
  return characters.length > MAX_VALUE_LENGTH ? `${characters.slice(0, MAX_VALUE_LENGTH).join("")}…` : text;
}
