// What the headers of the values of a plain table are: periods, territories, or names of what is measured.
//
// Headers are territories only where most of them are known. The others become own territories, which are told, or asked if they are many.
import type {Country} from "../../../country/country.ts";
import {COLUMN_WORDS} from "../../../country/plain-table-words.ts";
import {folded} from "../../../country/plain-text.ts";
import {namesWorldTerritory, worldTerritory} from "../../../country/world-territories.ts";
import {mostPartKind} from "../../../country/written-period.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {Kind, TableDescription} from "../../described/descriptor/descriptor.ts";
import {type DateMeaning, isProblem} from "../../described/facts.ts";
import {factsOfText, type TextContext} from "../../described/text-facts.ts";
import type {Cell} from "../../workbook/sheet.ts";
import {type Answers, LEFT_OUT} from "../answers.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile, PlainRegion} from "./column-profile.ts";
import {daysIn, meaningOf} from "./date-meaning.ts";
import {ownGroups, ownGroupsText} from "./own-groups.ts";
import type {TerritoryColumns} from "./territory-columns.ts";
import {territoryReading} from "./territory-reading.ts";
import {periodIn, type TimeAnswers, type TimeColumns, timeKind} from "./time-columns.ts";

interface AcrossFound {
  /** null: the headers of the values are names. */
  readonly kind: Kind | null;
  /** The country whose lists have them as territories; null: that of the words. */
  readonly country: Country | null;
  readonly dates: DateMeaning | null;
  /** Of headers that no list has. */
  readonly territories?: TableDescription["territories"];
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
  context: TextContext,
  {answers, times}: {readonly answers: Answers; readonly times: TimeAnswers},
  say: Say,
): AcrossFound | null {
  const cells = values.map(({column}) => sheet.cell(header, column)).filter((cell) => cell !== null);
  if (time === null) {
    const read = cells.filter((cell) => periodIn(cell, context.date1904) !== null).length;
    if (read < 2 || read < values.length) return null;
    say("columns: the headers of the values are periods", 0.95);
    const kind = timeKind(cells, times, say);
    return {...PLAIN_NAMES, kind, dates: meaningOf(daysIn(cells, kind, context.date1904), say)};
  }
  if (values.length < 2) return PLAIN_NAMES;
  const left = ({plain}: Cell): boolean => answers.units?.get(folded(plain)) === LEFT_OUT;
  const texts = cells.filter((cell) => !left(cell)).map(({plain}) => plain.trim());
  const parts = partsAcross(texts, time, say);
  if (parts !== null) return {...PLAIN_NAMES, kind: parts};
  if (territory !== null) return PLAIN_NAMES;
  return territoriesAcross(texts, context, answers, say) ?? PLAIN_NAMES;
}

/** Months or quarters across, with the year in a column. Another header beside them, such as a total of the year, is refused by the load. */
function partsAcross(texts: readonly string[], {kinds}: TimeColumns, say: Say): "month" | "quarter" | null {
  if ([...kinds.values()].some((kind) => kind === "month" || kind === "quarter")) return null;
  const found = mostPartKind(texts);
  if (found === null) return null;
  say(`columns: the headers of the values are the ${found}s of the year that a column names`, 0.95);
  return found;
}

/** Below this share of known names the others are asked; above half of them at all. */
const LEAST_SHARE = 0.8;

/** null: the headers are no territories. */
function territoriesAcross(
  texts: readonly string[],
  {country, publishedAt}: TextContext,
  answers: Answers,
  say: Say,
): AcrossFound | null {
  const known = territoryReading({texts, header: ""}, country, answers.country === true, publishedAt, say);
  const areNames = texts.filter(namesWorldTerritory).length * 2 > texts.length;
  if (known === null && !areNames) return null;
  const found = known ?? {kind: "country" as const, country: null, of: worldTerritory};
  const others = texts.filter((text) => found.of(text) === null);
  const result = {...PLAIN_NAMES, kind: found.kind, country: found.country};
  sayTwice(texts, found.of, say);
  if (others.length === 0) {
    say("columns: the headers of the values are territories", 0.95);
    return result;
  }
  if (found.kind === "code of territory" || (found.kind === "country" && !areNames)) return null;
  say("columns: the headers of the values are territories, most of them known", 0.8);
  const of = answers.territories ?? null;
  const isFew = texts.length - others.length >= texts.length * LEAST_SHARE;
  if (!isFew && of === null) {
    say(
      `which territory? ${others.length} of ${texts.length} headers are in no list, such as ${others.slice(0, 5).join(", ")}: give the ISO 3166 code of their country with --territories CODE, or none with --territories none; leave out others with --unit "${others[0]}=-"`,
      null,
    );
    return result;
  }
  const groups = ownGroups(
    others.map((text) => ({text: folded(text), name: folded(text)})),
    of !== null && /^[A-Z]{2}$/.test(of) ? of : null,
  );
  say(`territories: ${ownGroupsText(groups, "the header")}`, 0.6);
  return {...result, territories: groups};
}

/** Two names of one territory would be two values of one series. */
function sayTwice(texts: readonly string[], of: (text: string) => Territory | null, say: Say): void {
  const first = new Map<string, string>();
  for (const text of texts) {
    const code = of(text)?.canonical;
    if (code === undefined) continue;
    const other = first.get(code);
    if (other !== undefined)
      say(
        `which territory? ${other} and ${text} are one: leave one of them out with --unit "${text}=-"${STAYS_OPEN}`,
        null,
      );
    else first.set(code, text);
  }
}

/** The kind of headers that name what is measured. */
export function namesKind(
  values: readonly ColumnProfile[],
  hasIndicator: boolean,
  context: TextContext,
  say: Say,
): Kind {
  const [only, another] = values;
  if (another === undefined && (hasIndicator || COLUMN_WORDS.value.test(only!.header))) return "ignore";
  const rest = {...context, table: {...context.table, rest: "class" as const}};
  for (const kind of ["indicator (mixed)", "class, unit"] as const)
    if (values.every(({header}) => !isProblem(factsOfText(header, kind, rest)))) {
      say(`columns: the headers of the values name their units, too: ${kind}`, 0.9);
      return kind;
    }
  return hasIndicator ? "class" : "indicator";
}
