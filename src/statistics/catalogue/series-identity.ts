// What tells one series from every other: its readable address (series_ref), its key, and its titles.
//
// Everything here is made of codes alone, never of database numbers, names or the order of loading, so the same source loaded
// elsewhere has the same keys. The encoding of codes must stay reversible: two series may never share an address.
import {hash} from "node:crypto";
import type {Frequency} from "../time/frequency.ts";

/** First characters of a series key: those of its dataset. */
export const DATASET_KEY_LENGTH = 5;

/** Codes of one series' dimensions; null where the dataset lacks the dimension. */
export interface SeriesDimensions {
  readonly indicator: string;
  readonly classification: string | null;
  readonly measure: string | null;
  readonly transformation: string | null;
  readonly unit: string | null;
  readonly frequency: Frequency;
  readonly territory: string;
}

/** `provider/dataset/indicator.class.measure.transformation.unit.freq.geo`, an absent dimension being a hyphen (CONTRACT 2). */
export function seriesRef(provider: string, dataset: string, dimensions: SeriesDimensions): string {
  return `${datasetRef(provider, dataset)}/${dimensionCodes(dimensions).map(encoded).join(".")}`;
}

/**
 * 16 characters of 0-9a-z: five from the hash of `provider/dataset`, which route to the dataset, and eleven from the hash of
 * the series_ref. Eleven are 57 bits: a load compares keys and refuses a collision.
 */
export function seriesKey(provider: string, dataset: string, dimensions: SeriesDimensions): string {
  return createSeriesKeys(provider, dataset)(dimensions);
}

/** seriesKey for many series of one dataset: the part of the dataset is made once. */
export function createSeriesKeys(provider: string, dataset: string): (dimensions: SeriesDimensions) => string {
  const ofDataset = datasetKey(provider, dataset);
  return (dimensions) => ofDataset + base36(hash("sha256", seriesRef(provider, dataset, dimensions)), 11);
}

/** The first five characters of the key of every series of a dataset. Two datasets may share them. */
export function datasetKey(provider: string, dataset: string): string {
  return base36(hash("sha256", datasetRef(provider, dataset)), DATASET_KEY_LENGTH);
}

export interface TitleParts {
  /** Code of the class; null where the series has none. */
  readonly classification: string | null;
  readonly className: string | null;
  readonly indicatorLabel: string;
  readonly territoryName: string;
}

/** For display: class (by its code where it has no name), indicator label, territory, joined by a comma and a blank. */
export function seriesTitle({classification, className, indicatorLabel, territoryName}: TitleParts): string {
  return [className || classification, indicatorLabel, territoryName].filter(Boolean).join(", ");
}

/** The seven codes joined by a bar, an absent one left empty. */
export function seriesTitleRaw(dimensions: SeriesDimensions): string {
  return dimensionCodes(dimensions)
    .map((code) => code ?? "")
    .join("|");
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

/** Percent-encodes (UTF-8) what would break the address apart. A code that is itself a hyphen must not read as an absent one. */
export function encodedCode(code: string): string {
  if (code === "-") return "%2D";
  return SEPARATORS.test(code) ? code.replace(EVERY_SEPARATOR, percentEncoded) : code;
}

const SEPARATORS = /[./%\s]/;
const EVERY_SEPARATOR = /[./%\s]/g;

function percentEncoded(character: string): string {
  // encodeURIComponent leaves the dot as it is.
  return character === "." ? "%2E" : encodeURIComponent(character);
}

/** The first bits of a hexadecimal SHA-256 as 1 … 12 digits of base 36. Each half takes 48 bits, so the bias is below 1 in 100,000. */
function base36(hexadecimal: string, length: number): string {
  const low = Math.min(length, 6);
  const digits = base36Part(hexadecimal.slice(0, 12), low);
  return length > low ? digits + base36Part(hexadecimal.slice(12, 24), length - low) : digits;
}

function base36Part(hexadecimal: string, length: number): string {
  return (Number.parseInt(hexadecimal, 16) % 36 ** length).toString(36).padStart(length, "0");
}
