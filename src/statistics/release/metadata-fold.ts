// Metadata of a dataset: the fold over its releases in order of (day of publication, load).
//
// Lists replace each other whole, with three exceptions: weeks only add, territories are merged by code, because a release names
// only the territories that it carries while series of older releases live on, and what a partial release says only adds: it renames
// nothing. A name that is the code itself takes the place of no other.

import {retold, type Territory} from "../territory.ts";
import type {PriceWeek} from "../time/week.ts";
import {keepsOlderName} from "./kept-name.ts";
import type {ReleaseMetadata} from "./release.ts";

/**
 * The metadata in force once `newer` follows `older` (null: it is the first release). Single fields are those of the newer release;
 * a list, or the methodology, that is null in it stays as it was.
 */
export function foldMetadata(older: ReleaseMetadata | null, newer: ReleaseMetadata): ReleaseMetadata {
  const named = older === null ? newer : withKeptNames(older, newer);
  const lists = newer.partial && older ? addedLists(older, named) : named;
  return {
    ...newer,
    name: named.name,
    indicators: lists.indicators ?? older?.indicators ?? null,
    classes: lists.classes ?? older?.classes ?? null,
    units: lists.units ?? older?.units ?? null,
    methodology: newer.methodology ?? older?.methodology ?? null,
    notes: lists.notes ?? older?.notes ?? null,
    related: newer.related ?? older?.related ?? null,
    continuity: lists.continuity ?? older?.continuity ?? null,
    territories: mergedTerritories(older?.territories ?? null, newer),
    weeks: mergedWeeks(older?.weeks ?? null, newer.weeks),
  };
}

/** The newer release with the older names where these are kept. */
function withKeptNames(older: ReleaseMetadata, newer: ReleaseMetadata): ReleaseMetadata {
  const isPartial = newer.partial === true;
  const labels = new Map(older.indicators?.map(({code, label}) => [code, label]));
  const classNames = new Map(older.classes?.map(({code, name}) => [code, name]));
  const unitNames = new Map(older.units?.map(({code, name}) => [code, name]));
  const nameOf = (names: ReadonlyMap<string, string>, code: string, name: string): string => {
    const known = names.get(code);
    return known !== undefined && keepsOlderName(code, known, name, isPartial) ? known : name;
  };
  return {
    ...newer,
    name: nameOf(new Map([[newer.dataset, older.name]]), newer.dataset, newer.name),
    indicators: newer.indicators?.map((one) => ({...one, label: nameOf(labels, one.code, one.label)})) ?? null,
    classes: newer.classes?.map((one) => ({...one, name: nameOf(classNames, one.code, one.name)})) ?? null,
    units: newer.units?.map((one) => ({...one, name: nameOf(unitNames, one.code, one.name)})) ?? null,
  };
}

type AddedList = "indicators" | "classes" | "units" | "notes" | "continuity";

/** The older elements with the newer in their places, and those that are new behind them. */
function addedLists(older: ReleaseMetadata, newer: ReleaseMetadata): Pick<ReleaseMetadata, AddedList> {
  return {
    indicators: added(older.indicators, newer.indicators, ({code}) => code),
    classes: added(older.classes, newer.classes, ({code}) => code),
    units: added(older.units, newer.units, ({code}) => code),
    notes: added(older.notes, newer.notes, ({text, classification}) => JSON.stringify([text, classification])),
    continuity: added(older.continuity, newer.continuity, ({from, to, period}) => JSON.stringify([from, to, period])),
  };
}

function added<T>(older: readonly T[] | null, newer: readonly T[] | null, nameOf: (element: T) => string) {
  if (older === null || newer === null) return newer ?? older;
  const byName = new Map<string, T>();
  for (const element of [...older, ...newer]) byName.set(nameOf(element), element);
  return [...byName.values()];
}

/** By code, as the newer release tells it (`retold`); in order of first appearance. */
function mergedTerritories(
  older: readonly Territory[] | null,
  {territories: newer, partial}: ReleaseMetadata,
): readonly Territory[] | null {
  if (older === null && newer === null) return null;
  const byCode = new Map(older?.map((territory) => [territory.code, territory]));
  for (const territory of newer ?? [])
    byCode.set(territory.code, retold(byCode.get(territory.code), territory, partial === true));
  return [...byCode.values()];
}

/** By year and week, the newer date of a week wins; ascending. */
function mergedWeeks(
  older: readonly PriceWeek[] | null,
  newer: readonly PriceWeek[] | null,
): readonly PriceWeek[] | null {
  if (older === null && newer === null) return null;
  const byWeek = new Map<string, PriceWeek>();
  for (const priceWeek of [...(older ?? []), ...(newer ?? [])])
    byWeek.set(`${priceWeek.year}-${priceWeek.week}`, priceWeek);
  return [...byWeek.values()].sort((a, b) => a.year - b.year || a.week - b.week);
}
