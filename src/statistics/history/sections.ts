// The sections of a packed history, read into arrays oldest first. They trust the checksum for the values, and check what
// would otherwise read beyond a section or name a release that is not there.
import {DamagedHistory, type Header} from "./layout.ts";
import type {ReleaseTable} from "./release-table.ts";
import {readPeriods, readRuns} from "./run-column.ts";
import {formDecimals, isKnownForm, readValues} from "./value-column.ts";

/** Periods of the latest estimates: skips the newest `skip`, puts the next `count` into `out`, ascending. */
export function readLatestPeriods(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Int32Array,
): void {
  const next = readPeriods(bytes, header.periodsAt, header.latestReleasesAt, header.last, skip, count, out);
  refuseUnless(next >= 0 && next <= header.latestReleasesAt, "periods");
  if (skip + count === header.latest && count > 0) {
    refuseUnless(next === header.latestReleasesAt && out[0] === header.first, "periods");
  }
}

/** Days of publication of the same estimates. */
export function readLatestReleases(
  bytes: Uint8Array,
  header: Header,
  table: ReleaseTable,
  lookup: Int32Array,
  skip: number,
  count: number,
  out: Int32Array,
): void {
  const from = header.latestReleasesAt;
  const to = header.latestValuesAt;
  if (table.count === 1) {
    refuseUnless(from === to, "releases");
    out.fill(lookup[0]!, 0, count);
    return;
  }
  const next = readRuns(bytes, from, to, table.count, skip, count, out);
  refuseUnless(next >= 0 && (skip + count === header.latest ? next === to : next <= to), "releases");
  for (let row = 0; row < count; row++) out[row] = lookup[out[row]!]!;
}

/** Values of the same estimates, scaled by the decimals given back (-1: plain doubles). */
export function readLatestValues(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Float64Array,
): number {
  refuseUnless(isKnownForm(header.latestForm), "values");
  const next = readValues(bytes, header.latestValuesAt, header.latestForm, skip, count, out);
  refuseUnless(skip + count === header.latest ? next === header.depthsAt : next <= header.depthsAt, "values");
  return formDecimals(header.latestForm);
}

/** How many superseded estimates each period has, by period ascending. */
export function readDepths(bytes: Uint8Array, header: Header, out: Int32Array): void {
  const limit = header.superseded + 1;
  const next = readRuns(bytes, header.depthsAt, header.supersededReleasesAt, limit, 0, header.latest, out);
  let sum = 0;
  for (let row = 0; row < header.latest; row++) sum += out[row]!;
  refuseUnless(next === header.supersededReleasesAt && sum === header.superseded, "depths");
}

/** Releases of the superseded estimates, by period ascending, then stamp ascending. */
export function readSupersededReleases(
  bytes: Uint8Array,
  header: Header,
  table: ReleaseTable,
  lookup: Int32Array,
  out: Int32Array,
): void {
  const to = header.supersededValuesAt;
  const next = readRuns(bytes, header.supersededReleasesAt, to, table.count, 0, header.superseded, out);
  refuseUnless(next === to, "superseded releases");
  for (let row = 0; row < header.superseded; row++) out[row] = lookup[out[row]!]!;
}

/** Values of the superseded estimates in the same order, scaled by the decimals given back (-1: plain doubles). */
export function readSupersededValues(bytes: Uint8Array, header: Header, out: Float64Array): number {
  refuseUnless(isKnownForm(header.supersededForm), "superseded values");
  const next = readValues(bytes, header.supersededValuesAt, header.supersededForm, 0, header.superseded, out);
  refuseUnless(next === header.end, "superseded values");
  return formDecimals(header.supersededForm);
}

function refuseUnless(fits: boolean, section: string): void {
  if (!fits) throw new DamagedHistory(`the ${section} of a history do not fit their section`);
}
