// Faults of load runs and of the feed of updates: rows that were changed, and days that differ from their runs.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import type {RowOf} from "../schema/tables.ts";
import {all, type Script} from "../script.ts";
import {sealOfRun} from "./row-seal.ts";

/** One sentence for each fault. */
export function* findBrokenRuns(q: Queries): Script<string[]> {
  const runs = yield* all(q.db.selectFrom("load_run").selectAll().orderBy("loaded_at").orderBy("id").compile());
  const days = yield* all(q.db.selectFrom("update_day").selectAll().compile());
  const changed = runs
    .filter((run) => sealOfRun(run) !== run.seal)
    .map((run) => `load run ${run.id} is not as it was written: a cell of its row was changed`);
  return [...changed, ...brokenDays(runs, days), ...(yield* findBrokenVersions(q))];
}

function brokenDays(runs: readonly RowOf<"load_run">[], days: readonly RowOf<"update_day">[]): string[] {
  const published = runs.filter(({kind}) => kind !== "describe");
  const runsOfDay = Map.groupBy(published, dayName);
  const lacking = [...runsOfDay.keys()].filter((name) => !days.some((day) => dayName(day) === name));
  return [
    ...lacking.map((name) => `the updates lack ${name}, on which there were load runs`),
    ...days.flatMap((day) => differencesOf(day, runsOfDay.get(dayName(day)) ?? [])),
  ];
}

function dayName({
  day,
  provider_code,
  dataset_code,
}: Pick<RowOf<"load_run">, "day" | "provider_code" | "dataset_code">) {
  return `${day} of ${provider_code}/${dataset_code}`;
}

/** The last run of a day gives the name and the latest period; if the clock was set back, it may be at any place. */
function differencesOf(day: RowOf<"update_day">, runs: readonly RowOf<"load_run">[]): string[] {
  const where = `the updates of ${dayName(day)}`;
  if (runs.length === 0) return [`${where} have no load run`];
  const loads = runs.filter(({kind}) => kind === "load");
  const sum = (name: "new_values" | "revised_values") => runs.reduce((total, run) => total + run[name], 0);
  const latest = loads.reduce<string | null>(
    (late, {published_at: one}) => (late !== null && late > (one ?? "") ? late : one),
    null,
  );
  const made = {
    latest_published_at: latest,
    releases: loads.length,
    new_values: sum("new_values"),
    revised_values: sum("revised_values"),
  };
  const names = Object.keys(made) as (keyof typeof made)[];
  const wrong: string[] = names.filter((name) => day[name] !== made[name]);
  for (const name of ["dataset_name", "latest_period"] as const)
    if (!runs.some((run) => run[name] === day[name])) wrong.push(name);
  return wrong.map((name) => `${where} have another ${name} than their load runs make`);
}

/** Datasets whose row has another time than the load run that changed them last. */
function* findBrokenVersions(q: Queries): Script<string[]> {
  const rows = yield* all(
    sql<{provider_code: string; code: string}>`select dataset.provider_code, dataset.code
      from dataset join load_run on load_run.id = dataset.changed_by
      where load_run.loaded_at <> dataset.changed_at`.compile(q.db),
  );
  return rows.map(
    ({provider_code, code}) =>
      `${provider_code}/${code}: its changed_at is not that of the load run that changed it last`,
  );
}
