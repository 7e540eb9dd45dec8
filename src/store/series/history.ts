// Histories of series: one packed value each, read and written by the numbers of the series within their dataset.
//
// Only this file knows `place`, the number of a history in the whole store: rows of one dataset are neighbours, so a page of series is a
// few neighbouring pages of the file. The meaning of the bytes is known only to statistics/history/.
import {sql} from "kysely";
import type {Queries} from "../engines/differences.ts";
import type {NewRow} from "../schema/tables.ts";
import {
  all,
  batch,
  excluded,
  inBinary,
  mergeable,
  one,
  type Param,
  params,
  run,
  type Script,
  statement,
} from "../script.ts";

export interface NumberedHistory {
  readonly number: number;
  readonly estimates: Uint8Array;
}

const NUMBERS = 2 ** 24;
/** At most this many histories of a range are read for each requested one. */
const MOST_PASSED = 2;
/** As selected below. */
const COLUMNS = {place: "bigint", estimates: "bytes"} as const;
const JOINED = {places: "text", lengths: "text", estimates: "bytes"} as const;

/** Joined histories, with the place and the length of each; all null: there is none. */
interface Joined {
  readonly places: string | null;
  readonly lengths: string | null;
  readonly estimates: Uint8Array | null;
}

/**
 * The histories in the order of the numbers; undefined: there is none. All are views on one array.
 *
 * They are read joined in one row: one row and one value for each would take as long as the rest of an answer.
 */
export function* readHistories(
  q: Queries,
  datasetId: number,
  numbers: readonly number[],
): Script<(Uint8Array | undefined)[]> {
  const places = numbers.map((number) => placeOf(datasetId, number));
  if (places.length === 0) return [];
  // For one history its own row is cheapest, and a prepared statement cheaper than its few bytes in binary.
  if (places.length === 1) {
    const [row] = yield {...mergeable(atPlace(q, {datasetId, place: places[0]!})), single: true};
    return [row?.["estimates"] as Uint8Array | undefined];
  }
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const place of places) {
    if (place < from) from = place;
    if (place > to) to = place;
  }
  // A page is usually a range of neighbours with few gaps, which is cheaper to read through than to look up one by one.
  const isDense = to - from < places.length * MOST_PASSED;
  const joined = isDense
    ? joinedRange(q, {datasetId, from, to})
    : joinedAtPlaces(q, {datasetId, places: q.differences.numberList(places)});
  const found = separate((yield* one(inBinary(joined, JOINED)))!);
  return places.map((place) => found.get(place));
}

/** By place. */
function separate({places, lengths, estimates}: Joined): Map<number, Uint8Array> {
  const found = new Map<number, Uint8Array>();
  if (places === null) return found;
  const each = lengths!.split(",");
  let at = 0;
  for (const [nth, place] of places.split(",").entries()) {
    const end = at + Number(each[nth]);
    found.set(Number(place), estimates!.subarray(at, end));
    at = end;
  }
  if (at !== estimates!.length) throw new Error(`${estimates!.length} bytes of histories came joined instead of ${at}`);
  return found;
}

/** Inserts histories that are new; numbers ascending and unique, 0 … 2^24 - 1. */
export function* addHistories(q: Queries, datasetId: number, rows: Iterable<NumberedHistory>): Script<void> {
  yield* run(insert(q, rowsOf(datasetId, rows)));
}

/** Inserts or replaces; numbers ascending and unique, 0 … 2^24 - 1. */
export function* writeHistories(q: Queries, datasetId: number, rows: Iterable<NumberedHistory>): Script<void> {
  yield* run(upsert(q, rowsOf(datasetId, rows)));
}

export function* deleteHistories(q: Queries, datasetId: number, numbers: readonly number[]): Script<void> {
  if (numbers.length === 0) return;
  const places = numbers.map((number) => placeOf(datasetId, number));
  yield* run(deleteAtPlaces(q, {datasetId, places: q.differences.numberList(places)}));
}

export function* deleteHistoriesOf(q: Queries, datasetId: number): Script<void> {
  const [from, before] = historyRange(datasetId);
  yield* run(deleteAll(q, {datasetId, from, before}));
}

/** At most `limit` histories whose number is greater than `afterNumber` (-1 to begin), ascending. */
export function* scanHistories(
  q: Queries,
  datasetId: number,
  afterNumber: number,
  limit: number,
): Script<NumberedHistory[]> {
  const first = datasetId * NUMBERS;
  const rows = yield* all(
    inBinary(page(q, {datasetId, after: first + afterNumber, before: first + NUMBERS, limit}), COLUMNS),
  );
  return rows.map(({place, estimates}) => ({number: place - first, estimates}));
}

/** The places of a dataset's histories: the first, and the one after the last. */
export function historyRange(datasetId: number): readonly [from: number, before: number] {
  return [datasetId * NUMBERS, (datasetId + 1) * NUMBERS];
}

function* rowsOf(datasetId: number, rows: Iterable<NumberedHistory>): Iterable<NewRow<"history">> {
  for (const {number, estimates} of rows) yield {dataset_id: datasetId, place: placeOf(datasetId, number), estimates};
}

function placeOf(datasetId: number, number: number): number {
  if (!Number.isInteger(number) || number < 0 || number >= NUMBERS) {
    throw new RangeError(`${number} is not a series number: a dataset has at most ${NUMBERS} series`);
  }
  return datasetId * NUMBERS + number;
}

const atPlace = statement((q, param: Param<{datasetId: number; place: number}>) =>
  q.db
    .selectFrom("history")
    .select("estimates")
    .where("dataset_id", "=", param("datasetId"))
    .where("place", "=", param("place")),
);

const joined = (q: Queries, datasetId: number) =>
  q.db
    .selectFrom("history")
    .select([
      q.differences.joinNumbers(sql.ref("place")).as("places"),
      q.differences.joinNumbers(sql`length(estimates)`).as("lengths"),
      q.differences.joinBytes("estimates").as("estimates"),
    ])
    .where("dataset_id", "=", datasetId);

const joinedAtPlaces = statement((q, param: Param<{datasetId: number; places: unknown}>) =>
  joined(q, param("datasetId")).where(q.differences.isIn("place", param("places"))),
);

const joinedRange = statement((q, param: Param<{datasetId: number; from: number; to: number}>) =>
  joined(q, param("datasetId")).where("place", ">=", param("from")).where("place", "<=", param("to")),
);

const page = statement((q, param: Param<{datasetId: number; after: number; before: number; limit: number}>) =>
  q.db
    .selectFrom("history")
    .select(["place", "estimates"])
    .where("dataset_id", "=", param("datasetId"))
    .where("place", ">", param("after"))
    .where("place", "<", param("before"))
    .orderBy("place")
    .limit(param("limit")),
);

const insertInto = (q: Queries, param: Param<NewRow<"history">>) =>
  q.db.insertInto("history").values(params(param, ["dataset_id", "place", "estimates"]));

const insert = batch(insertInto);

const upsert = batch((q, param: Param<NewRow<"history">>) =>
  insertInto(q, param).onConflict((conflict) =>
    conflict.columns([...q.differences.historyKey]).doUpdateSet(excluded(["estimates"])),
  ),
);

const deleteAtPlaces = statement((q, param: Param<{datasetId: number; places: unknown}>) =>
  q.db
    .deleteFrom("history")
    .where("dataset_id", "=", param("datasetId"))
    .where(q.differences.isIn("place", param("places"))),
);

const deleteAll = statement((q, param: Param<{datasetId: number; from: number; before: number}>) =>
  q.db
    .deleteFrom("history")
    .where("dataset_id", "=", param("datasetId"))
    .where("place", ">=", param("from"))
    .where("place", "<", param("before")),
);
