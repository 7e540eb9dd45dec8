// `ryad release list | withdraw`, `catalogue list | withdraw`, `dataset drop` and `archive prune`: the loaded releases and catalogues of
// providers, and ways to undo a wrong load. Only `archive prune --yes` deletes bytes of the archive, and only files that nothing needs.

import {listUnneededFiles, pruneArchive} from "../../load/archive/prune.ts";
import {withdrawListing} from "../../load/listing/load-listing.ts";
import {LOAD_MEMORY_LIMIT} from "../../load/run.ts";
import {dropDataset, parseDatasetCode, withdraw} from "../../load/withdrawal.ts";
import {Refusal} from "../../service/refusal.ts";
import {dayText} from "../../statistics/time/day.ts";
import {findDatasets, listDatasets} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {listListings} from "../../store/releases/listing.ts";
import {listReleases} from "../../store/releases/release.ts";
import {counted} from "../../text/counted.ts";
import {type Command, DATA_OPTION, DONE, flag, JSON_OPTION, listedNumber} from "../command.ts";
import {withStore} from "../open-store.ts";
import {printRows, textTable} from "../terminal/text-table.ts";

export const releaseList: Command = {
  name: "release list",
  positionals: ["[DATASET]"],
  options: {data: DATA_OPTION, json: JSON_OPTION},
  summary: "lists the releases in force, of one dataset or of all",
  details: [
    "DATASET is provider/dataset, or the dataset alone; if two providers have it, both are listed.",
    "The table shows the start of each fingerprint, --json all of it.",
  ],
  async run(call) {
    const [code] = call.positionals;
    const rows = await withStore(call.settings, "read", (store) => readReleaseRows(store, code ?? null));
    return printRows(call, rows, forTerminal);
  },
};

/** The start of a fingerprint identifies a release; --json has all of it. */
function forTerminal({fingerprint, ...row}: ReleaseRow): ReleaseRow {
  return {...row, fingerprint: String(fingerprint).slice(0, 12)};
}

export const releaseWithdraw: Command = {
  name: "release withdraw",
  positionals: ["ID"],
  options: {
    data: DATA_OPTION,
    accept: flag("also if this changes values of other releases, as they are read now"),
  },
  summary: "withdraws a release: its dataset becomes what it would be without it",
  details: [
    "ID is the number from release list. The releases published since are read again. If a newer parser reads them",
    "differently than they were published, nothing is withdrawn without --accept; if it does not find all values that the release",
    "itself left, nothing is withdrawn at all, and the dataset has to be dropped and loaded again.",
  ],
  async run({positionals: [id = ""], options, settings, say}) {
    const number = listedNumber(id);
    if (number === null) throw new Refusal(`there is no release ${id}`, "ryad release list lists them");
    const effects = {
      now: () => new Date(),
      memoryLimit: LOAD_MEMORY_LIMIT,
      acceptRereading: options["accept"] === true,
    };
    const {provider, dataset} = await withStore(settings, "change", (store) => withdraw(store, number, effects));
    say(`withdrew release ${id} of ${provider}/${dataset}`);
    return DONE;
  },
};

type ReleaseRow = Readonly<Record<string, string | number | null>>;

function readReleaseRows(store: Store, code: string | null): Promise<ReleaseRow[]> {
  return store.statistics.read(function* (q) {
    const datasets = code === null ? yield* listDatasets(q) : yield* findDatasets(q, parseDatasetCode(code));
    if (code !== null && datasets.length === 0) {
      throw new Refusal(`there is no dataset ${code}`, "ryad release list without a dataset lists them all");
    }
    const rows: ReleaseRow[] = [];
    for (const {id: datasetId, provider, code: dataset} of datasets) {
      for (const release of yield* listReleases(q, datasetId)) {
        rows.push({
          id: release.id,
          provider,
          dataset,
          published_at: dayText(release.publishedAt),
          loaded_at: release.loadedAt,
          source_file: release.sourceFile,
          parser: release.parser,
          fingerprint: release.fingerprint,
          new_values: release.newValues,
          revised_values: release.revisedValues,
        });
      }
    }
    return rows;
  });
}

export const datasetDrop: Command = {
  name: "dataset drop",
  positionals: ["CODE"],
  options: {data: DATA_OPTION},
  summary: "removes a dataset whole",
  details: ["CODE is provider/dataset, or the dataset alone when only one provider has it."],
  async run({positionals: [code = ""], settings, say}) {
    const {provider, dataset} = await withStore(settings, "change", (store) => dropDataset(store, code, new Date()));
    say(`dropped ${provider}/${dataset}`);
    return DONE;
  },
};

export const catalogueList: Command = {
  name: "catalogue list",
  options: {data: DATA_OPTION, json: JSON_OPTION},
  summary: "lists the loaded catalogues of providers, which name datasets",
  details: ["The table shows the start of each id and fingerprint, --json all of them."],
  async run(call) {
    const listings = await withStore(call.settings, "read", (store) => store.statistics.read((q) => listListings(q)));
    const rows = listings.map((listing) => ({
      id: listing.id,
      provider: listing.provider,
      published_at: dayText(listing.publishedAt),
      loaded_at: listing.loadedAt,
      source_file: listing.sourceFile,
      parser: listing.parser,
      fingerprint: listing.fingerprint,
      indicators: listing.entryCount,
    }));
    return printRows(call, rows, (row) => ({
      ...row,
      id: row.id.slice(0, 8),
      fingerprint: row.fingerprint.slice(0, 12),
    }));
  },
};

export const catalogueWithdraw: Command = {
  name: "catalogue withdraw",
  positionals: ["ID"],
  options: {data: DATA_OPTION},
  summary: "withdraws a catalogue: datasets are described as they would be without it",
  details: ["ID is from catalogue list; its start is enough. Values are not touched, the archive keeps the bytes."],
  async run({positionals: [id = ""], settings, say}) {
    const {listing, datasets} = await withStore(settings, "change", (store) => withdrawListing(store, id, new Date()));
    const {provider, sourceFile, publishedAt} = listing;
    say(
      `withdrew ${sourceFile} of ${provider}, ${dayText(publishedAt)}; ${counted(datasets, "dataset")} described again`,
    );
    return DONE;
  },
};

export const archivePrune: Command = {
  name: "archive prune",
  options: {
    yes: flag("deletes the files; without it they are only listed"),
    json: flag("one JSON object: deleted (true or false), files"),
    data: DATA_OPTION,
  },
  summary: "deletes archived files that no release, catalogue or held run needs",
  details: [
    "These are the files of withdrawn releases, dropped datasets and loads that were refused or killed. The bytes of a withdrawn release",
    "are the only proof of the values that it once served, so nothing is deleted without --yes: make a backup first. A file that is loaded",
    "again is archived again. A data folder does not get smaller: later loads use the space.",
  ],
  async run({options, settings, say}) {
    const deletes = options["yes"] === true;
    const files = await withStore(settings, deletes ? "change" : "read", deletes ? pruneArchive : listUnneededFiles);
    const rows = files.map(({sha256, size}) => ({sha256, size}));
    if (options["json"] === true) {
      say(JSON.stringify({deleted: deletes, files: rows}));
      return DONE;
    }
    for (const line of textTable(rows)) say(line);
    const bytes = rows.reduce((sum, {size}) => sum + size, 0);
    const found = `${counted(rows.length, "file")} of ${counted(bytes, "byte")}`;
    if (rows.length === 0) say("every archived file is needed");
    else say(deletes ? `deleted ${found}` : `${found} can be deleted: ryad archive prune --yes`);
    return DONE;
  },
};
