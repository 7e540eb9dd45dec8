// Conditions of a filter, compiled once for a request: how each is read, its cost, and what it depends on.
import {compileExpression, type Read} from "../../../formats/odata/evaluate.ts";
import {type Expression, propertiesOf, weightOf} from "../../../formats/odata/expression.ts";
import type {Dimension} from "../../../statistics/catalogue/catalogue.ts";
import {PROPERTY_ROWS, type Row, readsNames} from "../row-properties.ts";

export interface Condition {
  readonly read: Read<Row>;
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
    weight: weightOf(condition),
    hangsOn: hangsOn(condition),
    readsNames: readsNames(propertiesOf(condition)),
  }));
}

/** What an expression depends on, as for a condition. */
export function hangsOn(expression: Expression): Condition["hangsOn"] {
  const sources = new Set([...propertiesOf(expression)].map((name) => PROPERTY_ROWS[name]!.source));
  sources.delete("dataset");
  const [only = "dataset", ...more] = sources;
  if (sources.has("value")) return "value";
  return more.length > 0 ? "series" : only;
}

/** Readers of properties; a property of one series, such as its composed title, is read once for all expressions. */
function keptProperties(): (name: string) => Read<Row> {
  const kept = new Map<string, Read<Row>>();
  return (name) => {
    const {source, read} = PROPERTY_ROWS[name]!;
    if (source !== "series") return read;
    const found = kept.get(name) ?? keepLast(read);
    kept.set(name, found);
    return found;
  };
}

function keepLast(read: Read<Row>): Read<Row> {
  let last: {
    readonly source: Row["source"];
    readonly position: number;
    readonly value: ReturnType<typeof read>;
  } | null = null;
  return (row) => {
    if (last === null || last.position !== row.position || last.source !== row.source)
      last = {source: row.source, position: row.position, value: read(row)};
    return last.value;
  };
}
