// The attributes of a coded value that say something about it: unit and multiplier, status, the year of a fiscal calendar, and what a message does.
//
// All other attributes are counted and named in the record of the run. A multiplier is a power of ten, never a factor: a factor is refused.
import type {MissingReason} from "../../../country/country.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {UnitLabel} from "../../../statistics/release/release.ts";

export type Attributes = ReadonlyMap<string, string>;

/** The name of an attribute that has the unit or its power of ten; of a series or of one value. */
export const UNIT_ATTRIBUTE = /^unit(?:_measure)?$/i;
const MULTIPLIER_ATTRIBUTE = /^(?:unit_mult(?:iplier)?|powercode)$/i;
/** FIX-country-14: the day on which the years of a series begin, "--07-01"; without it 1 January. */
export const YEAR_START_ATTRIBUTE = /^reporting_year_start_day$/i;
const IMF_MULTIPLIER = /^(?:unit_mult(?:iplier)?|powercode|scale)$/i;
export const STATUS_ATTRIBUTE = /^(?:obs_status|obs_flag|conf_status|obs_conf)$/i;

/**
 * FIX-country-18: the International Monetary Fund has the power of ten in SCALE, which is a word of many meanings elsewhere.
 * @returns the names of attributes that have it
 */
export function multiplierOf(provider: string): RegExp {
  return /^imf(?:[._-]|$)/.test(provider) ? IMF_MULTIPLIER : MULTIPLIER_ATTRIBUTE;
}

/** Whether an attribute may have a unit or its power of ten. */
export function isOfUnit(id: string): boolean {
  return UNIT_ATTRIBUTE.test(id) || IMF_MULTIPLIER.test(id);
}

export function findAttribute(attributes: Attributes, name: RegExp): string | null {
  for (const [id, value] of attributes) if (value !== "" && name.test(id)) return value;
  return null;
}

/** FIX-country-14: "2024-Q1" of a year that begins in July is a quarter of autumn. Calendar months and days have no such year. */
export function ownYearReason(time: string, start: string | null): string | null {
  const isCalendar = start === null || start === "--01-01" || /^\d{4}-\d\d(?:-\d\d)?$/.test(time.trim());
  return isCalendar ? null : `is a period of a year that begins on ${start.replace(/^--/, "")}`;
}

/** SDMX knows powers of ten up to 15. */
const MAX_POWER = 15;
const POWERS: Readonly<Record<number, string>> = {
  2: "hundreds",
  3: "thousands",
  6: "millions",
  9: "billions",
  12: "trillions",
};

/** The power of ten is a part of the unit: values in millions and in thousands of one unit are two series. */
export function codedUnit(unit: string, name: string, multiplier: string | null): UnitLabel | string | null {
  const power = Number(multiplier ?? "0");
  if (!/^-?\d{1,2}$/.test(multiplier ?? "0") || Math.abs(power) > MAX_POWER)
    return `has the unit multiplier ${multiplier}`;
  const label = name || unit;
  if (power === 0) return unit === "" ? null : {code: unit, name: label, okei: null, mult: 1};
  const words = POWERS[power] ?? `10^${power}`;
  const whole = label === "" ? words : `${label}, ${words}`;
  return {code: unit === "" ? `e${power}` : `${unit}_e${power}`, name: whole, okei: null, mult: 10 ** power};
}

/**
 * A status that says that there is no value, whatever number stands beside it [formats.*]: M missing, L not collected, O missing, Q
 * suppressed, H on a holiday. The flags of Eurostat are small letters and mean other things.
 */
export function saysMissing(attributes: Attributes): boolean {
  return /^[MLOQH]$/.test(findAttribute(attributes, /^obs_status$/i) ?? "");
}

/** The reason of a missing value by SDMX CL_OBS_STATUS and Eurostat's flags. */
export function missingReason(text: string, status: string | null): MissingReason {
  if (status === null) return text === "" || text === "null" ? "empty" : text === "-" ? "none" : "not-available";
  if (/^[MHZ]$/i.test(status)) return "not-applicable";
  if (/^[CQ]$/i.test(status)) return "suppressed";
  return /^[GNS]$/i.test(status) ? "not-published" : "not-available";
}

/**
 * FIX-country-16: a message that deletes or merges is about the values of another one: "M" without a value changes a remark and no value.
 * @param action of the data set or of one value: "Delete", "D"
 * @throws Refusal if the values are not whole
 */
export function refuseChanges(at: string, action: string): void {
  const does = /^d(?:elete)?$/i.test(action) ? "deletes" : /^m(?:erge)?$/i.test(action) ? "merges" : null;
  if (does !== null)
    throw new Refusal(`${at} ${does} values`, "it changes other data: download the data themselves (action I or R)");
}
