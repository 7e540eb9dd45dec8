// A feed as a file (RFC 4287): what feeds have around their entries.
//
// The identifier of a feed and of each entry never changes, whatever its address is now: readers know by it what they have seen.
import {type File, file} from "../frame/page.ts";
import {type Html, type HtmlValue, html} from "../html/html.ts";
import type {Language} from "../words/language.ts";

interface AtomFeed {
  readonly id: HtmlValue;
  readonly title: string;
  /** The moment of the newest entry, ISO 8601, UTC; absent: there are no entries. */
  readonly updated: string | undefined;
  /** The addresses of the feed itself, and of the page that shows the same. */
  readonly self: string;
  readonly page: string;
  /** Each an element `entry`. */
  readonly entries: readonly Html[];
}

const NEVER = "1970-01-01T00:00:00Z";

/** @param kept Cache-Control */
export function atomFeed(
  {id, title, updated = NEVER, self, page, entries}: AtomFeed,
  language: Language,
  kept: string,
): File {
  const {text} = html`<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
<id>${id}</id>
<title>${title}</title>
<updated>${updated}</updated>
<link rel="self" type="application/atom+xml" href="${self}"/>
<link rel="alternate" type="text/html" href="${page}"/>
<author><name>Ryad</name></author>
${entries}</feed>\n`;
  return file({type: "application/atom+xml; charset=utf-8", body: text, kept});
}
