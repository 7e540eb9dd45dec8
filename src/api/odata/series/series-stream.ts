// The series that pass a filter, in the order of their keys, a few at a time: it evaluates no more than a page needs.
//
// A stream whose budget is spent stops early and gives the key at which it stopped: the page is then shorter, even empty, and its next link
// continues there. So no request can block the service, however few series pass its filter.

import type {Budget} from "../../../budget.ts";
import {type Expression, propertiesOf} from "../../../formats/odata/expression.ts";
import {DATASET_KEY_LENGTH, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {CatalogueCache} from "../../../store/series/catalogue-cache.ts";
import type {DatasetGroup} from "../dataset-finder.ts";
import {NAMES_PASSED, passNames, readsNames, type SelectedSeries} from "../row-properties.ts";
import {type Lane, openLane} from "./lane.ts";
import {compileConditions, passesDataset} from "./series-sieve.ts";

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
  const isNamed = conditions.some((one) => readsNames(propertiesOf(one)));
  const parts = {catalogues, conditions, judged, budget, readsNames: isNamed};
  let datasetsRead = 0;
  let stopped: string | null = null;
  /** The place behind those whose names are read. */
  let namedTo = 0;

  function* openGroup(q: Queries, wanted: number): Script<Lane> {
    const {prefix, datasets} = groups[group]!;
    const passing = datasets.filter((dataset) => passesDataset(judged, dataset, budget));
    datasetsRead += passing.length;
    const behind = prefix === startPrefix ? start : null;
    return yield* openLane(q, {...parts, keys: keysOf?.get(prefix) ?? null, behind}, passing, wanted);
  }

  /** The names of the next series of the lane, if conditions read them. */
  function* nameNext(q: Queries, {positions, source, sources}: Lane): Script<void> {
    if (!isNamed || place < namedTo) return;
    namedTo = Math.min(place + NAMES_PASSED, positions.length);
    const next: SelectedSeries[] = [];
    for (let at = place; at < namedTo; at++) next.push({source: sources?.[at] ?? source!, position: positions[at]!});
    budget.spend(yield* passNames(q, next));
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
        lane ??= yield* openGroup(q, most - taken.length);
        const {positions} = lane;
        while (place < positions.length && taken.length < most) {
          if (lane.judgedTo === undefined) yield* nameNext(q, lane);
          const position = positions[place++]!;
          const source = lane.sources?.[place - 1] ?? lane.source!;
          const sieve = lane.sieves?.get(source) ?? lane.sieve!;
          budget.spend(1);
          if (sieve.passes(position)) taken.push({source, position});
          if (budget.isRestDue()) yield* budget.rest();
          if (lane.judgedTo !== undefined) continue;
          if (budget.isSpent() && (place < positions.length || lane.more !== undefined)) {
            stopped = keyAt(source.catalogue, position);
            return taken;
          }
        }
        if (place === positions.length) {
          if (lane.judgedTo !== undefined && lane.more !== undefined && budget.isSpent()) {
            stopped = lane.judgedTo;
            break;
          }
          if (lane.more === undefined) {
            group++;
            lane = null;
          } else if (taken.length < most) lane = yield* lane.more(q, most - taken.length);
          else break;
          [place, namedTo] = [0, 0];
          yield* budget.rest();
        }
      }
      return taken;
    },
    stoppedBehind: () => stopped,
  };
}
