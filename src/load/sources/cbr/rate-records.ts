// Records of official rates from XML_daily (one day, all currencies), XML_dynamic (one currency, many days) and XML_valFull
// (the list of currencies, no rates).
//
// Values are for `Nominal` units. Some attributes have blanks around them (FIX-cbr-05).

import {parseNumberText} from "../../../country/ru/number-text.ts";
import {parseDottedDay} from "../../../country/ru/period-words.ts";
import {Refusal} from "../../../service/refusal.ts";
import {exactQuotient} from "../../../statistics/exact-quotient.ts";
import type {StatedDay} from "../../../statistics/time/day.ts";
import {readXmlRows, type XmlField, type XmlRow} from "./xml-rows.ts";

export interface RateRecord {
  readonly row: XmlRow;
  /** The Bank's identifier: "R01235". */
  readonly currency: string;
  /** null: `dayText` is not a day. */
  readonly day: StatedDay | null;
  readonly dayText: string;
  readonly value: XmlField | undefined;
  readonly nominal: XmlField | undefined;
  /** The rate for one unit, in newer answers. */
  readonly unitRate: XmlField | undefined;
}

export interface CurrencyRecord {
  readonly currency: string;
  readonly letters: string;
  readonly name: string;
}

/** @throws Refusal if the text is none of the three answers */
export function readRateRecords(
  file: string,
  text: string,
  onRate: (record: RateRecord) => void,
  onCurrency: (record: CurrencyRecord) => void,
): void {
  const rows: XmlRow[] = [];
  const answer = readXmlRows(
    file,
    text,
    (name) => ROWS.includes(name),
    (row) => rows.push(row),
  );
  if (answer.root === "ValCurs") {
    const day = answer.attributes["Date"];
    if (day !== undefined && parseDottedDay(day) === null)
      throw new Refusal(`${file}: the Date of its rates is not a day ("${day}")`, "download it again");
    for (const row of rows) {
      if (row.name === "Valute") onCurrency(namesOf(row, "CharCode"));
      onRate(rateRecord(row, day));
    }
  } else if (answer.root === "Valuta") {
    for (const row of rows) onCurrency(namesOf(row, "ISO_Char_Code"));
  } else
    throw new Refusal(`${file} is not an answer of the Bank of Russia about currencies: its root is ${answer.root}`);
  if (rows.length === 0)
    throw new Refusal(`${file} contains no rates`, "the Bank had no rates for the requested day or currency");
}

const ROWS = ["Valute", "Record", "Item"];

function rateRecord(row: XmlRow, answerDay: string | undefined): RateRecord {
  const dayText = (row.attributes["Date"] ?? answerDay ?? "").trim();
  return {
    row,
    currency: currencyOf(row),
    day: parseDottedDay(dayText),
    dayText,
    value: row.fields.get("Value"),
    nominal: row.fields.get("Nominal"),
    unitRate: row.fields.get("VunitRate"),
  };
}

function namesOf(row: XmlRow, letters: string): CurrencyRecord {
  const text = (name: string): string => (row.fields.get(name)?.text ?? "").replace(/\s+/g, " ").trim();
  return {currency: currencyOf(row), letters: text(letters), name: text("Name")};
}

/** The attribute is ID in one answer, Id in another. */
function currencyOf({attributes}: XmlRow): string {
  return (attributes["ID"] ?? attributes["Id"] ?? "").trim();
}

export interface RateProblem {
  readonly column: string;
  readonly reason: string;
  readonly text: string;
}

/**
 * The rate for one unit: exactly Value / Nominal; or the reason why there is none. The nominal of a currency changes over time, so a series
 * of plain Values would jump.
 */
export function unitRate({value, nominal, unitRate: written}: RateRecord): number | RateProblem {
  const rate = plainDecimal(value?.text ?? "");
  if (rate === null || Number(rate) <= 0) return {column: "Value", reason: "is not a rate", text: value?.text ?? ""};
  const units = plainDecimal(nominal?.text ?? "");
  if (units === null || !/^[1-9]\d*$/.test(units))
    return {column: "Nominal", reason: "is not a number of units", text: nominal?.text ?? ""};
  const quotient = exactQuotient(rate, units);
  const own = written === undefined ? null : unitDecimal(written.text);
  if (
    written !== undefined &&
    (own === null || !agrees(quotient, own, (0.5 * 10 ** -decimalsOf(rate)) / Number(units)))
  )
    return {column: "VunitRate", reason: `is not Value / Nominal, which is ${quotient}`, text: written.text};
  return quotient;
}

export function rateSteps({value, nominal}: RateRecord): string[] {
  const steps: string[] = [];
  if (/[\s\u00a0\u202f]/.test((value?.text ?? "").trim())) steps.push("blanks between thousands removed");
  const units = plainDecimal(nominal?.text ?? "");
  if (units !== null && units !== "1") steps.push(`divided by the nominal ${units}`);
  return steps;
}

/** FIX-cbr-06: "1\u00a0050,0000" has a no-break space between its thousands. Digits with a decimal point, or null. */
function plainDecimal(text: string): string | null {
  if (parseNumberText(text).kind !== "value") return null;
  const plain = text.replace(/[\s\u00a0\u202f\u2009]/g, "").replace(",", ".");
  return /^\d+(\.\d+)?$/.test(plain) ? plain : null;
}

/** FIX-cbr-13: since 2025 a rate below 0.0001 has an exponent, "2,22616E-05". */
function unitDecimal(text: string): string | null {
  const [, digits, exponent] = /^\s*([\d,.]+)[Ee]([+-]?\d{1,2})\s*$/.exec(text) ?? [];
  if (digits === undefined) return plainDecimal(text);
  const plain = plainDecimal(digits);
  return plain === null ? null : `${plain}e${exponent}`;
}

/**
 * Compared with as many decimals as the Bank gives, and not closer than Value itself is rounded: 23.6984 for 100 may be 0.2369841 for one.
 * @param rounding of Value / Nominal
 */
function agrees(quotient: number, written: string, rounding: number): boolean {
  return Math.abs(quotient - Number(written)) <= 1.0000001 * (0.5 * 10 ** -decimalsOf(written) + rounding);
}

function decimalsOf(text: string): number {
  const [digits = "", exponent = "0"] = text.split("e");
  return (digits.split(".")[1]?.length ?? 0) - Number(exponent);
}
