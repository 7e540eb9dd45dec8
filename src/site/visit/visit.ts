// One request to a page: its language, parameters and cookies, and functions that make addresses.
//
// Pages see this type and not the framework. No text of a request becomes part of an address unless request.ts has checked it.
import type {Budget} from "../../work/budget.ts";
import type {Steps} from "../../work/pace.ts";
import type {Language} from "../words/language.ts";
import type {SiteContext} from "./context.ts";

export interface Visit {
  readonly site: SiteContext;
  /** The id of the request in the log. */
  readonly requestId: string;
  readonly language: Language;
  /** As requested, without the query. */
  readonly path: string;
  /** The named parts of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** `json`: the client asks for JSON and not for a page. */
  readonly accepts: {readonly json: boolean};
  /** The address of the visitor; behind a trusted proxy, the one that the proxy reports. */
  readonly ip: string;
  /** Scheme and host of the service, without a slash at the end; empty if the request has no plain host. */
  readonly origin: string;
  /** One of our cookies by its name without a prefix; null: not sent. */
  cookie(name: string): string | null;
  /** @param maxAge in seconds; null: until the browser closes; 0 deletes the cookie */
  setCookie(name: string, value: string, maxAge: number | null): void;
  /** The address of a path of the site, with the prefix of a proxy if there is one. */
  link(path: string, query?: Readonly<Record<string, string | number | null>>): string;
  /** `link` with scheme and host: for feeds, sitemaps, data blocks and texts to copy. */
  absolute(path: string, query?: Readonly<Record<string, string | number | null>>): string;
  /** Aborted, with a Busy, when the visitor closes the connection: for expensive work. */
  gone(): AbortSignal;
  /** Runs long work in steps; other requests are answered in between, and requests with a token go first. */
  withRests<T>(steps: Steps<T>): Promise<T>;
  /** What the visit may take of the process. */
  readonly budget: Budget;
  /** The same page with other parameters; null removes one. */
  here(changes: Readonly<Record<string, string | number | null>>): string;
}

/** The fields of a form; a missing field is empty [params.empty]. */
export interface Form {
  /** Trimmed, and in composed letters (NFC). */
  text(name: string): string;
  /** On one line, without control characters. */
  line(name: string, mostLetters: number): string;
}

export function formOf(fields: URLSearchParams): Form {
  const text = (name: string): string =>
    storable(fields.get(name) ?? "")
      .normalize("NFC")
      .trim();
  return {
    text,
    line: (name, most) =>
      Array.from(text(name).replace(/\p{C}+/gu, " "))
        .slice(0, most)
        .join(""),
  };
}

/** A text that every engine takes: a letter that no text can have (a half of one, a zero byte) becomes the sign of an unreadable letter. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\0", "\ufffd");
}

/** With the question mark; empty if there are no parameters. Parameters that are null are left out. */
export function queryText(query: Readonly<Record<string, string | number | null>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
