// What the indicators of a dataset measure, where its package says so.
import type {Quantity} from "../../statistics/derived/quantity.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";

/** By the code of the indicator. */
export function* readDeclaredQuantities(q: Queries, datasetId: number): Script<ReadonlyMap<string, Quantity>> {
  const rows = yield* all(declared(q, {datasetId}));
  return new Map(rows.map(({code, quantity}) => [code, quantity as Quantity]));
}

const declared = statement((q, param: Param<{datasetId: number}>) =>
  q.db
    .selectFrom("indicator")
    .select(["code", "quantity"])
    .where("dataset_id", "=", param("datasetId"))
    .where("quantity", "is not", null),
);
