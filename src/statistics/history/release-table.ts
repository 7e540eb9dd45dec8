// The distinct stamps of a history, newest first: place 0 is the newest, so a short window reads a few of them only.
//
// In the bytes: the newest day, then distances back in time, each doubled; odd where a sequence that is not zero follows.
import {compareStamps, type Estimates} from "./estimates.ts";
import {type Cursor, DamagedHistory, type Header, readVarint, unzigzag, writeVarint, zigzag} from "./layout.ts";

/** Reused columns: place in the table → day, sequence. Only the first `count` places mean anything. */
export interface ReleaseTable {
  count: number;
  day: Int32Array;
  sequence: Int32Array;
}

/** Stands for the last place of any table. */
export const ALL_RELEASES = 0x3fffffff;

export function createReleaseTable(): ReleaseTable {
  return {count: 0, day: new Int32Array(64), sequence: new Int32Array(64)};
}

const cursor: Cursor = {at: 0};

/** Fills the table up to the place given, or ALL_RELEASES; throws DamagedHistory when it has no such place. */
export function readReleases(bytes: Uint8Array, header: Header, upTo: number, into: ReleaseTable): void {
  const end = header.periodsAt;
  grow(into, end - header.releasesAt);
  const {day: days, sequence: sequences} = into;
  cursor.at = header.releasesAt;
  let count = 0;
  let day = 0;
  if (cursor.at < end) {
    const head = readVarint(bytes, cursor);
    day = unzigzag(Math.floor(head / 2));
    days[0] = day;
    sequences[0] = head % 2 === 0 ? 0 : readVarint(bytes, cursor);
    count = 1;
  }
  let at = cursor.at;
  for (; at < end && count <= upTo; count++) {
    const head = bytes[at]!;
    if ((head & 129) === 0) {
      // One byte, no sequence: a release within two months of the next one.
      at++;
      day -= head >> 1;
      sequences[count] = 0;
    } else {
      cursor.at = at;
      const wide = readVarint(bytes, cursor);
      day -= Math.floor(wide / 2);
      sequences[count] = wide % 2 === 0 ? 0 : readVarint(bytes, cursor);
      at = cursor.at;
    }
    days[count] = day;
  }
  if (at > end || (upTo === ALL_RELEASES ? count === 0 && header.latest > 0 : count <= upTo)) {
    throw new DamagedHistory("the release table of a history does not fit its section");
  }
  into.count = count;
}

/** Fills the table with the stamps of these estimates. */
export function collectReleases({count, day, sequence}: Estimates, into: ReleaseTable): void {
  grow(into, count);
  into.count = 0;
  let near = 0;
  // From the newest period back: mostly its release is the newest too, and each stamp is found or added at the end.
  for (let row = count - 1; row >= 0; row--) {
    const place = findRelease(into, day[row]!, sequence[row]!, near);
    near = place < 0 ? -1 - place : place;
    if (place >= 0) continue;
    if (near < into.count) {
      into.day.copyWithin(near + 1, near, into.count);
      into.sequence.copyWithin(near + 1, near, into.count);
    }
    into.day[near] = day[row]!;
    into.sequence[near] = sequence[row]!;
    into.count++;
  }
}

/** The place of a stamp, or -1 - (the place where it would stand). Looks at `near` and the place after it first. */
export function findRelease(table: ReleaseTable, day: number, sequence: number, near: number): number {
  const {count, day: days, sequence: sequences} = table;
  for (let place = near; place <= near + 1 && place < count; place++) {
    if (days[place] === day && sequences[place] === sequence) return place;
  }
  if (count === 0 || compareStamps(days[count - 1]!, sequences[count - 1]!, day, sequence) > 0) return -1 - count;
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    const difference = compareStamps(days[middle]!, sequences[middle]!, day, sequence);
    if (difference === 0) return middle;
    if (difference > 0) low = middle + 1;
    else high = middle;
  }
  return -1 - low;
}

export function writeReleases(bytes: Uint8Array, at: number, table: ReleaseTable): number {
  let next = at;
  for (let place = 0; place < table.count; place++) {
    const day = table.day[place]!;
    const sequence = table.sequence[place]!;
    const distance = place === 0 ? zigzag(day) : table.day[place - 1]! - day;
    next = writeVarint(bytes, next, distance * 2 + (sequence === 0 ? 0 : 1));
    if (sequence !== 0) next = writeVarint(bytes, next, sequence);
  }
  return next;
}

function grow(table: ReleaseTable, capacity: number): void {
  if (table.day.length >= capacity) return;
  table.day = new Int32Array(capacity * 2);
  table.sequence = new Int32Array(capacity * 2);
}
