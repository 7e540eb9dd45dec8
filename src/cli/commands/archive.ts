// `ryad archive prune`: deletes files of the archive that nothing needs. Without --yes it only lists them.
import {counted} from "../../counted.ts";
import {listUnneededFiles, pruneArchive} from "../../load/archive/prune.ts";
import {type Command, DATA_OPTION, DONE, flag} from "../command.ts";
import {withStore} from "../open-store.ts";
import {textTable} from "../terminal/text-table.ts";

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
