// What a country knows: its territories, and the words of its publishers for periods, numbers, units and bases of comparison.
//
// No other folder knows a country by its code, its letters or its lists. Texts that a country does not know give null: a guess would be
// a wrong number.
import type {DatedListing, ReleaseMetadata, UnitLabel} from "../statistics/release/release.ts";
import type {Level, Territory} from "../statistics/territory.ts";
import type {Day} from "../statistics/time/day.ts";
import type {Frequency} from "../statistics/time/frequency.ts";

export interface Country {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** In English, for messages. */
  readonly name: string;
  /** In which its publishers name things, and its readers search. */
  readonly language: "ru" | "en";
  readonly territories: CountryTerritories;
  readonly units: CountryUnits;
  readonly tables: TableWords;
  readonly tiles: TileGrid;
  /** Names of the levels of territories, by the language of the page. */
  readonly levels: Readonly<Record<"ru" | "en", LevelWords>>;
  /** Examples of searches, by the language of the page. */
  readonly searches: Readonly<Record<"ru" | "en", SearchExamples>>;
  /** What a dataset is called once catalogues of the country's publishers list it; ascending by (day, load). */
  describeListed(folded: ReleaseMetadata, listings: readonly DatedListing[]): ReleaseMetadata;
  /** A warning below a ranking whose territories overlap, by the normalised codes of the territories with a value; null: none overlap. */
  overlapNote(valued: ReadonlySet<string>, language: "ru" | "en"): string | null;
}

export interface CountryTerritories {
  /** One for each code under which packages may name a territory. Two may have one normalised code. */
  builtIn(): readonly Territory[];
  /** English names by code. */
  english(): ReadonlyMap<string, string>;
  /** `geo_canonical` of a code that is not built in. */
  canonicalOf(code: string, level: Level): string;
  /** Whether a normalised code is in the country's own list of codes, also if no territory has it. */
  owns(canonical: string): boolean;
  ofCode(code: string): Territory | null;
  /** @param day when the name was written: names change their meaning */
  ofName(text: string, day?: Day | null): Territory | null;
  /** All territories that have had this name. */
  named(text: string): readonly Territory[];
  /** As `ofName`, for a value of a period in a table of many years; `others` are the codes that the table names by labels of their own. */
  inEra(text: string, period: {readonly first: Day; readonly last: Day}, others: ReadonlySet<string>): Territory | null;
  /** Why a label can't be a name of the built-in territory; null when it can. */
  labelFault(territory: Territory, label: string): string | null;
}

export interface CountryUnits {
  /** The unit of the reference lists that a text names; null when they do not know it. */
  known(text: string): UnitLabel | null;
  /** As `known`, from a text with more in it: brackets, "in", points behind. */
  inside(text: string): UnitLabel | null;
  percent(): UnitLabel;
  /** The English name of a unit that a package of the country names; null when the reference lists have none. */
  english(name: string): string | null;
  /** Whether a release may name a unit so without a warning. */
  isKnown(name: string): boolean;
  /** Whether a raised 2 or 3 behind the text is a power and no footnote. */
  takesPower(text: string): boolean;
}

/** The words of tables. Each reader gives null for a text that it does not know. */
export interface TableWords {
  /** A year with footnote marks behind it. */
  year(text: string): number | null;
  /** A part of the year, as a column's header names it. */
  period(text: string): PeriodWords | null;
  /** A part of the year, as it stands before the year: "(January–March 2021)". */
  periodBeforeYear(text: string): PeriodWords | null;
  /** Whether a text names a part of the year in any words. */
  namesPartOfYear(text: string): boolean;
  /** A day, with or without its year. */
  date(text: string): DateWords | null;
  /** The first whole day in a longer text. */
  dayIn(text: string): Day | null;
  number(text: string, reading?: NumberReading): NumberText;
  /** Whether the text says how many times as much, which is 100 times the number in per cent. */
  isTimes(text: string): boolean;
  /** Code of the transformation that the words for a base of comparison mean. */
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
  /** A row that holds only "of which:" and does not end a section. */
  readonly leadInRow: RegExp;
  /** Words about the way a figure was made; they do not tell which figure it is. */
  readonly remark: RegExp;
  /** A sentence, which no cell with a value is. */
  readonly prose: RegExp;
}

export type PeriodWords = PartOfYear | StockDate | SourceWeek;

/** Ordinal of the period at `frequency` = year * periodsAYear + offset. */
export interface PartOfYear {
  readonly kind: "part";
  readonly frequency: Exclude<Frequency, "W" | "D">;
  readonly periodsAYear: number;
  readonly offset: number;
  readonly cumulative: boolean;
}

/** A stock at the first of a month: annual when an indicator knows 1 January alone, else monthly. Month counts from 1. */
export interface StockDate {
  readonly kind: "stock";
  readonly month: number;
}

/** A week of the source's own count. `year` and the date only where the words say them; month and day of a date count from 1. */
export interface SourceWeek {
  readonly kind: "week";
  readonly week: number;
  readonly year: number | null;
  readonly date: DateWords | null;
}

/** A day of a year that may be said elsewhere. */
export interface DateWords {
  readonly year: number | null;
  readonly month: number;
  readonly dayOfMonth: number;
}

export type MissingReason = "empty" | "none" | "not-available" | "not-published" | "not-applicable";

export type NumberText =
  | {readonly kind: "value"; readonly value: number}
  | {readonly kind: "missing"; readonly reason: MissingReason}
  | {readonly kind: "unreadable"; readonly reason: string};

export interface NumberReading {
  /** Whether the table is in per cent, so that "2.9 times" can be written as 290. */
  readonly percent: boolean;
}

/** A map of equal tiles, one for each region, so that a small region is seen as well as a large one. */
export interface TileGrid {
  readonly columns: number;
  /** From this column on the map may go on beneath itself, where a screen is too narrow for it whole; null: never. */
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
  /** What the map of tiles is, for those who do not see it. */
  readonly map: string;
}

export interface SearchExamples {
  /** In the empty field. */
  readonly placeholder: string;
  /** The home page shows the first three. */
  readonly questions: readonly [string, string, string, string];
}
