// The territories of a plain table: countries of the world by names or codes, parts of a known country, or a list of the file's own.
//
// Two columns of territories must agree in every row. Where they do not, as for partners in trade, a person says which one is meant.
import type {Country} from "../../../country/country.ts";
import {COLUMN_WORDS, PARTNER_HEADER} from "../../../country/plain-table-words.ts";
import {nearWorldTerritory} from "../../../country/world-territories.ts";
import type {Territory} from "../../../statistics/territory.ts";
import type {Day} from "../../../statistics/time/day.ts";
import type {LabelKind, OwnTerritory, TableDescription} from "../../described/descriptor/descriptor.ts";
import {escapedPattern} from "../exclusions.ts";
import {STAYS_OPEN} from "../guesses.ts";
import type {Say} from "../reading.ts";
import type {ColumnProfile} from "./column-profile.ts";
import {type NamedRows, type NamesOfOne, textsApart} from "./joined-names.ts";
import {ownGroups, ownGroupsText} from "./own-groups.ts";
import {askPartners, withoutPartners} from "./partner-columns.ts";
import {type OfTerritories, readings, type TerritoryReading, territoryReading, textsOf} from "./territory-reading.ts";

export interface TerritoryColumns {
  readonly kinds: ReadonlyMap<number, LabelKind>;
  /** Of members that no list has. */
  readonly territories: TableDescription["territories"];
  /** The country whose lists have the members; null: of the words of the table. */
  readonly country: Country | null;
  readonly territoriesOf: string | null;
}

export interface TerritoryOptions {
  readonly words: Country;
  /** A person named the country of the words. */
  readonly isNamed: boolean;
  readonly day: Day;
  /** The person's word for an own list, the code of its country; or for countries, "world" or "partners". */
  readonly territoriesOf: string | null;
  /** Texts that may tell of partners. */
  readonly titles: readonly string[];
  /** Where the names of the columns stand. */
  readonly rows: NamedRows;
}

/** null: no column has territories. @param columns without those of periods and values */
export function territoryColumns(
  columns: readonly ColumnProfile[],
  options: TerritoryOptions,
  say: Say,
): TerritoryColumns | null {
  const {words, isNamed, day, territoriesOf, titles} = options;
  const kinds = new Map<number, LabelKind>();
  const read = columns.flatMap((one) => {
    const reading = territoryReading({texts: textsOf(one), header: one.header}, words, isNamed, day, say);
    return reading === null ? [] : [{one, reading, names: textsOf(one).some((text) => /\p{L}{4}/u.test(text))}];
  });
  const all = territoriesOf === "partners" ? withoutPartners(read) : read;
  // The country beside its regions says where they are, and names no territory of its own.
  const found = all.filter((one) => !isCountryOf(one, all, words));
  for (const {one} of all)
    if (!found.some((other) => other.one === one)) {
      kinds.set(one.column, "ignore");
      say(`labels: the column ${one.header} is the country of the territories beside it, and is left out`, 0.9);
    }
  if (found.length === 0) return territoriesOf === "partners" ? null : ownTerritories(columns, options, say);
  const known = ({one, reading}: (typeof found)[number]): number =>
    textsOf(one).filter((text) => reading.of(text) !== null).length / one.distinct.length;
  const groups = (one: (typeof found)[number]): boolean =>
    found.some((other) => other !== one && disagreement(one, other, "macroregion") !== null);
  const byTrust = [...found].sort(
    (a, b) =>
      (groups(a) || groups(b) ? Number(b.names) - Number(a.names) : 0) ||
      known(b) - known(a) ||
      Number(b.names) - Number(a.names),
  );
  const first = byTrust[0]!;
  if (territoriesOf === null) askPartners(first, found, titles, say);
  const country = first.reading.country;
  for (const each of byTrust) {
    const {one, reading} = each;
    if (reading.country !== country) continue;
    // Codes that the lists have in part are of another classifier.
    const isOther = first.names && !each.names && reading.kind === "code of territory" && known(each) < 1;
    // Each office has groups of its own under the same codes: their names count.
    const isOfOtherGroups = first.names && !each.names && disagreement(first, each, "macroregion") !== null;
    const against = one === first.one ? null : disagreement(first, each, "country");
    if (against === null && (isOther || isOfOtherGroups)) {
      kinds.set(one.column, "ignore");
      continue;
    }
    if (against !== null) {
      say(
        `which territory? the columns ${first.one.header} and ${one.header} name different ones, as ${against}: ${PARTNER_HEADER.test(`${first.one.header} ${one.header}`) ? "if one of them has partners, say --territories partners; or " : ""}give one of them the kind class in a descriptor${STAYS_OPEN}`,
        null,
      );
      continue;
    }
    kinds.set(one.column, one === first.one || known(each) === 1 ? reading.kind : "ignore");
  }
  for (const one of columns) {
    const same = kinds.has(one.column)
      ? undefined
      : readings(words, isNamed, day).find((reading) => saysTheSame(first, {one, reading}));
    if (same !== undefined && same.country === country) kinds.set(one.column, same.kind);
  }
  const beside = found.find(({one}) => one !== first.one)?.one ?? null;
  const territories = otherNames(first, beside, options.rows, say);
  say(
    `labels: the column ${first.one.header} has ${first.reading.kind === "country" ? "countries of the world" : `territories of ${(country ?? words).name}`}`,
    0.95,
  );
  return {kinds, territories, country, territoriesOf: null};
}

/** What a descriptor says of names that are in no list as they are; undefined: there are none. @param beside a column of codes */
function otherNames(
  first: OfTerritories & {readonly names: boolean},
  beside: ColumnProfile | null,
  rows: NamedRows,
  say: Say,
): TerritoryColumns["territories"] {
  const isNames = first.reading.kind === "country" && first.names;
  // Where a column of codes stands beside the names, no name is guessed: the code says it.
  const near = isNames && beside === null ? nearNames(first) : new Map<string, Territory>();
  const of = (text: string): Territory | null => first.reading.of(text) ?? near.get(text) ?? null;
  const {apart, joined} = isNames ? textsApart(first.one, of, rows, say) : NONE_OF_ONE;
  for (const text of apart) near.delete(text);
  const ownList = unknownMembers(first, beside, {apart, near});
  if (ownList !== undefined) say(`territories: ${ownGroupsText(ownList, first.one.header)}`, 0.6);
  for (const [text, {code, name}] of near)
    say(`territories: ${JSON.stringify(text)} is in no list, and is read as ${code}, ${name}`, 0.6);
  const named = new Map([...joined, ...near]);
  const guessed = Object.fromEntries([...named].map(([text, {code}]) => [`^${escapedPattern(text)}$`, code]));
  return ownList === undefined && named.size === 0 ? undefined : {...guessed, ...ownList};
}

const NONE_OF_ONE: NamesOfOne = {apart: [], joined: new Map()};

/** Whether a column has one country alone, and another one has territories of its lists. */
function isCountryOf({one, reading}: OfTerritories, all: readonly OfTerritories[], words: Country): boolean {
  const [only, another] = one.distinct;
  if (reading.kind !== "country" || only === undefined || another !== undefined) return false;
  const canonical = reading.of(only.plain.trim())?.canonical;
  return all.some(({one: other, reading: own}) => {
    const lists = (own.country ?? words).territories;
    const whole = lists.builtIn().find(({level}) => level === "country")!;
    return other !== one && own.kind !== "country" && whole.canonical === canonical;
  });
}

/** An example of a row in which the two columns name different countries, or different groups of them; null: there is none. */
function disagreement(first: OfTerritories, other: OfTerritories, of: "country" | "macroregion"): string | null {
  for (const [row, cell] of first.one.cells.entries()) {
    const beside = other.one.cells[row];
    if (cell === null || beside == null) continue;
    const [a, b] = [first.reading.of(cell.plain.trim()), other.reading.of(beside.plain.trim())];
    if (a === null || b === null || a.canonical === b.canonical) continue;
    const areGroups = a.level === "macroregion" && b.level === "macroregion";
    if (areGroups === (of === "macroregion")) return `${cell.plain.trim()} beside ${beside.plain.trim()}`;
  }
  return null;
}

/** Whether each member of the column is the territory beside it: two codes alone would be no countries. */
function saysTheSame(first: OfTerritories, {one, reading}: OfTerritories): boolean {
  return one.cells.every((cell, row) => {
    const beside = first.one.cells[row];
    if (cell === null || beside == null) return false;
    const [a, b] = [first.reading.of(beside.plain.trim()), reading.of(cell.plain.trim())];
    return a !== null && a.canonical === b?.canonical;
  });
}

/** Members that no list has, by the countries that their names without additions and signs name. */
function nearNames({one, reading: {of}}: OfTerritories): Map<string, Territory> {
  return new Map(
    textsOf(one).flatMap((text) => {
      const near = of(text) === null ? nearWorldTerritory(text) : null;
      return near === null ? [] : [[text, near] as const];
    }),
  );
}

/** Groups that no list has, with the names that a column beside their codes gives them. */
function unknownMembers(
  {one, reading: {of, kind}}: OfTerritories,
  beside: ColumnProfile | null,
  {apart, near}: {readonly apart: readonly string[]; readonly near: ReadonlyMap<string, Territory>},
): Readonly<Record<string, OwnTerritory>> | undefined {
  const others = textsOf(one).filter((text) => of(text) === null && !near.has(text) && !apart.includes(text));
  const unknown = [...others, ...apart];
  if (unknown.length === 0 || kind !== "country" || one.header === "") return undefined;
  const nameOf = (text: string): string => {
    const row = one.cells.findIndex((cell) => cell?.plain.trim() === text);
    const name = beside?.cells[row]?.plain.trim() ?? "";
    return name.length > text.length ? name : text;
  };
  return ownGroups(
    unknown.map((text) => ({text, name: nameOf(text)})),
    null,
  );
}

/** A column whose header says territories, and of whose members no list has enough. */
function ownTerritories(
  columns: readonly ColumnProfile[],
  options: TerritoryOptions,
  say: Say,
): TerritoryColumns | null {
  const {territoriesOf, words, isNamed, day} = options;
  const column = columns.find(
    ({header, isNumeric, distinct}) => COLUMN_WORDS.territory.test(header) && !isNumeric && distinct.length > 0,
  );
  if (column === undefined) return null;
  const partly = partlyListed(column, readings(words, isNamed, day), options, say);
  if (partly !== null) return partly;
  const count = column.distinct.length;
  const members = count === 1 ? "this member of" : `these ${count} members of`;
  if (territoriesOf === null)
    say(
      `which territory? ${members} ${column.header}, such as ${column.distinct[0]!.plain.trim()}, ${count === 1 ? "is a territory" : "are territories"} of what country? give its ISO 3166 code with --territories CODE, or none with --territories none${STAYS_OPEN}`,
      null,
    );
  return {kinds: new Map([[column.column, "own territory"]]), territories: undefined, country: null, territoriesOf};
}

/**
 * A list has some of the members: in a list of the file's own each of these would be a second territory beside the known one. The others are
 * named, and become groups where a person says whose territories they are.
 */
function partlyListed(
  one: ColumnProfile,
  all: readonly TerritoryReading[],
  {territoriesOf, words}: TerritoryOptions,
  say: Say,
): TerritoryColumns | null {
  const texts = textsOf(one);
  const unknownOf = ({of}: TerritoryReading): string[] => texts.filter((text) => of(text) === null);
  const [best] = [...all].sort((a, b) => unknownOf(a).length - unknownOf(b).length);
  const isOfCountries = best?.kind === "country" && unknownOf(best).length * 2 <= texts.length;
  const listed = all.find(({kind, country}) => kind === "territory" && (country ?? words).code === territoriesOf);
  const reading = isOfCountries ? best : (listed ?? null);
  if (reading === null || unknownOf(reading).length === texts.length) return null;
  const others = unknownOf(reading);
  if (isOfCountries && territoriesOf !== "world")
    say(
      `which territory? ${others.length} of ${texts.length} members of ${one.header} are no countries that are known, such as ${others[0]}: with --territories world they become groups of the table's own${STAYS_OPEN}`,
      null,
    );
  const groups = ownGroups(
    others.map((text) => ({text, name: text})),
    isOfCountries ? null : territoriesOf,
  );
  say(`territories: ${ownGroupsText(groups, one.header)}`, 0.6);
  const kinds = new Map([[one.column, reading.kind as LabelKind]]);
  return {kinds, territories: groups, country: reading.country, territoriesOf: null};
}
