// The distinct stamps of a history, ascending, as they stand in its bytes.
import {DamagedHistory, type Header} from "./layout.ts";
import {type Cursor, readVarint, unzigzag} from "./varint.ts";

/** Reused columns: place in the table → day, sequence. */
export interface ReleaseTable {
  count: number;
  day: Int32Array;
  sequence: Int32Array;
}

export function createReleaseTable(): ReleaseTable {
  return {count: 0, day: new Int32Array(64), sequence: new Int32Array(64)};
}

const cursor: Cursor = {at: 0};

/** Fills the table; throws DamagedHistory when it does not end where its section does. */
export function readReleases(bytes: Uint8Array, header: Header, into: ReleaseTable): void {
  const end = header.periodsAt;
  const most = end - header.releasesAt;
  if (into.day.length < most) {
    into.day = new Int32Array(most * 2);
    into.sequence = new Int32Array(most * 2);
  }
  cursor.at = header.releasesAt;
  let count = 0;
  let day = 0;
  while (cursor.at < end) {
    const head = readVarint(bytes, cursor);
    const flagged = head % 2;
    const distance = (head - flagged) / 2;
    day = count === 0 ? unzigzag(distance) : day + distance;
    into.day[count] = day;
    into.sequence[count] = flagged === 1 ? readVarint(bytes, cursor) : 0;
    count++;
  }
  if (cursor.at !== end || (count === 0 && header.latest > 0)) {
    throw new DamagedHistory("the release table of a history does not fit its section");
  }
  into.count = count;
}
