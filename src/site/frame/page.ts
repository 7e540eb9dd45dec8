// What a page is: a path, a function that draws it, and the addresses under which it can be seen over the sample warehouse.
//
// To add one: a file in pages/ that exports a `Page`, and its name in pages.ts. `draw` reads the store itself through
// `visit.site.store` and gives an answer made by `page`, `redirect` or `file`. All addresses go through `visit.link`; all words
// stand in the file, in both languages (language.ts). The runs over all pages (axe, screenshots, policy, links) take `tries`.
import type {Html} from "../widgets/html.ts";
import type {Form, Visit} from "./visit.ts";

export interface Page {
  /** Pattern of the router: "/datasets/:provider/:code". */
  readonly path: string;
  /** Addresses over the sample warehouse that show everything the page can show; they need no sign-in. Empty for what is no page. */
  readonly tries: readonly string[];
  /** Answers GET and HEAD. */
  readonly draw: (visit: Visit) => Answer | Promise<Answer>;
  /** Answers POST; the form has been found to come from a page of ours (forms.ts). */
  readonly act?: (visit: Visit, form: Form) => Answer | Promise<Answer>;
  /** Draws the form again with what was typed, when it was found to be too old or not ours. */
  readonly redraw?: (visit: Visit, form: Form) => Answer | Promise<Answer>;
  /** Other sites may show it in a frame; by default nobody may. */
  readonly framed?: true;
}

export interface Drawn {
  readonly kind: "page";
  readonly status: number;
  /** Without the name of the service, which the layout adds. */
  readonly title: string;
  /** For search engines and previews: one sentence. */
  readonly description?: string;
  readonly main: Html;
  /** More for <head>: alternates, data blocks. */
  readonly head?: Html;
  /** Names of modules in client/, without ".ts". */
  readonly modules?: readonly string[];
  /** "never" for what is of one visitor alone, or bears a form; otherwise caches ask again each time (ETag). */
  readonly kept?: "never";
  /** In seconds, of a page that asks to come back later. */
  readonly retryAfter?: number;
  /** Search engines stay away. */
  readonly unlisted?: true;
  /** Query parameters that make another page of it; all others are left out of its canonical address. */
  readonly canonical?: readonly string[];
}

export interface Redirect {
  readonly kind: "redirect";
  /** An address made by `visit.link`. */
  readonly to: string;
}

export interface File {
  readonly kind: "file";
  /** Content-Type. */
  readonly type: string;
  readonly body: string | Buffer;
  /** Cache-Control; asked again each time when absent. */
  readonly kept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

export type Answer = Drawn | Redirect | File;

export function page(drawn: Omit<Drawn, "kind" | "status"> & {readonly status?: number}): Drawn {
  return {status: 200, ...drawn, kind: "page"};
}

/** 303: whatever the method was, the next request is a GET. */
export function redirect(to: string): Redirect {
  return {kind: "redirect", to};
}

export function file(given: Omit<File, "kind">): File {
  return {...given, kind: "file"};
}

/** Thrown where a page finds nothing to show: answered by the page of that status. */
export class PageFault extends Error {
  override readonly name = "PageFault";
  readonly status: 403 | 404 | 410 | 413 | 415 | 429 | 503;
  /** In seconds, for 429 and 503. */
  readonly retryAfter: number | null;

  constructor(status: PageFault["status"], message: string, retryAfter: number | null = null) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}
