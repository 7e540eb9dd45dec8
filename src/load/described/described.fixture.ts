// Small workbooks for tests of descriptors, read with the descriptor that the test writes.
import type {Explanation} from "../../service/evidence.ts";
import type {Unreadable} from "../source.ts";
import {fixtureFile, NO_HINTS, recordingSink} from "../sources/fedstat/emiss-message.fixture.ts";
import {type FixtureSheet, xlsxOf} from "../workbook/workbook.fixture.ts";
import type {Descriptor, TableDescription} from "./descriptor/descriptor.ts";
import {readDescribed} from "./read-described.ts";

const CONTENTS: FixtureSheet = {name: "Содержание", rows: [["Обновлено: "], ["3 марта 2024 г."]]};

export function descriptorOf(table: TableDescription, dataset: Partial<Descriptor["dataset"]> = {}): Descriptor {
  return {
    family: "fixtures",
    provider: "rosstat_files",
    dataset: {code: "fixture", name: "Показатель", indicator: {code: "x", label: "Икс"}, ...dataset},
    published: {sheet: "Содержание", text: "Обновлено"},
    tables: [{sheets: "^1$", ...table}],
  };
}

export async function read(descriptor: Descriptor, rows: FixtureSheet["rows"], merges: readonly string[] = []) {
  const sink = recordingSink();
  const explained: Explanation[] = [];
  const missing: string[] = [];
  const observe = sink.observe;
  const watching = {
    ...sink,
    observe: ((series, period, value, line, origin) => {
      explained.push(origin!.explain());
      observe(series, period, value, line, origin);
    }) as typeof observe,
    missing: (_series: number, _period: number, reason: string) => void missing.push(reason),
  };
  const file = fixtureFile("book.xlsx", xlsxOf([CONTENTS, {name: "1", rows, merges}]));
  const {metadata} = await readDescribed(descriptor, file, NO_HINTS, watching);
  return {metadata, observed: sink.observed, refused: sink.refused, explained, missing};
}

/** [class, transformation, unit, frequency, territory, period, value] of each. */
export function plain({observed}: {observed: Awaited<ReturnType<typeof read>>["observed"]}) {
  return observed.map(({series: s, period, value}) => [
    s.classification,
    s.transformation,
    s.unit,
    s.frequency,
    s.territory,
    period,
    value,
  ]);
}

export const locations = (refused: readonly Unreadable[]) =>
  refused.map(({sheet, cell, reason, text, kind}) => [`${sheet}!${cell}`, kind ?? "cell", reason, text]);

export const REGIONAL: TableDescription = {
  columns: ["year", "period"],
  rows: ["territory"],
  cumulative: "any",
  rest: "class",
  lines: [{row: 1, as: "ignore"}, {as: "mixed"}],
};
