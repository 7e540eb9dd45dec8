// The series that the words of a claim may mean: by the search, and then by unit, base of comparison and kind of number.
//
// The subject of the claim is searched, with fewer words in each attempt, until titles have all of its words. If none does, the nearest
// series are only candidates.

import {once, readNameEnglish, readUnits} from "../reference/reference.ts";
import {plainWordsOf} from "../search/language/words.ts";
import type {FoundPage, Search} from "../store/search/search.ts";
import type {FoundSeries} from "../store/series/named-series.ts";
import type {Budget} from "../work/budget.ts";
import {type ClaimPeriod, readPeriod} from "./claim-period.ts";
import {partsIn} from "./claim-phrases.ts";
import {type ClaimUnit, powerBetween, unitNamed} from "./claim-unit.ts";
import {type ClaimBase, type ClaimWords, readClaimWords} from "./claim-words.ts";

const MOST_JUDGED = 40;

export interface Meant {
  readonly page: FoundPage;
  readonly period: ClaimPeriod | null;
  /** How the number is meant; null: only the whole text was found in titles. */
  readonly words: ClaimWords | null;
  /** false: the series are only the nearest ones. */
  readonly isSure: boolean;
  /** Keys of the series whose name is the words: they come before those that contain them. */
  readonly named: ReadonlySet<string>;
}

interface PageQuery {
  readonly period: ClaimPeriod | null;
  readonly territory: string | null;
}

interface MeantQuery extends PageQuery {
  /** The unit that stands behind the digits. */
  readonly unit: ClaimUnit | null;
}

export async function findMeant(search: Search, text: string, query: MeantQuery, budget: Budget): Promise<Meant> {
  const words = withUnit(readClaimWords(text, query.period), query.unit);
  const {period, country} = words;
  const named = (all: readonly FoundSeries[]): ReadonlySet<string> =>
    namedBy([...words.subjects, words.core, withoutPeriod(text)], all);
  const parts = partsIn(text).join();
  const isOfParts = ({className, indicatorLabel}: FoundSeries): boolean =>
    partsIn(`${className ?? ""} ${indicatorLabel}`).join() === parts;
  for (const subject of words.subjects) {
    const page = await find(search, subject, {period, territory: query.territory ?? country}, budget, true);
    if (!page.isWhole || page.total === 0) continue;
    const series = fitting(page.series.filter(isOfParts), words);
    if (series.length === 0) continue;
    const total = page.total > page.series.length ? page.total : series.length;
    return {page: {...page, series, total}, period, words, isSure: !words.isUnclear, named: named(series)};
  }
  const page = await find(search, text, {...query, period}, budget);
  const isOfUnknownTime = period === null && page.year !== null;
  const isOfUnit = ({unit, unitName}: FoundSeries): boolean =>
    query.unit === null || powerBetween(query.unit, claimUnitOf(unit, unitName ?? null)) !== null;
  const ofUnit = page.series.filter(isOfUnit);
  const isSure = page.isWhole && !words.isUnclear && !isOfUnknownTime && page.series.every(isOfParts);
  return ofUnit.length === 0
    ? {page, period, words: null, isSure: false, named: named(page.series)}
    : {page: {...page, series: ofUnit}, period, words: null, isSure, named: named(ofUnit)};
}

/** Series of the unit, the base and the kind that the words name. A series whose base is unknown counts if no other has the named one. */
function fitting(all: readonly FoundSeries[], words: ClaimWords): readonly FoundSeries[] {
  const {unit, base, change} = words;
  const measured = all.filter((one) => {
    const name = one.unitName ?? one.unit;
    const own = claimUnitOf(one.unit, name);
    if (unit !== null && powerBetween(unit, own) === null) return false;
    return words.isPerCent === null || words.isPerCent === (own?.isPerCent ?? false);
  });
  const based = base === null ? measured : measured.filter((one) => basesOf(one).includes(base));
  const compatible = based.length > 0 ? based : measured.filter((one) => basesOf(one).length === 0);
  return change === null ? compatible : compatible.filter(({transformation}) => transformation !== "level");
}

/** Keys of the series whose name, or whose class, is one of the texts. */
function namedBy(texts: readonly string[], all: readonly FoundSeries[]): ReadonlySet<string> {
  const names = new Set(texts.map((text) => plainWordsOf(text).join(" ")).filter((text) => text !== ""));
  // the label alone is the name of each of its classes, and tells none of them from another
  const isNamed = ({indicatorLabel: label, className}: FoundSeries): boolean =>
    (className === null
      ? inBothLanguages(label)
      : inBothLanguages(className).flatMap((name) => [name, `${name} ${label}`, `${label} ${name}`])
    ).some((name) => names.has(plainWordsOf(name).join(" ")));
  return new Set(all.filter(isNamed).map(({key}) => key));
}

/** In both languages. */
export function inBothLanguages(name: string): readonly string[] {
  const english = readNameEnglish().get(name);
  return english === undefined ? [name] : [name, english];
}

function withoutPeriod(text: string): string {
  const words = plainWordsOf(text);
  const {taken} = readPeriod(words);
  return words.filter((_, at) => !taken.has(at)).join(" ");
}

/** The unit of the digits counts like one in the words; two that differ leave open which number is meant. */
function withUnit(words: ClaimWords, unit: ClaimUnit | null): ClaimWords {
  if (unit === null) return words;
  const isOther = (one: ClaimUnit): boolean => one.isPerCent !== unit.isPerCent || one.mult !== unit.mult;
  const differs = words.unit !== null && isCounted(words.unit) && isOther(words.unit);
  return {...words, unit, isPerCent: unit.isPerCent, isUnclear: words.isUnclear || differs};
}

/** "The price of a metre": a plain unit without a multiplier is what is paid for, and no unit of the number. */
function isCounted({mult, isPerCent: isRate}: ClaimUnit): boolean {
  return mult !== 1 || isRate;
}

/** The unit of a series; null: the lists do not have it. */
export function claimUnitOf(unit: string | null, name: string | null): ClaimUnit | null {
  return unitNamed(name ?? unit) ?? (isUnitOfPerCent(unit, name) ? PER_CENT_UNIT : null);
}

const PER_CENT_UNIT = {plain: null, mult: 1, isPerCent: true};

/** The series of a text: of the frequency of the period and, unless a territory is named, of the country. */
async function find(
  search: Search,
  text: string,
  {period, territory}: PageQuery,
  budget: Budget,
  wholeOnly = false,
): Promise<FoundPage> {
  const isDay = period?.frequency === "D";
  const within = (frequency: readonly string[] | null, level: "country" | null): Promise<FoundPage> =>
    search.findSeries(
      {
        ...{text, filters: {territory: territory === null ? null : [territory], frequency, level}},
        ...{limit: MOST_JUDGED, wholeOnly, asWritten: wholeOnly},
      },
      true,
      budget,
    );
  const own = period === null || isDay ? null : [period.frequency];
  let frequency = own;
  let found = await within(frequency, null);
  if (own !== null && (found.total === 0 || !found.isWhole)) {
    const anyFrequency = await within(null, null);
    if (anyFrequency.isWhole && anyFrequency.total > 0) [frequency, found] = [null, anyFrequency];
  }
  const levels = found.facets?.level ?? [];
  const isMixed = levels.length > 1 && levels.some(({value}) => value === "country");
  return found.isWhole && isMixed && territory === null ? await within(frequency, "country") : found;
}

export function isUnitOfPerCent(unit: string | null, unitName: string | null): boolean {
  const names = `${unit ?? ""} ${unitName ?? ""}`.toLowerCase();
  return PER_CENT().some((word) => names.includes(word));
}

/** In lower case: the words for OKEI 744. */
const PER_CENT = once(() => ["percent", "%", ...readUnits().flatMap(({okei, name}) => (okei === "744" ? [name] : []))]);

interface Coded {
  readonly transformation: string | null;
  readonly measure: string | null;
  readonly frequency: string;
}

/** With what the values of a series are compared. Empty: the codes do not say. A rate of a year to December is also one to the year before. */
export function basesOf({transformation, measure, frequency}: Coded): readonly ClaimBase[] {
  const code = [transformation, measure].find((one) => one !== null && one !== "level") ?? "";
  const base = CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
  if (base === "previous") return PREVIOUS[frequency] ?? [];
  if (base === null) return [];
  if (frequency === "A") return base === "dec" || base === "ytd" ? ["dec", "ytd", "yoy"] : [base];
  return [base === "dec" ? "ytd" : base];
}

/** A rate in force, and no change from one period to another. */
export function isLevelRate(
  series: Coded & Pick<FoundSeries, "unit"> & {readonly unitLabel: {readonly name: string} | null},
): boolean {
  return isUnitOfPerCent(series.unit, series.unitLabel?.name ?? null) && basesOf(series).length === 0;
}

/** Growth as 5.6, and not as an index of 105.6. */
export function isGrowth({transformation}: Coded): boolean {
  return transformation?.startsWith("growth") ?? false;
}

const CODES: readonly (readonly [RegExp, ClaimBase | "previous"])[] = [
  [/yoy|prev_year$|previous_year/, "yoy"],
  [/december/, "dec"],
  [/ytd|year_end/, "ytd"],
  [/mom|prev_month/, "mom"],
  [/qoq|prev_quarter/, "qoq"],
  [/wow|prev_date|prev_week/, "wow"],
  [/prev/, "previous"],
];

const PREVIOUS: Readonly<Record<string, readonly ClaimBase[]>> = {W: ["wow"], M: ["mom"], Q: ["qoq"], A: ["yoy"]};
