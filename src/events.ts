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
  /** Values charged to the account. */
  readonly values: number;
  readonly accountId: number | null;
}

/** A failure of ours behind an INTERNAL answer; the reader sees only the identifier. */
export interface RequestFailed {
  readonly type: "request-failed";
  readonly requestId: string;
  readonly route: string;
  readonly error: Error;
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

export type Event =
  | ServerStarted
  | ServerStopping
  | ServerStopped
  | RequestFinished
  | RequestFailed
  | LoadFinished
  | StoreFailed;

export type Emit = (event: Event) => void;
