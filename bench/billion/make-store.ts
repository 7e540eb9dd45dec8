// The store of the billion, by `ryad load` of one package after the other; the next package is written meanwhile. A store with its figures
// beside it is not made again.
import {existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {maker} from "../../src/store/search/manifest.ts";
import {runLoad} from "../treasury/revision.ts";
import {type Progress, runToEnd, type WorkFolder} from "../work-folder.ts";
import {VALUES_OF_ONE} from "./packages.ts";

const WRITE = fileURLToPath(new URL("make-package.ts", import.meta.url));

export interface BillionStore {
  readonly folder: string;
  readonly datasets: number;
  readonly values: number;
  /** Of the loads one after the other, from the first one's begin to the last one's end. */
  readonly seconds: number;
  readonly processorSeconds: number;
  /** Of statistics.db, for each value. */
  readonly bytesPerValue: number;
}

interface MakingParts {
  readonly work: WorkFolder;
  readonly progress: Progress;
  /** The folder of the stores. */
  readonly stores: string;
}

/** @throws Error if a load did not take every value */
export async function makeStore(
  {work, progress, stores}: MakingParts,
  name: string,
  datasets: number,
): Promise<BillionStore> {
  const folder = join(stores, name);
  const figures = `${folder}.json`;
  if (existsSync(figures)) return {...keptFigures(figures), folder};
  mkdirSync(folder, {recursive: true});
  const write = async (index: number): Promise<string> => {
    const path = join(work.path, `${name}-package-${index}`);
    await runToEnd(work, process.execPath, [WRITE, path, String(index)]);
    return path;
  };
  let [next, processorSeconds] = [await write(0), 0];
  const began = performance.now();
  for (let index = 0; index < datasets; index++) {
    progress.show(`${name}: loading dataset ${index + 1} of ${datasets}`);
    const path = next;
    const writing = index + 1 < datasets ? write(index + 1) : null;
    const {loaded, report} = await runLoad(work, {dataFolder: folder}, path);
    if (report.new_values !== VALUES_OF_ONE)
      throw new Error(`the load of dataset ${index} took ${report.new_values} of ${VALUES_OF_ONE} values`);
    processorSeconds += loaded.processorSeconds;
    rmSync(path, {recursive: true});
    if (writing !== null) next = await writing;
  }
  const seconds = (performance.now() - began) / 1000;
  const values = datasets * VALUES_OF_ONE;
  const bytesPerValue = statSync(join(folder, "statistics.db")).size / values;
  const made: BillionStore = {folder, datasets, values, seconds, processorSeconds, bytesPerValue};
  writeFileSync(figures, JSON.stringify({...made, maker: maker()}));
  return made;
}

/** @throws Error if the search of this program makes other segments: each start would make them anew, and the first search would wait for that */
function keptFigures(path: string): BillionStore {
  const {maker: made, ...store} = JSON.parse(readFileSync(path, "utf8"));
  if (made !== maker())
    throw new Error(`${path} was made by a program with another index of search: remove it and its store`);
  return store;
}
