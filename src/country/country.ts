// The interface of a country: its territories, and the words of its publishers for periods, numbers, units and bases of comparison.
//
// Only this folder knows the codes, letters and lists of countries. Unknown texts give null: a guess would be a wrong number.
import type {DatedListing, ReleaseMetadata, UnitLabel} from "../statistics/release/release.ts";
import type {Level, Territory} from "../statistics/territory.ts";
import type {Day, StatedDay} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";
import type {MissingReason} from "../statistics/time/missing-periods.ts";

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** In English, for messages. */
  readonly name: string;
  /** The language of its publishers' names and of its readers' searches. */
  readonly language: "ru" | "en";
  readonly territories: CountryTerritories;
  readonly units: CountryUnits;
  readonly tables: TableWords;
  /** The English name of a dataset, an indicator or a class that a publisher of the country has named; null: the reference list has none. */
  englishName(name: string): string | null;
  readonly tiles: TileGrid;
  /** Names of the levels of territories, by the language of the page. */
  readonly levels: Readonly<Record<"ru" | "en", LevelWords>>;
  /** Examples of searches, by the language of the page. */
  readonly searches: Readonly<Record<"ru" | "en", SearchExamples>>;
  /** The words of a dataset that publishers' catalogues list. `listings` are ascending by (day, load). */
  describeListed(folded: ReleaseMetadata, listings: readonly DatedListing[]): ReleaseMetadata;
  /** A warning below a ranking whose territories overlap, by the normalised codes of the territories with a value; null: none overlap. */
  overlapNote(valued: ReadonlySet<string>, language: "ru" | "en"): string | null;
}

export interface CountryTerritories {
  /** One for each code that packages may use for a territory. Two may have the same normalised code. */
  builtIn(): readonly Territory[];
  /** English names by code. */
  english(): ReadonlyMap<string, string>;
  /** `geo_canonical` of a code that is not built in. */
  canonicalOf(code: string, level: Level): string;
  /** Whether a normalised code belongs to the country, also if no territory has it. */
  owns(canonical: string): boolean;
  ofCode(code: string): Territory | null;
  /** @param day the day when the name was written: names change their meaning */
  ofName(text: string, day?: Day | null): Territory | null;
  /** All territories that have had this name. */
  named(text: string): readonly Territory[];
  /** Like `ofName`, for a value of a period in a table of many years; `others` are the codes that the table names with unique labels. */
  inEra(text: string, period: {readonly first: Day; readonly last: Day}, others: ReadonlySet<string>): Territory | null;
  /** The reason why a label can't be a name of the built-in territory; null: it can. */
  labelFault(territory: Territory, label: string): string | null;
}

export interface CountryUnits {
  /** The unit of the reference lists that a text names; null: the lists do not have it. */
  known(text: string): UnitLabel | null;
  /** Like `known`, for a text with brackets, "in", or points after the unit. */
  inside(text: string): UnitLabel | null;
  /** The unit that English words of a person name; absent: the lists are in English. null: none, or several are possible. */
  ofEnglish?(text: string): UnitLabel | null;
  /** The unit whose symbol a person gives ("мм"); absent: the lists have no symbols. No text of a publisher is read by it. */
  ofSymbol?(text: string): UnitLabel | null;
  /** The listed name that a person's text is one slip away from; null: none. */
  slip(text: string): string | null;
  percent(): UnitLabel;
  /** The English name of a unit in a package of the country; null: the reference lists have none. */
  english(name: string): string | null;
  /** Whether a release may use this name of a unit without a warning. */
  isKnown(name: string): boolean;
  /** Whether the words begin with a number word such as "thousand", which belongs to a unit behind it. */
  startsWithNumber(words: string): boolean;
  /** Whether a superscript 2 or 3 after the text is a power and not a footnote mark. */
  takesPower(text: string): boolean;
}

/** The words of tables. Each reader gives null for a text that it does not know. */
export interface TableWords {
  /** A year, without the footnote marks after it. */
  year(text: string): number | null;
  /** A part of the year in the header of a column. */
  period(text: string): PeriodWords | null;
  /** The period that a misspelt text means, for a proposal alone; null: it is a period, or no slip of one. */
  meantPeriod?(text: string): string | null;
  /** A part of the year before the year: "(January–March 2021)". */
  periodBeforeYear(text: string): PeriodWords | null;
  /** Whether a text names a part of the year in any words. */
  namesPartOfYear(text: string): boolean;
  /** A month with the last two digits of its year, as headers have it; null: it is none. */
  shortMonth?(text: string): {readonly year: number; readonly words: PeriodWords} | null;
  /** A day, with or without its year. */
  date(text: string): DateWords | null;
  /** The first complete day in a longer text. */
  dayIn(text: string): StatedDay | null;
  number(text: string, reading?: NumberReading): NumberText;
  /** Whether the text is a number of times ("2.9 times"), which is 100 times this number in per cent. */
  isTimes(text: string): boolean;
  /** Letters of a currency beside a number: they say nothing of its size. */
  readonly currency: RegExp;
  /** Code of the transformation for the words of a base of comparison. */
  transformation(words: string): string | null;
  /** The period that a footnote with this mark names, as in "2) March 2026 in % of December 2025". */
  footnotePeriod(
    text: string,
    mark: string,
  ): {readonly words: PeriodWords; readonly year: number; readonly name: string} | null;
  /** A code for a name: the same on every machine and in every release. */
  codeOfName(name: string): string;
  withoutMarks(text: string): string;
  /** "of which:" alone in its cell or before other words. */
  readonly leadIn: RegExp;
  /** A row with only "of which:", which does not end a section. */
  readonly leadInRow: RegExp;
  /** Words about the calculation of a figure; they are not part of its name. */
  readonly remark: RegExp;
  /** In a footnote: values are withheld to protect those who reported them. */
  readonly confidential: RegExp;
  /** A sentence, and so never a cell with a value. */
  readonly prose: RegExp;
  readonly layout: LayoutWords;
}

/** Words that tell what a line, a column or a sheet is in a table that nobody described. */
export interface LayoutWords {
  /** A link to the contents, the number of a table: it says nothing about values. */
  readonly navigation: RegExp;
  /** The name of a sheet that describes the tables of the others. */
  readonly passport: RegExp;
  /** "Continued": the table has the title of the sheet before. */
  readonly continued: RegExp;
  /** The day behind these words is the day of publication. */
  readonly updated: RegExp;
  /** The start of a table's number: "Table 2". */
  readonly table: RegExp;
  /** A fiscal, school or crop year, which is not the calendar year of its number. */
  readonly otherYear: RegExp;
  /** A title about the country as a whole. */
  readonly wholeCountry: RegExp;
  /** Per cent of such a thing need a base of comparison. */
  readonly growth: RegExp;
  /** Among shares in per cent, the name of something in another unit; an amount of money in numbers is none. */
  readonly noShare: RegExp;
  /** Words of a title that counts cases per number of people ("abortions per 1000 women"), and the unit of such a count. */
  readonly cases?: {readonly words: RegExp; readonly unit: string};
  /** The name of a column with the numbers of months, or of quarters. */
  readonly month: RegExp;
  readonly quarter: RegExp;
  /** The names of columns of notes, of units, of the values of a long table, and of codes or numbers of rows. */
  readonly note: RegExp;
  readonly unit: RegExp;
  readonly value: RegExp;
  readonly code: RegExp;
  /** The name of a column of territories. */
  readonly territory: RegExp;
  /** A row of a sum: it is a part of no row above it. */
  readonly total: RegExp;
  /** The unit or the base by the ending of a column's name (GDP_bln_rub). @param middle the middle of its values */
  ending(name: string, frequency: Frequency | null, middle: number | null): ColumnEnding | null;
}

export interface ColumnEnding {
  readonly end: string;
  readonly unit?: string;
  readonly base?: string;
}

/** The words of a country's publishers. */
export type SourcePeriodWords = PartOfYear | StockDate | SourceWeek;
export type PeriodWords = SourcePeriodWords | CalendarWeek;

/** Ordinal of the period at `frequency` = year * periodsAYear + offset. */
export interface PartOfYear {
  readonly kind: "part";
  readonly frequency: Exclude<Frequency, "W" | "D">;
  readonly periodsAYear: number;
  readonly offset: number;
  readonly cumulative: boolean;
}

/** A stock at the first of a month: annual if the indicator has only 1 January, else monthly. Months are numbered from 1. */
export interface StockDate {
  readonly kind: "stock";
  readonly month: number;
}

/** A week in the source's count. `year` and the date only if the words have them; month and day of a date are numbered from 1. */
export interface SourceWeek {
  readonly kind: "week";
  readonly week: number;
  readonly year: number | null;
  readonly date: DateWords | null;
}

/** A week by ISO 8601, with its Monday. */
export interface CalendarWeek {
  readonly kind: "calendar week";
  readonly year: number;
  readonly week: number;
  readonly day: StatedDay;
}

/** A day; its year may be in another place. */
export interface DateWords {
  readonly year: number | null;
  readonly month: number;
  readonly dayOfMonth: number;
}

export type {MissingReason};

export type NumberText =
  | {readonly kind: "value"; readonly value: number}
  | {readonly kind: "missing"; readonly reason: MissingReason}
  | {readonly kind: "unreadable"; readonly reason: string};

export interface NumberReading {
  /** Whether the table is in per cent, so that "2.9 times" can be written as 290. */
  readonly percent: boolean;
  /** A text is unreadable if its last digits may be a footnote mark of one digit or of two. For tables that do not number their footnotes. */
  readonly refusesUnclearMarks?: true;
}

/** A map of equal tiles, one for each region, so that a small region is as visible as a large one. */
export interface TileGrid {
  readonly columns: number;
  /** On a narrow screen the columns from this one on are shown below the others; null: never. */
  readonly breakAt: number | null;
  /** By normalised code. */
  readonly tiles: ReadonlyMap<string, Tile>;
}

export interface Tile {
  readonly column: number;
  readonly row: number;
  /** Short names by language. */
  readonly ru: string;
  readonly en: string;
}

export interface LevelWords {
  readonly one: Readonly<Record<Level, string>>;
  readonly many: Readonly<Record<Level, string>>;
  /** A description of the map for people who can't see it. */
  readonly map: string;
}

export interface SearchExamples {
  /** In the empty field. */
  readonly placeholder: string;
  /** The home page shows the first three. */
  readonly questions: readonly [string, string, string, string];
}
