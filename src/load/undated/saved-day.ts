// The day on which a workbook was last saved, from its properties. It is a guess of the day of publication for a person, never a fact: an
// office may save a file years later, and a copy on a disk has a day of its own.
//
// Properties name persons too; only the day is read.
import type {Buffer} from "node:buffer";
import {dayAt, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import {readCompoundStream} from "../workbook/compound-file.ts";
import {openPackage} from "../workbook/package-parts.ts";
import {workbookKind} from "../workbook/workbook.ts";
import {WORKBOOK_LIMITS} from "../workbook/workbook-limits.ts";

/** null: it is no workbook, or its properties have no such day. */
export async function savedDay(file: string, bytes: Buffer): Promise<StatedDay | null> {
  const kind = workbookKind(bytes);
  if (kind === "xls") return dayOfProperties(readCompoundStream(bytes, ["\u0005SummaryInformation"]));
  if (kind !== "xlsx") return null;
  const parts = await openPackage(file, bytes, WORKBOOK_LIMITS);
  if (!parts.has(CORE)) return null;
  let text = "";
  for await (const chunk of parts.open(CORE)) {
    text += chunk;
    if (text.length > MOST_LETTERS) return null;
  }
  const day = /<(?:\w+:)?modified\b[^>]*>\s*(\d{4}-\d\d-\d\d)/.exec(text)?.[1];
  return day === undefined ? null : parseDay(day);
}

const CORE = "docProps/core.xml";
const MOST_LETTERS = 100_000;

/** A set of properties ([MS-OLEPS]): a list of numbers and offsets, each with a type before its value. */
function dayOfProperties(stream: Buffer | null): StatedDay | null {
  if (stream === null || stream.length < 56) return null;
  const set = stream.readUInt32LE(44);
  if (set + 8 > stream.length) return null;
  const count = Math.min(stream.readUInt32LE(set + 4), MOST_PROPERTIES);
  for (let at = set + 8; at < set + 8 + 8 * count && at + 8 <= stream.length; at += 8) {
    const offset = set + stream.readUInt32LE(at + 4);
    if (stream.readUInt32LE(at) !== LAST_SAVED || offset + 12 > stream.length) continue;
    if (stream.readUInt32LE(offset) !== FILE_TIME) return null;
    const ms = Number(stream.readBigUInt64LE(offset + 4) / 10_000n) - MS_TO_1970;
    return ms > 0 && ms < LAST_MS ? dayAt(ms) : null;
  }
  return null;
}

const LAST_SAVED = 13;
const FILE_TIME = 64;
const MOST_PROPERTIES = 100;
/** File times count from 1601. */
const MS_TO_1970 = 11_644_473_600_000;
const LAST_MS = Date.UTC(2100, 0, 1);
