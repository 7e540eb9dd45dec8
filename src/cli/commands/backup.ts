// `ryad backup` writes a data folder into one file, also while it is served; `ryad restore` puts it back into a folder without a server.

import {existsSync, rmdirSync, rmSync, statSync} from "node:fs";
import {join} from "node:path";
import {findDamage} from "../../load/verify/damage.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Settings} from "../../settings/settings.ts";
import {sendBackup, writeBackup} from "../../store/files/backup.ts";
import {STREAM} from "../../store/files/backup-stream.ts";
import {dataFilesBytes} from "../../store/files/data-files.ts";
import {noteBackup} from "../../store/files/last-backup.ts";
import {restoreBackup} from "../../store/files/restore.ts";
import {openStore} from "../../store/open.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag} from "../command.ts";
import {finishInterruptedRestore, holdServeLock, refuseMissing} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {withProgress} from "../terminal/progress.ts";

export const backup: Command = {
  name: "backup",
  positionals: ["FILE"],
  options: {data: DATA_OPTION},
  summary: "writes everything into one file, also while serving",
  details: [
    "FILE is a tar of the three databases, sources.yaml of the data folder, and a manifest with the SHA-256 of each; an existing file is",
    "refused. A sources.yaml elsewhere (RYAD_SOURCES), and the files that it names, are not in it.",
    "May run beside a server and a load: each database is copied in one state. A damaged store is refused, with its faults:",
    "pages, checksums, seals and archived bytes of the copies are verified before FILE is made. A person who can read FILE can read",
    "addresses of accounts, but tokens only as fingerprints. On PostgreSQL use pg_dump.",
    "- is standard output, for the client of any store: nothing is sent before the copies, which need room in the data folder, are made",
    "and verified. Exit code 1: what was sent is no backup, and ryad restore refuses it.",
  ],
  async run({positionals: [path = ""], settings, say, note}: Call) {
    refuseDatabase(backup, settings, 'pg_dump --format=custom --file=FILE "$RYAD_DATABASE_URL"');
    refuseMissing(settings);
    finishInterruptedRestore(settings);
    const isStream = path === STREAM;
    if (isStream && process.stdout.isTTY)
      throw new Refusal("a backup is not text for a terminal", "name a file, or pass it on to a program");
    const {dataFolder} = settings;
    const total = dataFilesBytes(dataFolder);
    let done = 0;
    const bytes = await withProgress(path, (show) => {
      const onBytes = (more: number): void => {
        done += more;
        show(Math.min(done, total), total);
      };
      return isStream
        ? sendBackup(dataFolder, process.stdout.fd, new Date(), onBytes, inspectCopies)
        : writeBackup(dataFolder, path, new Date(), onBytes, inspectCopies);
    });
    try {
      noteBackup(dataFolder, new Date());
    } catch (error) {
      note(`the backup is complete; that it was made could not be noted in the folder: ${(error as Error).message}`);
    }
    const tell = isStream ? note : say;
    tell(`backed up ${dataFolder} to ${isStream ? "standard output" : path}: ${sizeText(bytes)}`);
    return DONE;
  },
};

async function inspectCopies(dataFolder: string): Promise<readonly string[]> {
  const store = await openStore({dataFolder}, {readOnly: true, unfinishedCopy: true});
  try {
    return await findDamage(store);
  } finally {
    await store.close();
  }
}

/** These commands work on data folders; a database server has its own tools. */
function refuseDatabase(command: Command, {databaseUrl}: Settings, tool: string): void {
  if (databaseUrl === null) return;
  throw new WrongUsage(`RYAD_DATABASE_URL is set, and everything is in PostgreSQL: use ${tool}`, command);
}

const UNITS = ["kB", "MB", "GB", "TB"] as const;

/** In powers of a thousand; one decimal below ten. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  let size = bytes / 1000;
  let unit = 0;
  for (; size >= 999.5 && unit < UNITS.length - 1; unit++) size /= 1000;
  return `${size.toFixed(size < 9.95 ? 1 : 0)} ${UNITS[unit]}`;
}

export const restore: Command = {
  name: "restore",
  positionals: ["FILE"],
  options: {data: DATA_OPTION, force: flag("replaces the store in the folder")},
  summary: "puts a backup into a data folder that no server uses",
  details: [
    "All of FILE is verified before the present store is changed; the change itself is one rename, so that a restore that",
    "is killed leaves the old store or the new one, never a mixture. Tokens, plans and charges become those of the backup:",
    "a token revoked after it is valid again. A sources.yaml that is in the folder stays; with --force that of the backup takes its",
    "place, the old one is sources.yaml.replaced (-2 …). On PostgreSQL use pg_restore with a dump of pg_dump.",
    "- is standard input, which is verified to its end first.",
  ],
  async run({positionals: [path = ""], options, settings, say}: Call) {
    refuseDatabase(restore, settings, 'pg_dump, and pg_restore --dbname="$RYAD_DATABASE_URL" FILE');
    const {dataFolder} = settings;
    const isStream = path === STREAM;
    if (isStream && process.stdin.isTTY)
      throw new Refusal("a backup can't be typed into a terminal", "name a file, or pass one to standard input");
    if (!isStream && !existsSync(path))
      throw new Refusal(`${path} does not exist`, "FILE must be written by ryad backup");
    const isNew = !existsSync(dataFolder);
    const lock = holdServeLock(dataFolder);
    try {
      const total = isStream ? 0 : (statSync(path, {throwIfNoEntry: false})?.size ?? 0);
      let done = 0;
      const manifest = await withProgress(path, (show) =>
        restoreBackup(path, dataFolder, options["force"] === true, (more) => {
          done += more;
          if (!isStream) show(done, total);
        }),
      );
      const from = isStream ? "standard input" : path;
      say(`restored ${dataFolder} as it was at ${manifest.made_at} from ${from}: ${sizeText(isStream ? done : total)}`);
      return DONE;
    } catch (error) {
      lock.release();
      if (isNew) removeEmptyFolder(dataFolder);
      throw error;
    } finally {
      lock.release();
    }
  },
};

/** A refused restore leaves no folder that a later command could take for a data folder. */
function removeEmptyFolder(folder: string): void {
  try {
    rmSync(join(folder, "serve.lock"), {force: true});
    rmdirSync(folder);
  } catch {
    // Another program has put a file into the folder.
  }
}
