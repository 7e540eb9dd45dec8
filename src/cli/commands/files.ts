// `ryad files write`: the files of whole datasets, written now; `ryad files list`: those that are there.
import {randomUUID} from "node:crypto";
import {Refusal} from "../../service/refusal.ts";
import {createFilesWriter, filesFolderOf} from "../../store/dataset-files/files-folder.ts";
import {FILES_LEASE, FILES_LEASE_MS} from "../../store/dataset-files/files-lease.ts";
import {giveUpLease, holdLease} from "../../store/lease.ts";
import {counted} from "../../text/counted.ts";
import {type Call, type Command, DATA_OPTION, DONE, JSON_OPTION, option, REFUSED, textOption} from "../command.ts";
import {type FilesRun, writeFiles} from "../files/write-files.ts";
import {withStore} from "../open-store.ts";
import {lowerPriority} from "../terminal/step-back.ts";

/** Of a process that must not be in the way of readers. */
const LOWEST_PRIORITY = 19;

export const filesWrite: Command = {
  name: "files write",
  options: {
    holder: option("NAME", "for a server: writes for the holder of its lease, at the lowest priority"),
    json: JSON_OPTION,
    data: DATA_OPTION,
  },
  summary: "writes the files of datasets that have changed",
  details: [
    "For each dataset latest and estimates as Parquet and CSV, and everything for mirrors, with a manifest: GET /api/v1/files lists them. A server",
    "does this by itself after each load, unless RYAD_FILES is off. RYAD_FILES_KEEP versions of each dataset are kept.",
    "Files that are those of the present state are left as they are. One process writes at a time.",
  ],
  async run(call) {
    const given = textOption(call, "holder");
    if (given !== null) lowerPriority(LOWEST_PRIORITY);
    const {settings} = call;
    const run = await withStore(settings, "change", async (store) => {
      const holder = given ?? randomUUID();
      const terms = {name: FILES_LEASE, holder, milliseconds: FILES_LEASE_MS};
      if (!(await store.sources.write((q) => holdLease(q, terms))))
        throw new Refusal("another process writes the files of this store", "a server does it after each load");
      try {
        const files = createFilesWriter(filesFolderOf(settings.dataFolder));
        return await writeFiles({store, files, holder, keep: settings.filesKeep, now: () => new Date()});
      } finally {
        if (given === null) await store.sources.write((q) => giveUpLease(q, FILES_LEASE, holder));
      }
    });
    tell(call, run);
    return run.failed.length === 0 ? DONE : REFUSED;
  },
};

function tell({say, note, options}: Call, {written, failed, pruned}: FilesRun): void {
  for (const {error} of failed) note(error.message);
  if (options["json"] === true) {
    const datasets = written.map(({provider_code, dataset_code, version}) => ({provider_code, dataset_code, version}));
    say(
      JSON.stringify({
        written: datasets,
        failed: failed.map(({provider, dataset}) => `${provider}/${dataset}`),
        pruned,
      }),
    );
    return;
  }
  for (const {provider_code, dataset_code, version, files} of written) {
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    say(`${provider_code}/${dataset_code}: ${version}, ${(bytes / 1e6).toFixed(1)} MB`);
  }
  say(`wrote the files of ${counted(written.length, "dataset")}, deleted ${counted(pruned, "old version")}`);
}

export const filesList: Command = {
  name: "files list",
  options: {json: JSON_OPTION, data: DATA_OPTION},
  summary: "lists the files of datasets that are there, by dataset and version",
  async run({settings, options, say}) {
    const files = createFilesWriter(filesFolderOf(settings.dataFolder));
    const rows = files.datasets().flatMap((of) => {
      const newest = files.newest(of);
      return files.versions(of).flatMap((version) => {
        const manifest = files.manifest(of, version);
        return manifest === null ? [] : [{...manifest, is_newest: version === newest}];
      });
    });
    if (options["json"] === true) {
      say(JSON.stringify(rows.map(({columns: _, ...row}) => row)));
      return DONE;
    }
    for (const {provider_code, dataset_code, version, is_newest, files: parts} of rows) {
      const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
      say(`${provider_code}/${dataset_code}  ${version}  ${(bytes / 1e6).toFixed(1)} MB${is_newest ? "  newest" : ""}`);
    }
    if (rows.length === 0) say("there are no files yet");
    return DONE;
  },
};
