// The type of a page: a path, and functions that draw it and take its form. docs/site.md says how to add one.
//
// `draw` reads the store through `visit.site.store` and returns an answer made by `page`, `redirect` or `file`. All addresses are
// made by `visit.link`. The words of a page are in its folder, in both languages (language.ts).
import type {Html} from "../html/html.ts";
import type {Form, Visit} from "../visit/visit.ts";

export interface Page {
  /** A pattern of the router: "/datasets/:provider/:code". */
  readonly path: string;
  /** Answers GET and HEAD. */
  readonly draw: (visit: Visit) => Answer | Promise<Answer>;
  /** Answers POST, after forms.ts has checked that one of our pages sent the form. */
  readonly perform?: (visit: Visit, form: Form) => Answer | Promise<Answer>;
  /** Draws the form again with the input of the visitor, if the form is too old or not of this visitor. */
  readonly redraw?: (visit: Visit, form: Form) => Answer | Promise<Answer>;
  /** Its form may have a file: who may send one is asked before the body is read. */
  readonly mayUpload?: (visit: Visit) => Promise<boolean>;
  /**
   * Its form is also on pages that are the same for all visitors, so without the hidden fields: it is accepted if the browser names this site
   * as its sender, else drawn again. For a form that changes nothing of the visitor's.
   */
  readonly takesBareForm?: true;
  /** Its address has a signature of its own, which its functions check: its form may come from anywhere, without the hidden fields. */
  readonly isSigned?: true;
  /** It takes long to draw. "shared": it is the same for all visitors, and kept; "own": it is drawn each time, within a limit of its own. */
  readonly costly?: "shared" | "own";
  /** Other sites may show the page in a frame. */
  readonly framed?: true;
}

export interface Drawn {
  readonly kind: "page";
  readonly status: number;
  /** Without the name of the service, which the layout adds. */
  readonly title: string;
  /** One sentence for search engines and previews. */
  readonly description?: string;
  readonly main: Html;
  /** Added to <head>. */
  readonly head?: Html;
  /** Names of modules in client/, without ".ts". */
  readonly modules?: readonly string[];
  /** Names of further stylesheets (assets.ts), with ".css". */
  readonly styles?: readonly string[];
  /** "never": the page is for one visitor or has a form. Otherwise caches revalidate it each time by its ETag. */
  readonly kept?: "never";
  /** Retry-After, in seconds. */
  readonly retryAfter?: number;
  /** Not for search engines. */
  readonly unlisted?: true;
  /** The query parameters that are part of the canonical address. */
  readonly canonical?: readonly string[];
}

interface Redirect {
  readonly kind: "redirect";
  /** An address made by `visit.link`. */
  readonly to: string;
}

export interface File {
  readonly kind: "file";
  /** Content-Type. */
  readonly type: string;
  /** A list: the parts of a long body (formats/body-parts.ts). */
  readonly body: string | Buffer | readonly Buffer[];
  /** Cache-Control; absent: revalidated each time. */
  readonly kept?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly status?: number;
}

export type Answer = Drawn | Redirect | File;

export function page(drawn: Omit<Drawn, "kind" | "status"> & {readonly status?: number}): Drawn {
  return {status: 200, ...drawn, kind: "page"};
}

/** A page for one visitor: no cache keeps it, and search engines ignore it. */
export function privatePage(drawn: Parameters<typeof page>[0]): Drawn {
  return page({kept: "never", unlisted: true, ...drawn});
}

/** 303: the next request is a GET, after any method. */
export function redirect(to: string): Redirect {
  return {kind: "redirect", to};
}

export function file(given: Omit<File, "kind">): File {
  return {...given, kind: "file"};
}

/** Thrown when a page has nothing to show: the visitor gets the page of that status (fault-page.ts). */
export class PageFault extends Error {
  override readonly name = "PageFault";
  readonly status: 403 | 404 | 410 | 413 | 415 | 429 | 503;
  /** In seconds, for 429 and 503. */
  readonly retryAfter: number | null;
  /** What is wrong and what to do, in the language of the visitor; null: the words of the status. */
  readonly advice: string | null;

  constructor(
    status: PageFault["status"],
    message: string,
    retryAfter: number | null = null,
    advice: string | null = null,
  ) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
    this.advice = advice;
  }
}
