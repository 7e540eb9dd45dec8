// The sections of a packed history, read into arrays oldest first. They trust the checksum for the values, and check what
// would otherwise read beyond a section or name a release that is not there.
import {DamagedHistory, type Header} from "./layout.ts";
import {readPeriods, readRuns, runsRead} from "./run-column.ts";
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

/** Places in the release table of the same estimates. Gives the largest. */
export function readLatestReleases(
  bytes: Uint8Array,
  header: Header,
  skip: number,
  count: number,
  out: Int32Array,
): number {
  const from = header.latestReleasesAt;
  const to = header.latestValuesAt;
  if (from === to) {
    out.fill(0, 0, count);
    return 0;
  }
  const fits = readRuns(bytes, from, to, releaseLimit(header), skip, count, out);
  refuseUnless(fits && (skip + count === header.latest ? runsRead.at === to : runsRead.at <= to), "releases");
  return runsRead.largest;
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
  const fits = readRuns(
    bytes,
    header.depthsAt,
    header.supersededReleasesAt,
    header.superseded + 1,
    0,
    header.latest,
    out,
  );
  let sum = 0;
  for (let row = 0; row < header.latest; row++) sum += out[row]!;
  refuseUnless(fits && runsRead.at === header.supersededReleasesAt && sum === header.superseded, "depths");
}

/** Places in the release table of the superseded estimates, by period ascending, then stamp ascending. Gives the largest. */
export function readSupersededReleases(bytes: Uint8Array, header: Header, out: Int32Array): number {
  const to = header.supersededValuesAt;
  const fits = readRuns(bytes, header.supersededReleasesAt, to, releaseLimit(header), 0, header.superseded, out);
  refuseUnless(fits && runsRead.at === to, "superseded releases");
  return runsRead.largest;
}

/** Values of the superseded estimates in the same order, scaled by the decimals given back (-1: plain doubles). */
export function readSupersededValues(bytes: Uint8Array, header: Header, out: Float64Array): number {
  refuseUnless(isKnownForm(header.supersededForm), "superseded values");
  const next = readValues(bytes, header.supersededValuesAt, header.supersededForm, 0, header.superseded, out);
  refuseUnless(next === header.end, "superseded values");
  return formDecimals(header.supersededForm);
}

/** A release takes a byte at least; whether the place is really there, the table says when it is read. */
function releaseLimit(header: Header): number {
  return header.periodsAt - header.releasesAt;
}

function refuseUnless(fits: boolean, section: string): void {
  if (!fits) throw new DamagedHistory(`the ${section} of a history do not fit their section`);
}
