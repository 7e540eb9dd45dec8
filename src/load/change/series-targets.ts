// The series that a change touches: stored ones, new ones, and their numbers.
//
// New series get their numbers in (nearly) the order of the slice, so that the histories of a page are side by side in the file.
import {Refusal} from "../../service/refusal.ts";
import {createSeriesKeys, type SeriesDimensions, seriesRef} from "../../statistics/catalogue/catalogue.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {SeriesRecord} from "../../store/series/series.ts";
import {createKeyTable} from "./key-table.ts";

/** A series with its number; `isNew`: it is not stored yet. */
export interface SeriesTarget extends SeriesDimensions {
  readonly number: number;
  readonly key: string;
  readonly isNew: boolean;
}

/** The keys of a release's series, by handle. */
export function keysOf(address: DatasetAddress, series: readonly SeriesDimensions[]): string[] {
  return series.map(createSeriesKeys(address.provider, address.dataset));
}

/**
 * Numbers the given series; the result is in ascending order of number.
 * @param highest the highest number of a series of the dataset; 0: it has none
 * @throws Refusal if two different series have the same key [identity.collision]
 */
export function numberSeries(
  address: DatasetAddress,
  series: readonly SeriesDimensions[],
  keys: readonly string[],
  stored: readonly SeriesRecord[],
  highest: number,
): SeriesTarget[] {
  /** By key: the index among the stored series, or behind them the index among the new ones. */
  const known = createKeyTable(stored.length + series.length);
  for (let index = 0; index < stored.length; index++) known.set(stored[index]!.key, index);
  const targets: SeriesTarget[] = [];
  const added: SeriesDimensions[] = [];
  const newHandles: number[] = [];
  for (let handle = 0; handle < series.length; handle++) {
    const dimensions = series[handle]!;
    const key = keys[handle]!;
    const index = known.indexOf(key);
    if (index < 0) {
      known.set(key, stored.length + added.push(dimensions) - 1);
      newHandles.push(handle);
      continue;
    }
    refuseCollision(address, key, stored[index] ?? added[index - stored.length], dimensions);
    if (index < stored.length) targets.push(createTarget(dimensions, stored[index]!.number, key, false));
  }
  refuseTwins(stored, added);
  let number = highest;
  for (const handle of newHandles.sort((one, other) => compareDimensions(series[one]!, series[other]!)))
    targets.push(createTarget(series[handle]!, ++number, keys[handle]!, true));
  return targets.sort((a, b) => a.number - b.number);
}

/** Each member by its name: there are as many targets as series, and a copy with other members is slower. */
function createTarget(dimensions: SeriesDimensions, number: number, key: string, isNew: boolean): SeriesTarget {
  const {indicator, classification, measure, transformation, unit, frequency, territory} = dimensions;
  return {indicator, classification, measure, transformation, unit, frequency, territory, number, key, isNew};
}

/** The stored series among the given keys, ascending by number. */
export function storedTargets(keys: readonly string[], stored: readonly SeriesRecord[]): SeriesTarget[] {
  const wanted = new Set(keys);
  return stored
    .filter((record) => wanted.has(record.key))
    .map((record) => ({...record, isNew: false}))
    .sort((a, b) => a.number - b.number);
}

function refuseCollision(
  address: DatasetAddress,
  key: string,
  other: SeriesDimensions | undefined,
  dimensions: SeriesDimensions,
): void {
  if (!other) return;
  const [ref, otherRef] = [
    seriesRef(address.provider, address.dataset, dimensions),
    seriesRef(address.provider, address.dataset, other),
  ];
  if (ref === otherRef) return;
  throw new Refusal(
    `two series have the same key ${key}: ${otherRef} and ${ref}`,
    "change a code of one of them in the package; nothing was loaded",
  );
}

/**
 * The same series with a unit and without one would be two halves of one history: a package that omits its units once would silently
 * split every series of its dataset.
 */
function refuseTwins(stored: readonly SeriesDimensions[], added: readonly SeriesDimensions[]): void {
  if (added.length === 0 || (!hasUnitless(stored) && !hasUnitless(added))) return;
  const withUnit = new Map<string, SeriesDimensions>();
  for (const series of [...stored, ...added]) if (series.unit !== null) withUnit.set(withoutUnit(series), series);
  if (withUnit.size === 0) return;
  const twin = [...stored, ...added].find((series) => series.unit === null && withUnit.has(withoutUnit(series)));
  if (!twin) return;
  const {unit} = withUnit.get(withoutUnit(twin))!;
  throw new Refusal(
    `series of indicator ${twin.indicator} in ${twin.territory} come both with the unit ${unit} and without one`,
    "give the unit in every release, as a column or as the only element of units",
  );
}

function hasUnitless(series: readonly SeriesDimensions[]): boolean {
  return series.some(({unit}) => unit === null);
}

function withoutUnit({
  indicator,
  classification,
  measure,
  transformation,
  frequency,
  territory,
}: SeriesDimensions): string {
  return JSON.stringify([indicator, classification, measure, transformation, frequency, territory]);
}

/** By UTF-16 units; a missing code as an empty one. */
function compareDimensions(a: SeriesDimensions, b: SeriesDimensions): number {
  return (
    compareTexts(a.classification, b.classification) ||
    compareTexts(a.indicator, b.indicator) ||
    compareTexts(a.measure, b.measure) ||
    compareTexts(a.transformation, b.transformation) ||
    compareTexts(a.unit, b.unit) ||
    compareTexts(a.frequency, b.frequency) ||
    compareTexts(a.territory, b.territory)
  );
}

function compareTexts(one: string | null, other: string | null): number {
  if (one === other) return 0;
  const left = one ?? "";
  const right = other ?? "";
  return left === right ? 0 : left < right ? -1 : 1;
}
