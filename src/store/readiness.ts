// Whether the store can do what requests need of it: read statistics and write accounts.
//
// A full disk, or a database that only reads, shows in a write alone, so one row is written each time. No replica is asked: requests do
// without one.
import {randomUUID} from "node:crypto";
import {findDatasets} from "./datasets/dataset.ts";
import {upsertRow} from "./rows.ts";
import {alone, type Engine, run} from "./script.ts";

/** Says what can't be done, or null. */
export type Probe = () => Promise<string | null>;

export function createProbe(statistics: Engine, accounts: Engine): Probe {
  const id = randomUUID();
  return async () => {
    const [read, written] = await Promise.allSettled([
      statistics.read((q) => findDatasets(q, {provider: "", dataset: ""})),
      accounts.write((q) => run(alone(write(q, {id, mark: "", written_at: Date.now()})))),
    ]);
    if (read.status === "rejected") return "the statistics can't be read";
    return written.status === "rejected" ? "the accounts can't be written" : null;
  };
}

const write = upsertRow("writer_mark", ["id"], ["mark", "written_at"]);
