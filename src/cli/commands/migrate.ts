// `ryad migrate`: brings the store to the schema of this program. On PostgreSQL no other command changes an older store. `ryad adopt` binds
// a database that was put into a data folder on purpose to the other two.
import {adoptPart} from "../../store/files/data-files.ts";
import {PARTS} from "../../store/migrations/migration.ts";
import {migrateStore} from "../../store/open.ts";
import {type Command, DATA_OPTION, DONE, flag} from "../command.ts";
import {finishInterruptedRestore, holdServeLock, refuseMissing, storeLocation} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";

export const migrate: Command = {
  name: "migrate",
  options: {
    distribute: flag("on Citus: distributes the tables over its machines; no server may run"),
    data: DATA_OPTION,
  },
  summary: "brings the store to the schema of this program",
  details: [
    "On PostgreSQL an older store is refused by every other command, and only an empty database is set up by itself: stop the",
    "servers of the older program, back the database up, then migrate. In a data folder serve and load do the same by",
    "themselves, after making a copy. A store that is newer than this program is refused.",
  ],
  async run({options, settings, say}) {
    const wanted = options["distribute"] === true;
    if (wanted && settings.databaseUrl === null) {
      throw new WrongUsage("only a database can be distributed: set RYAD_DATABASE_URL", migrate);
    }
    finishInterruptedRestore(settings);
    const {from, to, distributed} = await migrateStore({...storeLocation(settings), distributed: wanted});
    for (const part of PARTS) say(`${part}: ${stepText(from[part], to[part])}`);
    if (wanted || distributed.length > 0) say(`distributed: ${distributed.join(", ") || "nothing to do"}`);
    return DONE;
  },
};

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
