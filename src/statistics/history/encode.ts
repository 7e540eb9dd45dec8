// Packs estimates into a history. The same estimates always give the same bytes: every choice depends only on them.
import {crc32} from "node:zlib";
import {type Estimates, refuseUnsorted} from "./estimates.ts";
import {
  CRC_BYTES,
  createHeader,
  FLOAT_FORM,
  type Header,
  MAX_DECIMALS,
  MOST_HEADER_BYTES,
  POWERS_OF_TEN,
  STEP_FOLLOWS,
  STEP_MINUS_ONE,
  STEP_PLUS_ONE,
  STEP_ZERO,
  WIDE,
  writeHeader,
  writeVarint,
  zigzag,
} from "./layout.ts";
import {collectReleases, releaseIndex} from "./release-counts.ts";
import {createReleaseTable, type ReleaseTable} from "./sections.ts";
import {encodeSpans} from "./withdrawn.ts";

/** The most bytes of one estimate: 8 of value, 5 + 5 of period run, 5 + 5 + 5 of release run, 15 of depth, 10 of stamp. */
const MOST_BYTES_A_ROW = 64;

/** Integers of a narrow form are smaller. */
const NARROW_LIMIT = 2 ** 30;
/** For smaller integers a zig-zagged delta is below 2^53, and different integers give different doubles, so their digits are the shortest. */
const WIDE_LIMIT = 2 ** 51;

/** Columns of one section, newest first. */
interface Section {
  count: number;
  period: Int32Array;
  release: Int32Array;
  value: Float64Array;
}

/** Memory that is reused for packing many histories. */
export interface EncodeScratch {
  /** The header and the sections before they are copied out. */
  bytes: Uint8Array;
  latest: Section;
  superseded: Section;
  /** The number of superseded estimates of each period. */
  depths: Int32Array;
  readonly releases: ReleaseTable;
  readonly header: Header;
}

export function createEncodeScratch(capacity: number): EncodeScratch {
  return {...memoryFor(capacity), releases: createReleaseTable(capacity), header: createHeader()};
}

function memoryFor(capacity: number): Pick<EncodeScratch, "bytes" | "latest" | "superseded" | "depths"> {
  return {
    bytes: new Uint8Array(capacity * MOST_BYTES_A_ROW + MOST_HEADER_BYTES),
    latest: createSection(capacity),
    superseded: createSection(capacity),
    depths: new Int32Array(capacity),
  };
}

/**
 * Packs estimates. Throws RangeError if they are not sorted as Estimates requires, or a stamp is impossible.
 * @param scratch pass the same one for all histories of a load: its creation takes longer than packing
 */
export function encodeHistory(estimates: Estimates, scratch = createEncodeScratch(estimates.count)): Uint8Array {
  refuseUnsorted(estimates);
  if (scratch.latest.period.length < estimates.count) Object.assign(scratch, memoryFor(estimates.count * 2));
  divide(estimates, scratch);
  writeSections(scratch);
  const {header, latest, superseded, bytes: written} = scratch;
  header.latest = latest.count;
  header.superseded = superseded.count;
  header.last = estimates.count === 0 ? 0 : latest.period[0]!;
  header.first = estimates.count === 0 ? 0 : estimates.period[0]!;
  const withdrawn = estimates.withdrawn?.length ? encodeSpans(estimates.withdrawn) : NO_SPANS;
  header.withdrawnEnd = header.end + withdrawn.length;
  const headerLength = writeHeader(written, header);

  const sections = headerLength + (header.end - header.releasesAt);
  const length = sections + withdrawn.length;
  const bytes = new Uint8Array(length + CRC_BYTES);
  copyBytes(bytes, 0, written, 0, headerLength);
  copyBytes(bytes, headerLength, written, header.releasesAt, header.end);
  if (withdrawn.length > 0) bytes.set(withdrawn, sections);
  const sum = checksum(bytes, length);
  for (let byte = 0; byte < CRC_BYTES; byte++) bytes[length + byte] = sum >>> (8 * byte);
  return bytes;
}

/** Copies from[start, end) to `at`: a view on a few bytes costs more than they do. */
function copyBytes(to: Uint8Array, at: number, from: Uint8Array, start: number, end: number): void {
  if (end - start > FEW_BYTES) to.set(from.subarray(start, end), at);
  else for (let byte = start; byte < end; byte++) to[at + byte - start] = from[byte]!;
}

/** CRC-32 of the first bytes. A view on a few bytes makes the engine move them out of its own memory, which costs more than their sum. */
function checksum(bytes: Uint8Array, length: number): number {
  if (length > FEW_BYTES) return crc32(bytes.subarray(0, length));
  let sum = -1;
  for (let at = 0; at < length; at++) sum = (sum >>> 8) ^ CRC_OF_BYTE[(sum ^ bytes[at]!) & 0xff]!;
  return ~sum >>> 0;
}

const CRC_OF_BYTE = Int32Array.from({length: 256}, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0);
  return sum;
});

const FEW_BYTES = 64;
const NO_SPANS = new Uint8Array(0);

/** Writes the sections after the space for the longest header, and their places into the header. */
function writeSections({bytes, header, latest, superseded, depths, releases}: EncodeScratch): void {
  header.latestForm = chooseForm(latest.value, latest.count);
  header.releasesAt = MOST_HEADER_BYTES;
  header.periodsAt = writeReleases(bytes, header.releasesAt, releases);
  header.latestReleasesAt = writePeriods(bytes, header.periodsAt, latest.period, latest.count);
  header.latestValuesAt = header.latestReleasesAt;
  if (releases.count > 1) {
    header.latestValuesAt = writeRuns(bytes, header.latestReleasesAt, latest.release, latest.count);
  }
  header.depthsAt = writeValues(bytes, header.latestValuesAt, latest.value, latest.count, header.latestForm);
  header.end = header.depthsAt;
  if (superseded.count === 0) return;
  header.supersededForm = chooseForm(superseded.value, superseded.count);
  header.supersededReleasesAt = writeRuns(bytes, header.depthsAt, depths, latest.count);
  header.supersededValuesAt = writeRuns(bytes, header.supersededReleasesAt, superseded.release, superseded.count);
  header.end = writeValues(bytes, header.supersededValuesAt, superseded.value, superseded.count, header.supersededForm);
}

/** The newest day, then distances back in time, each doubled; an odd number is followed by a sequence other than zero. */
function writeReleases(bytes: Uint8Array, at: number, table: ReleaseTable): number {
  let next = at;
  for (let index = 0; index < table.count; index++) {
    const day = table.day[index]!;
    const sequence = table.sequence[index]!;
    const distance = index === 0 ? zigzag(day) : table.day[index - 1]! - day;
    next = writeVarint(bytes, next, distance * 2 + (sequence === 0 ? 0 : 1));
    if (sequence !== 0) next = writeVarint(bytes, next, sequence);
  }
  return next;
}

/** Writes the distances between the descending periods as runs of (step, count); a step of one takes no byte. */
function writePeriods(bytes: Uint8Array, at: number, periods: Int32Array, count: number): number {
  let next = at;
  for (let row = 1; row < count; ) {
    const step = periods[row - 1]! - periods[row]!;
    let end = row + 1;
    while (end < count && periods[end - 1]! - periods[end]! === step) end++;
    next = writeVarint(bytes, next, (end - row) * 2 + (step === 1 ? 0 : 1));
    if (step !== 1) next = writeVarint(bytes, next, step);
    row = end;
  }
  return next;
}

/** Writes the numbers as runs of (start, step, count); each start is the distance from the run before. */
function writeRuns(bytes: Uint8Array, at: number, numbers: Int32Array, count: number): number {
  let next = at;
  let before = 0;
  for (let row = 0; row < count; ) {
    const start = numbers[row]!;
    const step = row + 1 < count ? numbers[row + 1]! - start : 0;
    let end = row + 1;
    while (end < count && numbers[end]! - numbers[end - 1]! === step) end++;
    const length = end - row;
    const kind =
      length === 1 || step === 0 ? STEP_ZERO : step === -1 ? STEP_MINUS_ONE : step === 1 ? STEP_PLUS_ONE : STEP_FOLLOWS;
    next = writeVarint(bytes, next, length * 4 + kind);
    next = writeVarint(bytes, next, zigzag(start - before));
    if (kind === STEP_FOLLOWS) next = writeVarint(bytes, next, zigzag(step));
    before = numbers[end - 1]!;
    row = end;
  }
  return next;
}

/** Divides rows into latest and superseded estimates, newest first, and counts the superseded estimates of each period. */
function divide(estimates: Estimates, {latest, superseded, depths, releases}: EncodeScratch): void {
  const {count, period, day, sequence, value} = estimates;
  collectReleases(estimates, releases);
  latest.count = 0;
  superseded.count = 0;
  let release = 0;
  for (let row = count - 1; row >= 0; row--) {
    release = releaseIndex(releases, day[row]!, sequence[row]!, release);
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

/** The smallest form that represents all these values exactly. */
function chooseForm(values: Float64Array, count: number): number {
  let decimals = 0;
  let power = 1;
  let largest = 0;
  for (let row = 0; row < count; row++) {
    const value = values[row]!;
    while (nearest(value * power) / power !== value) {
      if (decimals === MAX_DECIMALS || !(Math.abs(value * power) < WIDE_LIMIT)) return FLOAT_FORM;
      power = POWERS_OF_TEN[++decimals]!;
    }
    if (value === 0 && Object.is(value, -0)) return FLOAT_FORM;
    const magnitude = Math.abs(value);
    if (magnitude > largest) largest = magnitude;
  }
  const widest = nearest(largest * power);
  if (!(widest < WIDE_LIMIT)) return FLOAT_FORM;
  return widest < NARROW_LIMIT ? decimals : decimals + WIDE;
}

/** The nearest integer, if it is below 2^51; halves do not occur. Faster than Math.round, which has a rule for halves. */
function nearest(scaled: number): number {
  return scaled < 0 ? Math.ceil(scaled - 0.5) : Math.floor(scaled + 0.5);
}

/** Writes the values and returns the offset after them; at most 8 bytes for each value. */
function writeValues(bytes: Uint8Array, at: number, values: Float64Array, count: number, form: number): number {
  if (form === FLOAT_FORM) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let row = 0; row < count; row++) view.setFloat64(at + row * 8, values[row]!, true);
    return at + count * 8;
  }
  const power = POWERS_OF_TEN[form % WIDE]!;
  if (form >= WIDE) return writeWide(bytes, at, values, count, power);
  let next = at;
  let before = 0;
  for (let row = 0; row < count; row++) {
    const scaled = nearest(values[row]! * power) | 0;
    const delta = scaled - before;
    before = scaled;
    let rest = (delta << 1) ^ (delta >> 31);
    while (rest >>> 7 !== 0) {
      bytes[next++] = rest | 128;
      rest >>>= 7;
    }
    bytes[next++] = rest;
  }
  return next;
}

function writeWide(bytes: Uint8Array, at: number, values: Float64Array, count: number, power: number): number {
  let next = at;
  let before = 0;
  for (let row = 0; row < count; row++) {
    const scaled = nearest(values[row]! * power);
    next = writeVarint(bytes, next, zigzag(scaled - before));
    before = scaled;
  }
  return next;
}
