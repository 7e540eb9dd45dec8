// The series of a dataset: their identities (readable address, key, titles), and the catalogue of all series as dictionary-coded columns
// in the order of the slice.
//
// A position is a place in that order, not the series' number, which identifies it in the store. Codes of a dictionary are sorted, so
// comparing indexes means comparing codes: territories by level, then code; the others by code only. Identities are made only of codes,
// never of database numbers, names or the order of loading, so every store has the same keys for the same source. The encoding of codes
// must be reversible: two series may never have the same address.

import {hash} from "node:crypto";
import {firstAtLeast} from "../order/binary-search.ts";
import {type SeriesStatus, seriesStatus} from "../status.ts";
import type {Territory} from "../territory.ts";
import type {Day, PeriodTable} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";

/** The dimensions in the order in which they sort the series of a slice [data.order]. */
export const DIMENSIONS = [
  "classification",
  "indicator",
  "measure",
  "transformation",
  "unit",
  "frequency",
  "territory",
] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** A column with this many codes or more has Uint32 instead of Uint16. */
export const WIDE_FROM_CODES = 65_536;

/** A list that need not be in memory as texts; an array is one. */
export interface Texts extends Iterable<string | null> {
  readonly length: number;
  at(index: number): string | null | undefined;
  /** The index of a sorted code, where a list knows a quicker way; -1: it is not in memory. */
  indexOf?(code: string): number;
  /** Some of the texts are not in memory: the list belongs to a part of a catalogue. */
  readonly isIncomplete?: boolean;
}

/** One dimension: its sorted codes, each used by at least one series, and for every position the index of its code. */
export interface Column<Codes extends Texts = readonly (string | null)[]> {
  readonly codes: Codes;
  readonly index: Uint16Array | Uint32Array;
}

/** The code of one dimension at a position; null: the series lacks the dimension. */
export function codeAt({codes, index}: Column<Texts>, position: number): string | null {
  return codes.at(index[position] as number) as string | null;
}

/** The number of the family that has the position. @param families starts of families, the end of all behind them */
export function familyAt(families: Uint32Array, position: number): number {
  return firstAtLeast(families, position + 1) - 1;
}

/** True when at least one series of the dataset has the dimension. */
export function hasDimension({codes}: Column<Texts>): boolean {
  return codes.length > 1 || (codes.length === 1 && codes.at(0) !== null);
}

export const KEY_LENGTH = 16;

/** The dimensions with few codes, which are in memory as texts. A dataset may have a class for every series. */
export type FewCodes = Exclude<Dimension, "classification">;

export interface Catalogue extends Readonly<Record<FewCodes, Column>> {
  readonly classification: Column<Texts>;
  readonly size: number;
  /** first positions of the families (series that differ only by territory), and the size after the last */
  readonly families: Uint32Array;
  /** parallel to territory.codes */
  readonly territories: readonly Territory[];
  /** parallel to indicator.codes; the code if the indicator has no label */
  readonly indicatorLabels: readonly string[];
  /** number of the series within its dataset, by position */
  readonly numbers: Uint32Array;
  /** what all keys begin with, and the rest of each in latin1 bytes */
  readonly keyPrefix: string;
  readonly keys: Buffer;
  /** The positions by ascending key, made when they are first needed (code-order.ts); later states with the same keys share it. */
  readonly keyOrder: {made: Uint32Array | null};
  readonly lastPeriod: Int32Array;
  /** positions or -1; null: no series is continued */
  readonly continuesAs: Int32Array | null;
  readonly continuesFrom: Int32Array | null;
  /** the latest last period of each frequency; a series is "stalled" in relation to it */
  readonly frontiers: ReadonlyMap<Frequency, Day>;
  readonly weeks: PeriodTable | null;
}

/** A catalogue with names of classes: of all, or of those of some series. */
export interface NamedCatalogue extends Catalogue {
  /** By the index of the class among classification.codes; null: the class has no name. */
  readonly classNames: Pick<Texts, "at">;
}

/** A catalogue with all its texts, as it is made from series. */
export interface WholeCatalogue extends NamedCatalogue {
  readonly classification: Column;
  readonly classNames: readonly (string | null)[];
}

/** The name of the class at a position; null: the series has no class, or the class no name. */
export function classNameAt({classification, classNames}: NamedCatalogue, position: number): string | null {
  return classNames.at(classification.index[position]!) ?? null;
}

/** The dimensions of the series at a position. */
export function dimensionsAt(catalogue: Catalogue, position: number): SeriesDimensions {
  return {
    indicator: codeAt(catalogue.indicator, position) as string,
    classification: codeAt(catalogue.classification, position),
    measure: codeAt(catalogue.measure, position),
    transformation: codeAt(catalogue.transformation, position),
    unit: codeAt(catalogue.unit, position),
    frequency: codeAt(catalogue.frequency, position) as Frequency,
    territory: codeAt(catalogue.territory, position) as string,
  };
}

/** The position of the series with the key; -1: there is none. */
export function positionOfKey({keyPrefix, keys}: Catalogue, key: string): number {
  if (key.length !== KEY_LENGTH || !key.startsWith(keyPrefix)) return -1;
  const rest = key.slice(keyPrefix.length);
  for (let at = keys.indexOf(rest, 0, "latin1"); at !== -1; at = keys.indexOf(rest, at + 1, "latin1")) {
    if (at % rest.length === 0) return at / rest.length;
  }
  return -1;
}

/** The series key at a position. */
export function keyAt({keyPrefix, keys}: Catalogue, position: number): string {
  const length = KEY_LENGTH - keyPrefix.length;
  return keyPrefix + keys.toString("latin1", position * length, (position + 1) * length);
}

/** The number of first characters of a series key that all series of a dataset share. */
export const DATASET_KEY_LENGTH = 5;

/** Codes of one series' dimensions; null: the series lacks the dimension. */
export interface SeriesDimensions {
  readonly indicator: string;
  readonly classification: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly unit: string | null;
  readonly frequency: Frequency;
  readonly territory: string;
}

/** `provider/dataset/indicator.class.measure.transformation.unit.freq.geo`, with a hyphen for an absent dimension [identity.series-ref]. */
export function seriesRef(provider: string, dataset: string, d: SeriesDimensions): string {
  return (
    `${datasetRef(provider, dataset)}/${encoded(d.indicator)}.${encoded(d.classification)}.${encoded(d.measure)}.` +
    `${encoded(d.transformation)}.${encoded(d.unit)}.${encoded(d.frequency)}.${encoded(d.territory)}`
  );
}

/**
 * 16 characters of 0-9a-z: five from the hash of `provider/dataset`, which route to the dataset, and eleven from the hash of
 * the series_ref. Eleven are 57 bits: a load compares keys and refuses a collision.
 */
export function seriesKey(provider: string, dataset: string, dimensions: SeriesDimensions): string {
  return createSeriesKeys(provider, dataset)(dimensions);
}

/** seriesKey for many series of one dataset: the dataset's part is computed once. */
export function createSeriesKeys(provider: string, dataset: string): (dimensions: SeriesDimensions) => string {
  const ofDataset = datasetKey(provider, dataset);
  const ref = datasetRef(provider, dataset);
  const encoders = DIMENSIONS.map(repeatedly);
  return (dimensions) => {
    let address = `${ref}/`;
    const codes = dimensionCodes(dimensions);
    for (let index = 0; index < codes.length; index++)
      address += (index === 0 ? "" : ".") + encoders[index]!(codes[index]!);
    return ofDataset + base36(hash("sha256", address, "latin1"), 11);
  };
}

/** `encoded` for the codes of one dimension: neighbours mostly have the same. */
function repeatedly(): (code: string | null) => string {
  let [last, written] = [null as string | null, "-"];
  return (code) => {
    if (code === last) return written;
    last = code;
    written = encoded(code);
    return written;
  };
}

/** The first five characters of the key of every series of a dataset. Two datasets may share them. */
export function datasetKey(provider: string, dataset: string): string {
  return base36(hash("sha256", datasetRef(provider, dataset), "latin1"), DATASET_KEY_LENGTH);
}

export interface TitleNames {
  /** Code of the class; null: none. */
  readonly classification: string | null;
  readonly className: string | null;
  readonly indicatorLabel: string;
  readonly territoryName: string;
}

/** For display: class (its code if it has no name), indicator label, territory, joined by a comma and a blank. */
export function seriesTitle({classification, className, indicatorLabel, territoryName}: TitleNames): string {
  const series = className || classification || "";
  const family = series === "" || indicatorLabel === "" ? series + indicatorLabel : `${series}, ${indicatorLabel}`;
  return family === "" || territoryName === "" ? family + territoryName : `${family}, ${territoryName}`;
}

/** The seven codes joined by a bar; an absent one is empty. */
export function seriesTitleRaw(d: SeriesDimensions): string {
  return (
    `${d.indicator}|${d.classification ?? ""}|${d.measure ?? ""}|${d.transformation ?? ""}|` +
    `${d.unit ?? ""}|${d.frequency}|${d.territory}`
  );
}

function datasetRef(provider: string, dataset: string): string {
  return `${encoded(provider)}/${encoded(dataset)}`;
}

function dimensionCodes(d: SeriesDimensions): readonly (string | null)[] {
  return [d.indicator, d.classification, d.measure, d.transformation, d.unit, d.frequency, d.territory];
}

function encoded(code: string | null): string {
  return code === null ? "-" : encodedCode(code);
}

/** Percent-encodes (UTF-8) the characters that separate the address. A code that is a hyphen must not be read as an absent one. */
export function encodedCode(code: string): string {
  if (code === "-") return "%2D";
  for (let at = 0; at < code.length; at++)
    if (mayBeSeparator(code.charCodeAt(at))) return code.replace(EVERY_SEPARATOR, percentEncoded);
  return code;
}

/** Cheaper than a search, as codes are short. Blanks of other scripts are between the last limits. */
function mayBeSeparator(letter: number): boolean {
  if (letter < 128) return letter <= 0x20 || letter === 0x25 || letter === 0x2e || letter === 0x2f;
  return letter === 0xa0 || (letter >= 0x1680 && letter <= 0x3000) || letter === 0xfeff;
}

const EVERY_SEPARATOR = /[./%\s]/g;

function percentEncoded(character: string): string {
  // encodeURIComponent does not encode the dot.
  return character === "." ? "%2E" : encodeURIComponent(character);
}

/** The first bits of a SHA-256, a character for each byte, as 1 … 12 digits of base 36. Each half takes 48 bits, so the bias is below 1 in 100,000. */
function base36(bytes: string, length: number): string {
  const low = Math.min(length, 6);
  const digits = base36Part(bytes, 0, low);
  return length > low ? digits + base36Part(bytes, 6, length - low) : digits;
}

function base36Part(bytes: string, from: number, length: number): string {
  let number = 0;
  for (let at = from; at < from + 6; at++) number = number * 256 + bytes.charCodeAt(at);
  return (number % 36 ** length).toString(36).padStart(length, "0");
}

/** Judged against the frontier of the dataset for the same frequency [status.stalled]. */
export function statusAt(catalogue: Catalogue, position: number): SeriesStatus {
  const frequency = codeAt(catalogue.frequency, position) as Frequency;
  const [last, frontier] = [catalogue.lastPeriod[position]!, catalogue.frontiers.get(frequency)!];
  return last === frontier ? "active" : seriesStatus(last, frontier, frequency);
}
