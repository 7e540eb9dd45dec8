// A workbook or a table of text with its own descriptor, for publishers and layouts that the program does not know.
//
// The descriptor is one of the release's files: it is archived with the workbook, is a part of the fingerprint, and reads the same bytes
// in the same way later, even if other built-in descriptors have changed.
import {Refusal} from "../../../refusal.ts";
import type {CellException} from "../../described/descriptor.ts";
import {readDescriptor} from "../../described/descriptor-json.ts";
import {refuseIdleExceptions} from "../../described/exceptions.ts";
import {readDescribed} from "../../described/release.ts";
import {readBytes} from "../../input/decoded-text.ts";
import {DESCRIPTOR_FILE} from "../../input/source-files.ts";
import type {LoadHints, ObservationSink, Reading, Source, SourceFile} from "../../source.ts";
import {mayBeTable} from "../../workbook/workbook.ts";
import {builtInDescriptors} from "./built-in.ts";

/**
 * Version 2 reads no number as a date; version 3 reads a superscript 3 after metres as cubic metres, and no quarter as a year; version 4
 * lets exceptions give the facts that labels and headers lack; version 5 tells suppressed values; version 6 refuses unclear footnote
 * marks, reads rates of growth by their words and days such as 2024-03-31, and finds the separator of a table below a title with a comma;
 * version 7 reads a month before two digits of a year, and refuses a span of months before a year, which was read as the whole year.
 */
export const described: Source = {name: "described", version: 7, recognises, parse};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  if (files.length < 2 || !files.some(({name}) => name === DESCRIPTOR_FILE)) return false;
  const others = files.filter(({name}) => name !== DESCRIPTOR_FILE);
  for (const file of others) if (!(await mayBeTable(file))) return false;
  return true;
}

async function parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<Reading> {
  const builtIn = builtInDescriptors();
  const descriptor = readDescriptor(await readText(files.find(({name}) => name === DESCRIPTOR_FILE)!), builtIn);
  const [book, ...others] = files.filter(({name}) => name !== DESCRIPTOR_FILE);
  if (others.length > 0) {
    throw new Refusal(
      `${book!.name} and ${others[0]!.name} are two workbooks: each is a separate release`,
      `load them one by one, with --descriptor ${DESCRIPTOR_FILE}`,
    );
  }
  const effects = new Set<CellException>();
  const reading = await readDescribed(descriptor, book!, hints, sink, effects);
  const inherited = new Set(Array.from(builtIn.values(), ({tables}) => tables).flat());
  const own = descriptor.tables.filter((table) => !inherited.has(table));
  if (!book!.isSpared) refuseIdleExceptions(own, book!.name, effects);
  return descriptor.proposed ? {...reading, unconfirmed: true} : reading;
}

const MAX_DESCRIPTOR_BYTES = 1024 * 1024;

async function readText(file: SourceFile): Promise<string> {
  if (file.size > MAX_DESCRIPTOR_BYTES) throw new Refusal(`${file.name} is too large for a descriptor`);
  return (await readBytes(file)).toString("utf8").replace(/^\ufeff/, "");
}
