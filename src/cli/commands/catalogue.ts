// `ryad catalogue list` and `catalogue withdraw`: the loaded catalogues of providers, and the withdrawal of a wrong one.
import {counted} from "../../counted.ts";
import {withdrawListing} from "../../load/listing/load-listing.ts";
import {dayText} from "../../statistics/time/day.ts";
import {listListings} from "../../store/datasets/listing.ts";
import {type Command, DATA_OPTION, DONE, JSON_OPTION} from "../command.ts";
import {withStore} from "../open-store.ts";
import {printRows} from "../terminal/text-table.ts";

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
