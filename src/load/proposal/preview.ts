// The values that a descriptor would read from a file, and those that it would refuse; without a descriptor, one is proposed first.
import {readFileSync} from "node:fs";
import {basename} from "node:path";
import type {Country} from "../../country/country.ts";
import type {Explanation} from "../../service/evidence.ts";
import {Refusal} from "../../service/refusal.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {type Day, dayText, firstDay, type PeriodOrdinal, type StatedDay} from "../../statistics/time/day.ts";
import type {Frequency} from "../../statistics/time/frequency.ts";
import {weekText} from "../../statistics/time/week.ts";
import {counted} from "../../text/counted.ts";
import type {Loss} from "../buffer/losses.ts";
import {createObservationBuffer} from "../buffer/observation-buffer.ts";
import {lagQuestion, lastDayOf} from "../checks/publication-lag.ts";
import type {DeclaredTable} from "../declared/data-package.ts";
import type {Descriptor} from "../described/descriptor/descriptor.ts";
import {readDescriptor} from "../described/descriptor/descriptor-json.ts";
import {readsNamesOfTerritories} from "../described/publication-day.ts";
import {readDescribed} from "../described/read-described.ts";
import {collectSourceFiles} from "../input/source-files.ts";
import type {ObservationSink, SourceFile} from "../source.ts";
import {findParser} from "../sources/sources.ts";
import type {KnownDay} from "../undated/proposed-day.ts";
import type {Sheet, Workbook} from "../workbook/sheet.ts";
import {recordText} from "../workbook/text-location.ts";
import {openWorkbook} from "../workbook/workbook.ts";
import type {Answers} from "./answers.ts";
import type {Guess} from "./guesses.ts";
import {type Proposal, proposeDescriptor} from "./proposal.ts";
import {isValue, rowCells} from "./reading.ts";

export interface PreviewOptions {
  readonly country: Country;
  /** The day of publication that a person gave; null: the workbook says it, or today decides about names. */
  readonly given: StatedDay | null;
  readonly today: StatedDay;
  /** The day that something beside the file says; null: nothing does. */
  readonly known?: KnownDay | null;
  /** What the publisher declares beside the file. */
  readonly declared?: DeclaredTable | null;
  /** Path of a descriptor; null: one is proposed. */
  readonly descriptor: string | null;
  /** Descriptors that it may extend, by name. */
  readonly builtIn: ReadonlyMap<string, Descriptor>;
  readonly provider: string;
  readonly dataset: string;
  readonly answers: Answers;
}

export interface Preview<D = Descriptor> {
  readonly descriptor: D;
  readonly guesses: readonly Guess[];
  /** The day by `known`, if nothing else says one and no period of the file is after it; null: the person or the file says it. */
  readonly publishedAt: string | null;
  readonly values: number;
  /** One value of each of the first series. */
  readonly examples: readonly Readonly<
    Record<"location" | "text" | "value" | "period" | "territory" | "unit" | "indicator" | "class", string>
  >[];
  readonly losses: readonly Loss[];
}

const EXAMPLES = 10;
const PREVIEW_MEMORY = 64 * 2 ** 20;

/** @throws Refusal if the file is not one workbook or table of text, or has no table below a header */
export async function previewDescriptor(path: string, options: PreviewOptions): Promise<Preview> {
  const {files, kind} = await collectSourceFiles(path);
  if (kind !== "file") throw new Refusal(`${path} is not a single file`, "describe its files one by one");
  const [file] = files;
  const name = {
    provider: options.provider,
    dataset: options.dataset,
    file: basename(path),
    declared: options.declared ?? null,
  };
  const {descriptor, guesses} =
    options.descriptor === null
      ? await proposed(file!, path, name, options)
      : {descriptor: readDescriptor(readFileSync(options.descriptor, "utf8"), options.builtIn), guesses: []};
  if (descriptor.tables.length === 0) return await refuseWithoutTable(path, await openWorkbook(file!), options.country);
  const isOpen = options.given === null && descriptor.published === undefined;
  const known = isOpen ? (options.known ?? null) : null;
  const day = options.given ?? (isOpen ? (known?.day ?? options.today) : null);
  const hints = {provider: null, dataset: null, publishedAt: day === null ? null : dayText(day)};
  const unitText = unitWords(options.answers, options.country);
  const read = (by: Descriptor) => readOnce((sink) => readDescribed(by, file!, hints, sink), unitText);
  const seen = await read(descriptor);
  const needsCheck = descriptor.published === undefined && readsNamesOfTerritories(descriptor.tables);
  const question =
    needsCheck && day !== null && seen.lastPeriodEnd !== null ? lagQuestion(day, seen.lastPeriodEnd) : null;
  const isUnitAlone = seen.values === 0 && seen.losses.some(({kind}) => kind === "unit");
  // A person answers sooner who sees what the values are: they are shown with a unit in place of the unknown one.
  const shown = isUnitAlone ? await read(withUnit(descriptor, options.country.units.percent().name)) : seen;
  const newest = shown.newest;
  const isOlder = known !== null && newest !== null && known.day < newest;
  const dated = isOlder ? withoutDay(guesses, known, newest) : guesses;
  return {
    descriptor,
    guesses: question === null ? dated : [...dated, {sheet: "", what: question, certainty: null}],
    publishedAt: known === null || isOlder ? null : dayText(known.day),
    values: seen.values,
    losses: seen.losses,
    examples: isUnitAlone ? shown.examples.map((one) => ({...one, unit: "?"})) : seen.examples,
  };
}

function withUnit(descriptor: Descriptor, unit: string): Descriptor {
  return {...descriptor, tables: descriptor.tables.map((table) => ({...table, fixed: {unit, ...table.fixed}}))};
}

/** A day before the newest period is that of an older release: the question is open again. */
function withoutDay(guesses: readonly Guess[], {day, because}: KnownDay, newest: Day): Guess[] {
  const what = `on which day was it published? ${because} says ${dayText(day)}, and its newest period begins on ${dayText(newest)}: give it with --published`;
  return guesses.map((one) => (one.what.startsWith("published: on ") ? {...one, what, certainty: null} : one));
}

/** @throws Refusal that names the parser of a file that needs no descriptor */
async function proposed(
  file: SourceFile,
  path: string,
  name: Parameters<typeof proposeDescriptor>[3],
  options: PreviewOptions,
): Promise<Proposal> {
  try {
    return await proposeDescriptor(file, options.country, options, name, options.answers);
  } catch (error) {
    // An answer that is wrong is wrong for this file too.
    const isAnswered = Object.values(options.answers).some((answer) => typeof answer === "string");
    const parser = error instanceof Refusal && !isAnswered ? await findParser([file]) : null;
    if (parser === null) throw error;
    throw new Refusal(`${path} needs no descriptor: the parser ${parser.name} reads it`, `load it: ryad load ${path}`);
  }
}

function locationOf({sheet, cell, line, column, element}: Explanation["locator"]): string {
  if (cell !== null) return `${sheet}!${cell}`;
  return element === null ? `line ${line}, column ${column}` : recordText(element);
}

/** Units of the lists in the words of the person who gave them; the others in English too, if these are. */
function unitWords({unit, units}: Answers, {units: lists}: Country): (code: string) => string {
  const texts = [unit, ...(units?.values() ?? [])].filter((text) => text !== null);
  const own = new Map(texts.map((text) => [lists.ofEnglish?.(text)?.code, text]));
  const isEnglish = texts.some((text) => /[a-z]{2}/i.test(text));
  return (code) => own.get(code) ?? (isEnglish ? lists.english(code.replaceAll("_", " ")) : null) ?? code;
}

/** The number of values, the first ones, and all that is refused. @param unitText the words for the code of a unit */
export async function readOnce(
  read: (sink: ObservationSink) => Promise<unknown>,
  unitText: (code: string) => string = (code) => code,
): Promise<Pick<Preview, "values" | "examples" | "losses"> & {lastPeriodEnd: Day | null; newest: Day | null}> {
  const buffer = createObservationBuffer({memoryLimit: PREVIEW_MEMORY});
  const series: SeriesDimensions[] = [];
  const shown = new Set<number>();
  const examples: Preview["examples"][number][] = [];
  await read({
    ...buffer.sink,
    asksOrigins: true,
    series(dimensions) {
      const handle = buffer.sink.series(dimensions);
      series[handle] = {...dimensions};
      return handle;
    },
    observe(handle, period, value, line, origin) {
      buffer.sink.observe(handle, period, value, line, origin);
      if (shown.has(handle) || examples.length >= EXAMPLES) return;
      shown.add(handle);
      const {locator, raw} = origin!.explain();
      const {frequency, territory, unit, indicator, classification} = series[handle]!;
      examples.push({
        location: locationOf(locator),
        text: raw,
        value: String(value),
        period: `${frequency} ${frequency === "W" ? weekText(period) : dayText(firstDay(frequency, period))}`,
        territory,
        unit: unit === null ? "" : unitText(unit),
        indicator,
        class: classification ?? "",
      });
    },
  });
  // Two values for one period are refused only at the end.
  const {count: values, losses, newest, discard} = buffer.finish();
  discard();
  return {values, examples, losses, lastPeriodEnd: lastDayOf(newest), newest: beginOf(newest)};
}

/** The first day of the last period. */
function beginOf(newest: ReadonlyMap<Frequency, PeriodOrdinal>): Day | null {
  const days = [...newest].flatMap(([frequency, period]) => (frequency === "W" ? [] : firstDay(frequency, period)));
  return days.length === 0 ? null : Math.max(...days);
}

// The refusal of a file without a table that a proposal can find. A person sees from the first rows which of their texts is no period or no
// number for this program; nothing here decides how they are read.

const LOOKED_FOR =
  "looked for a row of two years, months or dates above values, and for a row with a label and a number below a row of names";
const MOST_SHEETS = 3;
const MOST_ROWS = 4;
const MOST_CELLS = 6;
const MOST_LETTERS = 24;
const ROWS_LOOKED_AT = 60;

async function refuseWithoutTable(path: string, workbook: Workbook, country: Country): Promise<never> {
  const shown = workbook.sheets.filter(({hidden}) => !hidden);
  const lines = [`${path} has no table that could be found: ${LOOKED_FOR}`];
  if (shown.length === 0) lines.push("  it has no visible sheet");
  for (const head of shown.slice(0, MOST_SHEETS)) lines.push(...sheetLines(await workbook.read(head), country));
  if (shown.length > MOST_SHEETS) lines.push(`  … and ${counted(shown.length - MOST_SHEETS, "more sheet")}`);
  throw new Refusal(lines.join("\n"), "write a descriptor: docs/adding-a-source.md");
}

function sheetLines(sheet: Sheet, country: Country): string[] {
  if (sheet.rowCount === 0) return [`  sheet "${sheet.name}" is empty`];
  const context = {country, publishedAt: 0, date1904: false, table: {columns: [], rows: []}};
  const rows = Array.from({length: Math.min(sheet.rowCount, ROWS_LOOKED_AT)}, (_, at) => at + 1);
  const numbers = rows.flatMap((row) => rowCells(sheet, row)).filter((cell) => isValue(cell, context)).length;
  const candidate = rows.find((row) => {
    const cells = rowCells(sheet, row);
    return cells.length > 1 && !cells.some((cell) => isValue(cell, context));
  });
  const header = candidate === undefined ? "no row of names alone" : `row ${candidate} is a row of names`;
  const of = `${counted(sheet.rowCount, "row")} of ${counted(sheet.columnCount, "column")}`;
  const found = `${counted(numbers, "number")} in the first ${counted(rows.length, "row")}, ${header}`;
  const first = rows.filter((row) => rowCells(sheet, row).length > 0).slice(0, MOST_ROWS);
  return [`  sheet "${sheet.name}", ${of}: ${found}`, ...first.map((row) => `    row ${row}: ${rowText(sheet, row)}`)];
}

function rowText(sheet: Sheet, row: number): string {
  const cells = rowCells(sheet, row).map(({text}) => text.replace(/\s+/g, " ").trim());
  const shown = cells
    .slice(0, MOST_CELLS)
    .map((text) => (text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text));
  return `${shown.join(" | ")}${cells.length > MOST_CELLS ? " | …" : ""}`;
}
