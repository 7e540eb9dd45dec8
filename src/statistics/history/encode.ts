// Estimates into a packed history. The same estimates always give the same bytes: every choice follows from them alone.
import {crc32} from "node:zlib";
import {compareStamps, type Estimates} from "./estimates.ts";
import {CRC_BYTES, LAYOUT_VERSION} from "./layout.ts";
import {collectReleases, createReleaseTable, findRelease, writeReleases} from "./release-table.ts";
import {writePeriods, writeRuns} from "./run-column.ts";
import {chooseForm, writeValues} from "./value-column.ts";
import {writeVarint, zigzag} from "./varint.ts";

/** No estimate takes more: 8 of value, 5 + 5 of period run, 5 + 5 + 5 of release run, as many of depth, 10 of stamp. */
const MOST_BYTES_A_ROW = 64;
const MOST_HEADER_BYTES = 128;

/** Days and sequences beyond this are no days and sequences. */
const STAMP_LIMIT = 2 ** 29;

let arena = new Uint8Array(1024 * MOST_BYTES_A_ROW + MOST_HEADER_BYTES);

/** Columns of one section, newest first; reused, and grown as needed. */
interface Section {
  count: number;
  period: Int32Array;
  release: Int32Array;
  value: Float64Array;
}

let latest = createSection(1024);
let superseded = createSection(1024);
let depths = new Int32Array(1024);
const table = createReleaseTable();

/** Packs estimates; throws RangeError when they are not sorted as Estimates promises or a stamp is out of all bounds. */
export function encodeHistory(estimates: Estimates): Uint8Array {
  refuseUnsorted(estimates);
  divide(estimates);

  // The sections are written behind the place where the longest header would end, then the header is put before them.
  const latestForm = chooseForm(latest.value, latest.count);
  const supersededForm = chooseForm(superseded.value, superseded.count);
  const releasesAt = MOST_HEADER_BYTES;
  const periodsAt = writeReleases(arena, releasesAt, table);
  const latestReleasesAt = writePeriods(arena, periodsAt, latest.period, latest.count);
  const oneRelease = table.count <= 1;
  const latestValuesAt = oneRelease
    ? latestReleasesAt
    : writeRuns(arena, latestReleasesAt, latest.release, latest.count);
  const depthsAt = writeValues(arena, latestValuesAt, latest.value, latest.count, latestForm);
  let end = depthsAt;
  let supersededReleasesAt = depthsAt;
  let supersededValuesAt = depthsAt;
  if (superseded.count > 0) {
    supersededReleasesAt = writeRuns(arena, depthsAt, depths, latest.count);
    supersededValuesAt = writeRuns(arena, supersededReleasesAt, superseded.release, superseded.count);
    end = writeValues(arena, supersededValuesAt, superseded.value, superseded.count, supersededForm);
  }

  const {count} = estimates;
  const last = count === 0 ? 0 : latest.period[0]!;
  const first = count === 0 ? 0 : estimates.period[0]!;
  let at = 0;
  arena[at++] = LAYOUT_VERSION;
  at = writeVarint(arena, at, latest.count);
  at = writeVarint(arena, at, superseded.count);
  at = writeVarint(arena, at, zigzag(last));
  at = writeVarint(arena, at, last - first);
  arena[at++] = latestForm;
  if (superseded.count > 0) arena[at++] = supersededForm;
  at = writeVarint(arena, at, periodsAt - releasesAt);
  at = writeVarint(arena, at, latestReleasesAt - periodsAt);
  at = writeVarint(arena, at, latestValuesAt - latestReleasesAt);
  if (superseded.count > 0) {
    at = writeVarint(arena, at, depthsAt - latestValuesAt);
    at = writeVarint(arena, at, supersededReleasesAt - depthsAt);
    at = writeVarint(arena, at, supersededValuesAt - supersededReleasesAt);
  }

  const length = at + (end - releasesAt) + CRC_BYTES;
  const bytes = new Uint8Array(length);
  bytes.set(arena.subarray(0, at));
  bytes.set(arena.subarray(releasesAt, end), at);
  const sum = crc32(bytes.subarray(0, length - CRC_BYTES));
  for (let byte = 0; byte < CRC_BYTES; byte++) bytes[length - CRC_BYTES + byte] = sum >>> (8 * byte);
  return bytes;
}

/** Divides rows into latest and superseded estimates, newest first, and counts how many of these each of those has. */
function divide(estimates: Estimates): void {
  const {count, period, day, sequence, value} = estimates;
  if (latest.period.length < count) {
    arena = new Uint8Array(count * MOST_BYTES_A_ROW * 2 + MOST_HEADER_BYTES);
    latest = createSection(count * 2);
    superseded = createSection(count * 2);
    depths = new Int32Array(count * 2);
  }
  collectReleases(estimates, table);
  latest.count = 0;
  superseded.count = 0;
  let release = 0;
  for (let row = count - 1; row >= 0; row--) {
    release = findRelease(table, day[row]!, sequence[row]!, release);
    const isLatest = row === count - 1 || period[row + 1] !== period[row];
    const section = isLatest ? latest : superseded;
    if (isLatest) depths[latest.count] = 0;
    else depths[latest.count - 1]!++;
    section.period[section.count] = period[row]!;
    section.release[section.count] = release;
    section.value[section.count++] = value[row]!;
  }
}

function createSection(capacity: number): Section {
  return {
    count: 0,
    period: new Int32Array(capacity),
    release: new Int32Array(capacity),
    value: new Float64Array(capacity),
  };
}

function refuseUnsorted({count, period, day, sequence}: Estimates): void {
  for (let row = 0; row < count; row++) {
    if (Math.abs(day[row]!) >= STAMP_LIMIT || sequence[row]! < 0 || sequence[row]! >= STAMP_LIMIT) {
      throw new RangeError(`estimate ${row} has the impossible stamp ${day[row]}/${sequence[row]}`);
    }
    if (row === 0 || period[row - 1]! < period[row]!) continue;
    const inOrder =
      period[row - 1] === period[row] &&
      compareStamps(day[row - 1]!, sequence[row - 1]!, day[row]!, sequence[row]!) < 0;
    if (!inOrder) throw new RangeError(`estimate ${row} stands out of order (period, then stamp)`);
  }
}
