// The series that pass a filter, in the order of their keys, a few at a time: it evaluates no more than a page needs.
//
// A stream whose budget is spent stops early and gives the key at which it stopped: the page is then shorter, even empty, and its next link
// continues there. So no request can block the service, however few series pass its filter.

import type {Budget} from "../../../budget.ts";
import type {Expression} from "../../../formats/odata/expression.ts";
import {DATASET_KEY_LENGTH, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import {keyOrder, placeBehindKey, positionOfKey} from "../../../statistics/catalogue/code-order.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import type {DatasetGroup} from "../dataset-finder.ts";
import type {DatasetWithCatalogue} from "../row-properties.ts";
import {compileConditions} from "./conditions.ts";
import {openSieve, passesDataset, type SeriesSieve} from "./series-sieve.ts";

export interface SelectedSeries {
  readonly source: DatasetWithCatalogue;
  readonly position: number;
}

export interface StreamParts {
  readonly catalogues: CatalogueCache;
  readonly groups: readonly DatasetGroup[];
  /** Conditions on series. */
  readonly conditions: readonly Expression[];
  /** The only keys that can pass; null: any. */
  readonly keys: ReadonlySet<string> | null;
  readonly budget: Budget;
}

/** Datasets whose catalogues one page may read. */
export const PAGE_DATASETS = 300;
/** The same for an answer that has to read all of its series: a count, $orderby, $skip. */
export const WHOLE_DATASETS = 1000;

export interface SeriesStream {
  /** At most `most` next series that pass; fewer only at the end, or if the stream has stopped. */
  take(q: Queries, most: number): Script<readonly SelectedSeries[]>;
  /** The key at which it stopped; null if it has not stopped. */
  stoppedBehind(): string | null;
}

/** @param start only keys greater than it, or equal to it too; null: from the first */
export function createSeriesStream(
  {catalogues, groups: allGroups, conditions, keys, budget}: StreamParts,
  start: {readonly key: string; readonly orEqual: boolean} | null,
  mostDatasets = PAGE_DATASETS,
): SeriesStream {
  const keysOf = keys === null ? null : Map.groupBy([...keys].sort(), (key) => key.slice(0, DATASET_KEY_LENGTH));
  const groups = keysOf === null ? allGroups : allGroups.filter(({prefix}) => keysOf.has(prefix));
  const startPrefix = start?.key.slice(0, DATASET_KEY_LENGTH) ?? "";
  const found = groups.findIndex(({prefix}) => prefix >= startPrefix);
  const firstGroup = found === -1 ? groups.length : found;
  let group = firstGroup;
  let lane: Lane | null = null;
  let place = 0;
  const judged = compileConditions(conditions);
  let datasetsRead = 0;
  let stopped: string | null = null;

  function* openLane(q: Queries): Script<Lane> {
    const {prefix, datasets} = groups[group]!;
    const behind = prefix === startPrefix ? start : null;
    const lanes: Lane[] = [];
    for (const dataset of datasets) {
      if (!passesDataset(judged, dataset, budget)) continue;
      datasetsRead++;
      const source = {dataset, catalogue: yield* catalogues.readNamed(q, dataset)};
      const sieve = yield* openSieve(judged, source, budget);
      if (!sieve.isClosed)
        lanes.push({source, sieve, positions: positionsOf(source, keysOf?.get(prefix) ?? null, behind)});
    }
    return lanes.length > 1 ? mergeLanes(lanes) : (lanes[0] ?? CLOSED);
  }

  return {
    *take(q, most) {
      const taken: SelectedSeries[] = [];
      while (taken.length < most && group < groups.length && stopped === null) {
        // Every page must make progress: its first dataset is opened, and a series of it evaluated, even if the budget is spent.
        if (lane === null && group > firstGroup && (datasetsRead > mostDatasets || budget.isSpent())) {
          stopped = `${groups[group - 1]!.prefix}~`;
          break;
        }
        lane ??= yield* openLane(q);
        const {positions} = lane;
        while (place < positions.length && taken.length < most) {
          const position = positions[place++]!;
          const source = lane.sources?.[place - 1] ?? lane.source!;
          const sieve = lane.sieves?.get(source) ?? lane.sieve!;
          budget.spend(1);
          if (sieve.passes(position)) taken.push({source, position});
          if (budget.isRestDue()) yield* budget.rest();
          if (budget.isSpent() && place < positions.length) {
            stopped = keyAt(source.catalogue, position);
            return taken;
          }
        }
        if (place === positions.length) {
          group++;
          lane = null;
          place = 0;
          yield* budget.rest();
        }
      }
      return taken;
    },
    stoppedBehind: () => stopped,
  };
}

/** Series of one dataset, or of several with the same key prefix: then each place has its own source. */
interface Lane {
  readonly source: DatasetWithCatalogue | null;
  readonly sieve: SeriesSieve | null;
  readonly positions: ArrayLike<number>;
  readonly sources?: readonly DatasetWithCatalogue[];
  readonly sieves?: ReadonlyMap<DatasetWithCatalogue, SeriesSieve>;
}

const CLOSED: Lane = {source: null, sieve: null, positions: []};

/** @param keys ascending; null: all of the catalogue */
function positionsOf(
  source: DatasetWithCatalogue,
  keys: readonly string[] | null,
  behind: {readonly key: string; readonly orEqual: boolean} | null,
): ArrayLike<number> {
  const {catalogue} = source;
  if (keys === null) {
    return keyOrder(catalogue).subarray(behind === null ? 0 : placeBehindKey(catalogue, behind.key, behind.orEqual));
  }
  return keys
    .filter((key) => behind === null || key > behind.key || (behind.orEqual && key === behind.key))
    .map((key) => positionOfKey(catalogue, key))
    .filter((position) => position !== -1);
}

function mergeLanes(lanes: readonly Lane[]): Lane {
  const all = lanes.flatMap(({source, positions}) =>
    Array.from(positions, (position) => ({source: source!, position, key: keyAt(source!.catalogue, position)})),
  );
  all.sort((one, other) => (one.key < other.key ? -1 : 1));
  return {
    source: null,
    sieve: null,
    positions: all.map(({position}) => position),
    sources: all.map(({source}) => source),
    sieves: new Map(lanes.map(({source, sieve}) => [source!, sieve!])),
  };
}
