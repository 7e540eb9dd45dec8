// One path of `ryad load`: by its own words, by the proposal that the command wants, or by the answers of a person.
//
// The code of proposals and dialogues is imported when a path needs it: every load starts with this file.
import {heldBy} from "../../../load/checks/release-check.ts";
import type {LoadOptions, LoadOutcome} from "../../../load/publish-files.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../../../load/run.ts";
import type {LoadHints} from "../../../load/source.ts";
import {UnknownTable} from "../../../load/unknown-files.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {Store} from "../../../store/open.ts";
import {type Call, dayOption, textOption} from "../../command.ts";
import type {RowFile} from "../../export/row-file.ts";
import type {ServerDays} from "../../fetching/web-files.ts";
import {openDialogue} from "../../terminal/dialogue.ts";
import {withProgress} from "../../terminal/progress.ts";
import {wordOf} from "../../terminal/word-of-person.ts";
import type {TableFile} from "./load-dialogue.ts";
import {proposal} from "./load-proposal.ts";

/** What all paths of one call share. */
export interface PathsOfCall {
  readonly store: Store;
  readonly call: Call;
  /** The days of their servers, of paths that were fetched. */
  readonly days: ServerDays;
  readonly fetched: ReadonlySet<string>;
  /** For rows that can't be read; null: such rows are not set aside. */
  readonly rows: RowFile | null;
  /** Path of the descriptor that the call names. */
  readonly descriptor: string | null;
}

/** @throws Refusal */
export async function loadOnePath(
  {store, call, days, fetched, rows, descriptor}: PathsOfCall,
  path: string,
  own: LoadHints,
): Promise<LoadOutcome> {
  let effects: LoadOptions = {...PLAIN_EFFECTS, setAside: rows?.write ?? null, descriptor};
  let dated = own;
  const served = days.get(path) ?? null;
  if (call.options["describe"] === true) {
    const shown = await proposal(call, path, served);
    effects = {...effects, descriptor: shown.descriptor};
    dated = {...own, publishedAt: own.publishedAt ?? shown.publishedAt};
  }
  return await withProgress(path, (onProgress) => loadPath(store, path, dated, {...effects, onProgress})).catch(
    (error) => loadByAnswers(store, call, {path, served, isFetched: fetched.has(path)}, effects, error),
  );
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
    const outcome = await loadPath(store, file.path, hintsOf(answered.call), {
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

/** The failed checks that hold a run. */
export function noteHeld(call: Call, {provider, dataset, publishedAt, held}: LoadOutcome): void {
  if (held === null) return;
  call.note(`ryad: ${provider}/${dataset} of ${publishedAt} is held as run ${held.run}; nothing of it was published`);
  for (const {name, seen} of heldBy(held.checks)) call.note(`  ${name}: ${seen}`);
  call.note(`ryad runs --show ${held.run} lists what it would give up`);
  call.note(`ryad load --accept ${held.run} publishes it all the same`);
}

export function hintsOf(call: Call): LoadHints {
  dayOption(call, "published");
  const publishedAt = textOption(call, "published");
  const territory = textOption(call, "territory");
  const own = {provider: textOption(call, "provider"), dataset: textOption(call, "dataset"), publishedAt};
  return territory === null ? own : {...own, territory};
}
