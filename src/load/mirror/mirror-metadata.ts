// The metadata of a mirrored dataset: the names that the feed of changes gave of its series, and what the lists of the service say of it.
//
// The feed has no notes, no descriptions of indicators and no licence, so a mirror has none (docs/following.md lists what it lacks).
import {ownerOf} from "../../country/countries.ts";
import type {
  ClassLabel,
  ContinuityBreak,
  IndicatorLabel,
  Methodology,
  Relation,
  ReleaseMetadata,
  UnitLabel,
} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {StatedDay} from "../../statistics/time/day.ts";
import type {PriceWeek} from "../../statistics/time/week.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import type {NamesOfSeries} from "./mirror-item.ts";

/** What lists of the service say of a dataset. */
export interface ListedDataset {
  readonly name: string;
  readonly revised: boolean;
  readonly archival: boolean;
  readonly sourceUrl: string | null;
  readonly methodology: Methodology | null;
  readonly related: readonly Relation[];
  readonly continuity: readonly ContinuityBreak[];
  /** Of all datasets, by code. */
  readonly units: ReadonlyMap<string, UnitLabel>;
}

/** Names by code. */
export interface MirroredNames {
  readonly indicators: Map<string, IndicatorLabel>;
  readonly classes: Map<string, ClassLabel>;
  readonly territories: Map<string, Territory>;
}

/** @param before of the dataset as it is stored; null: it is new */
export function namesBefore(before: ReleaseMetadata | null): MirroredNames {
  const named = <T extends {readonly code: string}>(lists: readonly (readonly T[] | null | undefined)[]) =>
    new Map(lists.flatMap((list) => (list ?? []).map((one) => [one.code, one] as const)));
  return {
    indicators: named([before?.former?.indicators, before?.indicators]),
    classes: named([before?.former?.classes, before?.classes]),
    territories: named([before?.territories]),
  };
}

/** Takes the names of a series, in place. A name that is only the code, or empty, is none. */
export function takeNames(
  {indicators, classes, territories}: MirroredNames,
  {indicator, indicatorLabel: label, classification, className: name, territory, ...rest}: NamesOfSeries,
): void {
  if (label === indicator) indicators.delete(indicator);
  else indicators.set(indicator, {code: indicator, label, concept: null, description: null, synonyms: []});
  if (classification !== null) {
    if (name === "") classes.delete(classification);
    else classes.set(classification, {code: classification, name, note: null});
  }
  const {territoryName, level, canonical} = rest;
  territories.set(territory, {code: territory, name: territoryName, level, canonical, parent: null});
}

/** @param publishedAt the newest day of publication */
export function mirrorMetadata(
  {provider, dataset}: DatasetAddress,
  {indicators, classes, territories}: MirroredNames,
  {name, revised, archival, sourceUrl, methodology, related, continuity, units: everyUnit}: ListedDataset,
  usedUnits: ReadonlySet<string>,
  weeks: readonly PriceWeek[] | null,
  publishedAt: StatedDay,
): ReleaseMetadata {
  const [one] = territories.values();
  const units = [...usedUnits].sort().flatMap((code) => everyUnit.get(code) ?? []);
  return {
    ...{provider, dataset, name, publishedAt, revised, archival, sourceUrl, methodology, weeks},
    country: (one && ownerOf(one.canonical)?.code) ?? "none",
    ...{frequency: null, nextRelease: null, sourceFile: null, notes: null},
    indicators: [...indicators.values()],
    classes: [...classes.values()],
    units,
    territories: [...territories.values()],
    related,
    continuity,
  };
}
