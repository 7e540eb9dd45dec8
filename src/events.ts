// Every event for the log or the metrics, as one closed union; the log and the metrics each receive all events through one function.
//
// No event ever has a token, an email address or a whole query: a route is its pattern, an account is its number.

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
  /** Answers that were cut because they exceeded the time limit. */
  readonly cut: number;
}

export interface WorkerStarted {
  readonly type: "worker-started";
  readonly worker: number;
  readonly pid: number;
}

/** A worker ended by itself, and another one takes its place. */
export interface WorkerLost {
  readonly type: "worker-lost";
  readonly worker: number;
  readonly pid: number;
  /** The exit code or the signal; "hung": it did not turn its event loop, and was killed. */
  readonly by: number | string;
}

/** A worker could not be started in the place of another one. */
export interface WorkerFailed {
  readonly type: "worker-failed";
  readonly worker: number;
  readonly error: Error;
}

/** A worker was replaced by another one, after its last answer. */
export interface WorkerReplaced {
  readonly type: "worker-replaced";
  readonly worker: number;
  readonly pid: number;
  readonly cut: number;
}

export interface RequestFinished {
  readonly type: "request-finished";
  readonly requestId: string;
  readonly method: string;
  /** The pattern of the route, such as /api/v1/data; "unknown" for a request that matches no route. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
  /** false: the client disconnected before the end of the answer; the status is 499 if nothing was sent. */
  readonly whole: boolean;
  /** Code of the error in the answer; INVALID_PARAMETERS for a 422, whose body has no code. */
  readonly code: string | null;
  /** Values charged to the account and not given back. */
  readonly values: number;
  readonly accountId: number | null;
}

/** A request that the HTTP parser could not read; its answer has this identifier. */
export interface RequestUnreadable {
  readonly type: "request-unreadable";
  readonly requestId: string;
}

/** An internal failure behind an INTERNAL answer; the client sees only the identifier. */
export interface RequestFailed {
  readonly type: "request-failed";
  readonly requestId: string;
  readonly route: string;
  readonly error: Error;
}

/** The store has recorded the charge. */
export interface ValuesCharged {
  readonly type: "values-charged";
  readonly requestId: string;
  readonly accountId: number;
  readonly values: number;
}

/** Values given back, because their answer ended in an internal failure. */
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

/** The queue of large answers has changed. */
export interface TurnsChanged {
  readonly type: "turns-changed";
  /** Large answers being written. */
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

/** The replica failed or hangs: the database itself takes the reads. */
export interface ReplicaLeft {
  readonly type: "replica-left";
  readonly error: Error;
}

/** The replica answers, and takes reads again. */
export interface ReplicaReturned {
  readonly type: "replica-returned";
}

/** A request met damage, and every dataset was looked at: those that are damaged, each with its first fault. */
export interface DamageLooked {
  readonly type: "damage-looked";
  readonly datasets: readonly {readonly provider: string; readonly dataset: string; readonly reason: string}[];
}

/** Other users of the machine could read files of the accounts; the permissions are now corrected. */
export interface FilesClosed {
  readonly type: "files-closed";
  readonly files: readonly string[];
}

/** An earlier program wrote these datasets, without withdrawn values; `ryad migrate` reads them from the archive. */
export interface WithdrawalsUnread {
  readonly type: "withdrawals-unread";
  readonly datasets: number;
}

/** An email of the site could not be sent. The error contains no email address. */
export interface MailFailed {
  readonly type: "mail-failed";
  readonly letter: "sign-in" | "contact";
  readonly error: Error;
}

/** Some metrics could not be read; the others were sent. */
export interface ScrapeFailed {
  readonly type: "scrape-failed";
  readonly error: Error;
}

export type Event =
  | ServerStarted
  | ServerStopping
  | ServerStopped
  | WorkerStarted
  | WorkerLost
  | WorkerFailed
  | WorkerReplaced
  | RequestFinished
  | RequestUnreadable
  | RequestFailed
  | ValuesCharged
  | ValuesGivenBack
  | CacheAsked
  | TurnsChanged
  | LoadFinished
  | StoreFailed
  | ReplicaLeft
  | ReplicaReturned
  | DamageLooked
  | FilesClosed
  | WithdrawalsUnread
  | MailFailed
  | ScrapeFailed;

export type Emit = (event: Event) => void;
