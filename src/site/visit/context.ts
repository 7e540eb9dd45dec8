// What all pages use. createSite (site.ts) puts them together once, at the start.

import type {Country} from "../../country/country.ts";
import type {Emit} from "../../service/events.ts";
import type {EvidenceReader} from "../../service/evidence.ts";
import type {OperatorDesk} from "../../service/operator-desk.ts";
import type {TableLoader} from "../../service/table-loader.ts";
import type {WebhookReach} from "../../service/webhook-address.ts";
import type {FilesSetting} from "../../settings/settings.ts";
import type {ChosenTile} from "../../settings/site-file.ts";
import type {Day} from "../../statistics/time/day.ts";
import type {SettledCharges} from "../../store/accounts/charges/settled-charges.ts";
import type {FilesReader} from "../../store/dataset-files/files-folder.ts";
import type {Suggestions} from "../../store/search/suggestions.ts";
import type {CatalogueCache} from "../../store/series/catalogue-cache.ts";
import type {ServedStore} from "../../store/served-store.ts";
import type {BoundedCache} from "../../work/bounded-cache.ts";
import type {FairLine} from "../../work/fair-line.ts";
import type {Assets} from "../assets/assets.ts";
import type {PictureThread} from "../chart/picture-thread.ts";
import type {Mail} from "../mail/mail.ts";
import type {SharedReadings} from "./shared-readings.ts";
import type {SuggestedSubject} from "./suggested.ts";

/** The settings that concern the site. */
interface SiteSettings {
  /** Without a slash at the end; null: links use the host of the request. */
  readonly publicUrl: string | null;
  /** YYYY-MM-DD; null: the current day in UTC. */
  readonly today: string | null;
  /** The recipient of messages from the contact form; null: they are only stored. */
  readonly contactEmail: string | null;
  readonly webhooks: WebhookReach;
  /** The time for which a browser stays signed in. */
  readonly sessionDays: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** Files of whole datasets: for a token and charged, for anyone, or none. */
  readonly files: FilesSetting;
  /** What the tiles of the home page show; absent: those of the country. */
  readonly tiles?: readonly ChosenTile[];
}

/** Signatures, each valid only for its purpose. */
export interface Secrets {
  /** HMAC-SHA256 as 43 letters of base64url. */
  sign(purpose: string, text: string): Promise<string>;
  /** In constant time. */
  isSigned(purpose: string, text: string, signature: string): Promise<boolean>;
}

/** What a site is opened with (cli/serve/open-pages.ts). */
export interface GivenSiteContext {
  readonly store: ServedStore;
  /** Processes that answer for the service; 1 if absent. */
  readonly workers?: number;
  readonly settings: SiteSettings;
  readonly now: () => Date;
  readonly emit: Emit;
  readonly mail: Mail;
  /** Reads archived releases again. */
  readonly evidence: EvidenceReader;
  /** Loads tables of the operator; null: this server loads none. */
  readonly tables: TableLoader | null;
  /** Shows the operator's desk and does its acts; null: this server has none. */
  readonly desk: OperatorDesk | null;
  /** http://HOST:PORT of the server: the start of links in letters if there is no public address. */
  readonly ownAddress: () => string;
  readonly catalogues: CatalogueCache;
  /** Files of whole datasets; none if absent. */
  readonly files?: FilesReader;
}

export interface SiteContext extends GivenSiteContext {
  /** The server's country: its examples, its tile map and its names of levels come first. */
  readonly country: Country;
  /** The day for which the status of datasets is computed. */
  readonly today: () => Day;
  /** Charges of files; settled also if the store fails. */
  readonly charges: SettledCharges;
  readonly secrets: Secrets;
  readonly readings: SharedReadings;
  /** Charts as PNG. */
  readonly pictures: BoundedCache<Buffer>;
  readonly drawer: PictureThread;
  /** What is suggested while somebody types. */
  readonly suggestions: Suggestions<SuggestedSubject>;
  /** Whole datasets as files. */
  readonly wholeFiles: FairLine;
  readonly assets: Assets;
  /** The paths of all pages. */
  readonly paths: ReadonlySet<string>;
}

/** The start of links in letters. Never the host of the request: an attacker who requests a letter could choose where its link leads. */
export function mailBase({settings, ownAddress}: SiteContext): string {
  return mailBaseOf(settings.publicUrl, ownAddress());
}

/** @param ownAddress http://HOST:PORT; a server that listens on all addresses is reached as localhost on its own machine */
export function mailBaseOf(publicUrl: string | null, ownAddress: string): string {
  return publicUrl ?? ownAddress.replace(/\/\/(0\.0\.0\.0|\[::\])(?=:)/, "//localhost");
}
