// Letters as files in DATA/outbox, for a service without a mail server. They hold links that sign in: for the folder's owner alone.
//
// Nobody empties the folder but the server itself: at its start and once a day, letters older than a week go. Other files stay.
import {randomBytes} from "node:crypto";
import {mkdir, readdir, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {Letter, Mail} from "./letter.ts";

export const OUTBOX = "outbox";

const DAY_MS = 86_400_000;
/** A letter's links are long dead by then. */
const KEPT_MS = 7 * DAY_MS;

export function openOutbox(
  dataFolder: string,
  show: ((line: string) => void) | null,
  now: () => Date = () => new Date(),
): Mail {
  const folder = join(dataFolder, OUTBOX);
  // what can't be removed now is tried again tomorrow; a folder that can't be written to is told by the next letter
  const empty = (): void => void removeOldLetters(folder, now()).catch(() => {});
  empty();
  const daily = setInterval(empty, DAY_MS).unref();
  return {
    way: "outbox",
    async send(letter) {
      await mkdir(folder, {recursive: true, mode: 0o700});
      const name = `${now().toISOString().replace(/[:.]/g, "-")}-${randomBytes(4).toString("hex")}.txt`;
      await writeFile(join(folder, name), letterText(letter), {mode: 0o600, flag: "wx"});
      show?.(`mail to ${letter.to}: ${/^https?:\/\/\S+$/m.exec(letter.text)?.[0] ?? letter.subject}`);
    },
    close() {
      clearInterval(daily);
    },
  };
}

/** Removes letters that were written more than a week ago, by their names. A folder that is not there holds none. */
export async function removeOldLetters(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const before = now.getTime() - KEPT_MS;
  for (const name of names) {
    const writtenAt = momentOf(name);
    if (writtenAt !== null && writtenAt < before) await rm(join(folder, name), {force: true});
  }
}

/** When the letter of that name was written, in milliseconds since 1970; null: it is no letter. */
function momentOf(name: string): number | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-[\da-f]{8}\.txt$/.exec(name);
  if (found === null) return null;
  const moment = Date.parse(`${found[1]}:${found[2]}:${found[3]}.${found[4]}`);
  return Number.isNaN(moment) ? null : moment;
}

function letterText({to, replyTo, subject, text}: Letter): string {
  return [
    `To: ${to}`,
    ...(replyTo === undefined ? [] : [`Reply-To: ${replyTo}`]),
    `Subject: ${subject}`,
    "",
    text,
    "",
  ].join("\n");
}
