// Checks whether the store can serve requests: read statistics and write accounts.
//
// Only a write finds a full disk or a read-only database, so one row is written each time. Replicas are not checked, because requests can
// be served without them.
import {randomUUID} from "node:crypto";
import {findDatasets} from "./datasets/dataset.ts";
import {upsertRow} from "./rows.ts";
import {autocommitted, type Engine, run} from "./script.ts";

/** Returns the fault as a text; null: none. */
export type Probe = () => Promise<string | null>;

export function createProbe(statistics: Engine, accounts: Engine): Probe {
  const id = randomUUID();
  return async () => {
    const [read, written] = await Promise.allSettled([
      statistics.read((q) => findDatasets(q, {provider: "", dataset: ""})),
      accounts.write((q) => run(autocommitted(write(q, {id, mark: "", written_at: Date.now()})))),
    ]);
    if (read.status === "rejected") return "the statistics can't be read";
    return written.status === "rejected" ? "the accounts can't be written" : null;
  };
}

const write = upsertRow("writer_mark", ["id"], ["mark", "written_at"]);
