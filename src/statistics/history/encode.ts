// Estimates into a packed history. The same estimates always give the same bytes: every choice follows from them alone.
import {crc32} from "node:zlib";
import {compareStamps, type Estimates} from "./estimates.ts";
import {CRC_BYTES, createHeader, MOST_HEADER_BYTES, writeHeader} from "./layout.ts";
import {collectReleases, createReleaseTable, findRelease, writeReleases} from "./release-table.ts";
import {writePeriods, writeRuns} from "./run-column.ts";
import {chooseForm, writeValues} from "./value-column.ts";

/** No estimate takes more: 8 of value, 5 + 5 of period run, 5 + 5 + 5 of release run, as many of depth, 10 of stamp. */
const MOST_BYTES_A_ROW = 64;

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
const header = createHeader();

/** Packs estimates; throws RangeError when they are not sorted as Estimates promises or a stamp is out of all bounds. */
export function encodeHistory(estimates: Estimates): Uint8Array {
  refuseUnsorted(estimates);
  divide(estimates);
  writeSections();
  header.latest = latest.count;
  header.superseded = superseded.count;
  header.last = estimates.count === 0 ? 0 : latest.period[0]!;
  header.first = estimates.count === 0 ? 0 : estimates.period[0]!;
  const headerLength = writeHeader(arena, header);

  const length = headerLength + (header.end - header.releasesAt);
  const bytes = new Uint8Array(length + CRC_BYTES);
  bytes.set(arena.subarray(0, headerLength));
  bytes.set(arena.subarray(header.releasesAt, header.end), headerLength);
  const sum = crc32(bytes.subarray(0, length));
  for (let byte = 0; byte < CRC_BYTES; byte++) bytes[length + byte] = sum >>> (8 * byte);
  return bytes;
}

/** Writes the sections where the longest header would end, and their places into the header. */
function writeSections(): void {
  header.latestForm = chooseForm(latest.value, latest.count);
  header.releasesAt = MOST_HEADER_BYTES;
  header.periodsAt = writeReleases(arena, header.releasesAt, table);
  header.latestReleasesAt = writePeriods(arena, header.periodsAt, latest.period, latest.count);
  header.latestValuesAt = header.latestReleasesAt;
  if (table.count > 1) {
    header.latestValuesAt = writeRuns(arena, header.latestReleasesAt, latest.release, latest.count);
  }
  header.depthsAt = writeValues(arena, header.latestValuesAt, latest.value, latest.count, header.latestForm);
  header.end = header.depthsAt;
  if (superseded.count === 0) return;
  header.supersededForm = chooseForm(superseded.value, superseded.count);
  header.supersededReleasesAt = writeRuns(arena, header.depthsAt, depths, latest.count);
  header.supersededValuesAt = writeRuns(arena, header.supersededReleasesAt, superseded.release, superseded.count);
  header.end = writeValues(arena, header.supersededValuesAt, superseded.value, superseded.count, header.supersededForm);
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
