// EMISS: the register of open data, JSON ("opendata_list"): names by number; agencies and tree are not in it.
//
// FIX-fedstat-27: the number of an indicator is spelled in English words ("fiveaeightathreeaoneanine" is 58319).
// FIX-fedstat-28: before it stands the taxpayer's number of whoever runs the register, which is no agency of the indicator.
import {Refusal} from "../../refusal.ts";
import type {ListedIndicator} from "../../statistics/release/release.ts";
import {type Day, parseDay} from "../../statistics/time/day.ts";
import {readDecodedText, readTextStart} from "../input/decoded-text.ts";
import {type JsonNode, parseJsonNode, placeInText} from "../input/json-node.ts";
import {plainText} from "../sources/fedstat/plain-text.ts";
import {gatherEntries, type ListingSource} from "./listing-source.ts";

export const openDataList: ListingSource = {
  name: "fedstat-open-data-list",
  version: 1,
  provider: "fedstat",
  async recognises(file) {
    return /^\s*\[\s*\{\s*"identifier"\s*:\s*"\d+-[a-z]+"/.test(await readTextStart(file));
  },
  /** Without --published its day is that of the newest file it links: it can't be older. */
  async parse(file, hints) {
    const text = await readDecodedText(file);
    const read = parseJsonNode(file.name, text).items.map((node) => readEntry(file.name, text, node));
    const entries = gatherEntries(
      file.name,
      read.map(({entry}) => entry),
    );
    const newest = read.reduce((latest, {day}) => Math.max(latest, day), Number.NEGATIVE_INFINITY);
    const told = hints.publishedAt === null ? newest : parseDay(hints.publishedAt)!;
    if (told < newest)
      throw new Refusal(
        `${file.name} links files that are newer than --published ${hints.publishedAt}`,
        "leave out --published, or give the day on which it was downloaded",
      );
    return {publishedAt: told, entries};
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
  const name = plainText(member("title"));
  const day = parseDay(/\/data-(\d{4}-\d\d-\d\d)-/.exec(member("link"))?.[1] ?? "");
  if (!/^\d{1,9}$/.test(code) || name === "" || day === null)
    throw new Refusal(
      `${file}, line ${placeInText(text, node.start).line}: no number in words, no title, or no day in the link`,
      "mend the entry; nothing of the catalogue was loaded",
    );
  return {entry: {code, name, agency: null, topics: null, excluded: null}, day};
}
