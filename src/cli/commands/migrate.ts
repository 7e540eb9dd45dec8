// `ryad migrate`: brings the store to the schema of this program. On PostgreSQL no other command changes an older store.

import {migrateStore} from "../../store/open.ts";
import {PARTS} from "../../store/schema/migration.ts";
import {type Command, DATA_OPTION, DONE} from "../command.ts";
import {finishInterruptedRestore, storePlace} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";

export const migrate: Command = {
  name: "migrate",
  positionals: [],
  options: {
    distribute: {
      type: "boolean",
      value: null,
      help: "on Citus: distributes the tables over its machines; no server may run",
    },
    data: DATA_OPTION,
  },
  requiredOptions: [],
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
    const {from, to, distributed} = await migrateStore({...storePlace(settings), distributed: wanted});
    for (const part of PARTS) say(`${part}: ${stepText(from[part], to[part])}`);
    if (wanted || distributed.length > 0) say(`distributed: ${distributed.join(", ") || "nothing to do"}`);
    return DONE;
  },
};

function stepText(from: number, to: number): string {
  if (from === to) return `version ${to}, nothing to do`;
  return from === 0 ? `made, version ${to}` : `from version ${from} to ${to}`;
}
