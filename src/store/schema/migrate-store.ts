// Bringing a store to the schema of this program as an act of its own: what `serve` does by itself only in a data folder.
import {existsSync} from "node:fs";
import {migrateDatabase} from "../engines/postgres/open.ts";
import {openSqlite} from "../engines/sqlite/engine.ts";
import {dataFile} from "../files/whole-store.ts";
import {FILES, MIGRATIONS, openFolder, type StorePlace} from "../open.ts";
import {PARTS, readVersion, type Versions} from "./migration.ts";

export interface Migrated {
  /** Versions before, by part; 0 where there was nothing. */
  readonly from: Versions;
  /** Versions of this program. */
  readonly to: Versions;
  /** Tables that were spread over the machines of Citus. */
  readonly distributed: readonly string[];
}

/** Makes the store where there is none. An older one in a data folder is copied first. @throws StoreTooNew, Refusal */
export async function migrateStore(place: StorePlace): Promise<Migrated> {
  const to = Object.fromEntries(PARTS.map((part) => [part, MIGRATIONS[part].length])) as unknown as Versions;
  if ("databaseUrl" in place) return {...(await migrateDatabase(place, MIGRATIONS)), to};
  const from = {statistics: 0, sources: 0, accounts: 0};
  for (const part of PARTS) {
    const path = dataFile(place.dataFolder, part);
    if (!existsSync(path)) continue;
    const engine = openSqlite({...FILES[part], path, readOnly: true});
    try {
      from[part] = await readVersion(engine, part, to[part]);
    } finally {
      await engine.close();
    }
  }
  await (await openFolder(place.dataFolder)).close();
  return {from, to, distributed: []};
}
