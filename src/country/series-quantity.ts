// The quantity of a series: declared by a list of the reference or by its package, else by the rules for its codes, else unknown.
import {type DeclaredQuantity, readQuantities} from "../reference/reference.ts";
import type {SeriesDimensions} from "../statistics/catalogue/catalogue.ts";
import {type DerivedQuantity, isQuantity, type Quantity, quantityByCodes} from "../statistics/derived/quantity.ts";
import {COUNTRIES} from "./countries.ts";

export interface SeriesQuantity {
  readonly meaning: DerivedQuantity;
  readonly isAdjusted: boolean;
  /** The values are amounts of money, or prices. */
  readonly isMoney: boolean;
}

/** @param declared by the package of the dataset, by indicator: for its plain values, not for rates of them */
export function quantityOfCodes(
  {provider, code}: {readonly provider: string; readonly code: string},
  {
    indicator,
    measure,
    transformation,
    unit,
  }: Pick<SeriesDimensions, "indicator" | "measure" | "transformation" | "unit">,
  declared: ReadonlyMap<string, Quantity> = NOTHING,
): SeriesQuantity {
  const row = declaredRow(`${provider}/${code}`, {indicator, measure, transformation});
  if (row !== undefined) {
    const meaning = isQuantity(row.quantity) ? row.quantity : "unknown";
    return {meaning, isAdjusted: row.isAdjusted, isMoney: isMoney(meaning, unit)};
  }
  const byCodes = quantityByCodes({measure, transformation, isPercent: isPercentUnit(unit)});
  const own = byCodes === null || byCodes === "level" ? declared.get(indicator) : undefined;
  const meaning = own ?? byCodes ?? "unknown";
  return {meaning, isAdjusted: false, isMoney: isMoney(meaning, unit)};
}

type DeclaredBy = Pick<SeriesDimensions, "indicator" | "measure" | "transformation">;

/** The row of the list that counts. @param dataset as `provider/code` */
function declaredRow(dataset: string, series: DeclaredBy): DeclaredQuantity | undefined {
  const fits = (wanted: string | null, own: string | null) => wanted === null || wanted === own;
  return readQuantities().find(
    (one) =>
      one.dataset === dataset &&
      fits(one.indicator, series.indicator) &&
      fits(one.measure, series.measure) &&
      fits(one.transformation, series.transformation),
  );
}

/** Whether a value holds until another is decided, as a key rate does: a line between two values would show rates that never were. */
export function valuesAreHeld(
  {provider, code}: {readonly provider: string; readonly code: string},
  series: DeclaredBy,
): boolean {
  return declaredRow(`${provider}/${code}`, series)?.isHeld === true;
}

/** A price is of money, whatever its unit is called. */
function isMoney(meaning: DerivedQuantity, unit: string | null): boolean {
  return meaning === "price" || isMoneyUnit(unit);
}

/** Currencies as units write them: "thousand rubles", "млн. руб.", "USD per tonne"; the numbers are codes of OKEI. */
const MONEY =
  /^(?:38[3-8]|980\d?)$|[$€£¥₽]|(?<!\p{L})(?:руб|долл|евро(?!\p{L})|юан|тенге|гривн|фунт(?:а|ов)? стерлинг|(?:рос\S* )?валют)|(?<!\p{L})(?:ro?ubles?|dollars?|euros?|yuan|yen|tenge|pounds? sterling|currency|USD|RUB|RUR|EUR|GBP|CNY|JPY|CHF|KZT|BYN|UAH)(?!\p{L})/iu;

/** Whether the unit is of money. A code of a unit may be its name in the language of the publisher, with blanks or `_`. */
export function isMoneyUnit(unit: string | null): boolean {
  return unit !== null && MONEY.test(unit.replaceAll("_", " "));
}

const NOTHING: ReadonlyMap<string, Quantity> = new Map();

/** A code of a unit may be its name in the language of the publisher. */
export function isPercentUnit(unit: string | null): boolean {
  if (unit === null) return false;
  if (/^(?:pct|percent|744)$/i.test(unit)) return true;
  return COUNTRIES.some(({units}) => units.known(unit)?.code === units.percent().code);
}
