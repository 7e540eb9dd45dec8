// `ryad load`: tidy packages and publishers' files, one after the other; each is loaded whole or not at all.
//
// A path that is refused or held does not stop the others, because a dataset does not depend on the order of loading; the exit code says
// that something was not published.

import {existsSync, statSync} from "node:fs";
import {lossLines} from "../../load/buffer/losses.ts";
import {heldBy} from "../../load/checks/release-check.ts";
import {requireReadable} from "../../load/input/source-files.ts";
import {UndatedRelease} from "../../load/metadata.ts";
import type {LoadOptions, LoadOutcome} from "../../load/publish-files.ts";
import {filesIn, releasesIn} from "../../load/releases-in-path.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../load/run.ts";
import {type LoadHints, SeveralReleases} from "../../load/source.ts";
import {UnknownTable} from "../../load/unknown-files.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Store} from "../../store/open.ts";
import {
  ANSWER_OPTIONS,
  type Call,
  type Command,
  DATA_OPTION,
  DONE,
  dayOption,
  flag,
  option,
  REFUSED,
  textOption,
} from "../command.ts";
import {openRowFile, type RowFile} from "../export/row-file.ts";
import type {ServerDays} from "../fetching/web-files.ts";
import {withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {openDialogue} from "../terminal/dialogue.ts";
import {withProgress} from "../terminal/progress.ts";
import {lowerPriority} from "../terminal/step-back.ts";
import {refuseWordAlone, WORD_OPTIONS, wordOf} from "../terminal/word-of-person.ts";
import type {TableFile} from "./load-dialogue.ts";
import {outcomeLine, outcomesForMachine, summaryLine} from "./load-outcomes.ts";
import {previewAll, proposal, refuseHalfProposals} from "./load-proposal.ts";

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
  const hints = readHints(call);
  refuseHalfProposals(call, load);
  const unread = await readRefusals(call.positionals);
  // No store is made, nor missed, for files that are not there.
  if (unread.length === call.positionals.length) {
    for (const refusal of unread) noteRefusal(call, refusal);
    return tellAll(call, [], unread.length);
  }
  if (call.options["preview"] === true) return await previewAll(call);
  const rowPath = textOption(call, "skip-bad-rows");
  const rows = rowPath === null ? null : openRowFile(rowPath);
  try {
    return await withStore(call.settings, "make", (store) =>
      loadAll(store, call, {hints, days, fetched}, rows, textOption(call, "descriptor")),
    );
  } finally {
    rows?.close();
  }
}

async function loadAll(
  store: Store,
  call: Call,
  {hints, days, fetched}: {readonly hints: LoadHints; readonly days: ServerDays; readonly fetched: ReadonlySet<string>},
  rows: RowFile | null,
  descriptor: string | null,
): Promise<number> {
  const finished: LoadOutcome[] = [];
  let refused = 0;
  const isDescribed = descriptor !== null || call.options["describe"] === true;
  const paths = (
    await Promise.all(call.positionals.map((path) => releasesIn(path, isDescribed).catch(() => [path])))
  ).flat();
  const loadOne = async (path: string, own: LoadHints): Promise<Refusal | null> => {
    let effects: LoadOptions = {...PLAIN_EFFECTS, setAside: rows?.write ?? null, descriptor};
    let dated = own;
    const served = days.get(path) ?? null;
    try {
      if (call.options["describe"] === true) {
        const shown = await proposal(call, path, served);
        effects = {...effects, descriptor: shown.descriptor};
        dated = {...own, publishedAt: own.publishedAt ?? shown.publishedAt};
      }
      const outcome = await withProgress(path, (onProgress) =>
        loadPath(store, path, dated, {...effects, onProgress}),
      ).catch((error) => loadByAnswers(store, call, {path, served, isFetched: fetched.has(path)}, effects, error));
      finished.push(outcome);
      tellHeld(call, outcome);
      if (call.options["json"] !== true && paths.length > 1) call.say(outcomeLine(outcome));
      return null;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error;
    }
  };
  const undated: string[] = [];
  for (const path of paths) {
    let refusal = await loadOne(path, hints);
    const day = days.get(path);
    if (refusal instanceof UndatedRelease && day !== undefined)
      refusal = await loadOne(path, {...hints, publishedAt: day});
    if (refusal === null) continue;
    if (refusal instanceof SeveralReleases && statSync(path).isDirectory()) {
      paths.push(...(await filesIn(path)));
      continue;
    }
    if (refusal instanceof UndatedRelease && existsSync(path) && statSync(path).isFile()) undated.push(path);
    else refused++;
    if (!undated.includes(path) || paths.length === 1) noteRefusal(call, refusal);
  }
  if (undated.length > 0) refused += await loadUndated(call, undated, hints, loadOne);
  return tellAll(call, finished, refused);
}

/** @returns the number of files that are refused */
async function loadUndated(
  call: Call,
  paths: readonly string[],
  hints: LoadHints,
  loadOne: (path: string, own: LoadHints) => Promise<Refusal | null>,
): Promise<number> {
  const {askForDays} = await import("./undated-files.ts");
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

/**
 * A table that nobody described is loaded by its person's answers, if there is a terminal.
 * @throws the refusal, with the command that answers the questions
 */
async function loadByAnswers(
  store: Store,
  call: Call,
  file: TableFile,
  effects: LoadOptions,
  error: unknown,
): Promise<LoadOutcome> {
  if (!(error instanceof UnknownTable)) throw error;
  const {answeringHint, askForTable} = await import("./load-dialogue.ts");
  const dialogue = call.options["json"] === true ? null : openDialogue();
  if (dialogue === null) {
    const questions = await answeringHint(call, file);
    throw questions === null ? error : new Refusal(error.message, `${error.hint}\n${questions}`);
  }
  try {
    const answered = await askForTable(call, file, dialogue);
    const outcome = await loadPath(store, file.path, readHints(answered.call), {
      ...effects,
      descriptor: answered.descriptor,
    });
    // The person has seen the values that are refused, and nothing else that holds a run.
    const {held} = outcome;
    if (!answered.withoutRefused || held === null || !heldBy(held.checks).every(({name}) => OF_CELLS.has(name)))
      return outcome;
    const {by} = wordOf(call);
    return await acceptRun(store, held.run, effects, {
      by,
      reason: "published without the refused values at a terminal",
    });
  } finally {
    dialogue.close();
  }
}

/** The checks of values that can't be read, which the question about publishing counts. */
const OF_CELLS: ReadonlySet<string> = new Set(["readable-cells", "known-periods", "known-territories", "known-units"]);

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
    return tellAll(call, finished, refused);
  });
}

function tellAll(call: Call, finished: readonly LoadOutcome[], refused: number): number {
  if (call.options["json"] === true) call.say(JSON.stringify(outcomesForMachine(finished)));
  else if (finished.length > 0) call.say(summaryLine(finished, refused));
  return refused === 0 && finished.every(({held}) => held === null) ? DONE : REFUSED;
}

/** The failed checks that hold a run. */
function tellHeld(call: Call, {provider, dataset, publishedAt, held}: LoadOutcome): void {
  if (held === null) return;
  call.note(`ryad: ${provider}/${dataset} of ${publishedAt} is held as run ${held.run}; nothing of it was published`);
  for (const {name, seen} of heldBy(held.checks)) call.note(`  ${name}: ${seen}`);
  call.note(`ryad runs --show ${held.run} lists what it would give up`);
  call.note(`ryad load --accept ${held.run} publishes it all the same`);
}

function readHints(call: Call): LoadHints {
  dayOption(call, "published");
  const publishedAt = textOption(call, "published");
  const territory = textOption(call, "territory");
  const own = {provider: textOption(call, "provider"), dataset: textOption(call, "dataset"), publishedAt};
  return territory === null ? own : {...own, territory};
}
