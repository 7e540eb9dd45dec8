// A file that a source gave, on the disk, with the facts of its answer; and the ways of a visit, which all kinds of sources use.
import type {WebAnswer, WebRequest} from "../http/exchange.ts";

export interface AcquiredFile {
  /** Of the file itself, after all redirects: an address, a path, or the words of a command. */
  readonly address: string;
  /** A file or a folder; null: the server says that it has nothing newer (304). */
  readonly path: string | null;
  readonly status: number | null;
  readonly headers: Readonly<Record<string, string>>;
  readonly bytes: number | null;
  readonly sha256: string | null;
  /** Where the publisher has moved it for good; null: nowhere. */
  readonly movedTo: string | null;
}

/** One file that a source has; several, if it has a folder or a file for each day. */
export interface FetchTarget {
  /** By which the attempts of the target are known before it is acquired. */
  readonly address: string;
  /** Gets the file. @throws FetchProblem */
  acquire(): Promise<AcquiredFile>;
}

/** What a visit to a source offers: requests in their pace, and a folder for files that is deleted afterwards. */
export interface FetchVisit {
  /** YYYY-MM-DD, in the zone of the source. */
  readonly today: string;
  /** From which paths of the source count. */
  readonly folder: string;
  /** A new empty folder. */
  makeFolder(): string;
  /** @throws FetchProblem */
  request(wanted: Omit<WebRequest, "file" | "limits">, file: string, most?: number): Promise<WebAnswer>;
  /** Headers of a conditional request for the address; none if nothing is known of it. */
  conditions(address: string): Readonly<Record<string, string>>;
}
