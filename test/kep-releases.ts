// The monthly releases of the publisher's short-term indicators, 2015-01 … 2018-07, as tidy packages: one release a month with its annual,
// quarterly and monthly values, published on the month's last day.
//
// The expected releases (a list of values by month) are made here as well, independent of the program's code.
import {readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {SHARED_DATA, writePackage} from "./warehouse.ts";

const FOLDER = join(SHARED_DATA, "rosstat_files/kep_vintages_tidy");

export interface KepRelease {
  /** YYYY-MM */
  readonly month: string;
  readonly publishedAt: string;
  readonly values: readonly KepValue[];
}

export interface KepValue {
  readonly indicator: string;
  readonly frequency: "A" | "Q" | "M";
  /** as the package writes it: 2016, 2016-Q1, 2016-03 */
  readonly period: string;
  readonly value: string;
}

export function kepFileCount(): number {
  return readdirSync(FOLDER).length;
}

/** In order of month. */
export function readKepReleases(): KepRelease[] {
  const months = [...new Set(readdirSync(FOLDER).map((name) => name.slice(-11, -4)))].sort();
  return months.map((month) => ({month, publishedAt: lastDayOf(month), values: readValues(month)}));
}

function readValues(month: string): KepValue[] {
  return (["A", "Q", "M"] as const).flatMap((frequency) => {
    const name = `kep_df${frequency.toLowerCase()}_${month}.csv`;
    if (!readdirSync(FOLDER).includes(name)) return [];
    const [head, ...lines] = readFileSync(join(FOLDER, name), "utf8").trim().split(/\r?\n/);
    const columns = head!.split(",");
    const first = frequency === "A" ? 2 : 3;
    return lines.flatMap((line) => {
      const cells = line.split(",");
      const [year, part] = [cells[1]!, Number(cells[2])];
      const period =
        frequency === "A" ? year : frequency === "Q" ? `${year}-Q${part}` : `${year}-${String(part).padStart(2, "0")}`;
      return columns.slice(first).flatMap((indicator, index) => {
        const value = cells[first + index]!;
        return value === "" ? [] : [{indicator, frequency, period, value}];
      });
    });
  });
}

function lastDayOf(month: string): string {
  const [year, number] = month.split("-").map(Number);
  return new Date(Date.UTC(year!, number!, 0)).toISOString().slice(0, 10);
}

export async function writeKepPackage(folder: string, release: KepRelease): Promise<string> {
  const metadata = {
    provider: "rosstat_files",
    dataset: "kep",
    name: "Краткосрочные экономические показатели",
    published_at: release.publishedAt,
    // Some months lack series of the month before.
    partial: true,
  };
  const rows = release.values.map(
    ({indicator, frequency, period, value}) => `${indicator},${frequency},643,${period},${value}`,
  );
  return writePackage(join(folder, release.month), metadata, "indicator,freq,geo,period,value", rows);
}

/** Revisions by a plain list: a value that differs from the last one published before it for its series and period. */
export function countRevisions(releases: readonly KepRelease[]): {first: number; revised: number} {
  const last = new Map<string, number>();
  let [first, revised] = [0, 0];
  for (const release of releases) {
    for (const {indicator, frequency, period, value} of release.values) {
      const key = `${frequency} ${indicator} ${period}`;
      const before = last.get(key);
      if (before === undefined) first++;
      else if (before !== Number(value)) revised++;
      last.set(key, Number(value));
    }
  }
  return {first, revised};
}
