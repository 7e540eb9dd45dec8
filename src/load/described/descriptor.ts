// A descriptor says where things stand in a family of workbooks: titles, header levels, row labels, units, the day of publication.
// One reader executes it; a layout is described, never programmed.
//
// It is JSON, so that an operator can write one. What it does not say is not guessed: a cell whose period, territory or unit can't
// be told is refused. docs/adding-a-source.md explains each field by example.
import type {Frequency} from "../../statistics/time/frequency.ts";

/** What a text in a header, a label, a title or a sheet's name says. */
export const KINDS = [
  "year",
  "period",
  "date",
  // The number of a month or a quarter, of a year that stands elsewhere.
  "month",
  "quarter",
  "territory",
  "class",
  "indicator",
  "measure",
  "unit",
  // How the value is reckoned: "in % of the previous month".
  "base",
  // Several of these in one line, divided by ";" or ",": what is neither base nor unit is of the kind `rest`.
  "mixed",
  // A class, and behind its last comma a unit.
  "class, unit",
  // A title whose last brackets are "mixed": "Fixed assets (million roubles)".
  "indicator (mixed)",
  // A text with one year in it, and words for a part of it if they stand before the year: "(January-December 2021)".
  "year inside",
  "ignore",
] as const;

export type Kind = (typeof KINDS)[number];

export interface Descriptor {
  /** For people: which workbooks it is for. */
  readonly family: string;
  readonly provider: string;
  /** ISO 3166-1 alpha-2: whose words and lists its tables use; Russia without it. */
  readonly country?: string;
  /** Only of built-in ones: a descriptor given with a workbook is for that workbook. */
  readonly recognise?: Recognition;
  readonly dataset: DatasetDescription;
  /** Several workbooks of one layout: by a regular expression over the file's name, the dataset each is. */
  readonly members?: Readonly<Record<string, Partial<DatasetDescription>>>;
  readonly published?: PublicationPlace;
  /** For tables that have no `names` of their own. */
  readonly names?: Names;
  readonly tables: readonly TableDescription[];
}

/** All that are given must hold. Expressions ignore case. */
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
  /** A release brings some of the series by nature: those that it lacks are not gone. */
  readonly partial?: boolean;
  readonly frequency?: Frequency;
  /** Code, label and concept of the indicator of all tables that name no other. */
  readonly indicator?: {readonly code: string; readonly label?: string; readonly concept?: string};
  readonly sourceUrl?: string;
  readonly notes?: readonly string[];
  readonly methodology?: string;
  readonly continuity?: readonly {
    readonly from: string;
    readonly to: string;
    readonly period: string;
    readonly note?: string;
  }[];
}

/** The day stands in the first cell of such a sheet that holds `text`, or in the next cell that holds anything. */
export interface PublicationPlace {
  readonly sheet?: string;
  readonly text: string;
}

export interface TableDescription {
  /** Expression over the names of sheets; all visible ones without it. */
  readonly sheets?: string;
  /** The table begins behind the first row that holds the first text and ends before the one that holds the second. */
  readonly between?: readonly [from: string, to?: string];
  /** What stands above the columns, from top to bottom. */
  readonly columns: readonly Kind[];
  /** Row of the first header level; without it the first rows that read as `columns` says. */
  readonly headerRow?: number;
  /** Expression over a text that stands in the first header row and not above it. */
  readonly headerAt?: string;
  /** The header comes again down the sheet, each time under a title of its own, which is the section of the rows below. */
  readonly repeated?: true;
  /** The table says no period: it is of the newest date in that row of another sheet. */
  readonly newest?: {readonly sheet: string; readonly row: number};
  /** What stands left of the values, from the left. */
  readonly rows: readonly Kind[];
  /** What a row says that holds a text and no value: it counts for the rows below it. Without it such rows say nothing. */
  readonly section?: Kind;
  readonly sheetName?: Kind;
  /** Lines above the header; the first that fits counts. Lines that fit none say nothing. */
  readonly lines?: readonly LineDescription[];
  /** What a piece of a "mixed" text is that is neither base nor unit. */
  readonly rest?: "class" | "indicator" | "measure" | "ignore";
  /** What every value of the table is, where no cell says otherwise. */
  readonly fixed?: FixedFacts;
  /** Codes and names of classes and indicators by the text that stands there; others have a code made of their text. */
  readonly names?: Names;
  /** "any": one cumulative word in the header makes all its periods cumulative; "never"; without it each word by itself. */
  readonly cumulative?: "any" | "never";
  /** "period": the footnote of a value says its true period, as "March 2026 in % of December 2025". */
  readonly footnotes?: "period";
  /** "shown": values are rounded to the decimals that their number format shows. */
  readonly decimals?: "shown";
  /** What a mark behind the text of a column's header changes: {"**": {"base": "to the end of the previous year"}}. */
  readonly marks?: Readonly<Record<string, FixedFacts>>;
  /** Territories whose labels are no names: by an expression over the label, the code. */
  readonly territories?: Readonly<Record<string, string>>;
  /** What a date is of where it is no day's: a state on the first day of a month or a quarter. */
  readonly dates?: "month" | "quarter";
  /** Class names nest by their leading blanks: the class is the path. */
  readonly nest?: "blanks";
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

/** A place where a workbook is not as its family: what is true there, or that it holds no values. */
export interface CellException {
  /** Expression over the file's name. */
  readonly file?: string;
  readonly sheet?: string;
  /** "B5:F9" or one cell; the whole sheet without it. */
  readonly cells?: string;
  /** Expression over the text of the section that the row stands under. */
  readonly section?: string;
  /** Expression over a text of the column's header. */
  readonly header?: string;
  readonly ignore?: true;
  readonly set?: FixedFacts;
  /** Why: shown where the values are explained. */
  readonly because: string;
}
