// A packed history back into plain estimates: for loads and checks. Slices read windows instead (window.ts).
import {createColumns, type Estimates} from "./estimates.ts";
import {checkSum, createHeader, DamagedHistory, readHeader} from "./layout.ts";
import {ALL_RELEASES, createReleaseTable, readReleases} from "./release-table.ts";
import {
  readDepths,
  readLatestPeriods,
  readLatestReleases,
  readLatestValues,
  readSupersededReleases,
  readSupersededValues,
} from "./sections.ts";
import {unscale} from "./value-column.ts";

const header = createHeader();
const table = createReleaseTable();

// Scratch columns of the superseded estimates, grown as needed and reused.
let depths = new Int32Array(512);
let olderPlaces = new Int32Array(512);
let olderValues = new Float64Array(512);

/** All estimates, bit for bit as they were given. Throws DamagedHistory (checksum, version, lengths). */
export function decodeHistory(bytes: Uint8Array): Estimates {
  checkSum(bytes);
  readHeader(bytes, header);
  readReleases(bytes, header, ALL_RELEASES, table);
  const {latest, superseded} = header;
  const all = createColumns(latest + superseded);
  const {period, day, sequence, value} = all;
  readLatestPeriods(bytes, header, 0, latest, period);
  refusePlace(readLatestReleases(bytes, header, 0, latest, day));
  unscale(value, latest, readLatestValues(bytes, header, 0, latest, value));
  if (superseded > 0) readSuperseded(bytes);
  else if (header.depthsAt !== header.end) throw new DamagedHistory("a history has bytes that belong to nothing");

  // The latest estimates stand closed up at the front; from the last period back each row moves to its own place.
  let older = superseded;
  let row = latest + superseded;
  for (let place = latest - 1; place >= 0; place--) {
    const release = day[place]!;
    period[--row] = period[place]!;
    day[row] = table.day[release]!;
    sequence[row] = table.sequence[release]!;
    value[row] = value[place]!;
    for (let left = superseded > 0 ? depths[place]! : 0; left > 0; left--) {
      const olderRelease = olderPlaces[--older]!;
      period[--row] = period[place]!;
      day[row] = table.day[olderRelease]!;
      sequence[row] = table.sequence[olderRelease]!;
      value[row] = olderValues[older]!;
    }
  }
  all.count = latest + superseded;
  return all;
}

function readSuperseded(bytes: Uint8Array): void {
  const {latest, superseded} = header;
  if (depths.length < latest) depths = new Int32Array(latest * 2);
  if (olderPlaces.length < superseded) {
    olderPlaces = new Int32Array(superseded * 2);
    olderValues = new Float64Array(superseded * 2);
  }
  readDepths(bytes, header, depths);
  refusePlace(readSupersededReleases(bytes, header, olderPlaces));
  unscale(olderValues, superseded, readSupersededValues(bytes, header, olderValues));
}

function refusePlace(largest: number): void {
  if (largest >= table.count && header.latest > 0)
    throw new DamagedHistory("a history names a release it does not have");
}
