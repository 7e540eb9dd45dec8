// What a command of `ryad` consists of: its call, its help texts, and its function.
//
// Commands return their exit code; a Refusal thrown by one becomes its message on standard error and exit code 1.
import {Refusal} from "../service/refusal.ts";
import type {Settings} from "../settings/settings.ts";
import {parseDay, type StatedDay} from "../statistics/time/day.ts";

export interface OptionRow {
  /** The placeholder for the value in the usage: "DIR"; null for a switch. */
  readonly value: string | null;
  readonly help: string;
}

export interface Call {
  readonly positionals: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | undefined>>;
  readonly settings: Settings;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** A line of the result, to standard output. */
  readonly say: (line: string) => void;
  /** Nobody gets the result: standard output is closed, or is the null device. */
  readonly isOutputClosed?: boolean;
  /** A line for people besides the result, to standard error. */
  readonly note: (line: string) => void;
}

export interface Command {
  /** One or two words: "serve", "token create". */
  readonly name: string;
  /** Names of the positionals as the usage shows them; "[X]" may be left out, "X…" may be repeated. */
  readonly positionals?: readonly string[];
  /** The option that replaces the positionals, if there is one. */
  readonly insteadOfPositionals?: string;
  readonly options: Readonly<Record<string, OptionRow>>;
  readonly requiredOptions?: readonly string[];
  readonly summary: string;
  /** More lines for --help. */
  readonly details?: readonly string[];
  readonly run: (call: Call) => Promise<number>;
}

/** Exit codes of the command. */
export const DONE = 0;
export const REFUSED = 1;
export const WRONG_USAGE = 2;

/** An option with a value. */
export function option(value: string, help: string): OptionRow {
  return {value, help};
}

/** A switch. */
export function flag(help: string): OptionRow {
  return {value: null, help};
}

export const DATA_OPTION = option("DIR", "data folder (RYAD_DATA; ./data)");
export const JSON_OPTION = flag("one JSON list instead of a table");

/** An option's text; null if absent. */
export function textOption(call: Call, name: string): string | null {
  const value = call.options[name];
  return typeof value === "string" ? value : null;
}

/** The day of an option; null if absent. */
export function dayOption(call: Call, name: string): StatedDay | null {
  const text = textOption(call, name);
  const day = text === null ? null : parseDay(text);
  if (text !== null && day === null) throw new Refusal(`--${name} has to be a day, YYYY-MM-DD, not "${text}"`);
  return day;
}

/** The largest that a column of numbers holds on both engines. */
const LARGEST_NUMBER = 2 ** 31 - 1;

/** A number as the lists show it; null for a text that is none, so nothing has it. */
export function listedNumber(text: string): number | null {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return number <= LARGEST_NUMBER ? number : null;
}

type AnswerOption = "country" | "unit" | "base" | "period" | "dates" | "years" | "territories";

/** Answers to the questions of a proposal, which `ryad load --describe` takes too. */
export const ANSWER_OPTIONS: Readonly<Record<AnswerOption, OptionRow>> = {
  country: option("CODE", "for a proposal: whose words and separators the tables use, RU (the default) or US"),
  unit: option(
    "TEXT",
    'for a proposal: the unit of tables that name none; of columns: "HEADER=UNIT; HEADER=UNIT" ("-" leaves one out)',
  ),
  base: option("TEXT", "for a proposal: per cent of what, in the words of the tables"),
  period: option("TEXT", "for a proposal: the year of tables without periods, and words of its part"),
  dates: option("ORDER", 'for a proposal: of dates such as 03/04/2024, "day first" or "month first"'),
  years: option("WHICH", "for a proposal: the year that 2023/24 means, first or last"),
  territories: option(
    "CODE",
    "for a proposal: the country of a list of territories that is in no list, or none; of countries world (of the values) or partners",
  ),
};
