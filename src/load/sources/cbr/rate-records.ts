// Records of official rates out of XML_daily (one day, all currencies), XML_dynamic (one currency, many days) and XML_valFull
// (the list of currencies, no rates).
//
// Values are for `Nominal` units; what is done with them is the reader's affair (rates.ts). Attributes are padded with blanks here and
// there (FIX-cbr-05).
import {Refusal} from "../../../refusal.ts";
import type {Day} from "../../../statistics/time/day.ts";
import {parseDottedDay} from "./written-day.ts";
import {readXmlRows, type XmlField, type XmlRow} from "./xml-rows.ts";

export interface RateRecord {
  readonly row: XmlRow;
  /** The Bank's identifier: "R01235". */
  readonly currency: string;
  /** null: what stands in `dayText` is no day. */
  readonly day: Day | null;
  readonly dayText: string;
  readonly value: XmlField | undefined;
  readonly nominal: XmlField | undefined;
  /** The rate for one unit, which newer answers have too. */
  readonly unitRate: XmlField | undefined;
}

export interface CurrencyRecord {
  readonly currency: string;
  readonly letters: string;
  readonly name: string;
}

/** @throws Refusal when the text is none of the three answers */
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
      throw new Refusal(`${file}: the Date of its rates is no day ("${day}")`, "download it again");
    for (const row of rows) {
      if (row.name === "Valute") onCurrency(namesOf(row, "CharCode"));
      onRate(rateRecord(row, day));
    }
  } else if (answer.root === "Valuta") {
    for (const row of rows) onCurrency(namesOf(row, "ISO_Char_Code"));
  } else throw new Refusal(`${file} is no answer of the Bank of Russia about currencies: its root is ${answer.root}`);
  if (rows.length === 0)
    throw new Refusal(
      `${file} holds no rates`,
      "the Bank answers so when asked for a day or a currency that it has not",
    );
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

/** ID in one answer, Id in another. */
function currencyOf({attributes}: XmlRow): string {
  return (attributes["ID"] ?? attributes["Id"] ?? "").trim();
}
