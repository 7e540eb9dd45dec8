// The body of a slice, JSON or CSV: written directly from the packed histories in the client's preferred coding, and kept while it is
// requested again.
//
// Writing pauses every few thousand rows, so that a large answer never delays the others for long. Each body has its own writer; the
// columns are shared, and invalid after a pause. A body is kept by its ETag, which covers everything that it depends on, so a kept body is
// never out of date.

import type {BodyMemory} from "../../formats/body-bytes.ts";
import {createSliceCsvWriter} from "../../formats/slice-csv.ts";
import {createSliceJsonWriter} from "../../formats/slice-json.ts";
import type {Emit} from "../../service/events.ts";
import {keyAt} from "../../statistics/catalogue/catalogue.ts";
import {
  createObservations,
  type Observations,
  readWindow,
  type WindowColumns,
} from "../../statistics/history/window.ts";
import {type BoundedCache, createRepeatCache} from "../../work/bounded-cache.ts";
import {createPace, type Steps, withRests} from "../../work/pace.ts";
import {type Coding, finishWriting, MIN_PACKED_BYTES, packBody, packChunks, type Writing} from "../http/compression.ts";
import {LARGE_VALUES} from "../http/write-slots.ts";
import {withFinality} from "./finality.ts";
import type {FinishedBody, MeasuredSlice, PageToWrite, SliceSize, SliceToAnswer} from "./found-slice.ts";
import type {PageSeries, SlicePage} from "./page.ts";
import type {Slice, SliceQuery} from "./request.ts";
import {csvColumns, describeCells, describePage, dimensionsOf} from "./series.ts";
import {MAX_JSON_BYTES, tooManyBytes} from "./too-big.ts";

/** Rows between two pauses: about 0.8 MB of JSON, which takes as long to write as to pack. */
const CHUNK_ROWS = 8000;

/** `whole`: all of the body comes at the end. `chunks`: a part of it comes at each pause. */
export type BodyForm = "whole" | "chunks";

/** Memory for bodies, and columns for the values of one series, which are invalid after a pause. */
interface BodyRoom {
  readonly memory: BodyMemory;
  readonly observations: WindowColumns;
  /** The template of the addresses of values. */
  readonly addressTemplate: string;
}

/** Throws DamagedHistory, and SLICE_TOO_BIG if the text grows too long. */
function* writeJsonSlice(
  into: BodyRoom,
  {dataset, datasetJson, catalogue, series, finality}: PageToWrite,
  query: SliceQuery,
  {values, total, nextOffset}: SliceSize,
  form: BodyForm,
): Writing {
  const {labels, offset} = query.slice;
  const writer = createSliceJsonWriter(into.memory, form === "chunks");
  const positions = series.map(({position}) => position);
  const context = {provider: dataset.provider, dataset: dataset.code, labels};
  const texts = describePage(catalogue, positions, context);
  const descriptions = finality === undefined ? texts : texts.map((text, at) => withFinality(text, finality[at]!));
  writer.begin(descriptions, rowsAhead(series, form));
  const given = yield* writeRows(writer, into.observations, series, (position) => keyAt(catalogue, position));
  const tail = {
    series_count: series.length,
    observation_count: values,
    series_total: total,
    offset,
    has_more: nextOffset !== null,
    next_offset: nextOffset,
    claim_template: into.addressTemplate,
  };
  const body = writer.end(tail, datasetJson);
  const bytes = given + body.length;
  if (bytes > MAX_JSON_BYTES) throw tooManyBytes(query, series, bytes);
  return body;
}

/** Throws DamagedHistory. A CSV has no byte limit: each of its rows repeats the description of its series. */
function* writeCsvSlice(
  into: BodyRoom,
  {catalogue, series}: SlicePage,
  {labels, decimal, bom}: Slice,
  form: BodyForm,
): Writing {
  const writer = createSliceCsvWriter(into.memory, form === "chunks");
  writer.begin({columns: csvColumns(dimensionsOf(catalogue), labels), decimal, bom}, rowsAhead(series, form));
  yield* writeRows(writer, into.observations, series, (position) => describeCells(catalogue, position, labels));
  return writer.end();
}

/** @returns the number of bytes given at pauses */
function* writeRows<Description>(
  writer: {observations(description: Description, columns: Observations): void; pause(): Buffer | null},
  observations: WindowColumns,
  page: readonly PageSeries[],
  describe: (position: number) => Description,
): Generator<Buffer | null, number> {
  let [rows, given] = [0, 0];
  for (const {position, window, periods} of page) {
    if (rows >= CHUNK_ROWS) {
      const chunk = writer.pause();
      given += chunk?.length ?? 0;
      rows = 0;
      yield chunk;
    }
    readWindow(window, periods, observations);
    writer.observations(describe(position), observations);
    rows += window.count;
  }
  return given;
}

/** Rows for which a writer may allocate memory at once. */
function rowsAhead(page: readonly PageSeries[], form: BodyForm): number {
  if (form === "chunks") return CHUNK_ROWS;
  return page.reduce((rows, {window}) => rows + window.count, 0);
}

/** Memory for bodies that are requested repeatedly. */
const CACHED_BYTES = 24 * 1024 * 1024;

export interface SliceBodies {
  /** A kept body for a client that prefers `coding`: in that coding, or plain, to be packed when it is sent. */
  find(etag: string, coding: Coding | null): FinishedBody | undefined;
  /** The kept body, or a new one. */
  finish(query: SliceQuery, found: SliceToAnswer, size: MeasuredSlice): Promise<FinishedBody>;
}

export function createSliceBodies(emit: Emit, memory: BodyMemory, addressTemplate: string): SliceBodies {
  const into = {memory, observations: createObservations(), addressTemplate};
  const cache: BoundedCache<FinishedBody> = createRepeatCache(CACHED_BYTES, inMemoryOfItsOwn(memory));

  function find(etag: string, coding: Coding | null): FinishedBody | undefined {
    return cache.find(keyOf(etag, coding)) ?? (coding === null ? undefined : cache.find(keyOf(etag, null)));
  }

  function keep({etag}: SliceToAnswer, size: MeasuredSlice, packed: Coding | null, body: Buffer): FinishedBody {
    const finished = {...size, packed, bytes: body};
    cache.keep(keyOf(etag, packed), finished, body.length);
    return finished;
  }

  return {
    find(etag, coding) {
      const body = find(etag, coding);
      emit({type: "cache-asked", cache: "body", hit: body !== undefined});
      return body;
    },
    async finish(query, found, size) {
      const {coding} = query;
      if (found.kind === "page" && coding !== null && size.values > LARGE_VALUES) {
        const writing = startWriting(into, query, found, size, "chunks");
        return keep(found, size, coding, await packChunks(memory, writing, coding, (chunk) => memory.giveBack(chunk)));
      }
      if (
        found.kind === "finished" &&
        (found.body.packed !== null || codingIfWorthIt(found.body.bytes, coding) === null)
      )
        return found.body;
      const plain =
        found.kind === "finished"
          ? found.body.bytes
          : await finishWriting(startWriting(into, query, found, size, "whole"));
      const chosen = codingIfWorthIt(plain, coding);
      if (chosen === null) return keep(found, size, null, plain);
      const packed = await packBody(plain, chosen);
      memory.giveBack(plain);
      return keep(found, size, chosen, packed);
    },
  };
}

function startWriting(into: BodyRoom, query: SliceQuery, page: PageToWrite, size: SliceSize, form: BodyForm): Writing {
  return query.slice.format === "csv"
    ? writeCsvSlice(into, page, query.slice, form)
    : writeJsonSlice(into, page, query, size, form);
}

/** A body that is hardly smaller packed goes plain; the hook of compression.ts packs it for a client that refuses that. */
function codingIfWorthIt(plain: Buffer, preferred: Coding | null): Coding | null {
  return plain.length < MIN_PACKED_BYTES ? null : preferred;
}

/** A key for each coding of a body. */
function keyOf(etag: string, coding: Coding | null): string {
  return coding === null ? etag : `${coding} ${etag}`;
}

/** Memory that is touched for the first time takes a millisecond for a megabyte. */
const COPIED_AT_ONCE = 256 << 10;

/**
 * A new body is in a buffer with room for the largest answer so far; the cache keeps a copy of the right size. Others are answered while it
 * is made, and the body is sent.
 */
function inMemoryOfItsOwn(memory: BodyMemory) {
  return (finished: FinishedBody, then: (kept: FinishedBody) => void): void => {
    const letGo = memory.hold(finished.bytes);
    // the time slice in which the body was written may be used up
    void withRests(copyOf(finished.bytes), createPace("reader", 0))
      .then((bytes) => then({...finished, bytes}))
      .finally(letGo);
  };
}

function* copyOf(body: Buffer): Steps<Buffer> {
  const copy = Buffer.allocUnsafeSlow(body.length);
  for (let at = 0; at < body.length; at += COPIED_AT_ONCE) {
    if (at > 0) yield;
    body.copy(copy, at, at, at + COPIED_AT_ONCE);
  }
  return copy;
}
