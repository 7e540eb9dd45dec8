// Which series of a dataset a filter lets through, judged over the catalogue.
//
// Each condition goes to where it costs least: on the dataset once, on one column once for each of its codes, all others on each
// series. It is the same evaluation everywhere, on a series that stands for all alike, so no way of judging can differ from another.
import {compileExpression, type Read} from "../../formats/odata/evaluate.ts";
import {type Expression, propertiesOf} from "../../formats/odata/expression.ts";
import type {Dimension} from "../../statistics/column.ts";
import type {DatasetRecord} from "../../store/dataset.ts";
import {PROPERTY_ROWS, type Row, readProperty, type Source} from "./row-properties.ts";

/** Conditions of a filter that all have to hold, parted by what they are judged on. */
export interface Conditions {
  /** On the dataset or its series alone. */
  readonly ofSeries: readonly Expression[];
  /** Those that read a value of the row itself. */
  readonly ofRows: readonly Expression[];
}

export function partConditions(conjuncts: readonly Expression[]): Conditions {
  const ofRows = conjuncts.filter((one) => [...propertiesOf(one)].some((name) => sourceOf(name) === "value"));
  return {ofSeries: conjuncts.filter((one) => !ofRows.includes(one)), ofRows};
}

export interface SeriesSieve {
  /** No series of the dataset can pass. */
  readonly isClosed: boolean;
  passes(position: number): boolean;
}

export function createSieve(conditions: readonly Expression[], source: Source): SeriesSieve {
  const row = rowOf(source);
  const columns: {index: Uint16Array | Uint32Array; member: Uint8Array}[] = [];
  const others: Read<Row>[] = [];
  let isClosed = source.catalogue.size === 0;
  for (const condition of conditions) {
    const read = compileExpression(condition, readProperty);
    const sources = new Set([...propertiesOf(condition)].map(sourceOf).filter((one) => one !== "dataset"));
    const [only, ...more] = sources;
    if (isClosed) break;
    if (only === undefined) isClosed = read(row) !== true;
    else if (only === "series" || more.length > 0) others.push(read);
    else {
      const column = judgeColumn(only as Dimension, source, read);
      if (!column.member.includes(1)) isClosed = true;
      columns.push(column);
    }
  }
  return {
    isClosed,
    passes(position) {
      for (const {index, member} of columns) if (member[index[position] as number] === 0) return false;
      row.position = position;
      return others.every((read) => read(row) === true);
    },
  };
}

/** Whether conditions on the dataset alone let it through: judged before its catalogue is read. */
export function createDatasetSieve(conditions: readonly Expression[]): (dataset: DatasetRecord) => boolean {
  const reads = conditions
    .filter((condition) => [...propertiesOf(condition)].every((name) => sourceOf(name) === "dataset"))
    .map((condition) => compileExpression(condition, readProperty));
  return (dataset) => {
    const row = rowOf({dataset, catalogue: NO_CATALOGUE});
    return reads.every((read) => read(row) === true);
  };
}

/** Nothing that a dataset is judged on looks at it. */
const NO_CATALOGUE = {} as Source["catalogue"];

export function rowOf(source: Source): Row {
  return {source, position: 0, period: 0, value: 0, asOf: 0};
}

/** For each code of the column whether a series that bears it passes; what is judged reads no other column. */
function judgeColumn(dimension: Dimension, source: Source, read: Read<Row>) {
  const {codes, index} = source.catalogue[dimension];
  const row = rowOf(source);
  const member = new Uint8Array(codes.length);
  const isJudged = new Uint8Array(codes.length);
  for (let position = 0, left = codes.length; left > 0 && position < index.length; position++) {
    const code = index[position] as number;
    if (isJudged[code] === 1) continue;
    isJudged[code] = 1;
    left--;
    row.position = position;
    if (read(row) === true) member[code] = 1;
  }
  return {index, member};
}

function sourceOf(name: string) {
  return PROPERTY_ROWS[name]!.source;
}
