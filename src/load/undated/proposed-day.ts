// A day of publication for a person to take or to correct, where a file does not say its own: from its name or its properties. The day on the
// disk is that of a download, so it is no proposal.
import {readFileSync, statSync} from "node:fs";
import {basename} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {dayText, parseDay} from "../../statistics/time/day.ts";
import {WORKBOOK_LIMITS} from "../workbook/workbook-limits.ts";
import {savedDay} from "./saved-day.ts";

export interface ProposedDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Where it comes from. */
  readonly because: string;
}

/** null: neither has a day. */
export async function proposedDay(path: string): Promise<ProposedDay | null> {
  const name = basename(path);
  const named = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/.exec(name);
  const day = named === null ? null : parseDay(`${named[1]}-${named[2]}-${named[3]}`);
  if (day !== null) return {day: dayText(day), because: "the name of the file"};
  const saved =
    statSync(path).size > WORKBOOK_LIMITS.fileBytes
      ? null
      : await savedDay(name, readFileSync(path)).catch(unlessRefused);
  return saved === null ? null : {day: dayText(saved), because: "the workbook was last saved on it"};
}

/** A damaged file is refused where it is loaded. */
function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}
