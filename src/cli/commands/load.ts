// `ryad load`: tidy packages and publishers' files, one after the other; each is loaded whole or not at all.
//
// A path that is refused or held does not stop the others, because a dataset does not depend on the order of loading; the exit code says
// that something was not published.

import {existsSync, statSync} from "node:fs";
import {lossLines} from "../../load/buffer/losses.ts";
import {requireReadable} from "../../load/input/source-files.ts";
import {UndatedRelease} from "../../load/metadata.ts";
import type {LoadOutcome} from "../../load/publish-files.ts";
import {filesIn, releasesIn} from "../../load/releases-in-path.ts";
import {acceptRun, PLAIN_EFFECTS} from "../../load/run.ts";
import {type LoadHints, SeveralReleases} from "../../load/source.ts";
import {Refusal} from "../../service/refusal.ts";
import {
  ANSWER_OPTIONS,
  type Call,
  type Command,
  DATA_OPTION,
  DONE,
  flag,
  option,
  REFUSED,
  textOption,
} from "../command.ts";
import {openRowFile} from "../export/row-file.ts";
import type {ServerDays} from "../fetching/web-files.ts";
import {withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {openDialogue} from "../terminal/dialogue.ts";
import {withProgress} from "../terminal/progress.ts";
import {lowerPriority} from "../terminal/step-back.ts";
import {refuseWordAlone, WORD_OPTIONS, wordOf} from "../terminal/word-of-person.ts";
import {outcomeLine, outcomesForMachine, summaryLine} from "./loading/load-outcomes.ts";
import {previewAll, refuseHalfProposals} from "./loading/load-proposal.ts";
import {hintsOf, loadOnePath, noteHeld, type PathsOfCall} from "./loading/one-path.ts";

export const load: Command = {
  name: "load",
  positionals: ["PATH…"],
  insteadOfPositionals: "accept",
  options: {
    data: DATA_OPTION,
    provider: option("CODE", "the provider, if a file does not name it"),
    dataset: option("CODE", "the dataset, if a file does not name it"),
    published: option("YYYY-MM-DD", "the day of publication, if a file does not name it"),
    territory: option("CODE", "the territory by ISO 3166, if a file has no territories"),
    descriptor: option("FILE", "descriptor of a workbook or text table with an unknown layout"),
    describe: flag("proposes a descriptor, prints it and its values, and holds the load until --accept"),
    "leave-out": flag("with --describe: leaves out the values that open questions are about"),
    preview: flag("with --descriptor or --describe: prints values and refusals, and loads nothing"),
    ...ANSWER_OPTIONS,
    "skip-bad-rows": option("FILE", "writes rows that can't be read to FILE and loads the rest"),
    accept: option("RUN[,RUN…]", "publishes held runs instead of loading a PATH"),
    ...WORD_OPTIONS,
    json: flag("the last line as JSON, for a program"),
  },
  summary: "loads tidy packages (folder or .zip) and publishers' files, from a path or an address",
  details: [
    "Known publishers' files: EMISS (fedstat.ru) SDMX-ML, Excel and catalogues, Rosstat's workbooks, the Bank of Russia's XML, JSON, CSV and",
    "workbooks (docs/sources-cbr.md), the Treasury's forms 0507011 and 0503317 (docs/sources-roskazna.md). Formats of any country: SDMX-ML",
    "1.0 to 3.0, SDMX-CSV, SDMX-JSON, JSON-stat, Eurostat TSV, World Bank, ONS, BLS, PC-Axis (docs/formats.md). How to write a tidy",
    "package: docs/tidy-package.md. How another workbook is loaded: docs/adding-a-source.md.",
    "A folder of publishers' files, or of packages, is as many releases as it has of them: --published is the day of all that do not say theirs.",
    "Every release is checked before it is published. A publisher's file with cells that can't be read, unknown words for periods,",
    "territories or units, changes in a dataset that is never revised, or more than 5 % of its series missing is held, and so is a package",
    'that has fewer series than the release before, unless it says "partial": true: nothing of it',
    "is published, ryad runs shows the reasons, and --accept RUN publishes it without the cells that can't be read. Exit code 1.",
    "An address (https://…) is fetched once, and its file loaded; without a day of its own it has that of Last-Modified.",
    "--describe is for a workbook or table that nobody described: the load is held until a person accepts it, whatever was found,",
    "and refused while a question of the proposal is open: answer it with an option, or leave out what it is about with --leave-out.",
    "The same release again changes nothing. May run beside a server, which sees the new values within a second; if both need",
    "the processor, the server goes first.",
  ],
  async run(call) {
    lowerPriority();
    const accepted = textOption(call, "accept");
    if (accepted !== null) return await acceptHeld(call, accepted);
    refuseWordAlone(call, "accept", load);
    // Fetching is imported only for an address: a small load would wait for it.
    if (!call.positionals.some((path) => /^https?:/i.test(path))) return await loadPaths(call, new Map(), new Set());
    return await (await import("../fetching/web-files.ts")).withWebFiles(call, loadPaths);
  },
};

async function loadPaths(call: Call, days: ServerDays, fetched: ReadonlySet<string>): Promise<number> {
  const hints = hintsOf(call);
  refuseHalfProposals(call, load);
  const unread = await readRefusals(call.positionals);
  // No store is made, nor missed, for files that are not there.
  if (unread.length === call.positionals.length) {
    for (const refusal of unread) noteRefusal(call, refusal);
    return summarise(call, [], unread.length);
  }
  if (call.options["preview"] === true) return await previewAll(call);
  const rowPath = textOption(call, "skip-bad-rows");
  const rows = rowPath === null ? null : openRowFile(rowPath);
  try {
    return await withStore(call.settings, "make", (store) =>
      loadAll({store, call, days, fetched, rows, descriptor: textOption(call, "descriptor")}, hints),
    );
  } finally {
    rows?.close();
  }
}

async function loadAll(paths: PathsOfCall, hints: LoadHints): Promise<number> {
  const {call, days} = paths;
  const finished: LoadOutcome[] = [];
  let refused = 0;
  const isDescribed = paths.descriptor !== null || call.options["describe"] === true;
  const all = (
    await Promise.all(call.positionals.map((path) => releasesIn(path, isDescribed).catch(() => [path])))
  ).flat();
  const loadOne = async (path: string, own: LoadHints): Promise<Refusal | null> => {
    try {
      const outcome = await loadOnePath(paths, path, own);
      finished.push(outcome);
      noteHeld(call, outcome);
      if (call.options["json"] !== true && all.length > 1) call.say(outcomeLine(outcome));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error;
    }
  };
  const undated: string[] = [];
  for (const path of all) {
    let refusal = await loadOne(path, hints);
    const day = days.get(path);
    if (refusal instanceof UndatedRelease && day !== undefined)
      refusal = await loadOne(path, {...hints, publishedAt: day});
    if (refusal === null) continue;
    if (refusal instanceof SeveralReleases && statSync(path).isDirectory()) {
      all.push(...(await filesIn(path)));
      continue;
    }
    if (refusal instanceof UndatedRelease && existsSync(path) && statSync(path).isFile()) undated.push(path);
    else refused++;
    if (!undated.includes(path) || all.length === 1) noteRefusal(call, refusal);
  }
  if (undated.length > 0) refused += await loadUndated(call, undated, hints, loadOne);
  return summarise(call, finished, refused);
}

/** @returns the number of files that are refused */
async function loadUndated(
  call: Call,
  paths: readonly string[],
  hints: LoadHints,
  loadOne: (path: string, own: LoadHints) => Promise<Refusal | null>,
): Promise<number> {
  const {askForDays} = await import("./loading/undated-files.ts");
  const dialogue = call.options["json"] === true ? null : openDialogue();
  const days = await askForDays(call, paths, dialogue).finally(() => dialogue?.close());
  let refused = paths.length - days.size;
  for (const [path, publishedAt] of days) {
    const refusal = await loadOne(path, {...hints, publishedAt});
    if (refusal === null) continue;
    refused++;
    noteRefusal(call, refusal);
  }
  return refused;
}

/** The refusals of paths that are not there or may not be read by this user. */
async function readRefusals(paths: readonly string[]): Promise<Refusal[]> {
  const outcomes = await Promise.all(paths.map((path) => requireReadable(path).catch((error: unknown) => error)));
  return outcomes.filter((error) => error instanceof Refusal);
}

function noteRefusal(call: Call, {message, hint}: Refusal): void {
  call.note(`ryad: ${message}`);
  if (hint !== null) call.note(hint);
}

const NOT_OF_A_HELD_RUN = [
  "provider",
  "dataset",
  "published",
  "territory",
  "descriptor",
  "country",
  "unit",
  "skip-bad-rows",
] as const;

async function acceptHeld(call: Call, runs: string): Promise<number> {
  for (const name of NOT_OF_A_HELD_RUN) {
    if (textOption(call, name) !== null)
      throw new WrongUsage(`--${name} does not go with --accept: the run is published as it was held`, load);
  }
  return await withStore(call.settings, "change", async (store) => {
    const finished: LoadOutcome[] = [];
    let refused = 0;
    for (const run of runs.split(",")) {
      try {
        const outcome = await withProgress(run, (onProgress) =>
          acceptRun(store, run, {...PLAIN_EFFECTS, onProgress}, wordOf(call)),
        );
        // On standard error, so that the last line of standard output is the summary.
        for (const line of lossLines(outcome.losses)) call.note(`given up: ${line}`);
        finished.push(outcome);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        noteRefusal(call, error);
        refused++;
      }
    }
    return summarise(call, finished, refused);
  });
}

function summarise(call: Call, finished: readonly LoadOutcome[], refused: number): number {
  if (call.options["json"] === true) call.say(JSON.stringify(outcomesForMachine(finished)));
  else if (finished.length > 0) call.say(summaryLine(finished, refused));
  return refused === 0 && finished.every(({held}) => held === null) ? DONE : REFUSED;
}
