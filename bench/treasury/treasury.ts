// The goals of a store whose series hardly share anything, as those of the Treasury's forms: what may grow with the store, and what may not.
//
// One store for all lines, made at their start. The order matters: loads of revised values come after everything that only reads.
import {mkdirSync, rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {openStore} from "../../src/store/open.ts";
import type {Bench, Subject} from "../subject.ts";
import {runToEnd, type WorkFolder} from "../work-folder.ts";
import type {Made} from "./make.ts";
import {measureLoads} from "./measure-loads.ts";
import {measureBeside, measureCold} from "./measure-searches.ts";
import {measureCatalogue, measureLarge} from "./measure-slices.ts";
import {measureStart} from "./measure-start.ts";
import {type TreasuryStore, treasurySizes} from "./store.ts";

export const treasury: Subject = {
  name: "treasury",
  needs: ["proc"],
  async run(bench) {
    const store = await makeFolder(bench);
    await measureStart(bench, store);
    await measureCatalogue(bench, store);
    await measureLarge(bench, store);
    await measureCold(bench, store);
    await measureLoads(bench, store);
    await measureBeside(bench, store);
    for (const folder of [store.folder, store.emptyFolder]) rmSync(folder, {recursive: true});
  },
};

const MAKE = fileURLToPath(new URL("make.ts", import.meta.url));
/** One dataset is in memory at a time, the largest with up to 4.5 kB a series. */
const MAKING_MEGABYTES = 10_000;

/** Writes datasets of these sizes, in a process of its own. @param place a folder or the address of a database */
export async function makeTreasury(work: WorkFolder, at: string, sizes: readonly number[]): Promise<Made> {
  const {output} = await runToEnd(work, process.execPath, [
    ...[`--max-old-space-size=${MAKING_MEGABYTES}`, MAKE, at, sizes.join(",")],
  ]);
  return JSON.parse(output);
}

async function makeFolder({work, scale, progress, report}: Bench): Promise<TreasuryStore> {
  const [folder, emptyFolder] = [join(work.path, "treasury"), join(work.path, "treasury-empty")];
  const sizes = treasurySizes(scale.treasurySeries);
  for (const path of [folder, emptyFolder]) mkdirSync(path);
  await (await openStore({dataFolder: emptyFolder})).close();
  progress.show(`writing ${scale.treasurySeries} series with a class and a title each`);
  const made = await makeTreasury(work, folder, sizes.all);
  const {size} = statSync(join(folder, "statistics.db"));
  report("treasury-disk", size / made.series, {
    series: made.series,
    largest: Math.max(...sizes.all),
    processorSeconds: made.seconds,
    peakMegabytes: made.peakMegabytes ?? Number.NaN,
  });
  return {folder, emptyFolder, sizes};
}
