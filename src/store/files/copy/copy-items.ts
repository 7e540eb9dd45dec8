// The items that a copy copies in one step and records as done: a dataset in a state, an archived file. Other tables are copied whole.
import {type DatasetRecord, TABLES_OF_DATASET} from "../../datasets/dataset.ts";
import type {Queries} from "../../engines/differences.ts";
import type {Store} from "../../open.ts";
import {one, type Script} from "../../script.ts";
import {placesOf} from "../../series/history.ts";
import {copyRows, type TablePair} from "./copy-rows.ts";
import {deleteRows, type Scope} from "./table-rows.ts";
import {forgetItem, noteItem} from "./unfinished-copy.ts";

export interface CopiedItems {
  readonly from: Store;
  readonly to: Store;
  /** Tables by name. */
  readonly pairs: ReadonlyMap<string, TablePair>;
  /** The items in the target, with the state of each when it was copied. */
  readonly items: Map<string, string>;
}

const DATASET_TABLES: readonly string[] = ["history", ...TABLES_OF_DATASET, "dataset"];
const FILE_TABLES: readonly string[] = ["source_chunk", "source_file"];
const DATASET_ITEM = "dataset ";
const FINISHED = "finished";

/** Whether rows of the table go with a dataset or a file. */
export function isOfItems(table: string): boolean {
  return DATASET_TABLES.includes(table) || FILE_TABLES.includes(table);
}

/** The dataset was loaded while it was copied. */
class DatasetMoved extends Error {}

/** Copies a dataset unless the target has it in this state; a dataset that is loaded during its copy is left unfinished. */
export async function copyDataset(copy: CopiedItems, {id, changedBy}: DatasetRecord): Promise<void> {
  const item = DATASET_ITEM + id;
  if (copy.items.get(item) === changedBy) return;
  const refuseMoved = function* (q: Queries): Script<void> {
    const query = q.db.selectFrom("dataset").select("changed_by").where("id", "=", id);
    if ((yield* one(query.compile()))?.changed_by !== changedBy) throw new DatasetMoved();
  };
  await forget(copy, item);
  try {
    for (const name of DATASET_TABLES) await copyRows(copy.pairs.get(name)!, scopeOf(name, id), refuseMoved);
  } catch (error) {
    if (error instanceof DatasetMoved) return;
    throw error;
  }
  await note(copy, item, changedBy);
}

/** Deletes datasets that were copied and have been dropped since. */
export async function dropGone(copy: CopiedItems, datasets: readonly DatasetRecord[]): Promise<void> {
  const standing = new Set(datasets.map(({id}) => DATASET_ITEM + id));
  for (const item of [...copy.items.keys()]) {
    if (!item.startsWith(DATASET_ITEM) || standing.has(item)) continue;
    const id = Number(item.slice(DATASET_ITEM.length));
    for (const name of DATASET_TABLES) {
      const {to} = copy.pairs.get(name)!;
      await to.engine.write((q) => deleteRows(q, to, scopeOf(name, id)));
    }
    await forget(copy, item);
  }
}

/** Bytes under their own checksum never change. */
export async function copyFile(copy: CopiedItems, sha256: string): Promise<void> {
  const item = `file ${sha256}`;
  if (copy.items.get(item) === FINISHED) return;
  for (const name of FILE_TABLES) await copyRows(copy.pairs.get(name)!, {column: "sha256", value: sha256});
  await note(copy, item, FINISHED);
}

function scopeOf(table: string, datasetId: number): Scope {
  if (table === "dataset") return {column: "id", value: datasetId};
  const scope = {column: "dataset_id", value: datasetId};
  return table === "history" ? {...scope, range: {column: "place", bounds: placesOf(datasetId)}} : scope;
}

async function note({to, items}: CopiedItems, item: string, state: string): Promise<void> {
  await to.statistics.write((q) => noteItem(q, item, state));
  items.set(item, state);
}

async function forget({to, items}: CopiedItems, item: string): Promise<void> {
  await to.statistics.write((q) => forgetItem(q, item));
  items.delete(item);
}
