// Letters as files in DATA/outbox, for a service without a mail server. They hold links that sign in: for the folder's owner alone.
import {randomBytes} from "node:crypto";
import {mkdir, writeFile} from "node:fs/promises";
import {join} from "node:path";
import type {Letter, Mail} from "./letter.ts";

export const OUTBOX = "outbox";

export function openOutbox(dataFolder: string, show: ((line: string) => void) | null): Mail {
  const folder = join(dataFolder, OUTBOX);
  return {
    way: "outbox",
    async send(letter) {
      await mkdir(folder, {recursive: true, mode: 0o700});
      const name = `${new Date().toISOString().replace(/[:.]/g, "-")}-${randomBytes(4).toString("hex")}.txt`;
      await writeFile(join(folder, name), letterText(letter), {mode: 0o600, flag: "wx"});
      show?.(`mail to ${letter.to}: ${/^https?:\/\/\S+$/m.exec(letter.text)?.[0] ?? letter.subject}`);
    },
    close() {},
  };
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
