// The series that the words of a claim may mean: by the search, and then by unit, base of comparison and kind of number.
//
// The subject of the claim is searched, with fewer words in each attempt, until titles have all of its words. If none does, the nearest
// series are only candidates.

import {once, readUnits} from "../../reference/reference.ts";
import type {Budget} from "../../work/budget.ts";
import type {FoundPage, Search} from "../search/search.ts";
import type {FoundSeries} from "../series/named-series.ts";
import type {ClaimPeriod} from "./claim-period.ts";
import {partsIn} from "./claim-phrases.ts";
import {powerBetween, unitNamed} from "./claim-unit.ts";
import {type ClaimBase, type ClaimWords, readClaimWords} from "./claim-words.ts";

export const MOST_JUDGED = 40;

export interface Meant {
  readonly page: FoundPage;
  readonly period: ClaimPeriod | null;
  /** How the number is meant; null: only the whole text was found in titles. */
  readonly words: ClaimWords | null;
  /** false: the series are only the nearest ones. */
  readonly isSure: boolean;
}

interface PageQuery {
  readonly period: ClaimPeriod | null;
  readonly territory: string | null;
}

export async function findMeant(search: Search, text: string, query: PageQuery, budget: Budget): Promise<Meant> {
  const words = readClaimWords(text, query.period);
  const {period, country} = words;
  const parts = partsIn(text).join();
  const isOfParts = ({className, indicatorLabel}: FoundSeries): boolean =>
    partsIn(`${className ?? ""} ${indicatorLabel}`).join() === parts;
  for (const subject of words.subjects) {
    const page = await find(search, subject, {period, territory: query.territory ?? country}, budget, true);
    if (!page.isWhole || page.total === 0) continue;
    const series = fitting(page.series.filter(isOfParts), words);
    if (series.length === 0) continue;
    const total = page.total > page.series.length ? page.total : series.length;
    return {page: {...page, series, total}, period, words, isSure: !words.isUnclear};
  }
  const page = await find(search, text, {...query, period}, budget);
  const isOfUnknownTime = period === null && page.year !== null;
  const isSure = page.isWhole && !words.isUnclear && !isOfUnknownTime && page.series.every(isOfParts);
  return {page, period, words: null, isSure};
}

/** Series of the unit, the base and the kind that the words name. A series whose base is unknown counts if no other has the named one. */
function fitting(all: readonly FoundSeries[], words: ClaimWords): readonly FoundSeries[] {
  const {unit, base, change} = words;
  const measured = all.filter((one) => {
    const name = one.unitName ?? one.unit;
    const own = unitNamed(name) ?? (isPerCent(one.unit, one.unitName) ? PER_CENT_UNIT : null);
    if (unit !== null && powerBetween(unit, own) === null) return false;
    return words.isPerCent === null || words.isPerCent === (own?.isPerCent ?? false);
  });
  const based = base === null ? measured : measured.filter((one) => basesOf(one).includes(base));
  const told = based.length > 0 ? based : measured.filter((one) => basesOf(one).length === 0);
  return change === null ? told : told.filter(({transformation}) => transformation !== "level");
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
        ...{limit: MOST_JUDGED, wholeOnly},
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

export function isPerCent(unit: string | null, unitName: string | null): boolean {
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
function basesOf({transformation, measure, frequency}: Coded): readonly ClaimBase[] {
  const code = [transformation, measure].find((one) => one !== null && one !== "level") ?? "";
  const base = CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
  if (base === "previous") return PREVIOUS[frequency] ?? [];
  if (base === null) return [];
  if (frequency === "A") return base === "dec" || base === "ytd" ? ["dec", "ytd", "yoy"] : [base];
  return [base === "dec" ? "ytd" : base];
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
