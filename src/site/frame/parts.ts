// What the whole site works with, given once when the server is put together.

import type {BoundedCache} from "../../bounded-cache.ts";
import type {Emit} from "../../events.ts";
import type {EvidenceReader} from "../../evidence.ts";
import type {Store} from "../../store/open.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {AddressWindows} from "../forms/address-windows.ts";
import type {Secrets} from "../forms/secrets.ts";
import type {Mail} from "../mail/letter.ts";
import type {DatasetOverview} from "../pages/dataset/overview.ts";
import type {Assets} from "./assets.ts";

/** What the site needs to know of the settings. */
export interface SiteSettings {
  /** Without a slash at the end; null when the request's own host makes the links. */
  readonly publicUrl: string | null;
  /** YYYY-MM-DD; null is the clock's own day. */
  readonly today: string | null;
  /** Whom messages of the contact form are mailed to; null: nobody. */
  readonly contactEmail: string | null;
}

export interface SiteParts {
  readonly store: Store;
  readonly settings: SiteSettings;
  readonly now: () => Date;
  readonly emit: Emit;
  readonly mail: Mail;
  /** Who reads archived releases again. */
  readonly evidence: EvidenceReader;
  /** http://HOST:PORT at which the server listens: what links in mail begin with where no public address is set. */
  readonly ownAddress: () => string;
  readonly secrets: Secrets;
  readonly catalogues: CatalogueCache;
  readonly overview: DatasetOverview;
  /** Charts as PNG, by what they show. */
  readonly pictures: BoundedCache<Buffer>;
  readonly downloads: AddressWindows;
  /** Whole histories of series that pages show: the file behind a chart, a table with all rows. */
  readonly histories: AddressWindows;
  /** How often an address may have archived files read again. */
  readonly rereadings: AddressWindows;
  readonly assets: Assets;
  /** Patterns of all pages there are: the frame leads only to these. */
  readonly paths: ReadonlySet<string>;
}

/** What links in mail begin with. Never the host that a request named: whoever asks for a letter would choose where its link leads. */
export function mailBase({settings, ownAddress}: SiteParts): string {
  return mailBaseOf(settings.publicUrl, ownAddress());
}

/** @param ownAddress http://HOST:PORT; a server that listens at every address of its machine is reached there as localhost */
export function mailBaseOf(publicUrl: string | null, ownAddress: string): string {
  return publicUrl ?? ownAddress.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//localhost");
}
