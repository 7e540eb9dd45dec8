// All rows of the statistics as texts, to compare stores that were loaded in different ways.
//
// Random ids of runs are named by their moments, so runs need different ones; seals cover these ids and are left out.
import type {Queries} from "../../store/engines/differences.ts";
import type {Store} from "../../store/open.ts";
import {all, type Row, type Script} from "../../store/script.ts";

/** By table, in the order of the texts. */
export async function readAllRows(store: Store): Promise<Record<string, string[]>> {
  return await store.statistics.read(function* (q) {
    const moments = new Map<string, string>();
    for (const row of yield* rowsOf(q, "load_run")) moments.set(String(row["id"]), `run of ${row["loaded_at"]}`);
    for (const row of yield* rowsOf(q, "held_run")) moments.set(String(row["id"]), `run of ${row["held_at"]}`);
    const tables = new Set((yield* all(q.differences.listColumns.compile(q.db))).map(({table_name}) => table_name));
    const dumped: Record<string, string[]> = {};
    for (const table of tables) {
      if (!STATISTICS.has(table)) continue;
      const rows = yield* rowsOf(q, table);
      dumped[table] = rows.map((row) => JSON.stringify(row, (name, value) => shown(name, value, moments))).sort();
    }
    return dumped;
  });
}

const STATISTICS = new Set(
  "dataset release release_file load_run update_day last_change change_run change_blob mirror mirror_dataset series catalogue catalogue_piece metadata_piece search_piece indicator class unit territory methodology note relation continuity price_week english_name history missing_value held_run run_check quarantined_cell run_loss discarded_run".split(
    " ",
  ),
);

function* rowsOf(q: Queries, table: string): Script<readonly Row[]> {
  return yield* all<Row>(
    q.db
      .selectFrom(table as "class")
      .selectAll()
      .compile() as never,
  );
}

function shown(name: string, value: unknown, moments: ReadonlyMap<string, string>): unknown {
  if (name === "seal") return "";
  if (value instanceof Uint8Array) return Buffer.from(value).toString("hex");
  return typeof value === "string" ? (moments.get(value) ?? value) : value;
}
