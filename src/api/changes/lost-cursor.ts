// A cursor that leads nowhere: the changes behind it are not kept, or it is of a state that the store does not have [changes.*].
//
// The hint names the newest files of the dataset and the cursor of their manifest. With an older cursor a follower would pay again for values
// that the files have.

import {EVERYTHING_FILE} from "../../formats/dataset-file/columns.ts";
import {type Cursor, nameRun, parseCursor, type RunName, shortHash} from "../../store/changes/cursor.ts";
import {
  type ChangeFilter,
  type ChangeRunRecord,
  readFirstSequence,
  readLastRun,
  readRun,
} from "../../store/changes/read-changes.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import {ApiError} from "../errors.ts";
import type {RouteContext} from "../server-context.ts";

/** Its message says why. */
export class LostCursor extends Error {}

/** Throws LostCursor unless all runs behind the cursor are kept, and its runs are those that it was made of. @param last the last run of the store */
export function* refuseLost(q: Queries, {kind, sequence, mark, seen}: Cursor, last: RunName): Script<void> {
  const run = yield* readRun(q, sequence);
  const first = yield* readFirstSequence(q);
  const oldest = first === null ? null : yield* readRun(q, first);
  const isBeforeAll = kind !== "within" && sequence === 0 && (oldest === null || (first === 1 && oldest.blobs >= 0));
  const isKept = isBeforeAll || (isThat(run, mark) && (kind !== "within" || run.blobs >= 0));
  const seenRun = seen.sequence === sequence ? run : yield* readRun(q, seen.sequence);
  const isSeenHere = seen.sequence === 0 || isThat(seenRun, seen.mark);
  if (isKept && isSeenHere) return;
  const isOther =
    (run !== null && !isThat(run, mark)) || (!isSeenHere && (seenRun !== null || seen.sequence > last.sequence));
  throw new LostCursor(
    isOther
      ? "the cursor is of another state of this store, which was restored since, or of another store"
      : "the changes since this cursor are not kept any more",
  );
}

function* refuseLostNow(q: Queries, cursor: Cursor): Script<void> {
  yield* refuseLost(q, cursor, nameRun(yield* readLastRun(q)));
}

function isThat(run: ChangeRunRecord | null, mark: string): run is ChangeRunRecord {
  return run !== null && shortHash(run.loadRun) === mark;
}

/** The refusal of a request with such a cursor: its hint names the file to take and the cursor to go on from. */
export async function goneError(context: RouteContext, filter: ChangeFilter, {message}: LostCursor): Promise<ApiError> {
  return new ApiError("CURSOR_GONE", message, {hint: await wayOn(context, filter)});
}

const EVERYTHING = "take everything with cursor=start";

async function wayOn(context: RouteContext, {provider, dataset}: ChangeFilter): Promise<string> {
  const files = context.settings.files === "off" ? null : context.files;
  if (files === null) return EVERYTHING;
  if (provider === null || dataset === null)
    return `take the newest files of each dataset that /api/v1/files lists, and go on from their \`cursor\`, with that \`dataset\`; or ${EVERYTHING}`;
  const of = {provider, dataset};
  const newest = await files.newest(of);
  const manifest = newest === null ? null : ((await files.manifest(of, newest))?.manifest ?? null);
  const file = manifest?.files.find(({name}) => name === EVERYTHING_FILE);
  if (manifest === null || file === undefined || !(await isKept(context, manifest.cursor))) return EVERYTHING;
  return `take ${file.address}, and go on from cursor=${manifest.cursor} with dataset=${provider}/${dataset}; or ${EVERYTHING}`;
}

/** After a restore the newest files may have the cursor of a run that was lost. */
async function isKept({store}: RouteContext, text: string): Promise<boolean> {
  const cursor = parseCursor(text);
  if (cursor === null) return false;
  try {
    await store.statistics.read((q) => refuseLostNow(q, cursor));
    return true;
  } catch (error) {
    if (error instanceof LostCursor) return false;
    throw error;
  }
}
