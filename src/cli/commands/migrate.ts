// `ryad migrate`: brings the store to the schema of this program. On PostgreSQL no other command changes an older store. `ryad adopt` binds
// a database that was put into a data folder on purpose to the other two.
import {counted} from "../../counted.ts";
import {makeSearchParts} from "../../load/change/search-parts.ts";
import {readWithdrawals} from "../../load/change/withdrawal-reading.ts";
import {LOAD_MEMORY_LIMIT} from "../../load/run.ts";
import {adoptPart} from "../../store/files/data-files.ts";
import {migrateStore, type Store} from "../../store/open.ts";
import {PARTS} from "../../store/schema/migration.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, REFUSED} from "../command.ts";
import {finishInterruptedRestore, holdServeLock, refuseMissing, storePlace, withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";

export const migrate: Command = {
  name: "migrate",
  options: {
    distribute: flag("on Citus: distributes the tables over its machines; no server may run"),
    accept: flag("also records the withdrawals of releases that withdraw more than 5 % of their dataset"),
    data: DATA_OPTION,
  },
  summary: "brings the store to the schema of this program",
  details: [
    "On PostgreSQL an older store is refused by every other command, and only an empty database is set up by itself: stop the",
    "servers of the older program, back the database up, then migrate. In a data folder serve and load do the same by",
    "themselves, after making a copy. A store that is newer than this program is refused.",
    "A store of a program that did not record withdrawn values learns them here: the archived releases of each dataset are read again,",
    "which takes about as long as ryad check. What search needs of datasets that this program has not loaded is stored, so that servers",
    "need not make it at each start. Servers of this program may run meanwhile; after an interruption, call it again.",
  ],
  async run(call) {
    const {options, settings, say} = call;
    const wanted = options["distribute"] === true;
    if (wanted && settings.databaseUrl === null) {
      throw new WrongUsage("only a database can be distributed: set RYAD_DATABASE_URL", migrate);
    }
    finishInterruptedRestore(settings);
    const {from, to, distributed} = await migrateStore({...storePlace(settings), distributed: wanted});
    for (const part of PARTS) say(`${part}: ${stepText(from[part], to[part])}`);
    if (wanted || distributed.length > 0) say(`distributed: ${distributed.join(", ") || "nothing to do"}`);
    return withStore(settings, "change", async (store) => {
      const ended = await readEach(store, call);
      await makeParts(store, call);
      return ended;
    });
  },
};

/** Adds the withdrawn values of datasets that lack them, with a line for each dataset of several releases. */
async function readEach(store: Store, {options, say, note}: Call): Promise<number> {
  const effects = {now: () => new Date(), memoryLimit: LOAD_MEMORY_LIMIT, accept: options["accept"] === true};
  let ended = DONE;
  for await (const {code, releases, withdrawn, refused} of readWithdrawals(store, effects)) {
    const name = `${code.provider}/${code.dataset}`;
    if (refused !== null) {
      note(`ryad: ${name}: its withdrawn values can't be read: ${refused}`);
      ended = REFUSED;
    } else if (releases > 0) say(`${name}: ${counted(releases, "release")} read, ${withdrawnText(withdrawn)}`);
  }
  return ended;
}

/** Tells of all datasets together: a store may have thousands. */
async function makeParts(store: Store, {say, note}: Call): Promise<void> {
  let [datasets, series] = [0, 0];
  for await (const {code, series: own, damage} of makeSearchParts(store)) {
    if (damage !== null) note(`ryad: ${code.provider}/${code.dataset}: nothing is stored for search: ${damage}`);
    else [datasets, series] = [datasets + 1, series + own];
  }
  if (datasets > 0) say(`search: stored for ${counted(datasets, "dataset")}, ${counted(series, "series")}`);
}

function withdrawnText(count: number): string {
  return count === 0 ? "nothing was withdrawn" : `${counted(count, "withdrawn value")} found`;
}

function stepText(from: number, to: number): string {
  if (from === to) return `version ${to}, nothing to do`;
  return from === 0 ? `made, version ${to}` : `from version ${from} to ${to}`;
}

export const adopt: Command = {
  name: "adopt",
  positionals: ["PART"],
  options: {data: DATA_OPTION},
  summary: "binds a replaced database of a data folder to the other two",
  details: [
    "PART is statistics, sources or accounts. The three databases of a data folder have one random identity, and every command",
    "refuses a folder with a database of another store, after a wrong mount or an incomplete copy. If it was replaced on",
    "purpose, while no server runs, this binds it; ryad check --deep then shows whether the three fit. On PostgreSQL everything",
    "is in one database.",
  ],
  async run({positionals: [name = ""], settings, say}) {
    const part = PARTS.find((one) => one === name);
    if (part === undefined) throw new WrongUsage(`PART is ${PARTS.join(", ")}, not "${name}"`, adopt);
    if (settings.databaseUrl !== null)
      throw new WrongUsage("RYAD_DATABASE_URL is set: everything is in one database, nothing can be replaced", adopt);
    refuseMissing(settings);
    const lock = holdServeLock(settings.dataFolder);
    try {
      const isNew = await adoptPart(settings.dataFolder, part);
      say(isNew ? `${part}.db belongs to this store now` : `${part}.db belongs to this store already`);
    } finally {
      lock.release();
    }
    return DONE;
  },
};
