// The mail of the site: through a mail server when RYAD_SMTP_URL names one, else as files in DATA/outbox.
//
// Letters are plain text to one address, read by `readEmail`: accounts and letters use the same, in lower case. A letter goes to the folded
// address, never to the typed one: the Kelvin sign folds to "k", so a letter to the typed address could give one person's account to
// another. No address reaches an event or a log.
import {randomBytes} from "node:crypto";
import {mkdir, readdir, rm, writeFile} from "node:fs/promises";
import {join} from "node:path";
import {giveToFolderOwner} from "../../store/files/file-owner.ts";

export interface Letter {
  /** For events. */
  readonly kind: "sign-in" | "contact" | "told";
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly replyTo?: string;
  /** Makes its Message-ID, so that a letter that comes twice is known by it. */
  readonly id?: string;
  /** Ends what the letter is about: by one press in a mail program (RFC 8058). */
  readonly unsubscribe?: string;
}

export interface Mail {
  readonly way: "smtp" | "outbox";
  /** Letters are shown in the terminal of the service, which is that of the sample: its token stands there too. */
  readonly isShown?: boolean;
  /** Sends the letter, or throws. */
  send(letter: Letter): Promise<void>;
  close(): void;
}

interface MailSettings {
  readonly smtpUrl: string | null;
  readonly smtpTls: "required" | "optional";
  readonly mailFrom: string | null;
  readonly publicUrl: string | null;
  readonly dataFolder: string;
}

/** @param show gets one line for each letter written to the outbox. The line contains a sign-in link: show it in a terminal, never write it to a log */
export function openMail(settings: MailSettings, show: ((line: string) => void) | null): Mail {
  if (settings.smtpUrl === null) return openOutbox(settings.dataFolder, show);
  return openSmtp(settings.smtpUrl, settings.mailFrom ?? defaultSender(settings.publicUrl), settings.smtpTls);
}

function defaultSender(publicUrl: string | null): string {
  const host = publicUrl === null ? "localhost" : new URL(publicUrl).hostname;
  return `ryad@${/^[\d.]+$|:/.test(host) ? "localhost" : host}`;
}

/** A visitor waits for the mail server, so these are seconds and not minutes. */
const PATIENCE = {connectionTimeout: 8000, greetingTimeout: 8000, socketTimeout: 15_000, dnsTimeout: 8000};

function openSmtp(url: string, from: string, tls: "required" | "optional"): Mail {
  const security = tls === "required" && !isLoopback(new URL(url).hostname) ? {requireTLS: true, ignoreTLS: false} : {};
  // only services with a mail server load this module: it costs each process of a service memory and time at the start
  const opened = import("nodemailer").then(({createTransport}) =>
    createTransport({url, ...security, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true}),
  );
  return {
    way: "smtp",
    async send({to, replyTo, subject, text, id, unsubscribe}) {
      try {
        await (await opened).sendMail({
          from,
          // an object is always one recipient; a text could contain a list of them
          to: {name: "", address: to},
          ...(replyTo === undefined ? {} : {replyTo: {name: "", address: replyTo}}),
          subject,
          text,
          ...(id === undefined ? {} : {messageId: `<${id}@${from.slice(from.lastIndexOf("@") + 1)}>`}),
          ...(unsubscribe === undefined ? {} : {headers: unsubscribeHeaders(unsubscribe)}),
        });
      } catch (error) {
        throw withoutAddresses(error as Error);
      }
    },
    close: () => void opened.then((transport) => transport.close()),
  };
}

function unsubscribeHeaders(address: string) {
  return {"List-Unsubscribe": `<${address}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"};
}

/** Letters to a server on this machine pass no network. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

/** The refusal of a mail server often repeats the address of the recipient. */
function withoutAddresses(error: Error & {code?: string; responseCode?: number}): Error {
  const said = error.message.replace(/\S+@\S+/g, "…");
  const text = `the mail server did not take a letter: ${error.code ?? ""} ${error.responseCode ?? ""} ${said}`;
  return new Error(text.replace(/ +/g, " "));
}

export const OUTBOX = "outbox";

const DAY_MS = 86_400_000;
/** The links in a letter expire long before. */
const CACHED_MS = 7 * DAY_MS;

/** Letters contain sign-in links, so only the owner of the folder may read them. The server removes old letters at its start and once a day. */
export function openOutbox(
  dataFolder: string,
  show: ((line: string) => void) | null,
  now: () => Date = () => new Date(),
): Mail {
  const folder = join(dataFolder, OUTBOX);
  // what cannot be removed now is tried again tomorrow; if the folder is not writable, the next letter fails and says so
  const empty = (): void => void removeOldLetters(folder, now()).catch(() => {});
  empty();
  const daily = setInterval(empty, DAY_MS).unref();
  return {
    way: "outbox",
    isShown: show !== null,
    async send(letter) {
      await mkdir(folder, {recursive: true, mode: 0o700});
      giveToFolderOwner(folder);
      const name = `${now().toISOString().replace(/[:.]/g, "-")}-${randomBytes(4).toString("hex")}.txt`;
      await writeFile(join(folder, name), letterText(letter), {mode: 0o600, flag: "wx"});
      show?.(`mail to ${letter.to}: ${/^https?:\/\/\S+$/m.exec(letter.text)?.[0] ?? letter.subject}`);
    },
    close: () => clearInterval(daily),
  };
}

/** Removes letters that are older than a week by their names, and no other files. A missing folder has no letters. */
export async function removeOldLetters(folder: string, now: Date): Promise<void> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw error;
  });
  const before = now.getTime() - CACHED_MS;
  for (const name of names) {
    const writtenAt = momentOf(name);
    if (writtenAt !== null && writtenAt < before) await rm(join(folder, name), {force: true});
  }
}

/** The moment in a letter's file name, in milliseconds since 1970; null: the file is not a letter. */
function momentOf(name: string): number | null {
  const found = /^(\d{4}-\d\d-\d\dT\d\d)-(\d\d)-(\d\d)-(\d{3}Z)-[\da-f]{8}\.txt$/.exec(name);
  if (found === null) return null;
  const moment = Date.parse(`${found[1]}:${found[2]}:${found[3]}.${found[4]}`);
  return Number.isNaN(moment) ? null : moment;
}

function letterText({to, replyTo, subject, text, id}: Letter): string {
  const known = id === undefined ? [] : [`Message-ID: <${id}@localhost>`];
  const from = replyTo === undefined ? [] : [`Reply-To: ${replyTo}`];
  return [`To: ${to}`, ...from, ...known, `Subject: ${subject}`, "", text, ""].join("\n");
}

const MAX_LENGTH = 254;

/** Only with a dot in the host: other names exist in one network alone, so an answer could not be sent. */
export function readAnswerableEmail(text: string): string | null {
  const email = readEmail(text);
  return email?.includes(".", email.indexOf("@")) ? email : null;
}

/** null: not an address. */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  const shape =
    /^[^\s@,;:<>()[\]\\"\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)*[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;
  return email.length <= MAX_LENGTH && shape.test(email) && email === email.toLowerCase() ? email : null;
}
