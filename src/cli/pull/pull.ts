// `ryad pull` keeps a copy of another Ryad service, or of some of its datasets: in a data folder or in PostgreSQL.
import {setTimeout as wait} from "node:timers/promises";
import {Refusal} from "../../service/refusal.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, option, REFUSED, textOption} from "../command.ts";
import {holdPullLock, withStore} from "../open-store.ts";
import {isPassingFault, type Pulling, pullRound, type Remembered, rememberNothing, takeMirror} from "./pull-round.ts";
import {createService} from "./service.ts";

const DEFAULT_SECONDS = 60;

export const pull: Command = {
  name: "pull",
  positionals: ["URL"],
  options: {
    dataset: option("CODES", "these datasets only: full codes, joined by commas"),
    watch: flag(`goes on and asks every ${DEFAULT_SECONDS} seconds`),
    every: option("SECONDS", "with --watch: another pause"),
    data: DATA_OPTION,
  },
  summary: "mirrors another Ryad service: its series, values, vintages and withdrawals",
  details: [
    "The token of that service is read from RYAD_PULL_TOKEN; each value that comes is charged there once. The first call takes a file of each",
    "dataset, or everything by changes where there is none, a later one the changes since; then a digest is compared with the service's.",
    "A dataset appears whole and changes in one transaction; a pull that was killed goes on where it was.",
    "ryad serve may serve the store meanwhile, with the entity tags and the evidence of that service, and says in /health how far behind it is.",
    "Archived files come with a token of the plan owner; docs/following.md says what a mirror lacks.",
    "With RYAD_DATABASE_URL the data folder has only what is not applied yet. One pull at a time works in a data folder.",
  ],
  async run(call: Call) {
    const {positionals, settings, environment, say, note} = call;
    const isWatching = call.options["watch"] === true;
    const seconds = secondsOf(call, isWatching);
    const service = createService(positionals[0] ?? "", environment["RYAD_PULL_TOKEN"] || null, note);
    const only = codesOf(textOption(call, "dataset"));
    const {dataFolder} = settings;
    const lock = holdPullLock(dataFolder);
    try {
      return await withStore(settings, "make", async (store) => {
        const pulling: Pulling = {store, service, dataFolder, only, say, note, now: () => new Date()};
        const remembered = rememberNothing();
        await takeMirror(pulling);
        for (;;) {
          const failed = await roundOf(pulling, remembered, isWatching);
          if (!isWatching) return failed === 0 ? DONE : REFUSED;
          await wait(seconds * 1000);
        }
      });
    } finally {
      lock.release();
    }
  },
};

/** A follower that watches outlives what keeps one round from being done. */
async function roundOf(pulling: Pulling, remembered: Remembered, isWatching: boolean): Promise<number> {
  try {
    return await pullRound(pulling, remembered);
  } catch (error) {
    if (!isWatching || !isPassingFault(error)) throw error;
    pulling.note(error.message);
    return 1;
  }
}

const LONGEST_SECONDS = 86_400;

function secondsOf(call: Call, isWatching: boolean): number {
  const text = textOption(call, "every");
  if (text === null) return DEFAULT_SECONDS;
  const seconds = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > LONGEST_SECONDS)
    throw new Refusal(`--every has to be seconds, 1 to ${LONGEST_SECONDS}, not "${text}"`);
  if (!isWatching) throw new Refusal("--every says how often --watch asks", "give --watch too");
  return seconds;
}

function codesOf(text: string | null): ReadonlySet<string> | null {
  if (text === null) return null;
  const codes = text.split(",").map((code) => code.trim());
  const wrong = codes.find((code) => !/^[^/]+\/[^/]+$/.test(code));
  if (wrong !== undefined) throw new Refusal(`--dataset has to be provider/dataset, not "${wrong}"`);
  return new Set(codes);
}
