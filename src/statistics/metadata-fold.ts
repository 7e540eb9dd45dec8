// Metadata of a dataset: the fold over its releases in order of (day of publication, load).
//
// Lists replace each other whole, with two exceptions: weeks only add, and territories are merged by code, because a release
// names only the territories that it carries while series of older releases live on.
import type {ReleaseMetadata} from "./release.ts";
import {namesAnew, type Territory} from "./territory.ts";
import type {PriceWeek} from "./week.ts";

/**
 * What holds once `newer` stands on top of `older` (null: nothing before it). Single fields are those of the newer release;
 * a list, or the methodology, that is null in it stays as it was.
 */
export function foldMetadata(older: ReleaseMetadata | null, newer: ReleaseMetadata): ReleaseMetadata {
  return {
    ...newer,
    indicators: newer.indicators ?? older?.indicators ?? null,
    classes: newer.classes ?? older?.classes ?? null,
    units: newer.units ?? older?.units ?? null,
    methodology: newer.methodology ?? older?.methodology ?? null,
    notes: newer.notes ?? older?.notes ?? null,
    related: newer.related ?? older?.related ?? null,
    continuity: newer.continuity ?? older?.continuity ?? null,
    territories: mergedTerritories(older?.territories ?? null, newer.territories),
    weeks: mergedWeeks(older?.weeks ?? null, newer.weeks),
  };
}

/** By code, the newer naming of a code wins, but a row's label never over a list; in order of first appearance. */
function mergedTerritories(
  older: readonly Territory[] | null,
  newer: readonly Territory[] | null,
): readonly Territory[] | null {
  if (older === null && newer === null) return null;
  const byCode = new Map<string, Territory>();
  for (const territory of [...(older ?? []), ...(newer ?? [])])
    if (namesAnew(byCode.get(territory.code), territory)) byCode.set(territory.code, territory);
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
