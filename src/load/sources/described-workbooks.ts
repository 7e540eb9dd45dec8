// Workbooks and tables of text that a descriptor reads: a built-in one (Rosstat, the Bank of Russia, open data), or one beside the file.
//
// Built-in descriptors are JSON files in the folder of their publisher; the first one by name that recognises the file is used. An own
// descriptor is one of the release's files: it is archived with the workbook, is a part of the fingerprint, and reads the same bytes in the
// same way later, even if built-in descriptors have changed.

import {readdirSync, readFileSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";
import {firstDay, lastDay, type StatedDay} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import type {CellException, Descriptor, TableDescription} from "../described/descriptor/descriptor.ts";
import {isForCodedFile, readDescriptor, readDescriptorText} from "../described/descriptor/descriptor-json.ts";
import {expressionOf} from "../described/descriptor/expression.ts";
import {refuseIdleExceptions} from "../described/exceptions.ts";
import {readDescribed} from "../described/read-described.ts";
import {DESCRIPTOR_FILE} from "../input/source-files.ts";
import type {LoadHints, ObservationSink, ParserCode, ReleaseReading, SourceFile} from "../source.ts";
import {isJsonName} from "../workbook/json-table.ts";
import type {Workbook} from "../workbook/sheet.ts";
import {isWorkbook, mayBeDescribed, mayBeTable, openWorkbook} from "../workbook/workbook.ts";

type Descriptors = ReadonlyMap<string, Descriptor>;

const PUBLISHERS = {rosstat: descriptorsOf("rosstat"), cbr: descriptorsOf("cbr"), showdata: descriptorsOf("showdata")};

/** Every built-in descriptor by the name of its file. Names are unique, because an operator's descriptor extends one by its name. */
export function builtInDescriptors(): Descriptors {
  return new Map(Object.values(PUBLISHERS).flatMap((read) => [...read()]));
}

export const rosstat: ParserCode = describedBy(PUBLISHERS.rosstat, isWorkbook, readDescribed);

export const cbrWorkbooks: ParserCode = describedBy(PUBLISHERS.cbr, isWorkbook, readUndated);

/**
 * Tables of open data, which others made of publishers' figures; therefore their provider is showdata. A release may have fewer columns
 * than the one before: the missing series are not gone.
 */
export const showdata: ParserCode = describedBy(PUBLISHERS.showdata, mayBeTable, readPart);

type ReadFile = typeof readDescribed;

/** @param mayBe whether the file is worth to be opened */
function describedBy(
  descriptors: () => Descriptors,
  mayBe: (file: SourceFile) => Promise<boolean>,
  read: ReadFile,
): ParserCode {
  const find = async (file: SourceFile): Promise<Descriptor | null> => {
    const workbook = await openWorkbook(file);
    for (const descriptor of descriptors().values())
      if (await recognises(descriptor, file.name, workbook)) return descriptor;
    return null;
  };
  return {
    async recognises([file, another]) {
      if (file === undefined || another) return false;
      return (await mayBe(file)) && (await find(file)) !== null;
    },
    async parse([file], hints, sink) {
      const descriptor = await find(file!);
      if (descriptor === null) throw new Refusal(`${file!.name} belongs to no family of files that this program knows`);
      return await read(descriptor, file!, hints, sink);
    },
  };
}

/** The folder is read on first use. */
function descriptorsOf(publisher: string): () => Descriptors {
  const folder = new URL(`./${publisher}/descriptors/`, import.meta.url);
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

async function recognises({recognise}: Descriptor, file: string, workbook: Workbook): Promise<boolean> {
  const {file: named, sheet, text} = recognise!;
  if (named !== undefined && !expressionOf(named).test(file)) return false;
  const visible = workbook.sheets.filter(({hidden}) => !hidden);
  if (sheet !== undefined && !visible.some(({name}) => expressionOf(sheet).test(name))) return false;
  if (text === undefined) return true;
  const first = visible[0] === undefined ? null : await workbook.read(visible[0]);
  if (first === null) return false;
  const words = expressionOf(text);
  for (let row = 1; row <= Math.min(first.rowCount, 30); row++) {
    for (let column = 1; column <= Math.min(first.columnCount, 20); column++) {
      if (words.test(first.cell(row, column)?.text ?? "")) return true;
    }
  }
  return false;
}

async function readPart(...terms: Parameters<ReadFile>): Promise<ReleaseReading> {
  const {metadata, ...read} = await readDescribed(...terms);
  return {...read, metadata: {...metadata, partial: true}};
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
): Promise<ReleaseReading> {
  if (hints.publishedAt !== null || descriptor.published !== undefined)
    return ofNoNames(await readDescribed(descriptor, file, hints, sink));
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

function ofNoNames({isDayGiven: _, ...reading}: ReleaseReading): ReleaseReading {
  return reading;
}

export const described: ParserCode = {
  async recognises(files) {
    if (files.length < 2 || !files.some(({name}) => name === DESCRIPTOR_FILE)) return false;
    const others = files.filter(({name}) => name !== DESCRIPTOR_FILE);
    for (const file of others) if (!(await mayBeDescribed(file))) return false;
    if (!others.some(({name}) => isJsonName(name))) return true;
    // A coded file in JSON has a descriptor that says no more than what its dates mean.
    return !isForCodedFile(await readDescriptorText(files.find(({name}) => name === DESCRIPTOR_FILE)!));
  },
  parse: readOwnDescribed,
};

async function readOwnDescribed(
  files: readonly SourceFile[],
  hints: LoadHints,
  sink: ObservationSink,
): Promise<ReleaseReading> {
  const builtIn = builtInDescriptors();
  const descriptor = readDescriptor(
    await readDescriptorText(files.find(({name}) => name === DESCRIPTOR_FILE)!),
    builtIn,
  );
  refuseOpenQuestions(descriptor);
  const [workbookFile, ...others] = files.filter(({name}) => name !== DESCRIPTOR_FILE);
  if (others.length > 0) {
    throw new Refusal(
      `${workbookFile!.name} and ${others[0]!.name} are two workbooks: each is a separate release`,
      `load them one by one, with --descriptor ${DESCRIPTOR_FILE}`,
    );
  }
  const used = new Set<CellException | TableDescription>();
  const reading = await readDescribed(descriptor, workbookFile!, hints, sink, {used});
  const inherited = new Set(Array.from(builtIn.values(), ({tables}) => tables).flat());
  const own = descriptor.tables.filter((table) => !inherited.has(table));
  refuseIdleExceptions(own, workbookFile!.name, used);
  // FIX-rosstat-61: a sheet under another name, or hidden, is a table without its values.
  for (const table of descriptor.dataset.partial ? [] : own)
    if (table.sheets !== undefined && !used.has(table))
      sink.refuse({
        ...{file: workbookFile!.name, line: null, column: null, row: null, values: 0, text: table.sheets},
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
