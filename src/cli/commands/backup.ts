// `ryad backup`: everything of a data folder in one file, while a server serves it and a load runs.
import type {Settings} from "../../settings.ts";
import {writeBackup} from "../../store/files/backup.ts";
import {dataFilesBytes} from "../../store/files/data-files.ts";
import {type Call, type Command, DATA_OPTION, DONE} from "../command.ts";
import {finishInterruptedRestore, refuseMissing} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {createProgress} from "../terminal/progress.ts";
import {sizeText} from "../terminal/size-text.ts";

export const backup: Command = {
  name: "backup",
  positionals: ["FILE"],
  options: {data: DATA_OPTION},
  requiredOptions: [],
  summary: "writes everything into one file, also while serving",
  details: [
    "FILE is a tar of the three databases and a manifest with the SHA-256 of each; a file that is there already is refused.",
    "May run beside a server and a load: each database is copied as it is at one moment. Whoever can read FILE can read",
    "addresses of accounts; tokens are in it as fingerprints only. On PostgreSQL use pg_dump.",
  ],
  async run({positionals: [path = ""], settings, say}: Call) {
    refuseDatabase(backup, settings, 'pg_dump --format=custom --file=FILE "$RYAD_DATABASE_URL"');
    refuseMissing(settings);
    finishInterruptedRestore(settings);
    const {dataFolder} = settings;
    const progress = createProgress(path, process.stderr);
    const total = dataFilesBytes(dataFolder);
    let done = 0;
    try {
      const bytes = await writeBackup(dataFolder, path, new Date(), (more) => {
        done += more;
        progress.show(Math.min(done, total), total);
      });
      progress.clear();
      say(`backed up ${dataFolder} to ${path}: ${sizeText(bytes)}`);
      return DONE;
    } finally {
      progress.clear();
    }
  },
};

/** The files of a data folder are what these commands are about; a database server has tools of its own. */
export function refuseDatabase(command: Command, {databaseUrl}: Settings, tool: string): void {
  if (databaseUrl === null) return;
  throw new WrongUsage(`RYAD_DATABASE_URL is set, and everything is in PostgreSQL: use ${tool}`, command);
}
