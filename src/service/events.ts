// Every event for the log or the metrics, as one closed union; the log and the metrics each receive all events through one function.
//
// No event ever has a token, an email address or a whole query: a route is its pattern, an account is its number.

/** What the event of each type tells. */
interface EventDetails {
  "server-started": {
    /** http://HOST:PORT */
    address: string;
    store: "sqlite" | "postgres";
  };
  "server-stopping": {reason: string};
  /** cut: answers that were cut because they exceeded the time limit. */
  "server-stopped": {cut: number};
  "worker-started": {worker: number; pid: number};
  /** A worker ended by itself, and another one takes its place. */
  "worker-lost": {
    worker: number;
    pid: number;
    /** The exit code or the signal; "hung": it did not turn its event loop, and was killed. */
    by: number | string;
  };
  /** A worker could not be started in the place of another one. */
  "worker-failed": {worker: number; error: Error};
  /** A worker was replaced by another one, after its last answer. */
  "worker-replaced": {worker: number; pid: number; cut: number};
  "request-finished": {
    requestId: string;
    method: string;
    /** The pattern of the route, such as /api/v1/data; "unknown" for a request that matches no route. */
    route: string;
    status: number;
    milliseconds: number;
    /** false: the client disconnected before the end of the answer; the status is 499 if nothing was sent. */
    whole: boolean;
    /** Code of the error in the answer; INVALID_PARAMETERS for a 422, whose body has no code. */
    code: string | null;
    /** Values charged to the account and not given back. */
    values: number;
    accountId: number | null;
  };
  /** A request that the HTTP parser could not read; its answer has this identifier. */
  "request-unreadable": {requestId: string};
  /** An internal failure behind an INTERNAL answer; the client sees only the identifier. */
  "request-failed": {requestId: string; route: string; error: Error};
  /** The store has recorded the charge. */
  "values-charged": {requestId: string; accountId: number; values: number};
  /** Values given back, because their answer ended in an internal failure. */
  "values-given-back": {requestId: string; accountId: number; values: number};
  "cache-asked": {cache: (typeof CACHES)[number]; hit: boolean};
  /** The queue of large answers has changed. writing: large answers being written. */
  "slots-changed": {writing: number; waiting: number};
  "load-finished": {
    provider: string;
    dataset: string;
    /** YYYY-MM-DD */
    publishedAt: string;
    changed: boolean;
    newValues: number;
    revisedValues: number;
  };
  /** A due run of a source. */
  "fetch-finished": {source: string; outcome: string; words: string};
  /** A run of a source died; null: the file of sources has faults, or the store could not say what is due. */
  "fetch-failed": {source: string | null; error: Error};
  /** Files of some datasets could not be written; they are tried again. */
  "files-failed": {error: Error};
  "store-failed": {error: Error};
  /** The replica failed or hangs: the database itself takes the reads. */
  "replica-left": {error: Error};
  /** The replica answers, and takes reads again. */
  "replica-returned": object;
  /** A request met damage, and every dataset was looked at: those that are damaged, each with its first fault. */
  "damage-looked": {
    datasets: readonly {readonly provider: string; readonly dataset: string; readonly reason: string}[];
  };
  /** Other users of the machine could read files of the accounts; the permissions are now corrected. */
  "files-closed": {files: readonly string[]};
  /** An email of the site could not be sent. The error contains no email address. */
  "mail-failed": {letter: "sign-in" | "contact"; error: Error};
  /** A letter or a webhook about an event was taken by its receiver. */
  "message-sent": {way: "mail" | "webhook"};
  /** It was not; it is tried again unless it is given up, a day after the event. */
  "message-failed": {way: "mail" | "webhook"; isGivenUp: boolean; error: Error};
  /** Messages that are not sent yet, with the seconds since the oldest of them was written; zeros where another server sends. */
  "messages-waiting": {count: number; seconds: number};
  /** Some metrics could not be read; the others were sent. */
  "scrape-failed": {error: Error};
}

/** `catalogue`: columns of a dataset; `body`: finished slices; `list`: finished reference lists. */
export const CACHES = ["catalogue", "body", "list"] as const;

export type Event = {
  [Type in keyof EventDetails]: {readonly type: Type} & Readonly<EventDetails[Type]>;
}[keyof EventDetails];

export type Emit = (event: Event) => void;
