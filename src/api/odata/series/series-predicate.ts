// Which series of a dataset pass a filter, evaluated over the catalogue: its conditions are compiled once for a request.
//
// Each condition is evaluated where it costs least: once for the dataset, once for each code of a column, or for each series. The
// evaluation itself is the same everywhere, on one series in place of all equal ones, so the results cannot differ.

import {compileExpression, type Read} from "../../../formats/odata/evaluate.ts";
import {type Expression, expressionWeight, propertiesOf} from "../../../formats/odata/expression.ts";
import {DIMENSIONS, type Dimension} from "../../../statistics/catalogue/catalogue.ts";
import type {DatasetRecord} from "../../../store/datasets/dataset.ts";
import type {Queries} from "../../../store/engines/differences.ts";
import type {Script} from "../../../store/script.ts";
import type {Budget} from "../../../work/budget.ts";
import {
  type DatasetWithCatalogue,
  type EntityRow,
  NAMES_PASSED,
  PROPERTY_ROWS,
  passNames,
  readsNames,
  seriesRow,
} from "../row-properties.ts";

/** Conditions of a filter, which all must hold, divided by what they depend on. */
export interface Conditions {
  /** On the dataset or its series alone. */
  readonly ofSeries: readonly Expression[];
  /** Those that read a value of the row itself. */
  readonly ofRows: readonly Expression[];
}

export function partConditions(conjuncts: readonly Expression[]): Conditions {
  const ofRows = conjuncts.filter((one) => hangsOn(one) === "value");
  return {ofSeries: conjuncts.filter((one) => !ofRows.includes(one)), ofRows};
}

export interface SeriesPredicate {
  /** No series of the dataset can pass. */
  readonly isClosed: boolean;
  passes(position: number): boolean;
}

/** Up to this many codes are evaluated before the first series; beyond it, a code when the first series with it comes. */
const JUDGED_AHEAD = 500_000;

/** The predicate of a dataset that `passesDataset` accepts. @param only the positions of the series that it may be called with; null: any */
export function* openPredicate(
  q: Queries,
  conditions: readonly Condition[],
  source: DatasetWithCatalogue,
  budget: Budget,
  only: ArrayLike<number> | null = null,
): Script<SeriesPredicate> {
  const columns: ColumnPredicate[] = [];
  const firsts = new Map<Dimension, readonly number[]>();
  const others = conditions.filter((one) => one.hangsOn === "series");
  let isClosed = (only?.length ?? source.catalogue.size) === 0;
  let ahead = 0;
  for (const condition of conditions) {
    const {hangsOn: dimension, weight} = condition;
    if (isClosed) break;
    if (!isDimension(dimension)) continue;
    const column = createColumnPredicate(dimension, condition, source, budget);
    columns.push(column);
    if (only !== null) continue;
    ahead += source.catalogue[dimension].codes.length * weight;
    if (ahead > JUDGED_AHEAD) continue;
    const positions = firsts.get(dimension) ?? firstPositions(source, dimension);
    firsts.set(dimension, positions);
    isClosed = !(yield* column.passesAnyOf(q, positions));
  }
  const row = rowOf(source);
  return {
    isClosed,
    passes(position) {
      for (const column of columns) if (!column.passes(position)) return false;
      row.position = position;
      for (const {read, weight} of others) {
        budget.spend(weight);
        if (read(row) !== true) return false;
      }
      return true;
    },
  };
}

/** Whether the conditions on the dataset alone accept it: evaluated before its catalogue is read. */
export function passesDataset(conditions: readonly Condition[], dataset: DatasetRecord, budget: Budget): boolean {
  const row = rowOf({dataset, ...NOT_READ});
  for (const {hangsOn: judged, weight, read} of conditions) {
    if (judged !== "dataset") continue;
    budget.spend(weight);
    if (read(row) !== true) return false;
  }
  return true;
}

/** Conditions on the dataset never read it. */
const NOT_READ = {} as Pick<DatasetWithCatalogue, "catalogue" | "names">;

function rowOf(source: DatasetWithCatalogue): EntityRow {
  return seriesRow(source, 0);
}

interface ColumnPredicate {
  passes(position: number): boolean;
  /** Whether one of the positions passes; all of them are evaluated. */
  passesAnyOf(q: Queries, positions: readonly number[]): Script<boolean>;
}

const [UNKNOWN, PASSES, FAILS] = [0, 1, 2];

/** A condition on one column, evaluated once for each code, on a series that has it: it reads no other column. */
function createColumnPredicate(
  dimension: Dimension,
  {read, weight, readsNames}: Condition,
  source: DatasetWithCatalogue,
  budget: Budget,
): ColumnPredicate {
  const {codes, index} = source.catalogue[dimension];
  const row = rowOf(source);
  const outcomes = new Uint8Array(codes.length);

  function passes(position: number): boolean {
    const code = index[position] as number;
    if (outcomes[code] === UNKNOWN) {
      budget.spend(weight);
      row.position = position;
      outcomes[code] = read(row) === true ? PASSES : FAILS;
    }
    return outcomes[code] === PASSES;
  }

  return {passes, passesAnyOf: (q, positions) => passesAnyOf(q, positions, {passes, readsNames, source, budget})};
}

interface JudgedColumn {
  readonly passes: ColumnPredicate["passes"];
  readonly readsNames: boolean;
  readonly source: DatasetWithCatalogue;
  readonly budget: Budget;
}

function* passesAnyOf(
  q: Queries,
  positions: readonly number[],
  {passes, readsNames, source, budget}: JudgedColumn,
): Script<boolean> {
  let passesAny = false;
  for (const [nth, position] of positions.entries()) {
    if (readsNames && nth % NAMES_PASSED === 0) {
      const next = positions.slice(nth, nth + NAMES_PASSED).map((one) => ({source, position: one}));
      budget.spend(yield* passNames(q, next));
    }
    if (passes(position)) passesAny = true;
    if (budget.isRestDue()) yield* budget.rest();
  }
  return passesAny;
}

/** For each code of a column, the first series that has it. */
function firstPositions({catalogue}: DatasetWithCatalogue, dimension: Dimension): readonly number[] {
  const {codes, index} = catalogue[dimension];
  const isMet = new Uint8Array(codes.length);
  const positions: number[] = [];
  for (let position = 0; position < index.length && positions.length < codes.length; position++) {
    const code = index[position] as number;
    if (isMet[code] === 1) continue;
    isMet[code] = 1;
    positions.push(position);
  }
  return positions;
}

function isDimension(name: Condition["hangsOn"]): name is Dimension {
  return (DIMENSIONS as readonly string[]).includes(name);
}

export interface Condition {
  readonly read: Read<EntityRow>;
  /** The number of evaluations that one evaluation of it counts as. */
  readonly weight: number;
  /** One column of the catalogue if it reads no other; `series` if it reads more of the series, `value` if it reads the row. */
  readonly hangsOn: Dimension | "dataset" | "series" | "value";
  /** It reads the name of the class. */
  readonly readsNames: boolean;
}

export function compileConditions(conditions: readonly Expression[]): readonly Condition[] {
  const property = keptProperties();
  return conditions.map((condition) => ({
    read: compileExpression(condition, property),
    weight: expressionWeight(condition),
    hangsOn: hangsOn(condition),
    readsNames: readsNames(propertiesOf(condition)),
  }));
}

/** What an expression depends on, as for a condition. */
function hangsOn(expression: Expression): Condition["hangsOn"] {
  const sources = new Set([...propertiesOf(expression)].map((name) => PROPERTY_ROWS[name]!.source));
  sources.delete("dataset");
  const [only = "dataset", ...more] = sources;
  if (sources.has("value")) return "value";
  return more.length > 0 ? "series" : only;
}

/** Readers of properties; a property of one series, such as its composed title, is read once for all expressions. */
function keptProperties(): (name: string) => Read<EntityRow> {
  const cache = new Map<string, Read<EntityRow>>();
  return (name) => {
    const {source, read} = PROPERTY_ROWS[name]!;
    if (source !== "series") return read;
    const found = cache.get(name) ?? keepLast(read);
    cache.set(name, found);
    return found;
  };
}

function keepLast(read: Read<EntityRow>): Read<EntityRow> {
  let last: {
    readonly source: EntityRow["source"];
    readonly position: number;
    readonly value: ReturnType<typeof read>;
  } | null = null;
  return (row) => {
    if (last === null || last.position !== row.position || last.source !== row.source)
      last = {source: row.source, position: row.position, value: read(row)};
    return last.value;
  };
}
