// `ryad load`: tidy packages and publishers' files, one after the other; each lands whole or not at all.
//
// A path that is refused does not keep the others out, since a dataset does not depend on the order of loading; the exit code
// says that something was refused.
import {type LoadEffects, type LoadOutcome, loadPath, PLAIN_EFFECTS} from "../load/run.ts";
import type {LoadHints} from "../load/source.ts";
import {Refusal} from "../refusal.ts";
import {parseDay} from "../statistics/day.ts";
import type {Store} from "../store/open.ts";
import {type Call, type Command, DATA_OPTION, DONE, REFUSED, textOption} from "./command.ts";
import {withStore} from "./open-store.ts";
import {createProgress} from "./progress.ts";
import {openRowFile, type RowFile} from "./row-file.ts";

export const load: Command = {
  name: "load",
  positionals: ["PATH…"],
  options: {
    data: DATA_OPTION,
    provider: {type: "string", value: "CODE", help: "the provider, where a file does not say"},
    dataset: {type: "string", value: "CODE", help: "the dataset, where a file does not say"},
    published: {type: "string", value: "YYYY-MM-DD", help: "the day of publication, where a file does not say"},
    "skip-bad-rows": {type: "string", value: "FILE", help: "writes rows that can't be read to FILE and loads the rest"},
    json: {type: "boolean", value: null, help: "the last line as JSON, for a machine"},
  },
  requiredOptions: [],
  summary: "loads tidy packages (folder or .zip) and publishers' files",
  details: [
    "Known publishers' files: EMISS (fedstat.ru) SDMX-ML. How to write a tidy package: docs/tidy-package.md.",
    "The same release again changes nothing. May run beside a server, which sees the new values within a second.",
  ],
  async run(call) {
    const hints = readHints(call);
    const rowPath = textOption(call, "skip-bad-rows");
    const rows = rowPath === null ? null : openRowFile(rowPath);
    try {
      return await withStore(call.settings, "make", (store) => loadAll(store, call, hints, rows));
    } finally {
      rows?.close();
    }
  },
};

async function loadAll(store: Store, call: Call, hints: LoadHints, rows: RowFile | null): Promise<number> {
  const landed: LoadOutcome[] = [];
  let refused = 0;
  for (const path of call.positionals) {
    const progress = createProgress(path, process.stderr);
    const effects: LoadEffects = {...PLAIN_EFFECTS, onProgress: progress.show, setAside: rows?.write ?? null};
    try {
      const outcome = await loadPath(store, path, hints, effects);
      progress.clear();
      landed.push(outcome);
      if (call.options["json"] !== true && call.positionals.length > 1) call.say(outcomeLine(outcome));
    } catch (error) {
      progress.clear();
      if (!(error instanceof Refusal)) throw error;
      refused++;
      call.note(`ryad: ${error.message}`);
      if (error.hint !== null) call.note(error.hint);
    }
  }
  if (call.options["json"] === true) call.say(JSON.stringify(outcomesForMachine(landed)));
  else if (landed.length > 0) call.say(summaryLine(landed, refused));
  return refused === 0 ? DONE : REFUSED;
}

function readHints(call: Call): LoadHints {
  const publishedAt = textOption(call, "published");
  if (publishedAt !== null && parseDay(publishedAt) === null) {
    throw new Refusal(`--published has to be a day, YYYY-MM-DD, not "${publishedAt}"`);
  }
  return {provider: textOption(call, "provider"), dataset: textOption(call, "dataset"), publishedAt};
}

function outcomeLine({
  provider,
  dataset,
  publishedAt,
  changed,
  newValues,
  revisedValues,
  skippedRows,
}: LoadOutcome): string {
  const name = `${provider}/${dataset} of ${publishedAt}`;
  if (!changed) return `${name}: nothing new`;
  return `${name}: ${newValues} new values, ${revisedValues} revised${skippedRows > 0 ? `, ${skippedRows} rows set aside` : ""}`;
}

function summaryLine(landed: readonly LoadOutcome[], refused: number): string {
  const [only] = landed;
  const left = refused > 0 ? `; ${refused} refused` : "";
  if (only !== undefined && landed.length === 1) return `${outcomeLine(only)}${left}`;
  const changed = landed.filter((outcome) => outcome.changed);
  if (changed.length === 0) return `nothing new in ${landed.length} releases${left}`;
  const sum = (pick: (outcome: LoadOutcome) => number): number => changed.reduce((total, one) => total + pick(one), 0);
  const known = landed.length - changed.length;
  return `${changed.length} releases loaded: ${sum((one) => one.newValues)} new values, ${sum((one) => one.revisedValues)} revised${known > 0 ? `; ${known} known already` : ""}${left}`;
}

function outcomesForMachine(landed: readonly LoadOutcome[]): object {
  return {
    changed: landed.some((outcome) => outcome.changed),
    releases: landed.map((outcome) => ({
      provider: outcome.provider,
      dataset: outcome.dataset,
      published_at: outcome.publishedAt,
      new_values: outcome.newValues,
      revised_values: outcome.revisedValues,
    })),
  };
}
