// Finished bodies of slices: written once in the coding that the client likes best, and kept while they are asked for again.
//
// A body is kept by its ETag, which names everything that it depends on, so a kept body is never out of date.
import {type BoundedCache, createRepeatCache} from "../../bounded-cache.ts";
import type {Emit} from "../../events.ts";
import {giveBackBody} from "../../formats/arena.ts";
import {type Coding, finishWriting, packPieces} from "../http/codec.ts";
import {LARGE_VALUES} from "../http/write-slots.ts";
import {type BodyForm, type SlicePage, writeCsvSlice, writeJsonSlice} from "./body.ts";
import type {AskedSlice} from "./parameters.ts";

/** Memory for bodies that are asked for again and again. */
const KEPT_BYTES = 24 * 1024 * 1024;

export interface FinishedBody {
  readonly values: number;
  /** Series that match, over all pages. */
  readonly total: number;
  readonly nextOffset: number | null;
  /** The coding that the body has already; null: plain, compression.ts packs it. */
  readonly packed: Coding | null;
  readonly body: Buffer;
}

/** `finished`: the body is in the cache. `page`: it has to be written. */
export type FoundBody =
  | {readonly kind: "finished"; readonly etag: string; readonly body: FinishedBody}
  | ({readonly kind: "page"; readonly etag: string} & SlicePage);

export interface SliceBodies {
  /** A kept body for a client that likes `coding` best: in that coding, or plain, to be packed on its way out. */
  find(etag: string, coding: Coding | null): FinishedBody | undefined;
  /** The kept body, or a new one. `values`: how many the page has. */
  finish(asked: AskedSlice, found: FoundBody, values: number): Promise<FinishedBody>;
}

export function createSliceBodies(emit: Emit): SliceBodies {
  const kept: BoundedCache<FinishedBody> = createRepeatCache(KEPT_BYTES, inMemoryOfItsOwn);

  function find(etag: string, coding: Coding | null): FinishedBody | undefined {
    return kept.find(keyOf(etag, coding)) ?? (coding === null ? undefined : kept.find(keyOf(etag, null)));
  }

  return {
    find(etag, coding) {
      const body = find(etag, coding);
      emit({type: "cache-asked", cache: "body", hit: body !== undefined});
      return body;
    },
    async finish(asked, found, values) {
      if (found.kind === "finished") return found.body;
      const body = await write(asked, found, values);
      kept.keep(keyOf(found.etag, body.packed), body, body.body.length);
      return body;
    },
  };
}

/** A large body is packed while it is written, a smaller one after it (compression.ts). */
async function write(asked: AskedSlice, page: SlicePage, values: number): Promise<FinishedBody> {
  const {slice, coding} = asked;
  const {series, total} = page;
  const nextOffset = slice.offset + series.length < total ? slice.offset + series.length : null;
  const isInPieces = coding !== null && values > LARGE_VALUES;
  const form: BodyForm = isInPieces ? "pieces" : "whole";
  const writing =
    slice.format === "csv" ? writeCsvSlice(page, slice, form) : writeJsonSlice(page, slice, {values, nextOffset}, form);
  const body = isInPieces ? await packPieces(writing, coding, giveBackBody) : await finishWriting(writing);
  return {values, total, nextOffset, packed: isInPieces ? coding : null, body};
}

/** By the coding that the body has. */
function keyOf(etag: string, coding: Coding | null): string {
  return coding === null ? etag : `${coding} ${etag}`;
}

/** A new body lies in memory with room for the largest answer so far: a copy is kept, in memory of its own size. */
function inMemoryOfItsOwn(finished: FinishedBody): FinishedBody {
  const body = Buffer.allocUnsafeSlow(finished.body.length);
  finished.body.copy(body);
  return {...finished, body};
}
