// A descriptor gives the layout of a family of workbooks: titles, header levels, row labels, units, the day of publication. One reader
// executes it, so a new layout needs no program.
//
// It is JSON, so that an operator can write one. Nothing is guessed: a cell without a known period, territory or unit is refused.
// docs/adding-a-source.md explains each field by example.
import type {Quantity} from "../../../statistics/derived/quantity.ts";
import type {Level} from "../../../statistics/territory.ts";
import type {Frequency} from "../../../statistics/time/frequency.ts";
import type {DateMeaning} from "../facts.ts";

/** The kinds of texts in headers, labels, titles and names of sheets. */
export const KINDS = [
  "year",
  "period",
  "date",
  // A whole period with its year, in any of the common writings; a text with two readings needs one of the others.
  "time",
  "time, day first",
  "time, month first",
  // "2023/24": the year that it begins or ends in.
  "time, first year",
  "time, last year",
  // The number of a month or a quarter; the year is elsewhere.
  "month",
  "quarter",
  "territory",
  "code of territory",
  // A country of the world or a group of countries, by name or by a code of ISO 3166.
  "country",
  // A territory of the file's own list, which has only its name.
  "own territory",
  // Whether the value of the row is there: "M" says that it is missing.
  "status",
  "class",
  "indicator",
  "measure",
  "unit",
  // The base of comparison: "in % of the previous month".
  "base",
  // Several of these in one line, separated by ";" or ",": the part that is neither base nor unit has the kind `rest`.
  "mixed",
  // A class, and after its last comma a unit.
  "class, unit",
  // A title whose last brackets are "mixed": "Fixed assets (million roubles)".
  "indicator (mixed)",
  // A text with one year, and sometimes words for a part of the year before it: "(January-December 2021)".
  "year inside",
  "ignore",
] as const;

export type Kind = (typeof KINDS)[number];

/** Kinds that name a period by themselves. */
export const WHOLE_PERIOD_KINDS: ReadonlySet<Kind> = new Set(["year", "period", "date", "year inside"]);
/** A month or a quarter names its part of a period. */
export const PERIOD_KINDS: ReadonlySet<Kind> = new Set([...WHOLE_PERIOD_KINDS, "month", "quarter"]);
export const TERRITORY_KINDS: ReadonlySet<Kind> = new Set(["country", "territory", "code of territory"]);

/** The kind of a label column; "class?": its cells may be empty, as in the row of a total. */
export type LabelKind = Kind | `${Kind}?`;

/** The version of the language that this program reads. A descriptor without a version is of version 1. */
export const LANGUAGE = 1;

export interface Descriptor {
  readonly version?: number;
  /** The name of the family of workbooks, for people. */
  readonly family: string;
  readonly provider: string;
  /** ISO 3166-1 alpha-2: the country whose words and lists its tables use; Russia without it. */
  readonly country?: string;
  /** Only for built-in descriptors: the name of its file, which `extends` takes. */
  readonly key?: string;
  /** Only for built-in descriptors: a descriptor that lies beside a workbook is for that workbook. */
  readonly recognise?: Recognition;
  /** Nobody has confirmed it: a load with it is held until a person accepts it. */
  readonly proposed?: true;
  /** For people: guesses with their certainty, questions. */
  readonly comments?: readonly string[];
  readonly dataset: DatasetDescription;
  /** Several workbooks of one layout: the dataset of each, by a regular expression over the file's name. */
  readonly members?: Readonly<Record<string, Partial<DatasetDescription>>>;
  readonly published?: PublicationCell;
  /** For tables without `names`. */
  readonly names?: Names;
  /** Whole texts of cells, and the texts that they mean: a misspelt month, an abbreviation. */
  readonly words?: Readonly<Record<string, string>>;
  /** Units that no reference list has, by the texts that name them. */
  readonly units?: Readonly<Record<string, OwnUnit>>;
  /** English names of the dataset, its indicators, classes, units and territories, by their published names. */
  readonly english?: Readonly<Record<string, string>>;
  readonly tables: readonly TableDescription[];
}

/** The number of plain units in one of these is `mult`: 1000 for thousands, 1 without it. */
export interface OwnUnit {
  readonly name: string;
  readonly mult?: number;
}

/** A territory that no list of the country has. */
export interface OwnTerritory {
  readonly code: string;
  readonly name: string;
  readonly level: Level;
}

/** All given conditions must hold. Expressions ignore case. */
export interface Recognition {
  readonly file?: string;
  /** Some visible sheet has this name. */
  readonly sheet?: string;
  /** Some cell in the first 30 rows of the first visible sheet has this text. */
  readonly text?: string;
}

export interface DatasetDescription {
  readonly code: string;
  readonly name: string;
  readonly revised?: boolean;
  readonly archival?: boolean;
  /** A release may lack some of the series: they are not gone. */
  readonly partial?: boolean;
  readonly frequency?: Frequency;
  /** Code, label and concept of the indicator of all tables that name no other, and what it measures. */
  readonly indicator?: {
    readonly code: string;
    readonly label?: string;
    readonly concept?: string;
    readonly quantity?: Quantity;
  };
  /** What other indicators measure, by their codes. */
  readonly quantities?: Readonly<Record<string, Quantity>>;
  readonly sourceUrl?: string;
  /** Of the figures: an identifier of SPDX, or an address. */
  readonly licence?: string;
  readonly notes?: readonly string[];
  readonly methodology?: string;
  readonly continuity?: readonly {
    readonly from: string;
    readonly to: string;
    readonly period: string;
    readonly note?: string;
  }[];
}

/** The day is in the first cell of the sheet that contains `text`, or in the next cell that is not empty. */
export interface PublicationCell {
  readonly sheet?: string;
  readonly text: string;
}

export interface TableDescription {
  /** Expression over the names of sheets; without it all visible sheets. */
  readonly sheets?: string;
  /** The table is between the first row with the first text and the next row with the second. */
  readonly between?: readonly [from: string, to?: string];
  /** The kinds of the header rows, from top to bottom. */
  readonly columns: readonly Kind[];
  /** Row of the first header level; without it the first rows that read as these kinds. */
  readonly headerRow?: number;
  /** Expression over a text that is in the first header row and not above it. */
  readonly headerAt?: string;
  /** The header is repeated down the sheet, each time under its own title, which is the section of the rows below. */
  readonly repeated?: true;
  /** The kinds of the rows of text over the header, the last one next to it: of each table if the header is repeated. */
  readonly titles?: readonly Kind[];
  /** The table has no period: its period is the newest date in that row of another sheet. */
  readonly newest?: {readonly sheet: string; readonly row: number};
  /** The kinds of the columns left of the values, from the left; with `labels` of the columns that have these headers. */
  readonly rows: readonly LabelKind[];
  /**
   * A plain table: one header row, and below it a row for each record. The headers of its label columns, wherever they stand; all other
   * columns with a header have values, and `columns` has the one kind of their headers.
   */
  readonly labels?: readonly string[];
  /** ISO 3166-1 alpha-2 of the country that the territories of kind "own territory" belong to. */
  readonly territoriesOf?: string;
  /** How a plain table writes numbers with commas; without it a number with a comma is refused. */
  readonly numbers?: "1,234.5" | "1.234,5";
  /** Rows whose last label fits `match` are parts of the row above them: "in roubles" below "Deposits". */
  readonly below?: {readonly match: string; readonly as: Kind};
  /** The kind of a row with a text and no value, which applies to the rows below it. Without it such rows are ignored. */
  readonly section?: Kind;
  readonly sheetName?: Kind;
  /** Lines above the header; the first match counts, and other lines are ignored. */
  readonly lines?: readonly LineDescription[];
  /** The kind of the part of a "mixed" text that is neither base nor unit. */
  readonly rest?: "class" | "indicator" | "measure" | "ignore";
  /** Facts about every value of the table, unless a cell gives others. */
  readonly fixed?: FixedFacts;
  /** Codes and names of classes and indicators by their text; the code of others is made of their text. */
  readonly names?: Names;
  /** "any": one cumulative word in the header makes all its periods cumulative; "never"; without it each word counts by itself. */
  readonly cumulative?: "any" | "never";
  /** "period": the footnote of a value gives its real period, as "March 2026 in % of December 2025". */
  readonly footnotes?: "period";
  /** "shown": values are rounded to the decimals of their number format. */
  readonly decimals?: "shown";
  /** Other facts by a mark after the text of a column's header: {"**": {"base": "to the end of the previous year"}}. */
  readonly marks?: Readonly<Record<string, FixedFacts>>;
  /** Territories whose labels are not names of the country's lists, by an expression over the label. */
  readonly territories?: Readonly<Record<string, string | OwnTerritory>>;
  /** A date means a state on the first day of a month or a quarter, or "in month": the month that it is in; without it a day. */
  readonly dates?: DateMeaning;
  /** Class names nest by their leading blanks, or by the indent of their cells: the class is the path. */
  readonly nest?: "blanks" | "indent";
  readonly exceptions?: readonly CellException[];
}

export type Names = Readonly<Record<string, {readonly code: string; readonly name?: string}>>;

export interface LineDescription {
  /** Expression over the line. */
  readonly match?: string;
  /** Row of the sheet. */
  readonly row?: number;
  readonly as: Kind;
}

export interface FixedFacts {
  readonly territory?: string;
  readonly unit?: string;
  readonly base?: string;
  readonly measure?: string;
  readonly class?: string;
  readonly year?: number;
  readonly period?: string;
}

/** A place where a workbook differs from its family: the facts there, or that it has no values. */
export interface CellException {
  /** Expression over the file's name. */
  readonly file?: string;
  readonly sheet?: string;
  /** "B5:F9", one cell, or several of them with commas between; without it the whole sheet. */
  readonly cells?: string;
  /** Expression over the text of the row's section. */
  readonly section?: string;
  /** Expression over a text of the column's header. */
  readonly header?: string;
  /** Expression over the last label of the row; in a plain table over all of them, with "; " between. */
  readonly label?: string;
  readonly ignore?: true;
  readonly set?: FixedFacts;
  /** The reason, shown with the explanation of a value. */
  readonly because: string;
}
