// Series present in the previous release and absent from this one.
//
// The previous release is the one before by day of publication, not by loading. Its series are stored nowhere, so its bytes are read again,
// but only if the new release lacks a series of the dataset. A cut that was accepted once is not reported again.
//
// A table of text that was cut off at the end of a line looks complete but lacks series. The series of a publisher's files have one order, so
// a person must look at the run if the last one is missing. Those of packages have any order: one series fewer is enough, unless the package
// says that it is a part.
import {Refusal} from "../../service/refusal.ts";
import {seriesTitle} from "../../statistics/catalogue/catalogue.ts";
import type {Stamp} from "../../statistics/history/estimates.ts";
import {dayText} from "../../statistics/time/day.ts";
import type {DatasetAddress, DatasetRecord} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {type BareRelease, type ReleaseRecord, readReleaseMetadata} from "../../store/releases/release.ts";
import {readFoundSeries} from "../../store/series/named-series.ts";
import {findSeriesKeys, listSeriesKeys, SOUGHT_SHARE} from "../../store/series/series.ts";
import type {Finding, OtherCount} from "../../text/finding.ts";
import {parseArchived} from "../archive/parse-archived.ts";
import type {RunOptions} from "../change/change-plan.ts";
import {keysOf} from "../change/series-targets.ts";
import {parserNamed, presentParser} from "../sources/sources.ts";
import type {SeriesComparison} from "./release-check.ts";

interface Incoming {
  readonly stamp: Stamp;
  /** Of the series that have a value. */
  readonly keys: readonly string[];
  /** Of the series that have rows without a value. */
  readonly blankKeys: Iterable<string>;
  readonly parser: string;
  readonly run: Pick<RunOptions, "isPackage" | "isPartial" | "saysWhole" | "mayBeCut">;
}

/** @param releases of the dataset, in order of (day, sequence) */
export async function compareSeries(
  store: Store,
  address: DatasetAddress,
  {dataset, releases}: {readonly dataset: DatasetRecord | null; readonly releases: readonly BareRelease[]},
  {stamp, keys, blankKeys, parser, run}: Incoming,
): Promise<SeriesComparison> {
  const mayLack = lackingAllowed(run);
  const options = {mayBeCut: run.mayBeCut, mayLack};
  if (mayLack !== null && !run.mayBeCut) return mayLack;
  const earlier = releases.filter(({publishedAt}) => publishedAt <= stamp.day);
  const before = await findMeasure(store, earlier, run, parser);
  if (!before && mayLack !== null) return mayLack;
  if (!dataset || earlier.length === 0) return {code: "first-series"};
  if (!before && earlier.length < releases.length) return {code: "first-series"};
  const own = new Set(keys);
  // A release with fewer series lacks one, so their keys need not be read.
  const stored = own.size < dataset.seriesCount ? null : await storedKeys(store, dataset.id);
  if (stored?.every((key) => own.has(key))) return {code: "all-series"};
  // The first whole release after parts: a missing series may be in it under other codes.
  if (!before) {
    const all = stored ?? (await storedKeys(store, dataset.id));
    const gone = all.filter((key) => !own.has(key));
    const goneTitles = await titlesOf(store, dataset.id, gone);
    return {...options, before: null, carried: all.length, gone: gone.length, goneTitles, looksCut: false};
  }
  const carried = await readCarried(store, address, before, dataset);
  if (!Array.isArray(carried)) return {...options, ...carried};
  const gone = carried.filter((key) => !own.has(key));
  const goneTitles = await titlesOf(store, dataset.id, gone);
  const present = new Set([...keys, ...blankKeys]);
  const lacksLast = mayLack === null && carried.slice(-1).some((key) => !present.has(key));
  // A package with the header alone is a release of names [load.check-empty].
  const isFewer = run.isPackage && present.size > 0 && present.size < carried.length;
  const looksCut = run.isPartial ? endsEarly(carried, own) : isFewer || lacksLast;
  return {...options, before: before.publishedAt, carried: carried.length, gone: gone.length, goneTitles, looksCut};
}

/** The record of a run keeps at most this many titles of series that are gone. */
const MAX_GONE_NAMED = 1000;

async function titlesOf(store: Store, datasetId: number, keys: readonly string[]): Promise<string[]> {
  const names = keys.slice(0, MAX_GONE_NAMED).map((key) => ({datasetId, key}));
  const found = await store.statistics.read((q) => readFoundSeries(q, names));
  return found.map((series) => {
    const {measure, transformation, unit, frequency} = series;
    const form = [measure, transformation, unit, frequency].filter((code) => code !== null).join(", ");
    return `${seriesTitle({...series, territoryName: series.fullTerritory.name})} (${form})`;
  });
}

/** Whether the first series of the previous release are present and all after them missing, as in a cut table. */
function endsEarly(carried: readonly string[], own: ReadonlySet<string>): boolean {
  const kept = carried.findIndex((key) => !own.has(key));
  return kept > 0 && carried.slice(kept).every((key) => !own.has(key));
}

function lackingAllowed({isPackage, isPartial, saysWhole}: Incoming["run"]): Finding | null {
  if (isPackage && !saysWhole) return {code: "package-may-lack"};
  return isPartial ? {code: "part-may-lack"} : null;
}

/** The newest of the earlier releases that show the expected series. */
async function findMeasure(
  store: Store,
  earlier: readonly BareRelease[],
  {isPackage, isPartial}: Incoming["run"],
  parser: string,
): Promise<BareRelease | undefined> {
  for (const release of earlier.toReversed()) {
    const own = parserNamed(release.parser);
    // Releases of the same kind have their series in the same order. Series that a part lacks may still be published.
    if (isPartial ? !isSameKind(release.parser, parser) : own?.isPartial || (own?.isPackage && !isPackage)) continue;
    if (isPartial && presentParser(release.parser)?.isPartial) return release;
    const metadata = await store.statistics.read((q) => readReleaseMetadata(q, release.datasetId, release.id));
    if (!metadata?.partial) return release;
  }
  return undefined;
}

function isSameKind(parser: string, other: string): boolean {
  return presentParser(parser) === presentParser(other);
}

/** Whether the release itself is declared as a part, and not all releases of its parser. */
export function saysPartial({parser, metadata}: Pick<ReleaseRecord, "parser" | "metadata">): boolean {
  return metadata.partial === true && !presentParser(parser)?.isPartial;
}

/** The keys of a release's series as it is read now; or the reason why they may differ from its own. */
async function readCarried(
  store: Store,
  address: DatasetAddress,
  release: BareRelease,
  dataset: DatasetRecord,
): Promise<string[] | {readonly unclear: Finding}> {
  const before = dayText(release.publishedAt);
  const other: OtherCount[] = [];
  const onOtherCount = (count: OtherCount): unknown => other.push(count);
  try {
    const {buffered} = await parseArchived(store, release, MEMORY_LIMIT, {onOtherCount});
    buffered.discard();
    const carried = keysOf(address, buffered.series);
    const stored = await storedAmong(store, dataset, carried);
    const unknown = carried.filter((key) => !stored.has(key)).length;
    if (other.length > 0) return {unclear: {code: "before-other-count", before, other: other[0]!}};
    if (unknown > 0) return {unclear: {code: "before-unknown-series", before, unknown, of: carried.length}};
    return carried;
  } catch (error) {
    if (error instanceof Refusal) return {unclear: {code: "before-unreadable", before, why: error.message}};
    throw error;
  }
}

/** Bytes for the values, which are not used here. */
const MEMORY_LIMIT = 16 * 2 ** 20;
const KEYS_AT_ONCE = 100_000;

/** The stored ones of these keys; it may have others. */
async function storedAmong(store: Store, dataset: DatasetRecord, keys: readonly string[]): Promise<Set<string>> {
  const isSmall = keys.length * SOUGHT_SHARE < dataset.seriesCount;
  const found = isSmall
    ? await store.statistics.read((q) => findSeriesKeys(q, dataset.id, keys))
    : await storedKeys(store, dataset.id);
  return new Set(found);
}

async function storedKeys(store: Store, datasetId: number): Promise<string[]> {
  const keys: string[] = [];
  for (let from = 0; ; ) {
    const at = from;
    const page = await store.statistics.read((q) => listSeriesKeys(q, datasetId, at, KEYS_AT_ONCE));
    for (const key of page.keys) keys.push(key);
    if (page.keys.length < KEYS_AT_ONCE) return keys;
    from = page.behind;
  }
}
