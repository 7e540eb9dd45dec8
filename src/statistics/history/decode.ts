// A packed history back into plain estimates: for loads and checks. Slices read windows instead (window.ts).
import type {PeriodOrdinal} from "../period.ts";
import {createColumns, type Estimates} from "./estimates.ts";
import {checkSum, createHeader, DamagedHistory, readHeader} from "./layout.ts";
import {createReleaseTable, readReleases} from "./release-table.ts";
import {
  readDepths,
  readLatestPeriods,
  readLatestReleases,
  readLatestValues,
  readSupersededReleases,
  readSupersededValues,
} from "./sections.ts";

export interface HistorySpan {
  /** Periods that have a value. */
  readonly periods: number;
  /** Estimates kept, the superseded ones too. */
  readonly estimates: number;
  readonly first: PeriodOrdinal;
  readonly last: PeriodOrdinal;
}

const header = createHeader();
const table = createReleaseTable();

/** All estimates, bit for bit as they were given. Throws DamagedHistory (checksum, version, lengths). */
export function decodeHistory(bytes: Uint8Array): Estimates {
  checkSum(bytes);
  readHeader(bytes, header);
  readReleases(bytes, header, table);
  const {latest, superseded} = header;
  const latestPart = createColumns(latest);
  readLatestPeriods(bytes, header, 0, latest, latestPart.period);
  readLatestReleases(bytes, header, table, table.day, 0, latest, latestPart.day);
  readLatestReleases(bytes, header, table, table.sequence, 0, latest, latestPart.sequence);
  unscale(latestPart.value, latest, readLatestValues(bytes, header, 0, latest, latestPart.value));
  latestPart.count = latest;
  if (superseded === 0) {
    if (header.depthsAt !== header.end) throw new DamagedHistory("a history has bytes that belong to nothing");
    return latestPart;
  }

  const olderPart = createColumns(superseded);
  const depths = new Int32Array(latest);
  readDepths(bytes, header, depths);
  readSupersededReleases(bytes, header, table, table.day, olderPart.day);
  readSupersededReleases(bytes, header, table, table.sequence, olderPart.sequence);
  unscale(olderPart.value, superseded, readSupersededValues(bytes, header, olderPart.value));
  const all = createColumns(latest + superseded);
  let older = 0;
  let row = 0;
  for (let place = 0; place < latest; place++) {
    const period = latestPart.period[place]!;
    for (let left = depths[place]!; left > 0; left--, older++, row++) {
      all.period[row] = period;
      all.day[row] = olderPart.day[older]!;
      all.sequence[row] = olderPart.sequence[older]!;
      all.value[row] = olderPart.value[older]!;
    }
    all.period[row] = period;
    all.day[row] = latestPart.day[place]!;
    all.sequence[row] = latestPart.sequence[place]!;
    all.value[row++] = latestPart.value[place]!;
  }
  all.count = row;
  return all;
}

/** What the header says, without reading or checking the rest: for lists and counts of series, not for values. */
export function historySpan(bytes: Uint8Array): HistorySpan {
  readHeader(bytes, header);
  const {latest, superseded, first, last} = header;
  return {periods: latest, estimates: latest + superseded, first, last};
}

function unscale(values: Float64Array, count: number, decimals: number): void {
  if (decimals <= 0) return;
  const power = 10 ** decimals;
  for (let row = 0; row < count; row++) values[row] = values[row]! / power;
}
