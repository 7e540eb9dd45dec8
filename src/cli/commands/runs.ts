// `ryad runs`: load runs with the results of their checks: held runs, and the newest published ones.
//
// A held run waits for a person, who accepts it (ryad load --accept) or discards it here; the table gives the reasons in words, --json has
// every check and every unreadable cell.

import {discardHeldRun} from "../../load/held-release.ts";
import {Refusal} from "../../service/refusal.ts";
import type {ChangedSeriesRow, ValueDifference} from "../../statistics/release/value-difference.ts";
import {readDifference, readLosses} from "../../store/releases/run-details.ts";
import {counted} from "../../text/counted.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, option, REFUSED, textOption} from "../command.ts";
import {withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {type RunRow, readRuns} from "../runs/run-rows.ts";
import {printRows, textTable} from "../terminal/text-table.ts";
import {refuseWordAlone, WORD_OPTIONS, wordOf} from "../terminal/word-of-person.ts";

const SHOWN = 100;
/** As many as an integer column can number. */
const EVERY = 2 ** 31 - 1;

export const runs: Command = {
  name: "runs",
  options: {
    "exit-code": flag("exits 1 if a run is held, for a timer or a monitor"),
    held: flag("only held runs"),
    show: option(
      "RUN",
      "one run: its checks, what it changes, and every text that it could not read with the values lost",
    ),
    discard: option("RUN[,RUN…]", "discards held runs: they can no longer be accepted"),
    ...WORD_OPTIONS,
    data: DATA_OPTION,
    json: flag("one JSON list, with every check and every unreadable cell"),
  },
  summary: "lists held load runs with their reasons, and the newest published ones",
  details: [
    `Held runs come first, then the newest ${SHOWN} that published and ${SHOWN} that were discarded; each with its failed checks.`,
    "accepted: a run that was published although a required check had failed. The table shows the start of each run's id,",
    "which is enough for ryad load --accept and for --discard. --discard records who, when and why, and removes the run's files from",
    "the archive if nothing else needs them. --show RUN groups what a run could not read by its text, with the number of values",
    "that are lost and one example, names the series that are gone, and tells what the run changes in the published values, as it was",
    "when the run was held.",
  ],
  async run(call) {
    const {options, settings} = call;
    const unwanted = textOption(call, "discard");
    if (unwanted !== null) return await discard(call, unwanted.split(","));
    refuseWordAlone(call, "discard", runs);
    const shown = textOption(call, "show");
    if (shown !== null) return await showRun(call, shown);
    const rows = await withStore(settings, "read", (store) =>
      store.statistics.read((q) => readRuns(q, {heldOnly: options["held"] === true, most: SHOWN, id: ""})),
    );
    printRows(call, rows, forTerminal);
    return options["exit-code"] === true && rows.some(({state}) => state === "held") ? REFUSED : DONE;
  },
};

async function discard(call: Call, unwanted: readonly string[]): Promise<number> {
  const {options, settings, say} = call;
  if (options["held"] === true) throw new WrongUsage("--discard and --held do not go together", runs);
  await withStore(settings, "change", async (store) => {
    for (const one of unwanted) {
      const {run, removedFiles} = await discardHeldRun(store, one, wordOf(call), new Date());
      const {id, provider, dataset, publishedAt} = run;
      say(
        options["json"] === true
          ? JSON.stringify({run: id, provider, dataset, published_at: publishedAt, removed_files: removedFiles})
          : `discarded run ${id} of ${provider}/${dataset} of ${publishedAt}; ${counted(removedFiles, "file")} removed from the archive`,
      );
    }
  });
  return DONE;
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
  const {losses, difference} = await withStore(call.settings, "read", (store) =>
    store.statistics.read(function* (q) {
      return {losses: yield* readLosses(q, row.run), difference: yield* readDifference(q, row.run)};
    }),
  );
  if (call.options["json"] === true) {
    call.say(JSON.stringify({...row, losses, difference}));
    return DONE;
  }
  call.say(
    `run ${row.run} of ${row.provider}/${row.dataset} of ${row.published_at}: ${row.state}, ${counted(row.values, "value")}`,
  );
  if (row.by !== undefined) call.say(`  ${row.state} by ${row.by}${row.reason === "" ? "" : `: ${row.reason}`}`);
  for (const {name, passed, required, seen} of row.checks)
    call.say(`  ${passed ? "passed" : required ? "FAILED" : "noted"}  ${name}: ${seen}`);
  if (losses.length > 0) call.say("");
  for (const line of textTable(losses.map((loss) => ({...loss})))) call.say(line);
  if (difference !== null) sayDifference(call, difference);
  return DONE;
}

function sayDifference(
  {say}: Call,
  {newValues, changedValues, goneValues, changedSeries, rows}: ValueDifference,
): void {
  say("");
  say(`${counted(newValues, "new value")}, ${changedValues} changed, ${goneValues} gone, in ${changedSeries} series`);
  for (const line of textTable(rows.map(changeRow))) say(line);
  if (changedSeries > rows.length) say(`the first ${rows.length} of ${changedSeries} series that change most`);
}

function changeRow({key, title, period, before, after, changedValues, goneValues}: ChangedSeriesRow) {
  return {series: key, title, period, before, after, changed: changedValues, gone: goneValues};
}

function forTerminal({checks, cells: _, source_file: _file, by, reason, run, ...row}: RunRow) {
  const failed = checks.filter(({passed}) => !passed);
  return {
    run: run.slice(0, 8),
    ...row,
    by: by ?? "",
    reason: reason ?? "",
    failed: failed.map(({name, seen}) => `${name}: ${seen.length > 120 ? `${seen.slice(0, 119)}…` : seen}`).join(" | "),
  };
}
