// A day of publication for a person to take or to correct, where a file does not say its own: from its name, its properties or the disk.
//
// The day on the disk may be that of a download, which is later than the publication: the figures were known on it, and nothing says that they
// were known before. None of these days is used unless a person confirms it [load.undated].

import type {Buffer} from "node:buffer";
import {readFileSync, statSync} from "node:fs";
import {basename} from "node:path";
import {Refusal} from "../../service/refusal.ts";
import {type Day, dayAt, dayText, FIRST_DAY, parseDay, type StatedDay} from "../../statistics/time/day.ts";
import {DATA_PACKAGE, type DeclaredTable} from "../declared/data-package.ts";
import {readCompoundStream} from "../workbook/compound-file.ts";
import {openPackage} from "../workbook/package-parts.ts";
import {workbookKind} from "../workbook/workbook.ts";
import {WORKBOOK_LIMITS} from "../workbook/workbook-limits.ts";

export interface ProposedDay {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Where it comes from. */
  readonly because: string;
}

/** @param isOwn the file is the person's own: one that was sent or fetched has the day of now. @returns null: nothing has a day that is past */
export async function proposedDay(path: string, isOwn = true): Promise<ProposedDay | null> {
  const name = basename(path);
  const day = dayInName(name);
  if (day !== null) return {day: dayText(day), because: BY_NAME};
  const saved =
    statSync(path).size > WORKBOOK_LIMITS.fileBytes
      ? null
      : await savedDay(name, readFileSync(path)).catch(unlessRefused);
  if (saved !== null) return {day: dayText(saved), because: "the workbook was last saved on it"};
  const onDisk = dayAt(statSync(path).mtimeMs);
  return !isOwn || onDisk < FIRST_DAY || onDisk > dayAt(Date.now())
    ? null
    : {day: dayText(onDisk), because: "its day on this disk, which may be that of a download"};
}

const BY_NAME = "the name of the file";

function dayInName(name: string): StatedDay | null {
  const named = /(?<!\d)(\d{4})[-_.]?(\d\d)[-_.]?(\d\d)(?!\d)/.exec(name);
  return named === null ? null : parseDay(`${named[1]}-${named[2]}-${named[3]}`);
}

export interface KnownDay {
  readonly day: StatedDay;
  /** Where it comes from. */
  readonly because: string;
}

/**
 * The day of publication of a table that does not say its own, if something beside it does: its data package, its server, its name.
 *
 * @param served the day of Last-Modified, YYYY-MM-DD; null: the file was not fetched, or its server names none
 * @returns null: nothing says a day that is past
 */
export function knownDay(
  path: string,
  {
    declared,
    served,
    today,
  }: {readonly declared: DeclaredTable | null; readonly served: string | null; readonly today: Day},
): KnownDay | null {
  const days: readonly (readonly [StatedDay | null, string])[] = [
    [declared?.day ?? null, DATA_PACKAGE],
    [served === null ? null : parseDay(served), "Last-Modified of its server"],
    [dayInName(basename(path)), BY_NAME],
  ];
  for (const [day, because] of days) if (day !== null && day <= today) return {day, because};
  return null;
}

/** A damaged file is refused where it is loaded. */
function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null;
  throw error;
}

/**
 * The day on which a workbook was last saved, from its properties; null: it is no workbook, or its properties have no such day. It is never a
 * fact: an office may save a file years later. Properties name persons too; only the day is read.
 */
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
