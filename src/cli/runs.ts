// `ryad runs`: load runs with what their checks found: those that are held, and the newest that published.
//
// A held run waits for a person; the table says why in words, --json has every check and every cell that could not be read.
import {heldBy} from "../load/release-check.ts";
import type {Queries} from "../store/engines.ts";
import {listPublishedRuns} from "../store/load-run.ts";
import {listHeldRuns, type QuarantinedCell, type RunCheck, readQuarantine, readRunChecks} from "../store/run-record.ts";
import type {Script} from "../store/script.ts";
import {type Command, DATA_OPTION, DONE} from "./command.ts";
import {withStore} from "./open-store.ts";
import {textTable} from "./text-table.ts";

const PUBLISHED_SHOWN = 100;

export const runs: Command = {
  name: "runs",
  positionals: [],
  options: {
    held: {type: "boolean", value: null, help: "those alone that are held"},
    data: DATA_OPTION,
    json: {type: "boolean", value: null, help: "one JSON list, with every check and what could not be read"},
  },
  requiredOptions: [],
  summary: "lists load runs that are held, with their reasons, and the newest that published",
  details: [
    `Held runs come first, then the newest ${PUBLISHED_SHOWN} that published; each with the checks that it failed.`,
    "accepted is a run that was published although a required check had failed. The table shows the start of each run's id,",
    "which is enough for ryad load --accept.",
  ],
  async run({options, settings, say}) {
    const rows = await withStore(settings, "read", (store) =>
      store.statistics.read((q) => readRuns(q, options["held"] === true)),
    );
    if (options["json"] === true) say(JSON.stringify(rows));
    else for (const line of textTable(rows.map(forTerminal))) say(line);
    return DONE;
  },
};

interface RunRow {
  readonly run: string;
  readonly state: "held" | "accepted" | "published";
  readonly provider: string;
  readonly dataset: string;
  readonly published_at: string;
  /** when it ran */
  readonly at: string;
  /** that it read and would publish, or has published new */
  readonly values: number;
  readonly checks: readonly RunCheck[];
  readonly cells: readonly QuarantinedCell[];
}

function* readRuns(q: Queries, heldOnly: boolean): Script<RunRow[]> {
  const rows: RunRow[] = [];
  for (const {id, provider, dataset, publishedAt, heldAt, valueCount} of yield* listHeldRuns(q)) {
    const own = {provider, dataset, published_at: publishedAt, at: heldAt, values: valueCount};
    rows.push({run: id, state: "held", ...own, ...(yield* readDetails(q, id))});
  }
  if (heldOnly) return rows;
  for (const {id, provider, dataset, publishedAt, loadedAt, newValues, revisedValues} of yield* listPublishedRuns(
    q,
    PUBLISHED_SHOWN,
  )) {
    const details = yield* readDetails(q, id);
    const state = heldBy(details.checks).length > 0 ? "accepted" : "published";
    const own = {provider, dataset, published_at: publishedAt, at: loadedAt, values: newValues + revisedValues};
    rows.push({run: id, state, ...own, ...details});
  }
  return rows;
}

function* readDetails(q: Queries, id: string): Script<Pick<RunRow, "checks" | "cells">> {
  return {checks: yield* readRunChecks(q, id), cells: yield* readQuarantine(q, id)};
}

function forTerminal({checks, cells: _, run, ...row}: RunRow) {
  const failed = checks.filter(({passed}) => !passed);
  return {
    run: run.slice(0, 8),
    ...row,
    failed: failed.map(({name, seen}) => `${name}: ${seen.length > 120 ? `${seen.slice(0, 119)}…` : seen}`).join(" | "),
  };
}
