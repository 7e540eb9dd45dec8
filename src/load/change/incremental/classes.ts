// The classes of a dataset that a release keeps: all of the present ones, with their names, and perhaps new ones behind them.
//
// A list may have a million names. It is not read where a part of the dataset names a few classes: what those are, the rows of classes tell.
import {isDeepStrictEqual} from "node:util";
import type {CatalogueManifest} from "../../../statistics/catalogue/catalogue-code.ts";
import {nameComposites} from "../../../statistics/catalogue/composite-class.ts";
import {foldMetadata} from "../../../statistics/release/metadata-fold.ts";
import type {ClassLabel, ReleaseMetadata} from "../../../statistics/release/release.ts";
import {readDatasetMetadata, readShortMetadata} from "../../../store/datasets/dataset.ts";
import {readClasses} from "../../../store/datasets/metadata.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";

/** The fold over the releases before a release, and with it. */
export interface FoldedClasses {
  readonly older: ReleaseMetadata;
  readonly metadata: ReleaseMetadata;
  /** The length of a long list of classes, which both lack but for new ones; null: they lack none. */
  readonly storedClassCount: number | null;
  /** The classes that the release adds to the list. */
  readonly addedClasses: readonly ClassLabel[];
}

/** null: the release may change names of classes or their order. */
export function* foldKeptClasses(
  q: Queries,
  id: number,
  manifest: CatalogueManifest,
  newer: ReleaseMetadata,
): Script<FoldedClasses | null> {
  const folded = (yield* foldShort(q, id, newer)) ?? (yield* foldWhole(q, id, newer));
  const {older, metadata, addedClasses} = folded ?? {};
  if (folded === null || !isDeepStrictEqual(older!.former?.classes ?? [], metadata!.former?.classes ?? [])) return null;
  if (addedClasses!.length === 0) return folded;
  // A new name may be that of a class without one, or a part of it (composite-class.ts).
  if (manifest.blocks.some(({unnamed}) => unnamed > 0)) return null;
  const known = yield* readClasses(
    q,
    id,
    addedClasses!.map(({code}) => code),
  );
  return known.length === 0 ? folded : null;
}

/** A release that names fewer classes than this share of the list does not need the list. */
const FEW_SHARE = 8;

/** null: the list of classes is short, or must be read. */
function* foldShort(q: Queries, id: number, newer: ReleaseMetadata): Script<FoldedClasses | null> {
  const {metadata: older, storedClassCount} = yield* readShortMetadata(q, id);
  const {classes} = newer;
  if (classes === null) return {older, metadata: foldMetadata(older, newer), storedClassCount, addedClasses: []};
  if (newer.partial !== true || storedClassCount === null || classes.length * FEW_SHARE > storedClassCount) return null;
  const codes = new Set(classes.map(({code}) => code));
  const rows = yield* readClasses(q, id, codes);
  const known = new Map(rows.map((row) => [row.code, row]));
  // The rows have two kinds of names that are not in the list: of pairs, and former ones.
  const isElsewhere = ({code}: ClassLabel) => known.has(code) && code.includes("~");
  if (classes.some(isElsewhere) || older.former?.classes.some(({code}) => codes.has(code))) return null;
  if (!classes.every((label) => keepsLabel(known.get(label.code), label))) return null;
  const added = classes.filter(({code}) => !known.has(code));
  const metadata = foldMetadata(older, {...newer, classes: added.length === 0 ? null : added});
  return {older, metadata, storedClassCount, addedClasses: metadata.classes!};
}

/** Whether a label of a part leaves the one that is stored as it is. */
function keepsLabel(stored: ClassLabel | undefined, {code, name, note}: ClassLabel): boolean {
  return stored === undefined || (stored.note === note && (stored.name !== code || name === code));
}

/** null: the list is another one, or in another order. */
function* foldWhole(q: Queries, id: number, newer: ReleaseMetadata): Script<FoldedClasses | null> {
  const older = yield* readDatasetMetadata(q, id);
  if (older === null) return null;
  const metadata = foldMetadata(older, newer);
  const [before, after] = [older.classes ?? [], metadata.classes ?? []];
  if (after.length < before.length || !isDeepStrictEqual(before, after.slice(0, before.length))) return null;
  return {older, metadata, storedClassCount: null, addedClasses: after.slice(before.length)};
}

export interface ClassesByCode {
  readonly nameOf: ReadonlyMap<string, string>;
  /** The rows that are missing: those of added classes, and of pairs whose parts have names. */
  readonly rows: readonly ClassLabel[];
}

/** The names of the classes that new series have, in the order of their numbers. */
export function* nameClasses(
  q: Queries,
  id: number,
  added: readonly ClassLabel[],
  occurring: readonly (string | null)[],
): Script<ClassesByCode> {
  const wanted = new Set<string>();
  for (const code of occurring) {
    if (code === null) continue;
    const cut = code.lastIndexOf("~");
    for (const part of cut < 0 ? [code] : [code, code.slice(0, cut), code.slice(cut + 1)]) wanted.add(part);
  }
  const labels = [...(yield* readClasses(q, id, wanted)), ...added];
  const named = nameComposites(labels, occurring).labels;
  return {
    nameOf: new Map(named.map(({code, name}) => [code, name])),
    rows: [...added, ...named.slice(labels.length)],
  };
}
