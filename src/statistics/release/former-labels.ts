// Labels of codes that a later list no longer has. The list replaces the older one [tidy.metadata-lists], but series that only an older release
// gave still exist: without these labels their names would become codes.
import type {ClassLabel, FormerLabels, IndicatorLabel, ReleaseMetadata, UnitLabel} from "./release.ts";

type Lists = Pick<ReleaseMetadata, "indicators" | "classes" | "units" | "former">;
type Codes = Iterable<{
  readonly indicator: string;
  readonly classification: string | null;
  readonly unit: string | null;
}>;

/** What the lists of `older` have and those of `newer` lack; nothing where `newer` has no list. undefined: nothing at all. */
export function formerLabels(older: Lists, newer: Lists): FormerLabels | undefined {
  const former = {
    indicators: missing(older.former?.indicators, older.indicators, newer.indicators),
    classes: missing(older.former?.classes, older.classes, newer.classes),
    units: missing(older.former?.units, older.units, newer.units),
  };
  return Object.values(former).every((list) => list.length === 0) ? undefined : former;
}

/** @param newer null: no list, so the older one stays and nothing of it is former */
function missing<T extends {readonly code: string}>(
  former: readonly T[] = [],
  older: readonly T[] | null,
  newer: readonly T[] | null,
): readonly T[] {
  if (newer === null) return former;
  const known = new Map([...former, ...(older ?? [])].map((label) => [label.code, label]));
  for (const {code} of newer) known.delete(code);
  return [...known.values()];
}

/** The metadata with the former labels of codes that series have, behind the labels of the newest lists. */
export function withFormerLabels(metadata: ReleaseMetadata, series: Codes): ReleaseMetadata {
  const {former} = metadata;
  if (former === undefined) return metadata;
  const used = {indicators: new Set<string>(), classes: new Set<string>(), units: new Set<string>()};
  for (const {indicator, classification, unit} of series) {
    used.indicators.add(indicator);
    if (unit !== null) used.units.add(unit);
    if (classification === null) continue;
    // a pair has the names of its parts (composite-class.ts)
    const cut = classification.lastIndexOf("~");
    const parts =
      cut < 0 ? [classification] : [classification, classification.slice(0, cut), classification.slice(cut + 1)];
    for (const part of parts) used.classes.add(part);
  }
  const joined = <T extends IndicatorLabel | ClassLabel | UnitLabel>(
    list: readonly T[] | null,
    older: readonly T[],
    codes: ReadonlySet<string>,
  ): readonly T[] | null => {
    const kept = older.filter(({code}) => codes.has(code));
    return kept.length === 0 ? list : [...(list ?? []), ...kept];
  };
  return {
    ...metadata,
    indicators: joined(metadata.indicators, former.indicators, used.indicators),
    classes: joined(metadata.classes, former.classes, used.classes),
    units: joined(metadata.units, former.units, used.units),
  };
}
