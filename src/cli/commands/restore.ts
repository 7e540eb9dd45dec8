// `ryad restore`: a backup back into a data folder that no server holds; whole, or not at all.
import {existsSync, rmdirSync, rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {Refusal} from "../../refusal.ts";
import {restoreBackup} from "../../store/files/restore.ts";
import {type Call, type Command, DATA_OPTION, DONE} from "../command.ts";
import {holdServeLock} from "../serve/serve-lock.ts";
import {createProgress} from "../terminal/progress.ts";
import {sizeText} from "../terminal/size-text.ts";
import {refuseDatabase} from "./backup.ts";

export const restore: Command = {
  name: "restore",
  positionals: ["FILE"],
  options: {data: DATA_OPTION, force: {type: "boolean", value: null, help: "replaces the store that is in the folder"}},
  requiredOptions: [],
  summary: "puts a backup into a data folder that no server holds",
  details: [
    "All of FILE is verified before anything that is there is touched; the change itself is one rename, so that a restore that",
    "is killed leaves the old store or the new one, never a mixture. Tokens, plans and charges become those of the backup:",
    "a token revoked after it is valid again. On PostgreSQL use pg_restore with a dump of pg_dump.",
  ],
  async run({positionals: [path = ""], options, settings, say}: Call) {
    refuseDatabase(restore, settings, 'pg_dump, and pg_restore --dbname="$RYAD_DATABASE_URL" FILE');
    const {dataFolder} = settings;
    if (!existsSync(path)) throw new Refusal(`${path} does not exist`, "FILE is what ryad backup has written");
    const isNew = !existsSync(dataFolder);
    const lock = holdServeLock(dataFolder);
    const progress = createProgress(path, process.stderr);
    try {
      const total = statSync(path, {throwIfNoEntry: false})?.size ?? 0;
      let done = 0;
      const manifest = await restoreBackup(path, dataFolder, options["force"] === true, (more) => {
        done += more;
        progress.show(done, total);
      });
      progress.clear();
      say(`restored ${dataFolder} as it was at ${manifest.made_at} from ${path}: ${sizeText(total)}`);
      return DONE;
    } catch (error) {
      lock.release();
      if (isNew) removeEmptyFolder(dataFolder);
      throw error;
    } finally {
      progress.clear();
      lock.release();
    }
  },
};

/** A refused restore leaves no folder behind that a later command could take for a data folder. */
function removeEmptyFolder(folder: string): void {
  try {
    rmSync(join(folder, "serve.lock"), {force: true});
    rmdirSync(folder);
  } catch {
    // something else has come into it meanwhile
  }
}
