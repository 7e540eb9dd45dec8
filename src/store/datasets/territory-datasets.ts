// Which datasets have a territory: looked up by the codes that it may have there.
//
// A code may mean another territory in another dataset, so each row says what the code means there. The lookup is by key: it takes the same
// time in a store of a million territories.
import type {Level, Territory} from "../../statistics/territory.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Param, type Script, statement} from "../script.ts";

export interface TerritoryOfDataset extends Territory {
  readonly datasetId: number;
}

/** Codes that one statement looks up. */
const LOOKED_UP_AT_ONCE = 400;

/**
 * The territories that datasets have by these codes; a code that a dataset lacks is left out. It rests, so only `readWithRests` may play it.
 * @param datasets their numbers
 */
export function* findTerritoriesOf(
  q: Queries,
  datasets: readonly number[],
  codes: readonly string[],
): Script<TerritoryOfDataset[]> {
  const found: TerritoryOfDataset[] = [];
  const pairs = datasets.flatMap((id) => codes.map((code) => [id, code] as const));
  for (let at = 0; at < pairs.length; at += LOOKED_UP_AT_ONCE) {
    if (at > 0) yield;
    const rows = yield* all(ofPairs(q, {pairs: JSON.stringify(pairs.slice(at, at + LOOKED_UP_AT_ONCE))}));
    for (const {dataset_id, level, ...same} of rows)
      found.push({...same, level: level as Level, datasetId: dataset_id});
  }
  return found;
}

const ofPairs = statement((q, param: Param<{pairs: string}>) =>
  q.db
    .selectFrom(q.differences.keyTable(param("pairs")).as("wanted"))
    .innerJoin("territory", (join) =>
      join.onRef("territory.dataset_id", "=", "wanted.dataset_id").onRef("territory.code", "=", "wanted.key"),
    )
    .select(["territory.dataset_id", "territory.code", "territory.name", "territory.level"])
    .select(["territory.canonical", "territory.parent"])
    .orderBy("territory.dataset_id")
    .orderBy("territory.code"),
);
