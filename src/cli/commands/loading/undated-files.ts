// Files of a load that do not say when they were published: asked once for all of them, with a day for each that a person may take.
import {basename} from "node:path";
import {type ProposedDay, proposedDay} from "../../../load/undated/proposed-day.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import {counted} from "../../../text/counted.ts";
import type {Call} from "../../command.ts";
import type {Dialogue} from "../../terminal/dialogue.ts";
import {quotedForShell} from "../../terminal/open-questions.ts";

/** The days by the paths; empty: nobody gives them. */
export async function askForDays(
  call: Call,
  paths: readonly string[],
  dialogue: Dialogue | null,
): Promise<ReadonlyMap<string, string>> {
  const files: {readonly path: string; readonly proposed: ProposedDay | null}[] = [];
  for (const path of paths) files.push({path, proposed: await proposedDay(path)});
  call.note(`${counted(files.length, "file")} ${files.length === 1 ? "does" : "do"} not say when published`);
  if (dialogue === null) {
    call.note("give the day of all with --published YYYY-MM-DD, or of each:");
    for (const {path, proposed} of files) {
      const [day, why] = proposed === null ? ["YYYY-MM-DD", ""] : [proposed.day, `   # ${proposed.because}`];
      call.note(`  ryad load ${quotedForShell(path)} --published ${day}${why}`);
    }
    return new Map();
  }
  for (const {path, proposed} of files)
    call.note(
      proposed === null
        ? `  ?           ${basename(path)}`
        : `  ${proposed.day}  ${basename(path)} (${proposed.because})`,
    );
  const dated = files.flatMap(({path, proposed}) => (proposed === null ? [] : [[path, proposed.day] as const]));
  for (;;) {
    const answer = await dialogue.ask(
      dated.length === 0
        ? "published on which day? [one day for all, N] "
        : "published on these days? [y, or one day for all, N] ",
    );
    if (/^y(?:es)?$/i.test(answer ?? "") && dated.length > 0) return new Map(dated);
    if (answer === null || /^(?:n|no)?$/i.test(answer)) return new Map();
    if (parseDay(answer) !== null) return new Map(files.map(({path}) => [path, answer]));
    call.note(`${answer} is neither a word nor a day: write YYYY-MM-DD`);
  }
}
