// `ryad adopt`: binds a database that was put into a data folder on purpose to the other two databases.

import {adoptPart} from "../../store/files/data-files.ts";
import {PARTS} from "../../store/schema/migration.ts";
import {type Command, DATA_OPTION, DONE} from "../command.ts";
import {refuseMissing} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {holdServeLock} from "../serve/serve-lock.ts";

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
