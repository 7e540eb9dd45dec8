// The messages of a deep check about cells that do not contain the text that was read from them.
import assert from "node:assert/strict";
import {test} from "node:test";
import {seriesKey} from "../../statistics/catalogue/catalogue.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import {PLAIN_SERIES} from "../buffer/plain-series.fixture.ts";
import {cellListener} from "./verification.ts";

const locator = {file: "a.xlsx", sheet: "01", cell: "AK19", line: null, column: null, element: null};

test("a finding names release, series, period and cell, weeks by their day; at most twenty findings of a release are reported [evidence.witness]", () => {
  const said: string[] = [];
  const summary = {cells: 0};
  const address = {provider: "showdata", dataset: "demo"};
  const weeks = {base: 2026 * 54 + 40, days: Int32Array.of(20_000)};
  const look = cellListener(address, weeks, summary, (finding) => said.push(finding));
  const release = {id: 7} as ReleaseRecord;
  const tell = (frequency: "M" | "W", period: number) => {
    const explained = {locator, raw: "1", steps: [], value: 1, series: {...PLAIN_SERIES, frequency}, period};
    look.onMismatch(release, {explained, reason: 'holds "2"'});
  };
  tell("M", 2026 * 12 + 2);
  tell("W", weeks.base);
  tell("W", weeks.base + 1);
  const key = (frequency: "M" | "W") => seriesKey("showdata", "demo", {...PLAIN_SERIES, frequency});
  assert.deepEqual(said, [
    `release 7: series ${key("M")}, 2026-03-01: sheet "01", cell AK19 of a.xlsx holds "2"`,
    `release 7: series ${key("W")}, 2024-10-04: sheet "01", cell AK19 of a.xlsx holds "2"`,
    `release 7: series ${key("W")}, 2026-W42: sheet "01", cell AK19 of a.xlsx holds "2"`,
  ]);
  for (let more = 0; more < 30; more++) tell("M", 2026 * 12);
  assert.deepEqual(
    [said.length, said.at(-1)],
    [21, "release 7: more cells do not contain the text that was read from them"],
  );
  look.onLooked(5);
  look.onLooked(6);
  assert.equal(summary.cells, 11);
});
