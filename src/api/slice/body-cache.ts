// Slices that are asked for again and again, as they were written: by their ETag, which names everything that they depend on.
import {type BoundedCache, createRepeatCache} from "../../bounded-cache.ts";
import type {Coding} from "../http/codec.ts";

/** Memory for bodies that are asked for again and again. */
const FINISHED_BYTES = 24 * 1024 * 1024;

/** An answer as it was made. */
export interface FinishedSlice {
  readonly values: number;
  readonly total: number;
  readonly nextOffset: number | null;
  /** In which coding the body is already. */
  readonly packed: Coding | null;
  readonly body: Buffer;
}

export interface FinishedSlices {
  /** Another coding than gzip may be laid over the plain body, where only that is kept. */
  find(etag: string, coding: Coding | null): FinishedSlice | undefined;
  /** `coding`: what the client likes best. */
  keep(etag: string, coding: Coding | null, slice: FinishedSlice): void;
}

export function createFinishedSlices(): FinishedSlices {
  const kept: BoundedCache<FinishedSlice> = createRepeatCache(FINISHED_BYTES, inMemoryOfItsOwn);
  return {
    find(etag, coding) {
      if (coding === null || coding === "gzip") return kept.find(keyOf(etag, coding));
      return kept.find(keyOf(etag, coding)) ?? kept.find(keyOf(etag, null));
    },
    keep(etag, coding, slice) {
      kept.keep(keyOf(etag, coding === "gzip" ? coding : slice.packed), slice, slice.body.length);
    },
  };
}

/** By the coding that an answer has, and those that were written for clients that like gzip best apart. */
function keyOf(etag: string, coding: Coding | null): string {
  return coding === null ? etag : `${coding} ${etag}`;
}

/** A body lies in the memory that it was written into, which has room for the largest answer so far: it must not be held with it. */
function inMemoryOfItsOwn(slice: FinishedSlice): FinishedSlice {
  const body = Buffer.allocUnsafeSlow(slice.body.length);
  slice.body.copy(body);
  return {...slice, body};
}
