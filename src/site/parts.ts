// What the whole site works with, given once when the server is put together.
import type {Emit} from "../events.ts";
import type {Store} from "../store/open.ts";
import type {Assets} from "./assets.ts";

/** What the site needs to know of the settings. */
export interface SiteSettings {
  /** Without a slash at the end; null when the request's own host makes the links. */
  readonly publicUrl: string | null;
  /** YYYY-MM-DD; null is the clock's own day. */
  readonly today: string | null;
}

export interface SiteParts {
  readonly store: Store;
  readonly settings: SiteSettings;
  readonly now: () => Date;
  readonly emit: Emit;
  readonly assets: Assets;
  /** Patterns of all pages there are: the frame leads only to these. */
  readonly paths: ReadonlySet<string>;
}
