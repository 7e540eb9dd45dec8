// Makes a store of the Treasury's kind in a process of its own: `node make.ts FOLDER|postgres://… SIZE[,SIZE…] [FIRST]` prints its costs as JSON.
//
// Each size is a dataset; FIRST is the number of the first one, for a store that has others already. A process of its own, because its
// memory is that of the largest dataset and would stay with the bench.
import {openStore} from "../../src/store/open.ts";
import {memoryOf} from "../work-folder.ts";
import {writeTreasuryDataset} from "./store.ts";

export interface Made {
  readonly series: number;
  /** Of a processor. */
  readonly seconds: number;
  readonly peakMegabytes: number | null;
}

const [at = "", list = "", first = "0"] = process.argv.slice(2);
const sizes = list.split(",").map(Number);
const store = await openStore(at.includes("://") ? {databaseUrl: at} : {dataFolder: at});
try {
  for (const [nth, size] of sizes.entries()) await writeTreasuryDataset(store, Number(first) + nth, size);
} finally {
  await store.close();
}
const {user, system} = process.cpuUsage();
const made: Made = {
  series: sizes.reduce((sum, size) => sum + size, 0),
  seconds: (user + system) / 1e6,
  peakMegabytes: memoryOf(process.pid)?.peak ?? null,
};
console.log(JSON.stringify(made));
