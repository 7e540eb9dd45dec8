// `ryad fetch`: fetches sources now, one after the other, and loads what is new.
//
// A source that fails does not stop the others. Exit code 1 says that something needs a person; the line of its source says what.
import {fetchSource, type SourceRun} from "../../fetch/run/fetch-source.ts";
import {fetchClock} from "../../fetch/sources/due.ts";
import type {FetchSource} from "../../fetch/sources/source.ts";
import {readSourcesFile, type SourcesFile} from "../../fetch/sources/sources-file.ts";
import {sourcesPath} from "../../fetch/sources/sources-path.ts";
import {Refusal} from "../../service/refusal.ts";
import type {Store} from "../../store/open.ts";
import {findNearName} from "../../text/near-name.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, option, REFUSED, textOption} from "../command.ts";
import {agentOf} from "../fetching/user-agent.ts";
import {withStore} from "../open-store.ts";
import {withProgress} from "../terminal/progress.ts";
import {lowerPriority} from "../terminal/step-back.ts";

export const fetchSources: Command = {
  name: "fetch",
  positionals: ["[ID…]"],
  options: {
    data: DATA_OPTION,
    again: flag("loads content that is known too, as after a change of a descriptor"),
    due: option(
      "MOMENT",
      "the run of a due moment (ISO 8601), as the scheduler calls it; nothing if another process has taken it",
    ),
    json: flag("a line of JSON for each source, for a program"),
  },
  summary: "fetches publishers' files from the sources of sources.yaml, all or those named, and loads what is new",
  details: [
    "Each source ends as loaded, unchanged (the content is known, whatever its date), held (ryad runs shows why), refused (the file is",
    "wrong), unreachable (it is tried again), blocked (the publisher wants no program, or can't be trusted) or moved (nothing is there);",
    "the words say what to do. Exit code 0 only if all are loaded or unchanged. ryad serve does it by itself with RYAD_FETCH=on.",
    "docs/operating.md describes sources.yaml.",
  ],
  run: (call) => fetchAll(call, call.positionals),
};

export const sourceRun: Command = {
  ...fetchSources,
  name: "source run",
  positionals: ["ID"],
  summary: "fetches one source now: the same as ryad fetch ID",
};

async function fetchAll(call: Call, ids: readonly string[]): Promise<number> {
  lowerPriority();
  const file = readSourcesFile(sourcesPath(call.settings));
  const sources = wantedSources(file, ids);
  const moment = dueMoment(call);
  return await withStore(call.settings, "make", async (store) => {
    let isDone = true;
    for (const source of sources) {
      const run = await fetchOne(call, store, file, source, moment);
      if (run === null) continue;
      if (run.outcome !== "loaded" && run.outcome !== "unchanged") isDone = false;
      tell(call, run);
    }
    return isDone ? DONE : REFUSED;
  });
}

function fetchOne(
  {settings, options}: Call,
  store: Store,
  {folder}: SourcesFile,
  source: FetchSource,
  moment: Date | null,
): Promise<SourceRun | null> {
  return withProgress(source.id, (onProgress) =>
    fetchSource({store, folder, agent: agentOf(settings), now: fetchClock(settings.today), onProgress}, source, {
      moment,
      isAgain: options["again"] === true,
    }),
  );
}

/** @throws Refusal for an id that the file does not have */
function wantedSources({path, sources}: SourcesFile, ids: readonly string[]): readonly FetchSource[] {
  if (sources.length === 0)
    throw new Refusal(
      `${path} has no sources`,
      "ryad source recipes lists some that work, and ryad source add puts one into the file",
    );
  const known = sources.map(({id}) => id);
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown === undefined) return ids.length === 0 ? sources : sources.filter(({id}) => ids.includes(id));
  const near = findNearName(unknown, known);
  throw new Refusal(
    `${path} has no source ${unknown}`,
    near === null ? `it has ${known.join(", ")}` : `did you mean ${near}?`,
  );
}

function dueMoment(call: Call): Date | null {
  const text = textOption(call, "due");
  const moment = text === null ? null : new Date(text);
  if (moment !== null && Number.isNaN(moment.getTime()))
    throw new Refusal(`--due has to be a moment of ISO 8601, not "${text}"`);
  return moment;
}

function tell({options, say}: Call, {source, outcome, attempts}: SourceRun): void {
  if (options["json"] !== true) {
    if (attempts.length === 0) say(`${source}: ${outcome}: nothing new is due`);
    for (const one of attempts) say(`${attempts.length === 1 ? source : `${source} ${one.address}`}: ${lineOf(one)}`);
    return;
  }
  const files = attempts.map((one) => ({
    address: one.address,
    outcome: one.outcome,
    status: one.status,
    bytes: one.bytes,
    sha256: one.sha256,
    provider: one.provider,
    dataset: one.dataset,
    published_at: one.publishedAt,
    published_at_from: one.publishedAtFrom,
    run: one.heldRun,
    words: one.words,
  }));
  say(JSON.stringify({source, outcome, words: files.find((file) => file.outcome === outcome)?.words ?? "", files}));
}

function lineOf({outcome, dataset, provider, publishedAt, words}: SourceRun["attempts"][number]): string {
  const name = dataset === null ? "" : ` ${provider}/${dataset} of ${publishedAt}`;
  return `${outcome}${name}: ${words}`;
}
