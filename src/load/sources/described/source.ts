// Workbooks and tables of text that a descriptor reads: a built-in one (Rosstat, the Bank of Russia, open data), or one beside the file.
//
// Built-in descriptors are JSON files in the folder of their publisher; the first one by name that recognises the file is used. An own
// descriptor is one of the release's files: it is archived with the workbook, is a part of the fingerprint, and reads the same bytes in the
// same way later, even if built-in descriptors have changed.
import {readdirSync, readFileSync} from "node:fs";
import {Refusal} from "../../../refusal.ts";
import {firstDay, lastDay, type StatedDay} from "../../../statistics/time/day.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {CellException, Descriptor, TableDescription} from "../../described/descriptor.ts";
import {readDescriptor, readDescriptorText} from "../../described/descriptor-json.ts";
import {refuseIdleExceptions} from "../../described/exceptions.ts";
import {readDescribed} from "../../described/release.ts";
import {DESCRIPTOR_FILE} from "../../input/source-files.ts";
import type {LoadHints, ObservationSink, Reading, Source, SourceFile} from "../../source.ts";
import type {Workbook} from "../../workbook/sheet.ts";
import {isWorkbook, mayBeTable, openWorkbook} from "../../workbook/workbook.ts";

type Descriptors = ReadonlyMap<string, Descriptor>;

const PUBLISHERS = {rosstat: openFolder("rosstat"), cbr: openFolder("cbr"), showdata: openFolder("showdata")};

/** Every built-in descriptor by the name of its file. Names are unique, because an operator's descriptor extends one by its name. */
export function builtInDescriptors(): Descriptors {
  return new Map(Object.values(PUBLISHERS).flatMap((read) => [...read()]));
}

/**
 * Version 2 names the class of non-food goods as the other datasets do; version 4 reads units and years as `described` version 3 does;
 * version 5 tells suppressed values, version 6 refuses unclear footnote marks and reads rates of growth, and version 7 reads months in texts,
 * as `described` versions 5 to 7 do; version 8 reads per cent and months in short as its version 11 does, and version 9
 * refuses as its version 12 does.
 */
export const rosstat: Source = describedBy(PUBLISHERS.rosstat, readDescribed, {name: "rosstat_files", version: 9});

/**
 * Version 2 gives indices of groups of people in points; version 3 reads units and years, version 4 reasons, version 5 marks and rates of
 * growth, version 6 months in texts, version 7 per cent in texts, and version 8 formats of numbers, as `described` does.
 */
export const cbrWorkbooks: Source = describedBy(PUBLISHERS.cbr, readUndated, {name: "cbr-workbooks", version: 8});

/**
 * Tables of open data, which others made of publishers' figures; therefore their provider is showdata. A release may have fewer columns
 * than the one before: the missing series are not gone. Version 2 reads units and years, version 3 reasons, version 4 marks and rates of
 * growth, version 5 months in texts, version 6 per cent in texts, and version 7 formats of numbers, as `described` does.
 */
export const showdata: Source = describedBy(PUBLISHERS.showdata, readPart, {
  name: "showdata",
  version: 7,
  isPartial: true,
});

type ReadFile = typeof readDescribed;

function describedBy(
  descriptors: () => Descriptors,
  read: ReadFile,
  source: Pick<Source, "name" | "version" | "isPartial">,
): Source {
  const find = async (file: SourceFile): Promise<Descriptor | null> => {
    const book = await openWorkbook(file);
    for (const descriptor of descriptors().values())
      if (await recognises(descriptor, file.name, book)) return descriptor;
    return null;
  };
  return {
    ...source,
    async recognises([file, another]) {
      if (file === undefined || another) return false;
      const mayBe = read === readPart ? await mayBeTable(file) : await isWorkbook(file);
      return mayBe && (await find(file)) !== null;
    },
    async parse([file], hints, sink) {
      const descriptor = await find(file!);
      if (descriptor === null) throw new Refusal(`${file!.name} belongs to no family of files that this program knows`);
      return await read(descriptor, file!, hints, sink);
    },
  };
}

/** The folder is read on first use. */
function openFolder(publisher: string): () => Descriptors {
  const folder = new URL(`../${publisher}/descriptors/`, import.meta.url);
  let descriptors: Descriptors | null = null;
  return () => {
    descriptors ??= new Map(
      readdirSync(folder)
        .filter((name) => name.endsWith(".json"))
        .sort()
        .map((name): [string, Descriptor] => {
          const key = name.slice(0, -5);
          return [key, {...JSON.parse(readFileSync(new URL(name, folder), "utf8")), key}];
        }),
    );
    return descriptors;
  };
}

async function recognises({recognise}: Descriptor, file: string, book: Workbook): Promise<boolean> {
  const {file: named, sheet, text} = recognise!;
  if (named !== undefined && !new RegExp(named, "i").test(file)) return false;
  const visible = book.sheets.filter(({hidden}) => !hidden);
  if (sheet !== undefined && !visible.some(({name}) => new RegExp(sheet, "i").test(name))) return false;
  if (text === undefined) return true;
  const first = visible[0] === undefined ? null : await book.read(visible[0]);
  if (first === null) return false;
  const words = new RegExp(text, "i");
  for (let row = 1; row <= Math.min(first.rowCount, 30); row++) {
    for (let column = 1; column <= Math.min(first.columnCount, 20); column++) {
      if (words.test(first.cell(row, column)?.text ?? "")) return true;
    }
  }
  return false;
}

async function readPart(...terms: Parameters<ReadFile>): Promise<Reading> {
  const {metadata, ending} = await readDescribed(...terms);
  return {metadata: {...metadata, partial: true}, ending};
}

/**
 * Most workbooks of the Bank of Russia do not state their day of publication. Without --published it is the last day of their newest
 * period, as in the Bank's other files (publicationDay in metadata.ts). It is known only after the last value, so until then the reading has
 * another day: only names of territories depend on the day, and these tables have none.
 */
async function readUndated(
  descriptor: Descriptor,
  file: SourceFile,
  hints: LoadHints,
  sink: ObservationSink,
): Promise<Reading> {
  if (hints.publishedAt !== null || descriptor.published !== undefined)
    return await readDescribed(descriptor, file, hints, sink);
  const frequencies: Frequency[] = [];
  const newest = new Map<Frequency, number>();
  const dated: ObservationSink = {
    ...sink,
    series(dimensions) {
      const handle = sink.series(dimensions);
      frequencies[handle] = dimensions.frequency;
      return handle;
    },
    observe(handle, period, value, line, origin) {
      sink.observe(handle, period, value, line, origin);
      const frequency = frequencies[handle]!;
      if (period > (newest.get(frequency) ?? Number.NEGATIVE_INFINITY)) newest.set(frequency, period);
    },
  };
  const {metadata, ending} = await readDescribed(descriptor, file, {...hints, publishedAt: "2000-01-01"}, dated);
  let day: StatedDay | null = null;
  for (const [frequency, period] of newest) {
    if (frequency === "W") continue;
    const last = lastDay(frequency, firstDay(frequency, period));
    if (day === null || last > day) day = last;
  }
  if (day === null) throw new Refusal(`${file.name} contains no values`, "check that it is the right workbook");
  return {metadata: {...metadata, publishedAt: day}, ending};
}

/**
 * Version 2 reads no number as a date; version 3 reads a superscript 3 after metres as cubic metres, and no quarter as a year; version 4
 * lets exceptions give the facts that labels and headers lack; version 5 tells suppressed values; version 6 refuses unclear footnote
 * marks, reads rates of growth by their words and days such as 2024-03-31, and finds the separator of a table below a title with a comma;
 * version 7 reads a month before two digits of a year, and refuses a span of months before a year, which was read as the whole year;
 * version 8 does so for months in English words, version 9 for years such as 2014/15 and months in words of other languages;
 * version 10 reads "2023 Q1", and refuses "2020 IV" and nine months in short before a year; version 11 reads "101,5%" in tables of
 * per cent, a month in short before a whole year, and marks behind American numbers; version 12 reads the number that a format shows, and refuses numbers that are shown as
 * dates, signs or nothing, numbers merged over several rows or columns, names that are formulas without a value or errors, values
 * below a unit or a header that the descriptor does not read, and days inside a year as the year; version 13 keeps the label beside an
 * exception's unit and the number word before a unit, tells sheets apart by the digit behind their names, and refuses a second name of one made code, months that go back
 * under one year, and a proposal with open questions.
 */
export const described: Source = {
  name: "described",
  version: 13,
  async recognises(files) {
    if (files.length < 2 || !files.some(({name}) => name === DESCRIPTOR_FILE)) return false;
    const others = files.filter(({name}) => name !== DESCRIPTOR_FILE);
    for (const file of others) if (!(await mayBeTable(file))) return false;
    return true;
  },
  parse: readOwnDescribed,
};

async function readOwnDescribed(
  files: readonly SourceFile[],
  hints: LoadHints,
  sink: ObservationSink,
): Promise<Reading> {
  const builtIn = builtInDescriptors();
  const descriptor = readDescriptor(
    await readDescriptorText(files.find(({name}) => name === DESCRIPTOR_FILE)!),
    builtIn,
  );
  refuseOpenQuestions(descriptor);
  const [book, ...others] = files.filter(({name}) => name !== DESCRIPTOR_FILE);
  if (others.length > 0) {
    throw new Refusal(
      `${book!.name} and ${others[0]!.name} are two workbooks: each is a separate release`,
      `load them one by one, with --descriptor ${DESCRIPTOR_FILE}`,
    );
  }
  const effects = new Set<CellException | TableDescription>();
  const reading = await readDescribed(descriptor, book!, hints, sink, effects);
  const inherited = new Set(Array.from(builtIn.values(), ({tables}) => tables).flat());
  const own = descriptor.tables.filter((table) => !inherited.has(table));
  if (!book!.isSpared) refuseIdleExceptions(own, book!.name, effects);
  // FIX-rosstat-61: a sheet under another name, or hidden, is a table without its values.
  for (const table of descriptor.dataset.partial ? [] : own)
    if (table.sheets !== undefined && !effects.has(table))
      sink.refuse({
        ...{file: book!.name, line: null, column: null, row: null, values: 0, text: table.sheets},
        reason: "no visible sheet has the name that a table of the descriptor is for",
      });
  return descriptor.proposed ? {...reading, unconfirmed: true} : reading;
}

/** @throws Refusal with the questions that a proposal leaves open: neither a load nor --accept publishes it */
function refuseOpenQuestions({proposed, comments = []}: Descriptor): void {
  const open = proposed ? comments.filter((line) => line.startsWith(QUESTION)) : [];
  if (open.length === 0) return;
  const lines = open.map((line) => `  ${line.slice(QUESTION.length)}`);
  throw new Refusal(
    `the proposal leaves ${open.length === 1 ? "a question" : "questions"} open, and nothing is published before the answer:\n${lines.join("\n")}`,
    "answer with the options that the questions name; --leave-out leaves out what is asked about and was not answered; or correct the descriptor and remove its question",
  );
}

const QUESTION = "question: ";
