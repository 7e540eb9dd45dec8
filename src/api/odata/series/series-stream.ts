// The series that pass a filter, in the order of their keys, a few at a time: it evaluates no more than a page needs.
//
// A stream whose budget is spent stops early and gives the key at which it stopped: the page is then shorter, even empty, and its next link
// continues there. So no request can block the service, however few series pass its filter.

import {type Expression, propertiesOf} from "../../../formats/odata/expression.ts";
import {DATASET_KEY_LENGTH, keyAt} from "../../../statistics/catalogue/catalogue.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import type {DatasetGroup} from "../dataset-finder.ts";
import {type EntitySeries, NAMES_PASSED, type ODataCatalogues, passNames, readsNames} from "../row-properties.ts";
import {openSeriesCursor, type QueryKeys, type SeriesCursor, type SeriesListContext} from "./series-cursor.ts";
import {compileConditions, passesDataset} from "./series-predicate.ts";

export interface StreamContext {
  readonly catalogues: ODataCatalogues;
  readonly groups: readonly DatasetGroup[];
  /** Conditions on series. */
  readonly conditions: readonly Expression[];
  /** The only keys that can pass; null: any. */
  readonly keys: ReadonlySet<string> | null;
  readonly budget: Budget;
}

/** Datasets whose catalogues one page may read. */
const PAGE_DATASETS = 300;
/** The same for an answer that has to read all of its series: a count, $orderby, $skip. */
export const WHOLE_DATASETS = 1000;

export interface SeriesStream {
  /** At most `most` next series that pass; fewer only at the end, or if the stream has stopped. */
  readNext(q: Queries, most: number): Script<readonly EntitySeries[]>;
  /** The key at which it stopped; null if it has not stopped. */
  stoppedBehind(): string | null;
}

/** Keys greater than this one, or equal to it too. */
export interface StreamStart {
  readonly key: string;
  readonly orEqual: boolean;
}

/** @param start null: from the first key */
export function createSeriesStream(
  {catalogues, groups, conditions, keys, budget}: StreamContext,
  start: StreamStart | null,
  mostDatasets = PAGE_DATASETS,
): SeriesStream {
  const judged = compileConditions(conditions);
  const isNamed = conditions.some((one) => readsNames(propertiesOf(one)));
  const context = {catalogues, conditions, judged, budget, readsNames: isNamed};
  return new FilteredStream(context, groups, keys, start, mostDatasets);
}

class FilteredStream implements SeriesStream {
  private readonly context: Omit<SeriesListContext, keyof QueryKeys>;
  private readonly groups: readonly DatasetGroup[];
  /** By prefix, ascending; null: any. */
  private readonly keysOf: ReadonlyMap<string, readonly string[]> | null;
  private readonly start: StreamStart | null;
  private readonly startPrefix: string;
  private readonly mostDatasets: number;
  private readonly firstGroup: number;
  private group: number;
  private cursor: SeriesCursor | null = null;
  private index = 0;
  private datasetsRead = 0;
  private stopped: string | null = null;
  /** The place behind those whose names are read. */
  private namedTo = 0;

  constructor(
    context: FilteredStream["context"],
    groups: readonly DatasetGroup[],
    keys: ReadonlySet<string> | null,
    start: StreamStart | null,
    mostDatasets: number,
  ) {
    const keysOf = keys === null ? null : Map.groupBy([...keys].sort(), (key) => key.slice(0, DATASET_KEY_LENGTH));
    const startPrefix = start?.key.slice(0, DATASET_KEY_LENGTH) ?? "";
    this.context = context;
    this.keysOf = keysOf;
    this.groups = keysOf === null ? groups : groups.filter(({prefix}) => keysOf.has(prefix));
    this.start = start;
    this.startPrefix = startPrefix;
    this.mostDatasets = mostDatasets;
    const found = this.groups.findIndex(({prefix}) => prefix >= startPrefix);
    this.firstGroup = found === -1 ? this.groups.length : found;
    this.group = this.firstGroup;
  }

  *readNext(q: Queries, most: number): Script<readonly EntitySeries[]> {
    const {groups, firstGroup} = this;
    const {budget} = this.context;
    const taken: EntitySeries[] = [];
    while (taken.length < most && this.group < groups.length && this.stopped === null) {
      // Every page must make progress: its first dataset is opened, and a series of it evaluated, even if the budget is spent.
      const mayStop = this.cursor === null && this.group > firstGroup;
      if (mayStop && (this.datasetsRead > this.mostDatasets || budget.isSpent())) {
        this.stopped = `${groups[this.group - 1]!.prefix}~`;
        break;
      }
      this.cursor ??= yield* this.openGroup(q, most - taken.length);
      yield* this.takeFrom(q, this.cursor, most, taken);
      if (this.stopped !== null) break;
      const {cursor} = this;
      if (this.index < cursor.positions.length) continue;
      if (cursor.judgedTo !== undefined && cursor.more !== undefined && budget.isSpent()) {
        this.stopped = cursor.judgedTo;
        break;
      }
      if (cursor.more === undefined) {
        this.group++;
        this.cursor = null;
      } else if (taken.length < most) this.cursor = yield* cursor.more(q, most - taken.length);
      else break;
      this.index = 0;
      this.namedTo = 0;
      yield* budget.rest();
    }
    return taken;
  }

  stoppedBehind(): string | null {
    return this.stopped;
  }

  /** Adds the next series of the cursor that pass. */
  private *takeFrom(q: Queries, cursor: SeriesCursor, most: number, taken: EntitySeries[]): Script<void> {
    const {budget} = this.context;
    const {positions} = cursor;
    while (this.index < positions.length && taken.length < most) {
      if (cursor.judgedTo === undefined) yield* this.nameNext(q, cursor);
      const index = this.index++;
      const position = positions[index]!;
      const source = cursor.sources?.[index] ?? cursor.source!;
      const predicate = cursor.predicates?.get(source) ?? cursor.predicate!;
      budget.spend(1);
      if (predicate.passes(position)) taken.push({source, position});
      if (budget.isRestDue()) yield* budget.rest();
      if (cursor.judgedTo !== undefined) continue;
      if (budget.isSpent() && (this.index < positions.length || cursor.more !== undefined)) {
        this.stopped = keyAt(source.catalogue, position);
        return;
      }
    }
  }

  private *openGroup(q: Queries, wanted: number): Script<SeriesCursor> {
    const {judged, budget} = this.context;
    const {prefix, datasets} = this.groups[this.group]!;
    const passing = datasets.filter((dataset) => passesDataset(judged, dataset, budget));
    this.datasetsRead += passing.length;
    const behind = prefix === this.startPrefix ? this.start : null;
    return yield* openSeriesCursor(
      q,
      {...this.context, keys: this.keysOf?.get(prefix) ?? null, behind},
      passing,
      wanted,
    );
  }

  /** Reads the names of the next series of the cursor, if conditions read them. */
  private *nameNext(q: Queries, {positions, source, sources}: SeriesCursor): Script<void> {
    if (!this.context.readsNames || this.index < this.namedTo) return;
    this.namedTo = Math.min(this.index + NAMES_PASSED, positions.length);
    const next: EntitySeries[] = [];
    for (let at = this.index; at < this.namedTo; at++)
      next.push({source: sources?.[at] ?? source!, position: positions[at]!});
    this.context.budget.spend(yield* passNames(q, next));
  }
}
