// The layout of a packed history, and its header. Only this folder knows it.
//
//   version · estimates that are latest (n), superseded (s) · last period, last − first · form of the latest values,
//   [of the superseded ones] · lengths of the sections below except the last · then the sections:
//     releases            the distinct stamps of this history, newest first: days as deltas, sequences only if not zero
//     periods             of the latest estimates, newest first: runs of (step, count)
//     latest releases     place of each stamp in the table: runs of (start, step, count); no bytes with one release
//     latest values       newest first
//     [depths             number of superseded estimates of each period: runs of (start, step, count)
//      superseded releases, superseded values: by period newest first, within a period newest stamp first]
//     [withdrawals        only in version 2, as withdrawn.ts writes them]
//   · CRC-32 of everything before it, so that the CRC-32 of all bytes is a constant
//
// Newest first, so that a short window decodes only its own part. Varints are little-endian groups of seven bits.
import {crc32} from "node:zlib";
import type {PeriodOrdinal} from "../time/day.ts";

/** A history without withdrawals has the bytes of version 1. Version 2 adds the section of withdrawals, and its length to the header. */
const [PLAIN_VERSION, WITHDRAWN_VERSION] = [1, 2];

// The low two bits of a run's first number are its step; the rest is the number of its values.
export const STEP_ZERO = 0;
export const STEP_MINUS_ONE = 1;
export const STEP_PLUS_ONE = 2;
export const STEP_FOLLOWS = 3;

/** The CRC-32 of any message that is followed by its own CRC-32 (little-endian). */
const CRC_RESIDUE = 0x2144df1c;

export const CRC_BYTES = 4;
/** The longest header. */
export const MOST_HEADER_BYTES = 128;

/** The bytes differ from the written ones, are cut, or have an unknown layout. */
export class DamagedHistory extends Error {
  override readonly name = "DamagedHistory";
}

/** Counts, and places in the bytes: `…At` are offsets; a section ends where the next begins. */
export interface Header {
  latest: number;
  superseded: number;
  first: PeriodOrdinal;
  last: PeriodOrdinal;
  latestForm: number;
  supersededForm: number;
  releasesAt: number;
  periodsAt: number;
  latestReleasesAt: number;
  latestValuesAt: number;
  depthsAt: number;
  supersededReleasesAt: number;
  supersededValuesAt: number;
  /** Of the sections of estimates, … */
  end: number;
  /** … and of the withdrawals behind them; equal to `end`: there are none. */
  withdrawnEnd: number;
}

export function createHeader(): Header {
  return {
    latest: 0,
    superseded: 0,
    first: 0,
    last: 0,
    latestForm: 0,
    supersededForm: 0,
    releasesAt: 0,
    periodsAt: 0,
    latestReleasesAt: 0,
    latestValuesAt: 0,
    depthsAt: 0,
    supersededReleasesAt: 0,
    supersededValuesAt: 0,
    end: 0,
    withdrawnEnd: 0,
  };
}

/** Throws DamagedHistory unless the bytes are exactly the written ones. */
export function checkSum(bytes: Uint8Array): void {
  if (crc32(bytes) !== CRC_RESIDUE) {
    throw new DamagedHistory(`a history of ${bytes.length} bytes does not match its checksum`);
  }
}

/** Reads the header without checking the checksum. Throws DamagedHistory if counts and lengths can't be right. */
export function readHeader(bytes: Uint8Array): Header {
  if (bytes[0] !== PLAIN_VERSION && bytes[0] !== WITHDRAWN_VERSION) {
    throw new DamagedHistory(
      `a history has layout version ${bytes[0] ?? "none"}, this program knows ${PLAIN_VERSION} and ${WITHDRAWN_VERSION}`,
    );
  }
  const into = createHeader();
  const cursor = {at: 1};
  into.latest = readVarint(bytes, cursor);
  into.superseded = readVarint(bytes, cursor);
  into.last = unzigzag(readVarint(bytes, cursor));
  into.first = into.last - readVarint(bytes, cursor);
  into.latestForm = bytes[cursor.at++] ?? 0;
  into.supersededForm = into.superseded === 0 ? 0 : (bytes[cursor.at++] ?? 0);
  const releases = readVarint(bytes, cursor);
  const periods = readVarint(bytes, cursor);
  const latestReleases = readVarint(bytes, cursor);
  let latestValues = 0;
  let depths = 0;
  let supersededReleases = 0;
  if (into.superseded > 0) {
    latestValues = readVarint(bytes, cursor);
    depths = readVarint(bytes, cursor);
    supersededReleases = readVarint(bytes, cursor);
  }
  into.withdrawnEnd = bytes.length - CRC_BYTES;
  into.end = into.withdrawnEnd - (bytes[0] === WITHDRAWN_VERSION ? readVarint(bytes, cursor) : 0);
  into.releasesAt = cursor.at;
  into.periodsAt = into.releasesAt + releases;
  into.latestReleasesAt = into.periodsAt + periods;
  into.latestValuesAt = into.latestReleasesAt + latestReleases;
  into.depthsAt = into.superseded === 0 ? into.end : into.latestValuesAt + latestValues;
  into.supersededReleasesAt = into.depthsAt + depths;
  into.supersededValuesAt = into.supersededReleasesAt + supersededReleases;
  // A value takes at least one byte, so no count can request more memory than the bytes can fill.
  if (
    into.latestValuesAt + into.latest > into.depthsAt ||
    into.supersededValuesAt + into.superseded > into.end ||
    into.last - into.first + 1 < into.latest ||
    Math.abs(into.last) + Math.abs(into.first) > 0xffffffff
  ) {
    throw new DamagedHistory(`a history of ${bytes.length} bytes has counts and lengths that do not fit it`);
  }
  return into;
}

/** Writes a header to the start of the bytes and returns its length. Only the lengths of the sections are written, not their places. */
export function writeHeader(bytes: Uint8Array, header: Header): number {
  const withdrawn = header.withdrawnEnd - header.end;
  bytes[0] = withdrawn === 0 ? PLAIN_VERSION : WITHDRAWN_VERSION;
  let at = writeVarint(bytes, 1, header.latest);
  at = writeVarint(bytes, at, header.superseded);
  at = writeVarint(bytes, at, zigzag(header.last));
  at = writeVarint(bytes, at, header.last - header.first);
  bytes[at++] = header.latestForm;
  if (header.superseded > 0) bytes[at++] = header.supersededForm;
  at = writeVarint(bytes, at, header.periodsAt - header.releasesAt);
  at = writeVarint(bytes, at, header.latestReleasesAt - header.periodsAt);
  at = writeVarint(bytes, at, header.latestValuesAt - header.latestReleasesAt);
  if (header.superseded > 0) {
    at = writeVarint(bytes, at, header.depthsAt - header.latestValuesAt);
    at = writeVarint(bytes, at, header.supersededReleasesAt - header.depthsAt);
    at = writeVarint(bytes, at, header.supersededValuesAt - header.supersededReleasesAt);
  }
  return withdrawn === 0 ? at : writeVarint(bytes, at, withdrawn);
}

export interface ByteCursor {
  at: number;
}

/** Reads zeros after the end, so it always ends; the caller finds damage by lengths and checksum. */
export function readVarint(bytes: Uint8Array, cursor: ByteCursor): number {
  const first = bytes[cursor.at++]!;
  if (first < 128) return first;
  let value = first & 127;
  let scale = 128;
  for (let group = 1; group < 8; group++) {
    const byte = bytes[cursor.at++]!;
    value += (byte & 127) * scale;
    if (!(byte >= 128)) break;
    scale *= 128;
  }
  return value || 0;
}

/** Writes a non-negative integer below 2^53 and returns the offset after it. */
export function writeVarint(bytes: Uint8Array, at: number, value: number): number {
  if (value < 128) {
    bytes[at] = value;
    return at + 1;
  }
  let rest = value;
  let next = at;
  while (rest >= 128) {
    bytes[next++] = (rest % 128) + 128;
    rest = Math.floor(rest / 128);
  }
  bytes[next++] = rest;
  return next;
}

/** 0, -1, 1, -2, 2 … become 0, 1, 2, 3, 4 …; exact if the magnitude is below 2^52. */
export function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value;
}

export function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}

// The values of a section, newest first: deltas of integers scaled by a power of ten, if that is exact for all values.
//
// Exact means that n / 10^decimals is the same double as the value. If one value has no such n (a minus zero, a NaN, an infinity, sixteen
// digits and more), the whole section is plain float64: a value is never rounded to save bytes.

/** A section's form: 0…15: decimals, integers below 2^30; 16…31: decimals + 16, integers below 2^51; or this: plain doubles. */
export const FLOAT_FORM = 255;
/** The first form with wide integers; their decimals are the form minus this. */
export const WIDE = 16;
export const MAX_DECIMALS = 15;

/** 10^0 … 10^22: all powers that are exact doubles. */
export const POWERS_OF_TEN = Float64Array.from({length: 23}, (_, power) => Number(`1e${power}`));

/** Decimals of the integers of this form; -1: plain doubles. */
export function formDecimals(form: number): number {
  return form === FLOAT_FORM ? -1 : form % WIDE;
}

export function isKnownForm(form: number): boolean {
  return form === FLOAT_FORM || form < 2 * WIDE;
}

/**
 * Skips the newest `skip` values and puts the next `count` into out[0…count), the oldest of them first. Integers stay scaled. Returns the
 * offset after the last read value.
 */
export function readValues(
  bytes: Uint8Array,
  {at, form}: {readonly at: number; readonly form: number},
  skip: number,
  count: number,
  out: Float64Array,
): number {
  if (form < WIDE) return readNarrow(bytes, at, skip, count, out);
  return form === FLOAT_FORM ? readFloats(bytes, at, skip, count, out) : readWide(bytes, at, skip, count, out);
}

/** Converts scaled integers to their values, in place; plain doubles are not changed. */
export function unscale(values: Float64Array, count: number, decimals: number): void {
  if (decimals <= 0) return;
  const power = POWERS_OF_TEN[decimals]!;
  for (let row = 0; row < count; row++) values[row] = values[row]! / power;
}

function readNarrow(bytes: Uint8Array, at: number, skip: number, count: number, out: Float64Array): number {
  let next = at;
  let value = 0;
  for (let index = skip + count - 1; index >= 0; index--) {
    let byte = bytes[next++]!;
    let coded = byte;
    if (byte > 127) {
      byte = bytes[next++]!;
      coded += (byte << 7) - 128;
      if (byte > 127) {
        byte = bytes[next++]!;
        coded += (byte << 14) - 16384;
        if (byte > 127) {
          byte = bytes[next++]!;
          coded += (byte << 21) - 2097152;
          if (byte > 127) coded += (bytes[next++]! << 28) - 268435456;
        }
      }
    }
    value = (value + ((coded >>> 1) ^ -(coded & 1))) | 0;
    if (index < count) out[index] = value;
  }
  return next;
}

function readWide(bytes: Uint8Array, at: number, skip: number, count: number, out: Float64Array): number {
  const cursor = {at};
  let value = 0;
  for (let index = skip + count - 1; index >= 0; index--) {
    value += unzigzag(readVarint(bytes, cursor));
    if (index < count) out[index] = value;
  }
  return cursor.at;
}

function readFloats(bytes: Uint8Array, at: number, skip: number, count: number, out: Float64Array): number {
  const end = at + (skip + count) * 8;
  if (end > bytes.length) return end;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let row = 0; row < count; row++) out[row] = view.getFloat64(end - (row + 1) * 8, true);
  return end;
}
