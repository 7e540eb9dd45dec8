// The site's mail: through SMTP where a server is set, else into a folder where whoever runs the service finds it.
//
// Letters are plain text. Recipients are single addresses that were checked before (email.ts); none ever reaches a log.
import type {Mail} from "./letter.ts";
import {openOutbox} from "./outbox.ts";
import {openSmtp} from "./smtp.ts";

export interface MailSettings {
  readonly smtpUrl: string | null;
  readonly mailFrom: string | null;
  readonly publicUrl: string | null;
  readonly dataFolder: string;
}

/** @param show gets a line for each letter that was written to the folder; for a terminal, never for a log that is kept */
export function openMail(settings: MailSettings, show: ((line: string) => void) | null): Mail {
  if (settings.smtpUrl === null) return openOutbox(settings.dataFolder, show);
  return openSmtp(settings.smtpUrl, settings.mailFrom ?? defaultSender(settings.publicUrl));
}

function defaultSender(publicUrl: string | null): string {
  const host = publicUrl === null ? "localhost" : new URL(publicUrl).hostname;
  return `ryad@${/^[\d.]+$|:/.test(host) ? "localhost" : host}`;
}
