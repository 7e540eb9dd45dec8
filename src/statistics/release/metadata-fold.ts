// The metadata of a dataset: a fold over its releases in order of (day of publication, load).
//
// A list replaces the older list, with three exceptions. Weeks are only added. Territories are merged by code, because a release names only
// its own territories, but series of older releases still exist. The lists of a partial release are only added, and rename nothing. A name
// that equals the code replaces no other name. English names are merged by the published name. Labels that a list no longer has are kept apart, for series that only older releases have
// (former-labels.ts).

import {keepsOlderName, type Territory, updatedTerritory} from "../territory.ts";
import type {PriceWeek} from "../time/week.ts";
import {formerLabels} from "./former-labels.ts";
import type {EnglishName, ReleaseMetadata} from "./release.ts";

/**
 * The metadata after the release `newer` follows `older` (null: it is the first release). Single fields come from the newer release; a list
 * or methodology that is null in it does not change.
 */
export function foldMetadata(older: ReleaseMetadata | null, newer: ReleaseMetadata): ReleaseMetadata {
  const named = older === null ? newer : withKeptNames(older, newer);
  const lists = newer.partial && older ? addedLists(older, named) : named;
  const former = older === null ? undefined : formerLabels(older, lists);
  const english = mergedEnglish(older?.english, newer.english);
  return {
    ...newer,
    ...(former !== undefined && {former}),
    ...(english !== undefined && {english}),
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

/** The newer release, with the older names that are kept. */
function withKeptNames(older: ReleaseMetadata, newer: ReleaseMetadata): ReleaseMetadata {
  const isPartial = newer.partial === true;
  const {indicators = [], classes = [], units = []} = older.former ?? {};
  const labels = new Map([...indicators, ...(older.indicators ?? [])].map(({code, label}) => [code, label]));
  const classNames = new Map([...classes, ...(older.classes ?? [])].map(({code, name}) => [code, name]));
  const unitNames = new Map([...units, ...(older.units ?? [])].map(({code, name}) => [code, name]));
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

/** The older elements, replaced by newer ones with the same code, followed by the new ones. */
function addedLists(older: ReleaseMetadata, newer: ReleaseMetadata): Pick<ReleaseMetadata, AddedList> {
  return {
    indicators: added(older.indicators, newer.indicators, ({code}) => code),
    classes: added(older.classes, newer.classes, ({code}) => code),
    units: added(older.units, newer.units, ({code}) => code),
    notes: added(older.notes, newer.notes, ({text, classification, span}) =>
      JSON.stringify([text, classification, span]),
    ),
    continuity: added(older.continuity, newer.continuity, ({from, to, period}) => JSON.stringify([from, to, period])),
  };
}

function added<T>(older: readonly T[] | null, newer: readonly T[] | null, nameOf: (element: T) => string) {
  if (older === null || newer === null) return newer ?? older;
  const byName = new Map<string, T>();
  for (const element of [...older, ...newer]) byName.set(nameOf(element), element);
  return [...byName.values()];
}

/** Merged by code (`retold`), in order of first appearance. */
function mergedTerritories(
  older: readonly Territory[] | null,
  {territories: newer, partial}: ReleaseMetadata,
): readonly Territory[] | null {
  if (older === null && newer === null) return null;
  const byCode = new Map(older?.map((territory) => [territory.code, territory]));
  for (const territory of newer ?? [])
    byCode.set(territory.code, updatedTerritory(byCode.get(territory.code), territory, partial === true));
  return [...byCode.values()];
}

/** English names by the published name, in the order of the names: the newer one counts, and one that is no longer given stays. */
function mergedEnglish(
  older: readonly EnglishName[] | undefined,
  newer: readonly EnglishName[] | undefined,
): readonly EnglishName[] | undefined {
  if (older === undefined || newer === undefined) return newer ?? older;
  const names = new Map([...older, ...newer]);
  return [...names].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** By year and week, ascending; the newer date of a week wins. */
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
