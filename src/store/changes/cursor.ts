// The cursor of the feed of changes: opaque to clients, an array in base64url here [changes.*].
//
// It has a mark of the run that it names, and the last run that its page saw. A page tells present values, so it may tell of runs behind the one that
// the cursor names. A store that was restored from a backup lacks these runs, or gives their numbers to others; then the cursor is refused, because
// the follower would keep values that the store does not have.
import {hash} from "node:crypto";
import {type EventLocation, PERIOD_END} from "../../statistics/changes/series-events.ts";
import {NO_DAY} from "../../statistics/time/day.ts";
import type {ChangeFilter} from "./read-changes.ts";

/** A run by its number, and a mark of its identifier; 0 and an empty mark: before all runs. */
export interface RunName {
  readonly sequence: number;
  readonly mark: string;
}

/** Where a list of series goes on: in the series with this number, or the first one behind it. */
export interface SeriesLocation {
  readonly number: number;
  /** null: it has not begun; else what was told of it last: its description, or an event. */
  readonly behind: EventLocation | null;
}

/** The description comes before all events. */
export const DESCRIBED: EventLocation = {period: NO_DAY, day: NO_DAY, isWithdrawal: false};

/** Where a page of changes begins. */
export type ChangesLocation =
  /** Behind a run. */
  | ({readonly kind: "behind"} & RunName)
  /** Within a run; of series that are gone the number is an index in the list. */
  | ({readonly kind: "within"; readonly blob: number} & Narrowed & RunName & SeriesLocation)
  /** Within everything, as of that run or later. @param code the dataset; "": before the first one */
  | ({readonly kind: "all"; readonly provider: string; readonly code: string; readonly isDone: boolean} & Narrowed &
      RunName &
      SeriesLocation);

interface Narrowed {
  /** A mark of the provider and dataset of the request: in the middle of theirs, others would be told in part. */
  readonly filter: string;
}

export function markFilter({provider, dataset}: ChangeFilter): string {
  return provider === null && dataset === null ? "" : shortHash(JSON.stringify([provider, dataset]));
}

/** With `seen`, the last run of the state that the page before was read from. */
export type Cursor = ChangesLocation & {readonly seen: RunName};

/** The cursor of the state whose last run this is. */
export function cursorOfNow(last: RunName): Cursor {
  return {kind: "behind", ...last, seen: last};
}

export function nameRun(run: {readonly sequence: number; readonly loadRun: string} | null): RunName {
  return run === null ? BEFORE_ALL : {sequence: run.sequence, mark: shortHash(run.loadRun)};
}

const BEFORE_ALL: RunName = {sequence: 0, mark: ""};

export function shortHash(text: string): string {
  return hash("sha256", text, "hex").slice(0, 12);
}

export function writeCursor(cursor: Cursor): string {
  const {kind, sequence, mark, seen} = cursor;
  const fields: (string | number)[] = [KINDS.indexOf(kind), sequence, mark];
  // a cursor of now, the one that followers keep, stays short
  if (kind !== "behind" || seen.sequence !== sequence || seen.mark !== mark) fields.push(seen.sequence, seen.mark);
  if (cursor.kind !== "behind") fields.push(cursor.filter);
  if (cursor.kind === "all") fields.push(cursor.provider, cursor.code, Number(cursor.isDone));
  if (cursor.kind === "within") fields.push(cursor.blob);
  if (cursor.kind !== "behind") {
    fields.push(cursor.number);
    const {behind} = cursor;
    if (behind !== null) fields.push(behind.period, behind.day, Number(behind.isWithdrawal));
  }
  return Buffer.from(JSON.stringify(fields)).toString("base64url");
}

const KINDS = ["behind", "within", "all"] as const;
const LONGEST = 2000;

/** null: writeCursor did not write this text. */
export function parseCursor(text: string): Cursor | null {
  const fields = readFields(text);
  if (fields === null) return null;
  const [kind, sequence, mark] = [KINDS[fields.whole()], fields.whole(), fields.text()];
  const isOfNow = kind === "behind" && fields.areRead();
  const seen = isOfNow ? {sequence, mark} : {sequence: fields.whole(), mark: fields.text()};
  const name = {sequence, mark, seen};
  let cursor: Cursor | null = null;
  if (kind === "behind") cursor = {kind, ...name};
  else if (kind === "within")
    cursor = {kind, ...name, filter: fields.text(), blob: fields.whole(), ...readLocation(fields)};
  else if (kind === "all") {
    const filter = fields.text();
    const [provider, code, isDone] = [fields.text(), fields.text(), fields.whole() === 1];
    cursor = {kind, ...name, filter, provider, code, isDone, ...readLocation(fields)};
  }
  return cursor !== null && fields.areRead() && writeCursor(cursor) === text ? cursor : null;
}

function readLocation(fields: Fields): SeriesLocation {
  const number = fields.whole();
  if (fields.areRead()) return {number, behind: null};
  return {number, behind: {period: fields.day(), day: fields.day(), isWithdrawal: fields.whole() === 1}};
}

interface Fields {
  whole(): number;
  day(): number;
  text(): string;
  /** All fields are read, and each was what it should be. */
  areRead(): boolean;
}

function readFields(text: string): Fields | null {
  if (text.length > LONGEST || !/^[\w-]+$/.test(text)) return null;
  let fields: unknown;
  try {
    fields = JSON.parse(Buffer.from(text, "base64url").toString());
  } catch {
    return null;
  }
  if (!Array.isArray(fields)) return null;
  let [at, isWrong] = [0, false];
  const read = <T>(isRight: (value: unknown) => boolean, otherwise: T): T => {
    const value: unknown = fields[at++];
    if (isRight(value)) return value as T;
    isWrong = true;
    return otherwise;
  };
  const isBetween = (value: unknown, least: number, most: number): boolean =>
    Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
  return {
    whole: () => read((value) => isBetween(value, 0, PERIOD_END), 0),
    day: () => read((value) => isBetween(value, NO_DAY, PERIOD_END), 0),
    text: () => read((value) => typeof value === "string" && !value.includes("\0"), ""),
    areRead: () => !isWrong && at === fields.length,
  };
}
