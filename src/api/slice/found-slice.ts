// What a request for a slice finds: its page, a body of it that is kept, or that the client has the answer already.
//
// A page that was found has no body yet, and may turn out to be too large for one.
import type {Coding} from "../http/compression.ts";
import type {SlicePage} from "./page.ts";

/** How large the answer of a page is. */
export interface SliceSize {
  readonly values: number;
  /** Series that match, over all pages. */
  readonly total: number;
  readonly nextOffset: number | null;
}

export interface MeasuredSlice extends SliceSize {
  /** Values of the page that the publisher no longer gives. */
  readonly withdrawn: number;
}

export interface FinishedBody extends MeasuredSlice {
  /** The coding of the body; null: plain. */
  readonly packed: Coding | null;
  readonly bytes: Buffer;
}

/**
 * `unchanged`: the client has this answer. `finished`: the body is in the cache. `page`: it must be written; `datasetJson` is the dataset as
 * judged today, as JSON.
 */
export type FoundSlice =
  | {readonly kind: "unchanged"; readonly etag: string}
  | {readonly kind: "finished"; readonly etag: string; readonly body: FinishedBody}
  | ({
      readonly kind: "page";
      readonly etag: string;
      readonly datasetJson: string;
      /** Parallel to the series; absent: nobody asked for it. */
      readonly finality?: readonly (object | null)[];
    } & SlicePage);

/** A page without a kept body. */
export type PageToWrite = Extract<FoundSlice, {kind: "page"}>;

/** A slice that is sent: its body is kept, or must be written. */
export type SliceToAnswer = Exclude<FoundSlice, {kind: "unchanged"}>;
