// `ryad load`: tidy packages and publishers' files, one after the other; each is loaded whole or not at all.
//
// A path that is refused or held does not stop the others, because a dataset does not depend on the order of loading; the exit code says
// that something was not published.

import {existsSync, statSync} from "node:fs";
import {lossLines, sumLosses} from "../../load/buffer/losses.ts";
import {heldBy} from "../../load/checks/release-check.ts";
import {requireReadable} from "../../load/input/source-files.ts";
import {UndatedRelease} from "../../load/metadata.ts";
import type {LoadEffects, LoadOutcome} from "../../load/publish-files.ts";
import {acceptRun, filesIn, loadPath, PLAIN_EFFECTS, releasesIn, UnknownTable} from "../../load/run.ts";
import {type LoadHints, SeveralReleases} from "../../load/source.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Store} from "../../store/open.ts";
import {counted} from "../../text/counted.ts";
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
import {withStore} from "../open-store.ts";
import {WrongUsage} from "../parse-call.ts";
import {openDialogue} from "../terminal/dialogue.ts";
import {withProgress} from "../terminal/progress.ts";
import {stepBack} from "../terminal/step-back.ts";
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
    accept: option("RUN", "publishes a held run instead of loading a PATH"),
    json: flag("the last line as JSON, for a program"),
  },
  summary: "loads tidy packages (folder or .zip) and publishers' files",
  details: [
    "Known publishers' files: EMISS (fedstat.ru) SDMX-ML, Excel and catalogues, Rosstat's workbooks, the Bank of Russia's XML, JSON, CSV and",
    "workbooks (docs/sources-cbr.md), the Treasury's forms 0507011 and 0503317 (docs/sources-roskazna.md). Formats of any country: SDMX-ML",
    "2.0 to 3.0, SDMX-CSV, SDMX-JSON, JSON-stat, Eurostat TSV, World Bank, ONS, BLS, PC-Axis (docs/formats.md). How to write a tidy",
    "package: docs/tidy-package.md. How another workbook is loaded: docs/adding-a-source.md.",
    "A folder of publishers' files is as many releases as it has files: --published is the day of all that do not say theirs.",
    "Every release is checked before it is published. A publisher's file with cells that can't be read, unknown words for periods,",
    "territories or units, changes in a dataset that is never revised, or more than 5 % of its series missing is held, and so is a package",
    'that has fewer series than the release before, unless it says "partial": true: nothing of it',
    "is published, ryad runs shows the reasons, and --accept RUN publishes it without the cells that can't be read. Exit code 1.",
    "--describe is for a workbook or table that nobody described: the load is held until a person accepts it, whatever was found,",
    "and refused while a question of the proposal is open: answer it with an option, or leave out what it is about with --leave-out.",
    "The same release again changes nothing. May run beside a server, which sees the new values within a second; if both need",
    "the processor, the server goes first.",
  ],
  async run(call) {
    stepBack();
    const accepted = textOption(call, "accept");
    if (accepted !== null) return await acceptHeld(call, accepted);
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
        loadAll(store, call, hints, rows, textOption(call, "descriptor")),
      );
    } finally {
      rows?.close();
    }
  },
};

async function loadAll(
  store: Store,
  call: Call,
  hints: LoadHints,
  rows: RowFile | null,
  descriptor: string | null,
): Promise<number> {
  const landed: LoadOutcome[] = [];
  let refused = 0;
  const isDescribed = descriptor !== null || call.options["describe"] === true;
  const paths = (
    await Promise.all(call.positionals.map((path) => releasesIn(path, isDescribed).catch(() => [path])))
  ).flat();
  const loadOne = async (path: string, own: LoadHints): Promise<Refusal | null> => {
    let effects: LoadEffects = {...PLAIN_EFFECTS, setAside: rows?.write ?? null, descriptor};
    try {
      if (call.options["describe"] === true) effects = {...effects, descriptor: await proposal(call, path)};
      const outcome = await withProgress(path, (onProgress) =>
        loadPath(store, path, own, {...effects, onProgress}),
      ).catch((error) => loadByAnswers(store, call, path, effects, error));
      landed.push(outcome);
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
    const refusal = await loadOne(path, hints);
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
  return tellAll(call, landed, refused);
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
  path: string,
  effects: LoadEffects,
  error: unknown,
): Promise<LoadOutcome> {
  if (!(error instanceof UnknownTable)) throw error;
  const {answeringHint, askForTable} = await import("./load-dialogue.ts");
  const dialogue = call.options["json"] === true ? null : openDialogue();
  if (dialogue === null) {
    const questions = await answeringHint(call, path);
    throw questions === null ? error : new Refusal(error.message, `${error.hint}\n${questions}`);
  }
  try {
    const {call: answered, descriptor} = await askForTable(call, path, dialogue);
    return await loadPath(store, path, readHints(answered), {...effects, descriptor});
  } finally {
    dialogue.close();
  }
}

/** The refusals of paths that are not there or may not be read by this user. */
async function readRefusals(paths: readonly string[]): Promise<Refusal[]> {
  const queries = await Promise.all(paths.map((path) => requireReadable(path).catch((error: unknown) => error)));
  return queries.filter((error) => error instanceof Refusal);
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

async function acceptHeld(call: Call, run: string): Promise<number> {
  for (const name of NOT_OF_A_HELD_RUN) {
    if (textOption(call, name) !== null)
      throw new WrongUsage(`--${name} does not go with --accept: the run is published as it was held`, load);
  }
  return await withStore(call.settings, "change", async (store) => {
    const outcome = await withProgress(run, (onProgress) => acceptRun(store, run, {...PLAIN_EFFECTS, onProgress}));
    // On standard error, so that the last line of standard output is the summary.
    for (const line of lossLines(outcome.losses)) call.note(`given up: ${line}`);
    return tellAll(call, [outcome], 0);
  });
}

function tellAll(call: Call, landed: readonly LoadOutcome[], refused: number): number {
  if (call.options["json"] === true) call.say(JSON.stringify(outcomesForMachine(landed)));
  else if (landed.length > 0) call.say(summaryLine(landed, refused));
  return refused === 0 && landed.every(({held}) => held === null) ? DONE : REFUSED;
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

function outcomeLine({
  provider,
  dataset,
  publishedAt,
  changed,
  newValues,
  revisedValues,
  skippedRows,
  losses,
  held,
  listing,
}: LoadOutcome): string {
  const name = `${provider}/${dataset} of ${publishedAt}`;
  if (held !== null)
    return `${name}: held as run ${held.run} (${heldBy(held.checks)
      .map((check) => check.name)
      .join(", ")})`;
  if (!changed) return `${name}: nothing new`;
  if (listing !== undefined)
    return `${name}: ${counted(listing.indicators, "indicator")} listed, ${counted(listing.datasets, "dataset")} described again`;
  return `${name}: ${counted(newValues, "new value")}, ${revisedValues} revised${asideText(skippedRows, losses)}`;
}

/** One word that can't be read may hide a row or a sheet: then the values count, and not the rows. */
function asideText(rows: number, losses: LoadOutcome["losses"]): string {
  if (rows === 0) return "";
  const unread = losses.filter(({kind}) => kind !== "series");
  const values = sumLosses(unread, "values");
  if (values === 0) return `, ${counted(rows, "place")} without values set aside`;
  return values === rows
    ? `, ${counted(rows, "row")} set aside`
    : `, ${counted(values, "value")} in ${counted(rows, "place")} set aside`;
}

function summaryLine(landed: readonly LoadOutcome[], refused: number): string {
  const [only] = landed;
  const left = refused > 0 ? `; ${refused} refused` : "";
  if (only !== undefined && landed.length === 1) return `${outcomeLine(only)}${left}`;
  const changed = landed.filter((outcome) => outcome.changed && outcome.listing === undefined);
  const listings = landed.filter((outcome) => outcome.changed && outcome.listing !== undefined).length;
  const held = landed.filter((outcome) => outcome.held !== null);
  const known = landed.length - changed.length - listings - held.length;
  const sum = (pick: (outcome: LoadOutcome) => number): number => changed.reduce((total, one) => total + pick(one), 0);
  const [values, revised] = [sum((one) => one.newValues), sum((one) => one.revisedValues)];
  const words = [
    ...(changed.length > 0
      ? [`${counted(changed.length, "release")} loaded: ${counted(values, "new value")}, ${revised} revised`]
      : []),
    ...(listings > 0 ? [`${counted(listings, "catalogue")} loaded`] : []),
  ];
  if (words.length === 0) words.push(`nothing new in ${counted(known, "release")}`);
  else if (known > 0) words.push(`${known} known already`);
  if (held.length > 0) words.push(`${held.length} held`);
  return `${words.join("; ")}${left}`;
}

/** The list of held runs is present only if there is one: other outputs do not change. */
function outcomesForMachine(landed: readonly LoadOutcome[]): object {
  const listings = landed.flatMap(({listing, provider, publishedAt}) =>
    listing === undefined ? [] : [{provider, published_at: publishedAt, ...listing}],
  );
  const held = landed.flatMap(({held, ...outcome}) => (held === null ? [] : [{...outcome, ...held}]));
  return {
    changed: landed.some((outcome) => outcome.changed),
    releases: landed
      .filter((outcome) => outcome.held === null && outcome.listing === undefined)
      .map((outcome) => ({
        provider: outcome.provider,
        dataset: outcome.dataset,
        published_at: outcome.publishedAt,
        new_values: outcome.newValues,
        revised_values: outcome.revisedValues,
        ...(outcome.losses.length > 0 && {given_up: outcome.losses}),
      })),
    ...(listings.length > 0 && {listings}),
    ...(held.length > 0 && {
      held: held.map(({run, provider, dataset, publishedAt, checks, losses}) => ({
        run,
        provider,
        dataset,
        published_at: publishedAt,
        checks,
        would_give_up: losses,
      })),
    }),
  };
}
