// CSV of the Office for National Statistics with one value in a line: "v4_1,Data Marking,mmm-yy,Time,uk-only,Geography,…".
//
// The number in the first name is the number of columns about the value behind it. Then each dimension has two columns, its codes and their
// labels, and the label of the time is in the form that people read: only the code is a period, "Jan-15" or "2015".
import {Refusal} from "../../../service/refusal.ts";
import type {ParserCode} from "../../source.ts";
import {createCodedRegister} from "./coded-release.ts";
import {bareName, cellLocation, isWhole, readRows, soleFile, soleStart} from "./text-table.ts";

const FIRST = /^v4_(\d{1,2})$/i;
/** What the columns of codes are called for each kind of time. */
const TIMES = /^(?:calendar-years?|mmm-yy|yyyy-qq|mmmm-yyyy|yyyy)$/i;

export const onsObservations: ParserCode = {
  recognises: async (files) => /^"?v4_\d{1,2}"?,/i.test(await soleStart(files)),
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const {rows: lines, ending} = await readRows(file, ",");
    const [header, ...rows] = lines;
    const names = header!.cells.map((cell) => cell.trim());
    const first = Number(FIRST.exec(names[0]!)![1]) + 1;
    const keys = Array.from({length: Math.floor((names.length - first) / 2)}, (_, at) => first + at * 2);
    const time = keys.findIndex((at) => TIMES.test(names[at]!));
    if ((names.length - first) % 2 !== 0 || time < 0)
      throw new Refusal(
        `${file.name}: its header does not name a time, and two columns for each dimension`,
        "it is damaged, or has a time that is not known: months (mmm-yy), quarters (yyyy-qq) and calendar years are read",
      );
    const isGeography = (at: number): boolean => /^geography$/i.test(names[at + 1]!);
    const labels = keys.map(() => new Map<string, string>());
    const whole = rows.filter((row) => isWhole(file, row, names.length, sink));
    for (const {cells} of whole)
      for (const [index, at] of keys.entries()) labels[index]!.set(cells[at]!.trim(), cells[at + 1]!.trim());
    const head = {
      file: file.name,
      provider: "ons",
      dataset: hints.dataset === null ? bareName(file) : null,
      dimensions: keys.map((at, index) => ({id: names[at]!, name: names[at + 1]!, labels: labels[index]!})),
      time,
      territoryId: names[keys.find(isGeography) ?? -1] ?? null,
    };
    const register = createCodedRegister(head, hints, sink);
    for (const row of whole) {
      const cells = row.cells.map((cell) => cell.trim());
      const marks = names.slice(1, first).map((name, at): [string, string] => [name, cells[at + 1]!]);
      const attributes = new Map(
        marks
          .filter(([, mark]) => mark !== "")
          .map(([name, mark]) => [/^data.?marking$/i.test(name) ? "OBS_STATUS" : name, mark]),
      );
      const codes = keys.map((at, index) => (index === time ? periodOf(cells[at]!) : cells[at]!));
      register.observeKey(codes, cells[0]!, attributes, cellLocation(row, 0));
    }
    return {metadata: register.metadata(), ending};
  },
};

/** "Jan-15" is a month of 2015 and "Jan-89" of 1989; years between, which may be of either century, are left to be refused. */
function periodOf(code: string): string {
  const [, month, year = ""] = /^([A-Za-z]{3})-([0-37-9]\d)$/.exec(code) ?? [];
  return month === undefined ? code : `${year < "40" ? 20 : 19}${year} ${month}`;
}
