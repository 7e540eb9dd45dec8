// Files of a load that do not say when they were published: asked once for all of them, with a day for each that a person may take.
import {basename} from "node:path";
import {type ProposedDay, proposedDay} from "../../load/undated/proposed-day.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {counted} from "../../text/counted.ts";
import type {Call} from "../command.ts";
import type {Dialogue} from "../terminal/dialogue.ts";
import {quotedForShell} from "../terminal/open-questions.ts";

interface UndatedFile extends ProposedDay {
  readonly path: string;
}

/** The days by the paths; empty: nobody gives them. */
export async function askForDays(
  call: Call,
  paths: readonly string[],
  dialogue: Dialogue | null,
): Promise<ReadonlyMap<string, string>> {
  const files: UndatedFile[] = [];
  for (const path of paths) files.push({path, ...(await proposedDay(path))});
  call.note(`${counted(files.length, "file")} ${files.length === 1 ? "does" : "do"} not say when published`);
  if (dialogue === null) {
    call.note("give the day of all with --published YYYY-MM-DD, or of each:");
    for (const {path, day, because} of files)
      call.note(`  ryad load ${quotedForShell(path)} --published ${day}   # ${because}`);
    return new Map();
  }
  for (const {path, day, because} of files) call.note(`  ${day}  ${basename(path)} (${because})`);
  for (;;) {
    const answer = await dialogue.ask("published on these days? [y, or one day for all, N] ");
    if (/^y(?:es)?$/i.test(answer ?? "")) return new Map(files.map(({path, day}) => [path, day]));
    if (answer === null || /^(?:n|no)?$/i.test(answer)) return new Map();
    if (parseDay(answer) !== null) return new Map(files.map(({path}) => [path, answer]));
    call.note(`${answer} is neither a word nor a day: write YYYY-MM-DD`);
  }
}
