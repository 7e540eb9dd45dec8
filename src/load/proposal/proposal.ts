// A proposal of a descriptor for a workbook or a table of text that nobody described.
//
// Every part is a guess with its certainty, kept as a comment in the descriptor. Nothing is published from it without a person's word: the
// mark `proposed` holds the load. What the words do not say is asked and left out, so that its values are refused.
import type {Country} from "../../country/country.ts";
import {readProviders} from "../../reference/reference.ts";
import {dayText, type StatedDay} from "../../statistics/time/day.ts";
import type {DeclaredTable} from "../declared/data-package.ts";
import type {Descriptor, Kind, TableDescription} from "../described/descriptor/descriptor.ts";
import type {TextContext} from "../described/text-facts.ts";
import type {SourceFile} from "../source.ts";
import type {KnownDay} from "../undated/proposed-day.ts";
import type {Sheet, Workbook} from "../workbook/sheet.ts";
import {openWorkbook} from "../workbook/workbook.ts";
import {type Answers, namedUnits, refuseUnknownAnswers, refuseUnknownColumns} from "./answers.ts";
import {anyOf, exceptionsFor} from "./exclusions.ts";
import {commentsOf, type Guess, withOtherUnit} from "./guesses.ts";
import {withUnitsBefore} from "./layered/continued.ts";
import {labelsOfRows, type OnSheet, untangled} from "./layered/untangled.ts";
import {tablesOn} from "./parts.ts";
import {isCodeList, sheetsOfTables, withoutLists} from "./plain/code-list.ts";
import {noteSlips} from "./plain/period-slips.ts";
import {prefersPlain} from "./plain/plain-choice.ts";
import {proposePlainTable} from "./plain/plain-proposal.ts";
import {probe} from "./probe.ts";
import type {Say} from "./reading.ts";
import {proposeTable} from "./table.ts";
import {kindOfNames} from "./titles/sheet-names.ts";
import {findPublication, lineFields, publicationGuess, wordsOfName} from "./titles/titles.ts";

export interface Proposal {
  readonly descriptor: Descriptor;
  readonly guesses: readonly Guess[];
}

/** The day of publication that a person gave, or null; and the day that decides about names if nobody and no text gives one. */
export interface PublicationOptions {
  readonly given: StatedDay | null;
  readonly today: StatedDay;
  /** The day that something beside the file says. */
  readonly known?: KnownDay | null;
  /** Whether the country is the one that the table's own territories name. */
  readonly isAgain?: boolean;
}

export interface ProposalNames {
  readonly provider: string;
  readonly dataset: string;
  readonly file: string;
  /** What the publisher declares beside the file. */
  readonly declared?: DeclaredTable | null;
}

const NO_TABLE: TableDescription = {columns: [], rows: []};

export async function proposeDescriptor(
  file: SourceFile,
  listed: Country,
  options: PublicationOptions,
  name: ProposalNames,
  person: Answers,
): Promise<Proposal> {
  const {given, today, known = null, isAgain = false} = options;
  const {declared = null} = name;
  const isOfProvider = readProviders().get(name.provider)?.country === listed.code;
  let guesses: Guess[] = [];
  const sayOfAll = (what: string, certainty: number | null) => guesses.push({sheet: "", what, certainty});
  const said = isOfProvider ? {...person, ofCountry: true} : person;
  const {answers, country, own: answeredOwn} = namedUnits(said, listed, sayOfAll);
  const ownUnits = {...answeredOwn};
  refuseUnknownAnswers(answers, country);
  const workbook = await openWorkbook(file);
  const stated = await findPublication(workbook, country);
  const isOther = given !== null && stated !== null && stated.day !== given;
  const publishedAt = given ?? stated?.day ?? known?.day ?? today;
  const [words, english]: [Record<string, string>, Record<string, string>] = [{}, {}];
  const {date1904, format} = workbook;
  const isText = format === "csv" || format === "json";
  const context = {country, publishedAt, date1904, table: NO_TABLE, words, fits: new Map(), isProposal: true} as const;
  const sheetName = kindOfNames(workbook, context);
  let found: OnSheet[] = [];
  const lists = new Set<string>();
  for (const head of sheetsOfTables(workbook, country, guesses)) {
    const sheet = (await workbook.records?.sample()) ?? (await workbook.read(head));
    noteSlips(sheet, country, words, (what, certainty) => void guesses.push({sheet: head.name, what, certainty}));
    if (isCodeList(sheet, context)) lists.add(head.name);
    const read = proposeSheet(sheet, {name: head.name, sheetName, isText, declared}, context, answers);
    // The lists of another country have the territories: its words are those of the table.
    if (read.country !== null && !isAgain && person.country !== true)
      return await proposeDescriptor(file, read.country, {...options, isAgain: true}, name, person);
    Object.assign(ownUnits, read.units);
    Object.assign(english, read.english);
    guesses.push(...read.guesses);
    found.push(...read.tables);
  }
  [found, guesses] = withoutLists(found, guesses, lists);
  const labelled = new Set(found.flatMap(({labelNames = []}) => labelNames));
  refuseUnknownColumns(answers, new Set(found.flatMap(({columnNames}) => columnNames)), labelled);
  found = withUnitsBefore(found, guesses);
  guesses = withOtherUnit(guesses, new Set(found.flatMap(({unit}) => unit ?? [])));
  guesses.push(...publicationGuess(stated, given, known));
  const {tables: ownLines, title} = withoutCommonLines(found.map((one) => dated(one, found, guesses)));
  const isWeekly = found.length > 0 && found.every((one) => one.isWeekly);
  const whole = (tables: readonly OnSheet[]): Descriptor => ({
    family: `proposed for ${name.file}`,
    provider: name.provider,
    ...(country.code !== "RU" && {country: country.code}),
    proposed: true,
    dataset: {
      code: name.dataset,
      name: title ?? declared?.title ?? wordsOfName(name.file),
      ...(isWeekly && {frequency: "W"}),
      ...(declared !== null && declared.notes.length > 0 && {notes: declared.notes}),
    },
    ...(stated !== null && !isOther && {published: stated.cell}),
    ...filled({units: ownUnits, words, english}),
    tables: grouped(tables, workbook),
  });
  const read = (tables: readonly OnSheet[]) =>
    probe(whole(tables), country.units.percent().code, file, dayText(publishedAt));
  // A long text is judged row by row when it is loaded.
  const proposedLines = workbook.records ? ownLines : await untangled(ownLines, read, guesses);
  return {descriptor: {...whole(proposedLines), comments: commentsOf(guesses)}, guesses};
}

/** The records that hold anything. */
function filled<Records extends Readonly<Record<string, object>>>(records: Records): Partial<Records> {
  return Object.fromEntries(
    Object.entries(records).filter(([, one]) => Object.keys(one).length > 0),
  ) as Partial<Records>;
}

interface SheetProposal {
  readonly tables: readonly OnSheet[];
  readonly guesses: readonly Guess[];
  readonly country: Country | null;
  readonly units: Descriptor["units"];
  readonly english?: Descriptor["english"];
}

interface SheetOptions {
  readonly name: string;
  readonly sheetName: Kind | null;
  readonly isText: boolean;
  readonly declared: DeclaredTable | null;
}

/** The tables of a sheet below headers of several levels, or the one plain table that it is. */
function proposeSheet(
  sheet: Sheet,
  {name, sheetName, isText, declared}: SheetOptions,
  context: TextContext,
  answers: Answers,
): SheetProposal {
  const into =
    (guesses: Guess[]): Say =>
    (what, certainty) =>
      void guesses.push({sheet: name, what, certainty});
  const ofPlain: Guess[] = [];
  const plain = proposePlainTable(sheet, context, {answers, declared}, into(ofPlain));
  const asPlain = (found: NonNullable<typeof plain>): SheetProposal => {
    const part = {between: null, first: 1, last: sheet.rowCount};
    return {
      tables: [{...found, sheet: name, part, labelOf: labelsOfRows(sheet, found.table)}],
      guesses: ofPlain,
      country: found.country,
      units: found.units,
      english: found.english,
    };
  };
  // Nobody puts thousands of rows below a header of several levels into a text.
  if (plain !== null && isText && sheet.rowCount > MOST_LAYERED_ROWS) return asPlain(plain);
  const tables: OnSheet[] = [];
  const guesses: Guess[] = [];
  for (const part of tablesOn(sheet, context)) {
    const own: Guess[] = [];
    const table = proposeTable(part, sheetName, context, answers, into(own));
    if (table === null) continue;
    guesses.push(...own);
    tables.push({...table, sheet: name, part, labelOf: labelsOfRows(sheet, table.table)});
  }
  const undated = tables.filter(({isUndated}) => isUndated).length;
  const other = {tables: tables.map(({table}) => table), guesses, undated};
  return plain !== null && prefersPlain({tables: [plain.table], guesses: ofPlain, undated: 0}, other, isText)
    ? asPlain(plain)
    : {tables, guesses, country: null, units: {}};
}

const MOST_LAYERED_ROWS = 5000;

/** A title that all tables have is the name of the dataset and no part of a table. */
function withoutCommonLines(found: readonly OnSheet[]): {tables: OnSheet[]; title: string | null} {
  const textsOf = ({lines}: OnSheet) =>
    new Set(lines.filter(({as}) => as === "indicator").map(({text}) => withoutYears(text)));
  const titled = found.map(textsOf).filter(({size}) => size > 0);
  // A title over each header of one table is not that of the others.
  const isAlone = found.some(({table}) => table.titles !== undefined);
  const common = isAlone ? [] : [...(titled[0] ?? [])].filter((text) => titled.every((texts) => texts.has(text)));
  const tables = found.map((one) => ({
    ...one,
    lines: one.lines.filter(({as, text}) => as !== "indicator" || !common.includes(withoutYears(text))),
  }));
  return {tables, title: common.length === 0 ? null : common.join(". ")};
}

/** A table without periods may be of the newest date of another sheet. */
function dated(one: OnSheet, all: readonly OnSheet[], guesses: Guess[]): OnSheet {
  if (!one.isUndated) return one;
  const other = all.find(({dateRow, table}) => dateRow !== null && table.dates !== undefined);
  const said = one.titlePeriod === undefined ? "" : `; a title says "${one.titlePeriod}"`;
  const question = `which period? give it with --period, or in fixed.year and fixed.period${said}`;
  if (other === undefined) {
    guesses.push({sheet: one.sheet, what: question, certainty: null});
    return one;
  }
  guesses.push({
    sheet: one.sheet,
    what: `newest: its period is the newest date of the sheet ${other.sheet}`,
    certainty: 0.5,
  });
  const {dates} = other.table;
  const newest = {sheet: anyOf([other.sheet]), row: other.dateRow!};
  return {...one, table: {...one.table, newest, ...(dates !== undefined && {dates})}};
}

/** The title of a sheet for each year names one indicator. */
function withoutYears(text: string): string {
  return text
    .replace(/(?:19|20)\d\d/g, "…")
    .replace(/[*\s]+/g, " ")
    .trim();
}

/** Tables that are equal but for their sheets are one; a sole sheet needs no name, because the next release may name it otherwise. */
function grouped(found: readonly OnSheet[], workbook: Workbook): TableDescription[] {
  const groups = new Map<string, {table: TableDescription; members: OnSheet[]}>();
  for (const one of found) {
    const {table, lines} = one;
    const {between} = one.part;
    const whole: TableDescription = {
      ...(between && {between}),
      ...table,
      ...(lines.length > 0 && {lines: lineFields(lines)}),
    };
    const key = JSON.stringify(whole);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, {table: whole, members: [one]});
    else known.members.push(one);
  }
  const isSole = workbook.sheets.filter(({hidden}) => !hidden).length === 1;
  return [...groups.values()].map(({table, members}) => {
    // The first that fits counts: rows that are left out have no unit of their column.
    const exceptions = [...exceptionsFor(members), ...(table.exceptions ?? [])];
    return {
      ...(!isSole && {sheets: anyOf(members.map(({sheet}) => sheet))}),
      ...table,
      ...(exceptions.length > 0 && {exceptions}),
    };
  });
}
