// Territories that packages describe, over all datasets: each as the newest release that speaks of it says.
import {type Level, retold, type Territory, territoryIdentity} from "../../statistics/territory.ts";
import type {Queries} from "../engines/differences.ts";
import {all, type Script, statement, type Take} from "../script.ts";

/** One for each territory that a package adds or renames; what is built in and never renamed is not among them. */
export function* listPackageTerritories(q: Queries): Script<Territory[]> {
  const named = new Map<string, Territory>();
  for (const {code, name, level, canonical, parent} of yield* all(oldestFirst(q, {}))) {
    const identity = territoryIdentity({code, canonical});
    named.set(identity, retold(named.get(identity), {code, name, level: level as Level, canonical, parent}));
  }
  return [...named.values()];
}

const oldestFirst = statement((q, _take: Take<object>) =>
  q.db
    .selectFrom("territory")
    .select(["code", "name", "level", "canonical", "parent"])
    .where("named_on", "is not", null)
    .orderBy("named_on")
    .orderBy("named_at")
    .orderBy("dataset_id"),
);
