// The part of a window that asks what was known on a past day: of each period the last estimate published by then.
//
// A period whose first estimate came later is absent. Rows come oldest first within a period, the latest estimate last.
import type {Day} from "../time/day.ts";
import {DamagedHistory, type Header} from "./layout.ts";
import type {Observations} from "./observations.ts";
import {ALL_RELEASES, type ReleaseTable, readReleases} from "./release-table.ts";
import {readDepths, readLatestReleases, readSupersededReleases, readSupersededValues} from "./sections.ts";
import {unscale} from "./value-column.ts";

// Scratch columns, grown as needed and reused: by period, and by superseded estimate.
let depths = new Int32Array(512);
let latestPlaces = new Int32Array(512);
let olderPlaces = new Int32Array(512);
let olderValues = new Float64Array(512);

/** How many of the window's periods had an estimate by that day. */
export function countAsOf(
  bytes: Uint8Array,
  header: Header,
  table: ReleaseTable,
  skip: number,
  count: number,
  asOf: Day,
): number {
  grow(header);
  readLatestReleases(bytes, header, skip, count, latestPlaces);
  readOlder(bytes, header, table);
  const {day} = table;
  const firstPlace = header.latest - skip - count;
  let older = countOlder(firstPlace);
  let known = 0;
  for (let place = 0; place < count; place++) {
    const depth = depths[firstPlace + place]!;
    const firstRelease = depth > 0 ? olderPlaces[older]! : latestPlaces[place]!;
    if (day[firstRelease]! <= asOf) known++;
    older += depth;
  }
  return known;
}

/** Takes the window's latest estimates back to that day, in place. Its asOf come as places in the table and leave as days. */
export function readAsOf(
  bytes: Uint8Array,
  header: Header,
  table: ReleaseTable,
  skip: number,
  asOf: Day,
  window: Observations,
): void {
  const {period, asOf: published, mantissa} = window;
  grow(header);
  readOlder(bytes, header, table);
  const decimals = header.superseded > 0 ? readSupersededValues(bytes, header, olderValues) : window.decimals;
  if (decimals !== window.decimals) {
    // Two scales in one answer: plain doubles for both. Writing them finds the same digits again.
    unscale(mantissa, window.count, window.decimals);
    unscale(olderValues, header.superseded, decimals);
    window.decimals = -1;
  }
  const {day} = table;
  const firstPlace = header.latest - skip - window.count;
  let older = countOlder(firstPlace);
  let known = 0;
  for (let place = 0; place < window.count; place++) {
    const depth = depths[firstPlace + place]!;
    let estimate = day[published[place]!]!;
    let value = mantissa[place]!;
    for (let row = older + depth - 1; estimate > asOf && row >= older; row--) {
      estimate = day[olderPlaces[row]!]!;
      value = olderValues[row]!;
    }
    older += depth;
    if (estimate > asOf) continue;
    period[known] = period[place]!;
    published[known] = estimate;
    mantissa[known++] = value;
  }
  window.count = known;
}

function grow({latest, superseded}: Header): void {
  if (depths.length < latest) {
    depths = new Int32Array(latest * 2);
    latestPlaces = new Int32Array(latest * 2);
  }
  if (olderPlaces.length < superseded) {
    olderPlaces = new Int32Array(superseded * 2);
    olderValues = new Float64Array(superseded * 2);
  }
}

/** Depths, releases of superseded estimates, and the whole release table. */
function readOlder(bytes: Uint8Array, header: Header, table: ReleaseTable): void {
  readReleases(bytes, header, ALL_RELEASES, table);
  if (header.superseded === 0) {
    depths.fill(0, 0, header.latest);
    return;
  }
  readDepths(bytes, header, depths);
  if (readSupersededReleases(bytes, header, olderPlaces) >= table.count) {
    throw new DamagedHistory("a history names a release it does not have");
  }
}

function countOlder(places: number): number {
  let rows = 0;
  for (let place = 0; place < places; place++) rows += depths[place]!;
  return rows;
}
