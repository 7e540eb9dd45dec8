// What the headers of the values of a plain table are: periods, territories, or names of what is measured.
//
// Headers are territories only where most of them are known. The others become own territories, which are told, or asked if they are many.
import type {Country} from "../../../country/country.ts";
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import type {Kind} from "../../described/descriptor/descriptor.ts";
import {type DateMeaning, isProblem} from "../../described/facts.ts";
import {factsOfText, type TextReading} from "../../described/text-facts.ts";
import type {Answers} from "../answers.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile, PlainRegion} from "./column-profile.ts";
import {type TerritoryColumns, territoryReading} from "./territory-columns.ts";
import {daysIn, meaningOf, periodIn, type TimeAnswers, type TimeColumns, timeKind} from "./time-columns.ts";

interface AcrossFound {
  /** null: the headers of the values are names. */
  readonly kind: Kind | null;
  /** The country whose lists have them as territories; null: that of the words. */
  readonly country: Country | null;
  readonly dates: DateMeaning | null;
}

export interface ValuesFound {
  readonly time: TimeColumns | null;
  readonly territory: TerritoryColumns | null;
  readonly values: readonly ColumnProfile[];
}

const PLAIN_NAMES: AcrossFound = {kind: null, country: null, dates: null};

/** What the headers of the values are: periods if no column has them, territories, or names. null: no period is anywhere. */
export function acrossKind(
  {time, territory, values}: ValuesFound,
  {sheet, header}: PlainRegion,
  reading: TextReading,
  answers: Answers,
  times: TimeAnswers,
  say: Say,
): AcrossFound | null {
  const cells = values.map(({column}) => sheet.cell(header, column)).filter((cell) => cell !== null);
  if (time === null) {
    const read = cells.filter((cell) => periodIn(cell) !== null).length;
    if (read < 2 || read < values.length) return null;
    say("columns: the headers of the values are periods", 0.95);
    const kind = timeKind(cells, times, say);
    return {...PLAIN_NAMES, kind, dates: meaningOf(daysIn(cells, kind, reading.date1904), say)};
  }
  if (territory !== null || values.length < 2) return PLAIN_NAMES;
  const texts = cells.map(({plain}) => plain.trim());
  const found = territoryReading(texts, "", reading.country, answers.country === true, reading.publishedAt, say);
  if (found === null || !texts.every((text) => found.of(text) !== null)) return PLAIN_NAMES;
  say("columns: the headers of the values are territories", 0.95);
  return {...PLAIN_NAMES, kind: found.kind, country: found.country};
}

/** The kind of headers that name what is measured. */
export function namesKind(
  values: readonly ColumnProfile[],
  hasIndicator: boolean,
  reading: TextReading,
  say: Say,
): Kind {
  const [only, another] = values;
  if (another === undefined && (hasIndicator || COLUMN_WORDS.value.test(only!.header))) return "ignore";
  const rest = {...reading, table: {...reading.table, rest: "class" as const}};
  for (const kind of ["indicator (mixed)", "class, unit"] as const)
    if (values.every(({header}) => !isProblem(factsOfText(header, kind, rest)))) {
      say(`columns: the headers of the values name their units, too: ${kind}`, 0.9);
      return kind;
    }
  return hasIndicator ? "class" : "indicator";
}
