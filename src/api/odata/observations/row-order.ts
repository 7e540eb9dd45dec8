// The order of rows: the keys of $orderby, and whether a cursor in that order survives a load.
//
// Every order ends in the key of the series and the period, so that no two rows are equal in it.
import {compareValues, compileExpression, type Read} from "../../../formats/odata/evaluate.ts";
import {expressionWeight, lengthOf, type OrderItem, propertiesOf} from "../../../formats/odata/expression.ts";
import {type EntityRow, PROPERTY_ROWS, readProperty, readsNames} from "../row-properties.ts";

/** One expression of an order, compiled. */
export interface OrderKey {
  readonly read: Read<EntityRow>;
  /** The number of evaluations that one read counts as. */
  readonly weight: number;
  /** Letters of its texts, about; 0: it gives no texts. */
  readonly letters: number;
  readonly descending: boolean;
  /** It reads a value of the row itself, not of its series alone. */
  readonly isOfRows: boolean;
  /** It is the period and nothing else. */
  readonly isPeriod: boolean;
  /** It reads the name of the class. */
  readonly readsNames: boolean;
}

export interface RowOrder {
  /** Empty for the order by keys. */
  readonly keys: readonly OrderKey[];
  /** Whether a load may move a row in this order. */
  readonly changes: boolean;
}

/** Drops expressions after a key that is unique to each row; an order by the keys themselves becomes no order. */
export function readOrder(items: readonly OrderItem[], rowKeys: readonly string[]): RowOrder {
  const needed = cutBehindKeys(items, rowKeys);
  const isOwn = needed.every((item, index) => nameOf(item) === rowKeys[index] && !item.descending);
  const keys = isOwn ? [] : needed.map(orderKey);
  const names = needed.flatMap(({expression}) => [...propertiesOf(expression)]);
  return {keys, changes: keys.length > 0 && names.some((name) => PROPERTY_ROWS[name]!.changes)};
}

/** Compares the values of two rows, key by key. */
export function compareKeys<T>(
  keys: readonly OrderKey[],
  readKeyOf: (one: T, index: number) => ReturnType<Read<EntityRow>>,
  one: T,
  other: T,
): number {
  for (let index = 0; index < keys.length; index++) {
    const compared = compareValues(readKeyOf(one, index), readKeyOf(other, index));
    if (compared !== 0) return keys[index]!.descending ? -compared : compared;
  }
  return 0;
}

function cutBehindKeys(items: readonly OrderItem[], rowKeys: readonly string[]): readonly OrderItem[] {
  const seen = new Set<string>();
  for (const [index, item] of items.entries()) {
    const name = nameOf(item);
    if (name !== null) seen.add(name);
    if (rowKeys.every((key) => seen.has(key))) return items.slice(0, index + 1);
  }
  return items;
}

function orderKey({expression, descending}: OrderItem): OrderKey {
  const names = [...propertiesOf(expression)];
  return {
    read: compileExpression(expression, readProperty),
    weight: expressionWeight(expression),
    letters: lengthOf(expression),
    descending,
    isOfRows: names.some((name) => PROPERTY_ROWS[name]!.source === "value"),
    isPeriod: expression.kind === "property" && expression.name === "period",
    readsNames: readsNames(names),
  };
}

function nameOf({expression}: OrderItem): string | null {
  return expression.kind === "property" ? expression.name : null;
}
