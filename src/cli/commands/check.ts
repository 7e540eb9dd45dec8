// `ryad check`: verifies everything in the store, in itself and against the archived sources.

import {LOAD_MEMORY_LIMIT} from "../../load/run.ts";
import {type VerifySummary, verifyStore} from "../../load/verify/verification.ts";
import {openToOthers} from "../../store/files/data-folder.ts";
import {counted} from "../../text/counted.ts";
import {type Command, DATA_OPTION, DONE, flag, REFUSED} from "../command.ts";
import {withStore} from "../open-store.ts";

export const check: Command = {
  name: "check",
  options: {
    data: DATA_OPTION,
    deep: flag("also the cell of every value, the databases' own structure, every archived file, and the charges"),
  },
  summary: "reads everything and verifies it; lists faults and exits 1 if there are any",
  details: [
    "Verifies the checksum of every history, every reference between tables, every catalogue, names, notes and units, the feed of",
    "updates, and every estimate of every vintage: all archived releases are read and replayed again, and the results must equal",
    "the store's. Releases and load runs have a seal that shows a changed cell. --deep also looks up each value's cell in the",
    "archived bytes, without the parser: the text must be there, and must be the value if no step changed it. It also verifies",
    "each page of the databases, the SHA-256 of every archived file, those of withdrawn releases and held runs too, and each",
    "account's month against the sum of its days. docs/check.md lists all that is compared, and the columns that are not. A check",
    "takes about as long as loading everything again, a deep one two to four times that; both may run beside a server.",
  ],
  async run({options, settings, say, note}) {
    let findings = 0;
    const onFinding = (finding: string): void => {
      findings++;
      say(finding);
    };
    const summary = await withStore(
      settings,
      "read",
      (store) => {
        if (settings.databaseUrl === null)
          for (const name of openToOthers(settings.dataFolder))
            onFinding(`${name}: other users of this machine can read it, and it can't be closed by this user`);
        return verifyStore(store, {deep: options["deep"] === true, memoryLimit: LOAD_MEMORY_LIMIT, onFinding});
      },
      (files) => {
        for (const name of files) onFinding(`${name}: other users of this machine could read it; it is closed now`);
      },
    );
    const read = `${readWords(summary)} read${summary.cells > 0 ? `, ${counted(summary.cells, "cell")} looked up` : ""}`;
    if (findings === 0) say(`no faults: ${read}`);
    else note(`ryad: ${counted(findings, "fault")} found (listed on standard output); ${read}`);
    return findings === 0 ? DONE : REFUSED;
  },
};

function readWords({datasets, releases, series, estimates, files}: VerifySummary): string {
  const things = {
    dataset: datasets,
    release: releases,
    series,
    estimate: estimates,
    ...(files > 0 && {"archived file": files}),
  };
  return Object.entries(things)
    .map(([thing, count]) => counted(count, thing))
    .join(", ");
}
