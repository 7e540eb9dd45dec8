// EMISS: the list of indicators with their agencies, windows-1251, separated by tabs ("indlist").
//
// FIX-fedstat-25: the header names five fields, the rows have four (number, name, number of the agency, agency): the header lies.
// FIX-fedstat-26: a name with line breaks goes on in the next lines, up to the one that ends with the agency.
import {Refusal} from "../../refusal.ts";
import type {ListedIndicator} from "../../statistics/release/release.ts";
import {parseDay} from "../../statistics/time/day.ts";
import {readDecodedText, readTextStart} from "../input/decoded-text.ts";
import {plainText, plainTextOrNull} from "../sources/fedstat/plain-text.ts";
import {gatherEntries, type ListingSource} from "./listing-source.ts";

export const agencyList: ListingSource = {
  name: "fedstat-agency-list",
  version: 1,
  provider: "fedstat",
  async recognises(file) {
    return (await readTextStart(file)).startsWith("id\turl\tname\torgid\torgname");
  },
  async parse(file, hints) {
    const publishedAt = hints.publishedAt === null ? null : parseDay(hints.publishedAt);
    if (publishedAt === null)
      throw new Refusal(`${file.name} does not say of which day it is`, "give the day with --published YYYY-MM-DD");
    const text = await readDecodedText(file);
    if (!text.endsWith("\n"))
      throw new Refusal(`${file.name} ends within a line`, "it was probably cut off; download it again");
    return {publishedAt, entries: gatherEntries(file.name, readEntries(file.name, text))};
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
    if (fields.length !== 4 || !/^\d{1,9}$/.test(code!) || plainText(name!) === "")
      throw new Refusal(
        `${file}, line ${start + 1}: not a number, a name, the agency's number and the agency: ${JSON.stringify(record.slice(0, 80))}`,
        "mend the line; nothing of the catalogue was loaded",
      );
    yield {code: code!, name: plainText(name!), agency: plainTextOrNull(agency!), topics: null, excluded: null};
  }
}
