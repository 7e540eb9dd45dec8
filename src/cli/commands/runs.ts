// `ryad runs`: load runs with the results of their checks: held runs, and the newest published ones.
//
// A held run waits for a person, who accepts it (ryad load --accept) or discards it here; the table gives the reasons in words, --json has
// every check and every unreadable cell.

import {userInfo} from "node:os";
import {heldBy} from "../../load/checks/release-check.ts";
import {discardHeldRun} from "../../load/held-release.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Queries} from "../../store/engines/differences.ts";
import {listPublishedRuns} from "../../store/releases/load-run.ts";
import {
  type QuarantinedCell,
  type RunCheck,
  readLosses,
  readQuarantine,
  readRunChecks,
} from "../../store/releases/run-details.ts";
import {listDiscardedRuns, listHeldRuns} from "../../store/releases/unpublished-run.ts";
import type {Script} from "../../store/script.ts";
import {counted} from "../../text/counted.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, option, REFUSED, textOption} from "../command.ts";
import {withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {printRows, textTable} from "../terminal/text-table.ts";

const SHOWN = 100;
/** As many as an integer column can number. */
const EVERY = 2 ** 31 - 1;

export const runs: Command = {
  name: "runs",
  options: {
    "exit-code": flag("exits 1 if a run is held, for a timer or a monitor"),
    held: flag("only held runs"),
    show: option("RUN", "one run: its checks, and every text that it could not read with the values lost"),
    discard: option("RUN", "discards a held run: it can no longer be accepted"),
    by: option("NAME", "who discards it; when absent, the system's user"),
    data: DATA_OPTION,
    json: flag("one JSON list, with every check and every unreadable cell"),
  },
  summary: "lists held load runs with their reasons, and the newest published ones",
  details: [
    `Held runs come first, then the newest ${SHOWN} that published and ${SHOWN} that were discarded; each with its failed checks.`,
    "accepted: a run that was published although a required check had failed. The table shows the start of each run's id,",
    "which is enough for ryad load --accept and for --discard. --discard records who and when, and removes the run's files from",
    "the archive if nothing else needs them. --show RUN groups what a run could not read by its text, with the number of values",
    "that are lost and one example, and names the series that are gone.",
  ],
  async run(call) {
    const {options, settings, say} = call;
    const unwanted = textOption(call, "discard");
    const by = textOption(call, "by");
    if (unwanted === null && by !== null)
      throw new WrongUsage("--by names the person who discards, so it needs --discard", runs);
    if (unwanted !== null) {
      if (options["held"] === true) throw new WrongUsage("--discard and --held do not go together", runs);
      const {run, removedFiles} = await withStore(settings, "change", (store) =>
        discardHeldRun(store, unwanted, by ?? systemUser(), new Date()),
      );
      const {id, provider, dataset, publishedAt} = run;
      if (options["json"] === true)
        say(JSON.stringify({run: id, provider, dataset, published_at: publishedAt, removed_files: removedFiles}));
      else
        say(
          `discarded run ${id} of ${provider}/${dataset} of ${publishedAt}; ${counted(removedFiles, "file")} removed from the archive`,
        );
      return DONE;
    }
    const shown = textOption(call, "show");
    if (shown !== null) return await showRun(call, shown);
    const rows = await withStore(settings, "read", (store) =>
      store.statistics.read((q) => readRuns(q, {heldOnly: options["held"] === true, most: SHOWN, id: ""})),
    );
    printRows(call, rows, forTerminal);
    return options["exit-code"] === true && rows.some(({state}) => state === "held") ? REFUSED : DONE;
  },
};

interface RunRow {
  readonly run: string;
  readonly state: "held" | "accepted" | "published" | "discarded";
  readonly provider: string;
  readonly dataset: string;
  readonly published_at: string;
  /** time of the run */
  readonly at: string;
  /** the person who discarded it */
  readonly by?: string;
  /** number of values read and to be published, or published */
  readonly values: number;
  readonly checks: readonly RunCheck[];
  readonly cells: readonly QuarantinedCell[];
}

interface RunsQuery {
  readonly heldOnly: boolean;
  /** of the published runs, and of the discarded ones */
  readonly most: number;
  /** The beginning of the ids; "": any. */
  readonly id: string;
}

function* readRuns(q: Queries, {heldOnly, most, id: begin}: RunsQuery): Script<RunRow[]> {
  const rows: RunRow[] = [];
  const isWanted = ({id}: {readonly id: string}): boolean => id.startsWith(begin);
  for (const {id, provider, dataset, publishedAt, heldAt, valueCount} of (yield* listHeldRuns(q)).filter(isWanted)) {
    const own = {provider, dataset, published_at: publishedAt, at: heldAt, values: valueCount};
    rows.push({run: id, state: "held", ...own, ...(yield* readDetails(q, id))});
  }
  if (heldOnly) return rows;
  for (const one of (yield* listPublishedRuns(q, most)).filter(isWanted)) {
    const {id, provider, dataset, publishedAt, loadedAt, newValues, revisedValues} = one;
    const details = yield* readDetails(q, id);
    const state = heldBy(details.checks).length > 0 ? "accepted" : "published";
    const own = {provider, dataset, published_at: publishedAt, at: loadedAt, values: newValues + revisedValues};
    rows.push({run: id, state, ...own, ...details});
  }
  for (const one of (yield* listDiscardedRuns(q, most)).filter(isWanted)) {
    const {id, provider, dataset, publishedAt, discardedAt: at, discardedBy: by, valueCount: values} = one;
    const own = {provider, dataset, published_at: publishedAt, at, by, values};
    rows.push({run: id, state: "discarded", ...own, ...(yield* readDetails(q, id))});
  }
  return rows;
}

async function showRun(call: Call, id: string): Promise<number> {
  if (id === "") throw new WrongUsage("--show needs the id of a run, or its beginning", runs);
  const found = await withStore(call.settings, "read", (store) =>
    store.statistics.read((q) => readRuns(q, {heldOnly: false, most: EVERY, id})),
  );
  const [row] = found;
  if (row === undefined || found.length > 1)
    throw new Refusal(
      row === undefined ? `there is no run ${id}` : `the ids of ${found.length} runs begin with ${id}`,
      "ryad runs lists the newest",
    );
  const losses = await withStore(call.settings, "read", (store) =>
    store.statistics.read((q) => readLosses(q, row.run)),
  );
  if (call.options["json"] === true) {
    call.say(JSON.stringify({...row, losses}));
    return DONE;
  }
  call.say(
    `run ${row.run} of ${row.provider}/${row.dataset} of ${row.published_at}: ${row.state}, ${counted(row.values, "value")}`,
  );
  for (const {name, passed, required, seen} of row.checks)
    call.say(`  ${passed ? "passed" : required ? "FAILED" : "noted"}  ${name}: ${seen}`);
  if (losses.length > 0) call.say("");
  for (const line of textTable(losses.map((loss) => ({...loss})))) call.say(line);
  return DONE;
}

function* readDetails(q: Queries, id: string): Script<Pick<RunRow, "checks" | "cells">> {
  return {checks: yield* readRunChecks(q, id), cells: yield* readQuarantine(q, id)};
}

function forTerminal({checks, cells: _, by, run, ...row}: RunRow) {
  const failed = checks.filter(({passed}) => !passed);
  return {
    run: run.slice(0, 8),
    ...row,
    by: by ?? "",
    failed: failed.map(({name, seen}) => `${name}: ${seen.length > 120 ? `${seen.slice(0, 119)}…` : seen}`).join(" | "),
  };
}

/** The name of the user of this process, or the user's number if the system has no name for it. */
export function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.()}`;
  }
}
