// Copies a whole warehouse with its accounts from one store into another, with any engines; after a kill the next run continues.
//
// Datasets are copied one by one, each in the state after its last load run; a dataset that changes during its copy is copied again in the
// next pass. A dataset in a state and an archived file are copied in one step and recorded as done; other tables are copied whole. Minute
// windows are not copied, because they last only a minute.
import {Refusal} from "../../../service/refusal.ts";
import {type DatasetRecord, listDatasets, TABLES_OF_DATASET} from "../../datasets/dataset.ts";
import type {Queries} from "../../engines/differences.ts";
import type {Store} from "../../open.ts";
import {readLastChange} from "../../releases/load-run.ts";
import {listSourceFiles} from "../../releases/source-file.ts";
import {all, one, run, type Script} from "../../script.ts";
import {historyRange} from "../../series/history.ts";
import {copyRows, type TablePair} from "./copy-rows.ts";
import {deleteRows, hasRows, listTables, type Scope, type Table} from "./table-rows.ts";
import {beginCopy, endCopy, forgetItem, isMarked, MARK_TABLE, noteItem, readCopiedItems} from "./unfinished-copy.ts";

export interface CopyOutcome {
  /** The target was an unfinished copy. */
  readonly resumed: boolean;
  readonly datasets: number;
  readonly series: number;
  readonly files: number;
  readonly accounts: number;
  readonly tokens: number;
}

/** Progress in series; a file counts as SERIES_A_FILE. */
export type OnProgress = (done: number, total: number) => void;

/** Tables that are not copied: the target has its own rows, or needs none. */
const LEFT_OUT = ["schema_version", "minute_window", "writer_mark", MARK_TABLE];
/** A file is roughly as much work as this number of series. */
const SERIES_A_FILE = 20;
const PASSES = 10;

/**
 * Copies everything, and reads every row again from the target.
 * @param names of both stores; the name of the source tells a later run that it may continue
 * @throws Refusal if the target already has a store or the copy of another one, if the source keeps changing, or if a server runs on one of
 * them at the beginning or at the end
 */
export async function copyWarehouse(
  from: Store,
  to: Store,
  names: {readonly from: string; readonly to: string},
  onProgress: OnProgress,
): Promise<CopyOutcome> {
  const refuseServed = async (): Promise<void> => {
    await refuseServers(from, names.from);
    await refuseServers(to, names.to);
  };
  await refuseServed();
  const pairs = pairTables(await listTables(from), await listTables(to));
  const resumed = await isMarked(to.statistics);
  if (!resumed) {
    await refuseFilled(pairs, names.to);
    await to.statistics.write((q) => beginCopy(q, names.from));
  }
  const {source, items} = await to.statistics.read((q) => readCopiedItems(q));
  if (source !== names.from)
    throw new Refusal(
      `${names.to} is an unfinished copy of ${source}`,
      "copy from that store again, or empty the target first",
    );
  const counts = await copyUntilStill({from, to, pairs, items}, onProgress);
  for (const pair of pairs.values()) if (pair.from.isNumbered) await copyCounter(pair.from, pair.to);
  await refuseServed();
  await to.statistics.write((q) => endCopy(q));
  return {resumed, ...counts};
}

/** A server would charge accounts that are already copied, or serve an incomplete store. */
async function refuseServers({statistics}: Store, name: string): Promise<void> {
  const {countServers} = statistics.differences;
  if (countServers === null) return;
  const [found] = await statistics.read((q) => all(countServers.compile(q.db)));
  if (found!.servers === 0) return;
  throw new Refusal(
    `${found!.servers} of ryad serve at work on ${name}`,
    "stop them, and run the same ryad copy again",
  );
}

function pairTables(from: ReadonlyMap<string, Table>, to: ReadonlyMap<string, Table>): Map<string, TablePair> {
  const pairs = new Map<string, TablePair>();
  for (const [name, table] of from) {
    const other = to.get(name);
    if (LEFT_OUT.includes(name)) continue;
    if (other === undefined) throw new Refusal(`the source has a table ${name}, which this program does not know`);
    pairs.set(name, {from: table, to: other});
  }
  return pairs;
}

async function refuseFilled(pairs: ReadonlyMap<string, TablePair>, name: string): Promise<void> {
  for (const {to} of pairs.values()) {
    if (await hasRows(to)) throw new Refusal(`${name} already has a store`, "name an empty folder or database");
  }
}

/** Copies everything, in passes, until nothing was loaded during a pass. */
async function copyUntilStill(copy: CopiedItems, onProgress: OnProgress): Promise<Omit<CopyOutcome, "resumed">> {
  const {statistics, sources} = copy.from;
  for (let pass = 0; pass < PASSES; pass++) {
    const before = await statistics.read((q) => readLastChange(q));
    const datasets = await statistics.read((q) => listDatasets(q));
    const files = await sources.read((q) => listSourceFiles(q));
    const series = datasets.reduce((sum, {seriesCount}) => sum + seriesCount, 0);
    let done = 0;
    const advance = (by: number): void => {
      done += by;
      onProgress(done, series + files.length * SERIES_A_FILE);
    };
    await dropGone(copy, datasets);
    for (const dataset of datasets) {
      await copyDataset(copy, dataset);
      advance(dataset.seriesCount);
    }
    for (const {sha256} of files) {
      await copyFile(copy, sha256);
      advance(SERIES_A_FILE);
    }
    const others = new Map<string, number>();
    for (const [name, pair] of copy.pairs) if (!isOfItems(name)) others.set(name, await copyRows(pair, null));
    if ((await statistics.read((q) => readLastChange(q))) !== before) continue;
    const [accounts = 0, tokens = 0] = [others.get("account"), others.get("token")];
    return {datasets: datasets.length, series, files: files.length, accounts, tokens};
  }
  throw new Refusal(`the source was changed by loads during each of ${PASSES} passes`, "copy again when they are done");
}

/** Numbers are never used again, also those of deleted rows. */
async function copyCounter(from: Table, to: Table): Promise<void> {
  const last = await from.engine.read(function* (q) {
    return (yield* all(q.differences.readCounter(from.name).compile(q.db)))[0]?.last ?? 0;
  });
  await to.engine.write(function* (q) {
    for (const statement of q.differences.setCounter(to.name, last)) yield* run(statement.compile(q.db));
  });
}

interface CopiedItems {
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
function isOfItems(table: string): boolean {
  return DATASET_TABLES.includes(table) || FILE_TABLES.includes(table);
}

/** The dataset was loaded while it was copied. */
class DatasetMoved extends Error {}

/** Copies a dataset unless the target has it in this state; a dataset that is loaded during its copy is left unfinished. */
async function copyDataset(copy: CopiedItems, {id, changedBy}: DatasetRecord): Promise<void> {
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
async function dropGone(copy: CopiedItems, datasets: readonly DatasetRecord[]): Promise<void> {
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
async function copyFile(copy: CopiedItems, sha256: string): Promise<void> {
  const item = `file ${sha256}`;
  if (copy.items.get(item) === FINISHED) return;
  for (const name of FILE_TABLES) await copyRows(copy.pairs.get(name)!, {column: "sha256", value: sha256});
  await note(copy, item, FINISHED);
}

function scopeOf(table: string, datasetId: number): Scope {
  if (table === "dataset") return {column: "id", value: datasetId};
  const scope = {column: "dataset_id", value: datasetId};
  return table === "history" ? {...scope, range: {column: "place", bounds: historyRange(datasetId)}} : scope;
}

async function note({to, items}: CopiedItems, item: string, state: string): Promise<void> {
  await to.statistics.write((q) => noteItem(q, item, state));
  items.set(item, state);
}

async function forget({to, items}: CopiedItems, item: string): Promise<void> {
  await to.statistics.write((q) => forgetItem(q, item));
  items.delete(item);
}
