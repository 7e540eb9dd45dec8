// Unpacks a history into plain estimates, for loads and checks. Slices read windows instead (window.ts).
import {createColumns, type Estimates} from "./estimates.ts";
import {checkSum, DamagedHistory, readHeader, unscale} from "./layout.ts";
import {
  ALL_RELEASES,
  createReleaseTable,
  type ReleaseTable,
  readLatestPeriods,
  readLatestReleases,
  readLatestValues,
  readReleases,
  readSuperseded,
  readSupersededValues,
  refuseReleaseBeyond,
  type Superseded,
} from "./sections.ts";
import {decodeSpans} from "./withdrawn.ts";

/** Memory that is reused for unpacking many histories. */
export interface DecodeScratch {
  readonly releases: ReleaseTable;
  readonly superseded: Superseded;
  values: Float64Array;
}

export function createDecodeScratch(): DecodeScratch {
  return {
    releases: createReleaseTable(0),
    superseded: {depths: new Int32Array(0), places: new Int32Array(0)},
    values: new Float64Array(0),
  };
}

/**
 * All estimates, bit for bit as they were given. Throws DamagedHistory (checksum, version, lengths).
 * @param scratch pass the same one for many histories: its creation takes a third of the time
 */
export function decodeHistory(bytes: Uint8Array, scratch = createDecodeScratch()): Estimates {
  checkSum(bytes);
  const header = readHeader(bytes);
  const table = scratch.releases;
  readReleases(bytes, header, ALL_RELEASES, table);
  const {latest, superseded} = header;
  const all = createColumns(latest + superseded);
  const {period, day, sequence, value} = all;
  readLatestPeriods(bytes, header, 0, latest, period);
  const largest = readLatestReleases(bytes, header, 0, latest, day);
  if (latest > 0) refuseReleaseBeyond(table, largest);
  unscale(value, latest, readLatestValues(bytes, header, 0, latest, value));
  if (superseded === 0 && header.depthsAt !== header.end) {
    throw new DamagedHistory("a history has bytes that belong to no section");
  }
  readSuperseded(bytes, header, table, scratch.superseded);
  const {depths, places} = scratch.superseded;
  if (scratch.values.length < superseded) scratch.values = new Float64Array(superseded * 2);
  const olderValues = scratch.values;
  if (superseded > 0) unscale(olderValues, superseded, readSupersededValues(bytes, header, olderValues));

  // The latest estimates are together at the start; from the last period back each row is moved to its place.
  let older = superseded;
  let row = latest + superseded;
  for (let place = latest - 1; place >= 0; place--) {
    const release = day[place]!;
    period[--row] = period[place]!;
    day[row] = table.day[release]!;
    sequence[row] = table.sequence[release]!;
    value[row] = value[place]!;
    for (let left = depths[place]!; left > 0; left--) {
      const olderRelease = places[--older]!;
      period[--row] = period[place]!;
      day[row] = table.day[olderRelease]!;
      sequence[row] = table.sequence[olderRelease]!;
      value[row] = olderValues[older]!;
    }
  }
  all.count = latest + superseded;
  if (header.end < header.withdrawnEnd) all.withdrawn = decodeSpans(bytes, header.end, header.withdrawnEnd);
  return all;
}
