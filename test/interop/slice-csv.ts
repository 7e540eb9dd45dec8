// Values of datasets as the CSV slice has them, to compare with what clients of SDMX read.
import assert from "node:assert/strict";
import type {Live} from "./live.ts";

/** "series period value" of every value of a dataset, sorted; the period is its first day. */
export async function valuesOfSlice(live: Live, dataset: string): Promise<string[]> {
  const lines: string[] = [];
  for (let offset: string | null = "0"; offset !== null; ) {
    const answer = await live.get(`/api/v1/data?dataset=${dataset}&geo=all&format=csv&limit=300&offset=${offset}`);
    assert.equal(answer.status, 200);
    const [head = "", ...rows] = (await answer.text()).trimEnd().split("\n");
    const columns = head.split(";");
    const [series, period, value] = ["series_key", "period", "value"].map((name) => columns.indexOf(name));
    for (const row of rows) {
      const cells = row.match(/(?<=^|;)(?:"(?:[^"]|"")*"|[^;]*)/g)!;
      lines.push(`${cells[series!]} ${cells[period!]} ${Number(cells[value!])}`);
    }
    offset = answer.headers.get("X-Next-Offset");
  }
  return lines.sort();
}

/** The dataset of a dataflow of the sample. */
export function datasetOf(flow: string): string {
  return flow.replace("--", "/").replace("/_", "/");
}

/** The first day of a period of SDMX. */
export function firstDay(period: string): string {
  const [, year, quarter] = /^(\d{4})-Q(\d)$/.exec(period) ?? [];
  if (quarter !== undefined) return `${year}-${String(Number(quarter) * 3 - 2).padStart(2, "0")}-01`;
  return `${period}-01-01`.slice(0, 10);
}
