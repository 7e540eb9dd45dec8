// The catalogues of EMISS: the tree of indicators, the list with agencies ("indlist"), and the register of open data ("opendata_list").
//
// Each gives the names of indicators by number. A catalogue that can't be read whole is refused: nothing of it is kept.
import {Refusal} from "../../../service/refusal.ts";
import type {ListedIndicator} from "../../../statistics/release/release.ts";
import {type Day, dayText, FIRST_DAY, LAST_DAY, parseDay} from "../../../statistics/time/day.ts";
import {readDecodedText, readTextStart} from "../../input/decoded-text.ts";
import {type JsonNode, parseJsonNode, positionsIn} from "../../input/json-node.ts";
import {plainTextOrNull, unescapedText} from "../../input/plain-text.ts";
import {collectEntries, type ListingSource} from "../../listing/listing-source.ts";
import {hintedDay, OtherDay, statedDay} from "../../metadata.ts";
import {openDelimited} from "../../workbook/delimited.ts";
import type {Sheet} from "../../workbook/sheet.ts";
import {WORKBOOK_LIMITS} from "../../workbook/workbook-limits.ts";

const HEADER =
  "name,url,excluded,department,group_level_2,group_level_3,group_level_4,group_level_5,group_level_6,date_of_update";

/**
 * The tree as a delimited table, one row for each place of an indicator. FIX-fedstat-29: names repeat, and an indicator has up to a dozen
 * places; the number at the end of the address identifies it. A row without that number is a heading, or an indicator that was never
 * published, and is skipped. FIX-fedstat-30: "[ИСКЛЮЧЕН]" after a name is a mark and not part of the name; numbers before headings and
 * agencies only give their order.
 */
export const indicatorTree: ListingSource = {
  name: "fedstat-indicator-tree",
  version: 1,
  provider: "fedstat",
  async recognises(file) {
    return (await readTextStart(file)).startsWith(HEADER);
  },
  async parse(file, hints) {
    const workbook = await openDelimited(file, WORKBOOK_LIMITS);
    const rows = readRows(file.name, await workbook.read(workbook.sheets[0]!));
    const entries = collectEntries(
      file.name,
      rows.flatMap(({entry}) => entry ?? []),
    );
    const publishedAt = rows.reduce((latest, {day}) => Math.max(latest, day), FIRST_DAY);
    if (hints.publishedAt !== null && hints.publishedAt !== dayText(publishedAt))
      throw new OtherDay(
        `${file.name} has the day ${dayText(publishedAt)}, but --published is ${hints.publishedAt}`,
        "leave out --published: the day in the file is used",
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
    const fields = HEADER.split(",").map((_, index) => unescapedText(sheet.cell(row, index + 1)?.text ?? ""));
    // A record with line breaks is followed by empty rows.
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

/**
 * The list of indicators with their agencies: windows-1251, with tabs. FIX-fedstat-25: the header has five fields, the rows have four
 * (number, name, number of the agency, agency). FIX-fedstat-26: a name with line breaks continues in the next lines, up to the line that
 * ends with the agency.
 */
export const agencyList: ListingSource = {
  name: "fedstat-agency-list",
  version: 1,
  provider: "fedstat",
  async recognises(file) {
    return (await readTextStart(file)).startsWith("id\turl\tname\torgid\torgname");
  },
  async parse(file, hints) {
    const publishedAt = statedDay(file.name, null, hints, `${file.name} does not give its day`);
    const text = await readDecodedText(file);
    if (!text.endsWith("\n"))
      throw new Refusal(`${file.name} ends within a line`, "it was probably cut off; download it again");
    return {publishedAt, entries: collectEntries(file.name, readEntries(file.name, text))};
  },
};

function* readEntries(file: string, text: string): Generator<ListedIndicator> {
  const lines = text.slice(0, -1).split("\n");
  for (let at = 1; at < lines.length; at++) {
    const start = at;
    let record = lines[at]!;
    while (at + 1 < lines.length && !/^\d+\t/.test(lines[at + 1]!)) record += ` ${lines[++at]}`;
    const fields = record.split("\t");
    const [code, name, , agency] = fields;
    if (fields.length !== 4 || !/^\d{1,9}$/.test(code!) || unescapedText(name!) === "")
      throw new Refusal(
        `${file}, line ${start + 1}: not a number, a name, the agency's number and the agency: ${JSON.stringify(record.slice(0, 80))}`,
        "correct the line; nothing of the catalogue was loaded",
      );
    yield {code: code!, name: unescapedText(name!), agency: plainTextOrNull(agency!), topics: null, excluded: null};
  }
}

/**
 * The register of open data, JSON: names by number, without agencies or a tree. FIX-fedstat-27: the number is in English words
 * ("fiveaeightathreeaoneanine" is 58319). FIX-fedstat-28: the number before it is the taxpayer number of the register's owner, not an agency.
 */
export const openDataList: ListingSource = {
  name: "fedstat-open-data-list",
  version: 1,
  provider: "fedstat",
  async recognises(file) {
    return /^\s*\[\s*\{\s*"identifier"\s*:\s*"\d+-[a-z]+"/.test(await readTextStart(file));
  },
  /** Without --published its day is the day of the newest file it links, because it can't be older. */
  async parse(file, hints) {
    const text = await readDecodedText(file);
    const read = parseJsonNode(file.name, text).items.map((node) => readEntry(file.name, text, node));
    const entries = collectEntries(
      file.name,
      read.map(({entry}) => entry),
    );
    const newest = read.reduce((latest, {day}) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
    const publishedAt = hintedDay(hints) ?? newest;
    if (publishedAt < newest)
      throw new OtherDay(
        `${file.name} links files that are newer than --published ${hints.publishedAt}`,
        "leave out --published, or give the day on which it was downloaded",
      );
    return {publishedAt, entries};
  },
};

const DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

function readEntry(file: string, text: string, node: JsonNode): {entry: ListedIndicator; day: Day} {
  const member = (name: string): string => {
    const value = node.members.get(name)?.scalar;
    return typeof value === "string" ? value : "";
  };
  const words = /^\d+-([a-z]+)$/.exec(member("identifier"))?.[1]?.split("a") ?? [];
  const code = words.map((word) => DIGITS.indexOf(word)).join("");
  const name = unescapedText(member("title"));
  const day = parseDay(/\/data-(\d{4}-\d\d-\d\d)-/.exec(member("link"))?.[1] ?? "");
  if (!/^\d{1,9}$/.test(code) || name === "" || day === null)
    throw new Refusal(
      `${file}, line ${positionsIn(text)(node.start).line}: no number in words, no title, or no day in the link`,
      "correct the entry; nothing of the catalogue was loaded",
    );
  return {entry: {code, name, agency: null, topics: null, excluded: null}, day};
}
