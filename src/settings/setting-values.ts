// The values of settings, read from their texts; each refusal names the setting, and none repeats a text that may contain a password.
import {Refusal} from "../service/refusal.ts";
import type {WebhookReach} from "../service/webhook-address.ts";

export type LogLevel = "info" | "error" | "none";

export function readPort(what: string, text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535) {
    throw new Refusal(`${what} has to be a number from 0 to 65535, not "${text}"`);
  }
  return Number(text);
}

export function readDatabaseUrl(name: string, text: string | null): string | null {
  if (text !== null && !/^postgres(ql)?:\/\//.test(text)) throw new Refusal(`${name} has to begin with postgres://`);
  return text;
}

/** The address may contain a password, so no message repeats it. */
export function readSmtpUrl(text: string | null): string | null {
  if (text !== null && (!/^smtps?:\/\//.test(text) || !URL.canParse(text) || new URL(text).hostname === "")) {
    throw new Refusal("RYAD_SMTP_URL has to be smtp:// or smtps:// and the address of a mail server");
  }
  return text;
}

export function readSmtpTls(text: string | null): "required" | "optional" {
  if (text === "required" || text === "optional") return text;
  throw new Refusal(`RYAD_SMTP_TLS has to be required or optional, not "${text}"`);
}

export function readSwitch({environment}: {readonly environment: string}, text: string | null): boolean {
  if (text === "on" || text === "off") return text === "on";
  throw new Refusal(`${environment} has to be on or off, not "${text}"`);
}

export function readAddress(name: string, text: string | null): string | null {
  if (text !== null && !/^[^\s@,;<>"]+@[^\s@,;<>"]+$/.test(text)) {
    throw new Refusal(`${name} has to be an email address alone, not "${text}"`);
  }
  return text;
}

export function readCount({environment}: {readonly environment: string}, text: string | null, most: number): number {
  const count = /^\d{1,6}$/.test(text ?? "") ? Number(text) : 0;
  if (count >= 1 && count <= most) return count;
  throw new Refusal(`${environment} has to be a whole number from 1 to ${most}, not "${text}"`);
}

/** Encodes it for use in a header: a host name in ASCII form, no blanks. Refuses anything but scheme, host, port and path. */
export function readPublicUrl(text: string | null): string | null {
  if (text === null) return null;
  const url = /^https?:\/\//i.test(text) ? URL.parse(text) : null;
  if (url === null) throw new Refusal(`RYAD_PUBLIC_URL has to be an http:// or https:// address, not "${text}"`);
  if (url.username !== "" || url.password !== "" || /[?#]/.test(text)) {
    throw new Refusal("RYAD_PUBLIC_URL has to be an address alone, without a user, a question mark or a #");
  }
  return url.href.replace(/\/+$/, "");
}

/** Years of supported periods and publication days; no dataset can be judged on a day outside them. */
const SUPPORTED_YEARS = /^(1[7-9]|2[01])/;

export function readToday(text: string | null): string | null {
  if (text === null) return null;
  const instant = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(instant) && new Date(instant).toISOString().slice(0, 10) === text;
  if (!isDay || !SUPPORTED_YEARS.test(text)) {
    throw new Refusal(`RYAD_TODAY has to be a day of the years 1700 to 2199, YYYY-MM-DD, not "${text}"`);
  }
  return text;
}

export function readLogLevel(text: string): LogLevel {
  if (text === "info" || text === "error" || text === "none") return text;
  throw new Refusal(`RYAD_LOG has to be info, error or none, not "${text}"`);
}

export function readWebhookReach(text: string): WebhookReach {
  if (text === "public" || text === "any" || text === "off") return text;
  throw new Refusal(`RYAD_WEBHOOKS has to be public, any or off, not "${text}"`);
}
