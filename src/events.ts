// Every event worth telling, as one closed union; whoever logs or counts takes them all through one function.
//
// No event ever bears a token, an address of a person or a whole query: a route is its pattern, an account its number.

export interface ServerStarted {
  readonly type: "server-started";
  /** http://HOST:PORT */
  readonly address: string;
  readonly store: "sqlite" | "postgres";
}

export interface ServerStopping {
  readonly type: "server-stopping";
  readonly reason: string;
}

export interface ServerStopped {
  readonly type: "server-stopped";
  /** Answers that were cut because they outlasted the time allowed. */
  readonly cut: number;
}

export interface RequestFinished {
  readonly type: "request-finished";
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, such as /api/v1/data; "unknown" where there is none. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** false: the client hung up before it had all of the answer; the status is 499 when it had nothing of it. */
  readonly whole: boolean;
  /** Code of the error that was answered; INVALID_PARAMETERS for a 422, whose body has none. */
  readonly code: string | null;
  /** Values charged to the account, unless they were given back. */
  readonly values: number;
  readonly accountId: number | null;
}

/** What came was no request that could be read; it was told so, with this identifier. */
export interface RequestUnreadable {
  readonly type: "request-unreadable";
  readonly requestId: string;
}

/** A failure of ours behind an INTERNAL answer; the reader sees only the identifier. */
export interface RequestFailed {
  readonly type: "request-failed";
  readonly requestId: string;
  readonly route: string;
  readonly error: Error;
}

/** The store has noted the charge. */
export interface ValuesCharged {
  readonly type: "values-charged";
  readonly requestId: string;
  readonly accountId: number;
  readonly values: number;
}

/** The answer that they were charged for ended in a failure of ours. */
export interface ValuesGivenBack {
  readonly type: "values-given-back";
  readonly requestId: string;
  readonly accountId: number;
  readonly values: number;
}

/** `catalogue`: columns of a dataset; `body`: finished slices; `list`: finished reference lists; `packed`: bodies in a content coding. */
export const CACHES = ["catalogue", "body", "list", "packed"] as const;
export type CacheName = (typeof CACHES)[number];

export interface CacheAsked {
  readonly type: "cache-asked";
  readonly cache: CacheName;
  readonly hit: boolean;
}

/** The line of large answers has moved. */
export interface TurnsChanged {
  readonly type: "turns-changed";
  /** Large answers that have their turn. */
  readonly writing: number;
  readonly waiting: number;
}

export interface LoadFinished {
  readonly type: "load-finished";
  readonly provider: string;
  readonly dataset: string;
  /** YYYY-MM-DD */
  readonly publishedAt: string;
  readonly changed: boolean;
  readonly newValues: number;
  readonly revisedValues: number;
}

export interface StoreFailed {
  readonly type: "store-failed";
  readonly error: Error;
}

/** Files of the accounts could be read by other users of the machine; now they can't. */
export interface FilesClosed {
  readonly type: "files-closed";
  readonly files: readonly string[];
}

/** A letter of the site could not be handed over. The error bears no address of a person. */
export interface MailFailed {
  readonly type: "mail-failed";
  readonly letter: "sign-in" | "contact";
  readonly error: Error;
}

/** The metrics could not be read whole; what was there was answered. */
export interface ScrapeFailed {
  readonly type: "scrape-failed";
  readonly error: Error;
}

export type Event =
  | ServerStarted
  | ServerStopping
  | ServerStopped
  | RequestFinished
  | RequestUnreadable
  | RequestFailed
  | ValuesCharged
  | ValuesGivenBack
  | CacheAsked
  | TurnsChanged
  | LoadFinished
  | StoreFailed
  | FilesClosed
  | MailFailed
  | ScrapeFailed;

export type Emit = (event: Event) => void;
