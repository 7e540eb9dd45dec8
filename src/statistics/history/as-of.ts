// The part of a window that asks what was known on a past day: of each period the last estimate published by then.
//
// A period whose first estimate came later is absent. Rows come oldest first within a period, the latest estimate last.
import type {Day} from "../day.ts";
import type {Header} from "./layout.ts";
import type {Observations} from "./observations.ts";
import type {ReleaseTable} from "./release-table.ts";
import {readDepths, readLatestReleases, readSupersededReleases, readSupersededValues} from "./sections.ts";

// Scratch columns, grown as needed and reused.
let depths = new Int32Array(512);
let latestDays = new Int32Array(512);
let olderDays = new Int32Array(512);
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
  readOlder(bytes, header, table);
  readLatestReleases(bytes, header, table, table.day, skip, count, latestDays);
  const firstPlace = header.latest - skip - count;
  let older = countOlder(firstPlace);
  let known = 0;
  for (let place = 0; place < count; place++) {
    const depth = depths[firstPlace + place]!;
    const firstDay = depth > 0 ? olderDays[older]! : latestDays[place]!;
    if (firstDay <= asOf) known++;
    older += depth;
  }
  return known;
}

/** Takes the window's latest estimates back to that day, in place; periods stay ordinals. */
export function readAsOf(
  bytes: Uint8Array,
  header: Header,
  table: ReleaseTable,
  skip: number,
  asOf: Day,
  window: Observations,
): void {
  const {period, asOf: published, mantissa} = window;
  readOlder(bytes, header, table);
  const decimals = header.superseded > 0 ? readSupersededValues(bytes, header, olderValues) : window.decimals;
  if (decimals !== window.decimals) {
    // Two scales in one answer: plain doubles for both. Writing them finds the same digits again.
    unscale(mantissa, window.count, window.decimals);
    unscale(olderValues, header.superseded, decimals);
    window.decimals = -1;
  }
  const firstPlace = header.latest - skip - window.count;
  let older = countOlder(firstPlace);
  let known = 0;
  for (let place = 0; place < window.count; place++) {
    const depth = depths[firstPlace + place]!;
    let row = older + depth - 1;
    if (published[place]! <= asOf) {
      period[known] = period[place]!;
      published[known] = published[place]!;
      mantissa[known++] = mantissa[place]!;
    } else {
      while (row >= older && olderDays[row]! > asOf) row--;
      if (row >= older) {
        period[known] = period[place]!;
        published[known] = olderDays[row]!;
        mantissa[known++] = olderValues[row]!;
      }
    }
    older += depth;
  }
  window.count = known;
}

function readOlder(bytes: Uint8Array, header: Header, table: ReleaseTable): void {
  const {latest, superseded} = header;
  if (depths.length < latest) {
    depths = new Int32Array(latest * 2);
    latestDays = new Int32Array(latest * 2);
  }
  if (olderDays.length < superseded) {
    olderDays = new Int32Array(superseded * 2);
    olderValues = new Float64Array(superseded * 2);
  }
  if (superseded === 0) {
    depths.fill(0, 0, latest);
    return;
  }
  readDepths(bytes, header, depths);
  readSupersededReleases(bytes, header, table, table.day, olderDays);
}

function countOlder(places: number): number {
  let rows = 0;
  for (let place = 0; place < places; place++) rows += depths[place]!;
  return rows;
}

function unscale(values: Float64Array, count: number, decimals: number): void {
  if (decimals <= 0) return;
  const power = 10 ** decimals;
  for (let row = 0; row < count; row++) values[row] = values[row]! / power;
}
