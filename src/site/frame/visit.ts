// One request to a page, in the site's own words: who asks in which language, with which parameters, and how addresses are made.
//
// Nothing here comes from a framework, and nothing that came in is trusted to make an address but the public one of the settings.
import type {Language} from "../words/language.ts";
import type {SiteParts} from "./parts.ts";

export interface Visit {
  readonly site: SiteParts;
  readonly language: Language;
  /** As asked, without the query. */
  readonly path: string;
  /** Parts of the path by their names in the page's pattern, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** Address of the visitor; of a trusted proxy's word where one is set. */
  readonly ip: string;
  /** Scheme and host under which the visitor sees the service, without a slash at the end; empty when nothing trustworthy is known. */
  readonly origin: string;
  /** A cookie of ours under its plain name; null when it was not sent. */
  cookie(name: string): string | null;
  /** @param maxAge in seconds; null until the browser closes, 0 takes it away */
  setCookie(name: string, value: string, maxAge: number | null): void;
  /** The address of a path of the site, also behind a proxy that puts a prefix before it. */
  link(path: string, query?: Readonly<Record<string, string | number | null>>): string;
  /** As `link`, with scheme and host: for feeds, sitemaps, machine-readable blocks and what is copied from the page. */
  absolute(path: string, query?: Readonly<Record<string, string | number | null>>): string;
  /** Aborted when the visitor has left: for work that is only for him. */
  gone(): AbortSignal;
  /** The same page with other parameters; null takes one away. */
  here(changes: Readonly<Record<string, string | number | null>>): string;
}

/** Fields of a form; a field that is missing is empty (CONTRACT 1). */
export interface Form {
  /** Without blanks around it, and in composed letters (NFC). */
  text(name: string): string;
}

export function formOf(fields: URLSearchParams): Form {
  return {text: (name) => (fields.get(name) ?? "").toWellFormed().normalize("NFC").trim()};
}

/** A query with its question mark; empty for none. Parameters that are null are left out. */
export function queryText(query: Readonly<Record<string, string | number | null>>): string {
  const parts = Object.entries(query).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeURIComponent(value)}`],
  );
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}
