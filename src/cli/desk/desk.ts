// `ryad desk`: what needs somebody, and how the service is; the page /desk shows the same.
import type {DeskState} from "../../service/operator-desk.ts";
import {FAILED_OUTCOMES} from "../../store/fetches/attempt.ts";
import {NO_FACTS, noteEvent} from "../../store/messages/event.ts";
import type {Store} from "../../store/open.ts";
import {counted} from "../../text/counted.ts";
import {type Call, type Command, DATA_OPTION, DONE, flag, option, textOption} from "../command.ts";
import {sizeText} from "../commands/backup.ts";
import {withStore} from "../open-store.ts";
import {textTable} from "../terminal/text-table.ts";
import {FAILED_DECISION, readDeskState} from "./desk-state.ts";

export const desk: Command = {
  name: "desk",
  options: {
    json: flag("one JSON object with all of it"),
    note: option(
      "WORDS",
      "keeps on the desk for three days, and tells the operator, that a decision failed later; shows nothing",
    ),
    data: DATA_OPTION,
  },
  summary: "shows what needs somebody: held runs by cause, failed sources, datasets that wait; then how the service is",
  details: [
    "The page /desk shows the same to accounts of the plan owner. A cause is what holds runs: ryad runs --show RUN tells more of one,",
    "ryad load --accept RUN[,RUN…] and ryad runs --discard RUN[,RUN…] decide, with --by and --reason.",
  ],
  async run(call) {
    const words = textOption(call, "note");
    if (words !== null) {
      await withStore(call.settings, "change", (store) => noteFailedDecision(store, words, new Date()));
      return DONE;
    }
    const state = await withStore(call.settings, "read", (store) => readDeskState(store, call.settings, new Date()));
    if (call.options["json"] === true) call.say(JSON.stringify(state));
    else sayState(call, state);
    return DONE;
  },
};

async function noteFailedDecision(store: Store, words: string, at: Date): Promise<void> {
  const about = {provider: "", dataset: "", name: "", happenedAt: at.toISOString()};
  const id = `${FAILED_DECISION}${at.toISOString()}`;
  await store.statistics.write((q) => noteEvent(q, {...NO_FACTS, ...about, id, kind: "fault", reason: words}));
}

function sayState({say}: Call, state: DeskState): void {
  const {held_runs, causes, sources, sources_refused, waiting, health, usage, failed_decisions} = state;
  say(held_runs === 0 ? "no run is held" : `${counted(held_runs, "run")} held, by cause:`);
  for (const {causes: own, runs} of causes) {
    const words = own.map(({check, detail}) => (detail === null ? check : `${check}: ${detail}`)).join(" | ");
    say(`  ${counted(runs.length, "run")}  ${words}`);
    for (const {run, provider, dataset, published_at, source_file} of runs)
      say(`    ${run.slice(0, 8)}  ${provider}/${dataset} of ${published_at}  ${source_file}`);
  }
  if (sources_refused !== null) say(sources_refused);
  const failed = (sources ?? []).filter(({outcome}) => FAILED_OUTCOMES.has(outcome));
  if (sources !== null) say(`${counted(failed.length, "source")} of ${sources.length} failed`);
  for (const {id, outcome, words} of failed) say(`  ${id}: ${outcome}: ${words}`);
  for (const {at, words} of failed_decisions) say(`${at}  ${words}`);
  say(`${counted(waiting.length, "dataset")} without the expected release`);
  for (const line of textTable(waiting.map((one) => ({...one})))) say(`  ${line}`);
  const {disk, last_backup, is_database, letters, contact_messages} = health;
  if (!is_database) say(`last backup: ${last_backup ?? "none by ryad backup"}`);
  if (disk !== null) say(`disk: ${sizeText(disk.free)} of ${sizeText(disk.total)} free`);
  say(
    `mail: ${letters.waiting} waiting, ${letters.given_up} given up; ${contact_messages} of the contact form not mailed`,
  );
  say(`usage of ${usage.month}: ${counted(usage.values, "value")}, ${counted(usage.accounts, "account")}`);
}
