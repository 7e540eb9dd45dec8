// EMISS: the tree of indicators as a table of text, one row for each place where an indicator hangs.
//
// FIX-fedstat-29: names repeat and an indicator hangs in up to a dozen places; the number at the end of the address tells them apart.
// Rows whose address has no number are headings or indicators that were never published: they are passed over.
// FIX-fedstat-30: "[ИСКЛЮЧЕН]" behind a name is a mark, no part of it; numbers before headings and agencies are their order.
import {Refusal} from "../../refusal.ts";
import type {ListedIndicator} from "../../statistics/release/release.ts";
import {type Day, dayText, FIRST_DAY, LAST_DAY} from "../../statistics/time/day.ts";
import {readTextStart} from "../input/decoded-text.ts";
import {plainText} from "../sources/fedstat/plain-text.ts";
import {openDelimited} from "../workbook/delimited.ts";
import {WORKBOOK_LIMITS} from "../workbook/package-parts.ts";
import type {Sheet} from "../workbook/sheet.ts";
import {gatherEntries, type ListingSource} from "./listing-source.ts";

const HEADER =
  "name,url,excluded,department,group_level_2,group_level_3,group_level_4,group_level_5,group_level_6,date_of_update";

export const indicatorTree: ListingSource = {
  name: "fedstat-indicator-tree",
  version: 1,
  provider: "fedstat",
  async recognises(file) {
    return (await readTextStart(file)).startsWith(HEADER);
  },
  async parse(file, hints) {
    const book = await openDelimited(file, WORKBOOK_LIMITS);
    const rows = readRows(file.name, await book.read(book.sheets[0]!));
    const entries = gatherEntries(
      file.name,
      rows.flatMap(({entry}) => entry ?? []),
    );
    const publishedAt = rows.reduce((latest, {day}) => Math.max(latest, day), FIRST_DAY);
    if (hints.publishedAt !== null && hints.publishedAt !== dayText(publishedAt))
      throw new Refusal(
        `${file.name} says that it is of ${dayText(publishedAt)}, --published says ${hints.publishedAt}`,
        "leave out --published: the file's own day counts",
      );
    return {publishedAt, entries};
  },
};

interface TreeRow {
  /** null: the row has no number. */
  readonly entry: ListedIndicator | null;
  readonly day: Day;
}

function readRows(file: string, sheet: Sheet): TreeRow[] {
  const rows: TreeRow[] = [];
  for (let row = 2; row <= sheet.rowCount; row++) {
    const fields = HEADER.split(",").map((_, place) => plainText(sheet.cell(row, place + 1)?.text ?? ""));
    // A record with line breaks leaves empty rows behind it.
    if (fields.every((field) => field === "")) continue;
    const [name, url, excluded, agency] = fields as [string, string, string, string];
    const day = Number(fields[9] || Number.NaN);
    const code = /\/indicator\/(\d{1,9})$/.exec(url)?.[1] ?? null;
    if (name === "" || !/^[01]$/.test(excluded) || !Number.isInteger(day) || day < FIRST_DAY || day > LAST_DAY)
      throw new Refusal(
        `${file}, line ${row}: no name, no mark 0 or 1, or no day: ${JSON.stringify(fields.join(",").slice(0, 80))}`,
        "it was probably cut off; nothing of the catalogue was loaded",
      );
    const groups = fields.slice(4, 9).filter((group) => group !== "");
    const headings = groups.at(-1) === name ? groups.slice(0, -1) : groups;
    const entry = {
      name: withoutMark(name),
      agency: withoutNumber(agency) || null,
      topics: headings.length === 0 ? [] : [headings.map(withoutNumber)],
      excluded: excluded === "1",
    };
    rows.push({entry: code === null ? null : {code, ...entry}, day});
  }
  return rows;
}

function withoutMark(text: string): string {
  return text.replace(/\s*\[ИСКЛЮЧЕН\]$/, "");
}

/** "1.29.3. Индексы …", "2.9.IV. Национальный проект …", "48. Центральный банк …" */
function withoutNumber(text: string): string {
  return withoutMark(text).replace(/^\d+\.(?:(?:\d+|[IVXLC]+)\.)*\s+/, "");
}
