// SDMX-CSV 1.0 and 2.0: the columns before OBS_VALUE are the dimensions, but for those that only attributes have; those after it are attributes.
//
// With labels a cell is "code: name", or a column of names is behind each column of codes. The first column names the dataflow; the Central
// Bank's column KEY begins with it.
import {Refusal} from "../../../../service/refusal.ts";
import type {ParserCode} from "../../../source.ts";
import {refuseChanges} from "../coded-attributes.ts";
import {createCodedRegister} from "../coded-release.ts";
import {cellLocation, fileBeginning, isWhole, readRows, soleFile, soleStart} from "../text-table.ts";
import {isAttributeColumn} from "./sdmx-structure.ts";
import {createSecondMeasures, isOfNumbers} from "./second-measures.ts";

/** FIX-country-17: columns about the file, or that repeat the key, and not about the series. */
const ABOUT = /^(?:dataflow|(?:series_|obs_)?key|structure|structure_id|structure_name|action|last update)$/i;

export const sdmxCsv: ParserCode = {
  async recognises(files) {
    const [first = ""] = (await soleStart(files)).split("\n");
    return (
      /^"?(?:DATAFLOW|KEY|STRUCTURE)\b/i.test(first) && /\bTIME_PERIOD\b/i.test(first) && /\bOBS_VALUE\b/i.test(first)
    );
  },
  async parse(files, hints, sink) {
    const file = soleFile(files);
    const start = (await fileBeginning(file)).split("\n")[0]!;
    const {rows: lines, ending} = await readRows(file, start.includes(";") && !start.includes(",") ? ";" : ",");
    const [header, ...rows] = lines;
    const parts = (cell: string): [string, string] => {
      const [, code = cell, name = ""] = /^([^:\s]+): ?(.*)$/s.exec(cell) ?? [];
      return [code.trim(), name.trim()];
    };
    // "STRUCTURE[;]" names the sign between several values of one cell.
    const columns = header!.cells.map((cell) =>
      parts(cell)[0]
        .replace(/\[.?\]$/, "")
        .trim(),
    );
    const twice = columns.find(
      (column, at) => /^(?:time_period|obs_value)$/i.test(column) && columns.indexOf(column) < at,
    );
    if (twice !== undefined)
      throw new Refusal(`${file.name} has two columns ${twice}`, "a message with one value for each key is read");
    const find = (name: RegExp): number => columns.findIndex((column) => name.test(column));
    const [time, value, action] = [find(/^time_period$/i), find(/^obs_value$/i), find(/^action$/i)];
    const paired = pairedFrom(columns, value);
    const indexes = columns.flatMap((id, at) =>
      at === time || at === value || ABOUT.test(id) || (at >= paired && (at - paired) % 2 === 1) ? [] : [at],
    );
    const isKeyColumn = (at: number): boolean => at < value && !isAttributeColumn(columns[at]!, at > time);
    const keys = indexes.filter(isKeyColumn);
    const others = indexes.filter((at) => !isKeyColumn(at));
    const hasNames =
      parts(header!.cells[keys[0]!]!)[1] !== "" || rows.some(({cells}) => /^[^:\s]+: \S/.test(cells[keys[0]!] ?? ""));
    const code = (cell: string): string => (hasNames ? parts(cell)[0] : cell.trim());
    const labels = keys.map(() => new Map<string, string>());
    const flowColumn = find(/^(?:dataflow|structure_id|key)$/i);
    const flow = rows[0]?.cells[flowColumn] ?? "";
    for (const {cells} of hasNames || paired < columns.length ? rows : [])
      for (const [index, at] of keys.entries()) {
        const cell = cells[at] ?? "";
        labels[index]!.set(...(at >= paired ? ([cell.trim(), (cells[at + 1] ?? "").trim()] as const) : parts(cell)));
      }
    const [, provider = null, own = null] = /^([\w.-]+):([\w.-]+)/.exec(flow) ?? [];
    const isKey = /^key$/i.test(columns[0]!);
    const head = {
      noValue: ["NaN", "nan"],
      file: file.name,
      provider,
      dataset: isKey ? flow.split(".")[0]! : own,
      dimensions: keys.map((at, index) => ({id: columns[at]!, name: columns[at]!, labels: labels[index]!})),
    };
    const register = createCodedRegister(head, hints, sink);
    const measures = createSecondMeasures();
    for (const row of rows) {
      if (!isWhole(file, row, columns.length, sink)) continue;
      const {cells, line} = row;
      if (action >= 0) refuseChanges(`${file.name}, line ${line}`, cells[action]!.trim());
      if (!isKey && cells[flowColumn] !== flow)
        throw new Refusal(
          `${file.name}, line ${line}: a value of ${cells[flowColumn]} below values of ${flow}`,
          "a release is one dataset: save each as a file of its own",
        );
      const attributes = new Map(others.filter((at) => cells[at] !== "").map((at) => [columns[at]!, code(cells[at]!)]));
      const codes = keys.map((at) => code(cells[at]!));
      for (const [id, text] of attributes) measures.note(id, text, codes, line);
      register.observe(codes, code(cells[time]!), cells[value]!, attributes, cellLocation(row, value));
    }
    measures.refuse(file.name, sink);
    for (const at of keys) {
      const reason = noDimension(columns[at]!, at > time ? rows.map(({cells}) => cells[at]?.trim() ?? "") : []);
      if (reason === null) continue;
      const location = {file: file.name, line: header!.line, column: columns[at]!, text: columns[at]!, row: null};
      sink.refuse({...location, reason, values: rows.length});
    }
    return {metadata: register.metadata(), ending};
  },
};

/** Why a column is no part of the key. FIX-country-08: an identifier has no blanks, so such a column has names, which change with the language. */
function noDimension(id: string, cells: readonly string[]): string | null {
  if (isOfNumbers(cells)) return "has numbers before OBS_VALUE, and no codes of a key";
  return /\s/.test(id) ? "is no identifier of a dimension: it may have the names of codes" : null;
}

/**
 * FIX-country-08: with a column STRUCTURE_NAME each column of codes has a column of their names behind it. A name is never a part of a key: it
 * changes with the language.
 * @returns the first such column; beyond the last one: there is none
 */
function pairedFrom(columns: readonly string[], value: number): number {
  const first = columns.findLastIndex((column) => ABOUT.test(column)) + 1;
  const isPaired = columns.slice(first).every((column, at) => at % 2 === 1 || /^[A-Za-z@$_][\w@$-]*$/.test(column));
  const hasNames =
    columns.some((column) => /^structure_name$/i.test(column)) && /[a-z ]|^$/.test(columns[value + 1] ?? "x");
  return hasNames && isPaired && (columns.length - first) % 2 === 0 && (value - first) % 2 === 0
    ? first
    : columns.length;
}
