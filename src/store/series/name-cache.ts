// What is remembered of the names of a dataset: those of its classes, the English ones, and which classes mean everything.
//
// Each entry names what it was made from, so a later state of the dataset replaces it. The room is that of the catalogues.
import {weighTexts} from "../../statistics/catalogue/build-catalogue.ts";
import type {Catalogue, NamedCatalogue} from "../../statistics/catalogue/catalogue.ts";
import {type BoundedCache, cacheOfKind} from "../../work/bounded-cache.ts";
import {readEnglishNames} from "../datasets/english-names.ts";
import type {Queries} from "../engines/differences.ts";
import type {Script} from "../script.ts";
import {readClassNames} from "./catalogue.ts";
import {type ClassNames, createClassNames, knownNames, readAllNames} from "./class-names.ts";
import type {DatasetAtRun} from "./dataset-at-run.ts";
import {findTotalClasses, type TotalWords} from "./total-classes.ts";

export interface NameCache {
  /**
   * The names of the classes of a catalogue of the dataset; another one is an error. `all`: the answer looks at every one, so that they
   * are read together and kept if there is room.
   */
  openNames(q: Queries, dataset: DatasetAtRun, catalogue: Catalogue, needed: "some" | "all"): Script<ClassNames>;
  /** A catalogue of the dataset with the names of the classes at some positions; another one is an error. */
  nameSome(
    q: Queries,
    dataset: DatasetAtRun,
    catalogue: Catalogue,
    positions: readonly number[],
  ): Script<NamedCatalogue>;
  /** The indexes of the classes that mean everything, of a catalogue of the dataset with all series. @param words always the same */
  readTotalClasses(
    q: Queries,
    dataset: DatasetAtRun,
    catalogue: Catalogue,
    words: TotalWords,
  ): Script<ReadonlySet<number>>;
  /** English names that the packages of the dataset give, by the published name: the same map while its state is. */
  readEnglish(q: Queries, dataset: DatasetAtRun): Script<ReadonlyMap<string, string>>;
}

/** Up to this many names are read together when one is needed, and kept. */
const FEW_NAMES = 1000;
/** Names whose memory is counted in one step. */
const WEIGHED_AT_ONCE = 4000;
/** Memory that a name usually takes. */
const NAME_BYTES = 300;
/** Memory that one index in a set takes. */
const TOTAL_BYTES = 50;

interface AllNames {
  /** The classes that they name: a later state with the same names of the same classes shares it. */
  readonly classification: Catalogue["classification"];
  readonly names: readonly (string | null)[];
}

/** @param room shared with other kinds of entries. @param maxBytes of the room */
export function createNameCache(room: BoundedCache<unknown>, maxBytes: number): NameCache {
  const all = cacheOfKind<AllNames>(room, "names");
  const totals = cacheOfKind<{readonly changedBy: string; readonly indexes: ReadonlySet<number>}>(room, "totals");
  const ofEnglish = cacheOfKind<{readonly changedBy: string; readonly english: ReadonlyMap<string, string>}>(
    room,
    "english",
  );

  function findNames({id}: DatasetAtRun, {classification}: Catalogue): AllNames["names"] | undefined {
    const entry = all.find(String(id));
    return entry?.classification === classification ? entry.names : undefined;
  }

  function* keepNames(q: Queries, {id}: DatasetAtRun, {classification}: Catalogue): Script<AllNames["names"]> {
    const names = yield* readAllNames(q, id, classification.codes);
    let bytes = 0;
    for (let from = 0; from < names.length; from += WEIGHED_AT_ONCE) {
      bytes += weighTexts(names.slice(from, from + WEIGHED_AT_ONCE));
      yield;
    }
    all.keep(String(id), {classification, names}, bytes);
    return names;
  }

  return {
    *openNames(q, dataset, catalogue, needed) {
      const {codes} = catalogue.classification;
      const found = findNames(dataset, catalogue);
      if (found !== undefined) return knownNames(found);
      const most = needed === "some" ? FEW_NAMES : Math.max(FEW_NAMES, maxBytes / (4 * NAME_BYTES));
      if (codes.length <= most && codes.isIncomplete !== true)
        return knownNames(yield* keepNames(q, dataset, catalogue));
      return createClassNames(dataset.id, codes);
    },
    *nameSome(q, dataset, catalogue, positions) {
      const {codes, index} = catalogue.classification;
      const found = findNames(dataset, catalogue);
      if (found !== undefined || (codes.length <= FEW_NAMES && codes.isIncomplete !== true))
        return {...catalogue, classNames: found ?? (yield* keepNames(q, dataset, catalogue))};
      const classes = new Map(Array.from(positions, (position) => [index[position]!, codes.at(index[position]!)!]));
      const byCode = yield* readClassNames(q, dataset.id, new Set([...classes.values()].filter((one) => one !== null)));
      const at = (position: number): string | null => {
        const code = classes.get(position);
        if (code === undefined) throw new RangeError(`the name of class ${position} was not read`);
        return code === null ? null : (byCode.get(code) ?? null);
      };
      return {...catalogue, classNames: {at}};
    },
    *readTotalClasses(q, {id, changedBy}, {classification}, words) {
      const entry = totals.find(String(id));
      if (entry?.changedBy === changedBy) return entry.indexes;
      const indexes = yield* findTotalClasses(q, id, classification.codes, words);
      totals.keep(String(id), {changedBy, indexes}, TOTAL_BYTES * (1 + indexes.size));
      return indexes;
    },
    *readEnglish(q, {id, changedBy}) {
      const entry = ofEnglish.find(String(id));
      if (entry?.changedBy === changedBy) return entry.english;
      const english = yield* readEnglishNames(q, id);
      ofEnglish.keep(String(id), {changedBy, english}, NAME_BYTES * (1 + english.size));
      return english;
    },
  };
}
