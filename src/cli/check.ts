// `ryad check`: reads everything that is kept and verifies it against itself and against the archived sources.
import {LOAD_MEMORY_LIMIT} from "../load/run.ts";
import {verifyStore} from "../load/verification.ts";
import {type Command, DATA_OPTION, DONE, REFUSED} from "./command.ts";
import {withStore} from "./open-store.ts";

export const check: Command = {
  name: "check",
  positionals: [],
  options: {data: DATA_OPTION},
  requiredOptions: [],
  summary: "reads everything and verifies it; exits 1 with the list when something is wrong",
  details: [
    "Verified are the checksum of every history, every reference between tables, and every estimate against the archived",
    "source it came from. May run beside a server.",
  ],
  async run({settings, say, note}) {
    let findings = 0;
    const summary = await withStore(settings, "read", (store) =>
      verifyStore(store, {
        memoryLimit: LOAD_MEMORY_LIMIT,
        onFinding: (finding) => {
          findings++;
          say(finding);
        },
      }),
    );
    const read = `${summary.datasets} datasets, ${summary.releases} releases, ${summary.series} series, ${summary.estimates} estimates read`;
    if (findings === 0) say(`all is well: ${read}`);
    else note(`ryad: ${findings} faults found (listed on standard output); ${read}`);
    return findings === 0 ? DONE : REFUSED;
  },
};
