// Official rates of foreign currencies (cbr.ru XML_daily, XML_dynamic, XML_valFull): one daily series for each currency.
//
// A release has only the requested currencies and days, so it is partial. Rates are never revised; without --published the day of
// publication is the newest day of a rate (publicationDay in metadata.ts).
import {matchUnit} from "../../../country/ru/unit-matcher.ts";
import {readCurrencies, readNotRevised} from "../../../reference/reference.ts";
import {lineLocator} from "../../../service/evidence.ts";
import type {ClassLabel, ReleaseMetadata} from "../../../statistics/release/release.ts";
import {type Day, dayOf, type StatedDay} from "../../../statistics/time/day.ts";
import {readDecodedText, readTextStart} from "../../input/decoded-text.ts";
import {WHOLE} from "../../input/ending.ts";
import {PLAIN_METADATA, PLAIN_METHODOLOGY, publicationDay, refuseOtherName} from "../../metadata.ts";
import type {LoadHints, ObservationSink, Origin, ParserCode, ReleaseReading, SourceFile} from "../../source.ts";
import {type RateRecord, rateSteps, readRateRecords, unitRate} from "./rate-records.ts";

export const cbrRates: ParserCode = {recognises, parse};

const DATASET = "exchange_rates";
const INDICATOR = "rate";
/** FIX-cbr-07: from this day on rates are in new roubles. One new rouble is a thousand old ones. */
const DENOMINATION: Day = dayOf(1998, 1, 1);
const DENOMINATION_NOTE =
  "С 1 января 1998 года курс указан в новых рублях (1 новый рубль = 1000 прежних); значения до этого дня в прежних рублях, в 1000 раз больше. Это не пересмотр и не скачок курса.";

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  for (const file of files) if (!/<(?:ValCurs|Valuta)[\s>]/.test(await readTextStart(file))) return false;
  return files.length > 0;
}

async function parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const seen: Seen = {labels: new Map(), old: new Set(), newest: null};
  let rates = 0;
  for (const file of files) {
    refuseOtherName(file.name, "cbr", DATASET, hints);
    sink.startFile?.(file.name);
    const take = createRateReader(file.name, sink, seen);
    const count = (record: RateRecord): void => {
      rates++;
      take(record);
    };
    readRateRecords(file.name, await readDecodedText(file), count, ({currency, ...written}) => {
      const label = currencyLabel(currency, written);
      if (label !== null) seen.labels.set(currency, label);
    });
  }
  if (rates === 0) sink.noteNamesOnly?.();
  return {metadata: releaseMetadata(seen, publicationDay(files[0]!.name, seen.newest, hints)), ending: WHOLE};
}

interface Seen {
  readonly labels: Map<string, ClassLabel>;
  /** currencies with rates before the denomination */
  readonly old: Set<string>;
  newest: StatedDay | null;
}

function createRateReader(file: string, sink: ObservationSink, seen: Seen): (record: RateRecord) => void {
  const handles = new Map<string, number>();
  let current: RateRecord;
  const origin: Origin = {
    explain() {
      const {line, path, text} = current.value!;
      return {locator: lineLocator(file, line, null, path), raw: text, steps: rateSteps(current)};
    },
  };
  const refuse = (record: RateRecord, kind: "cell" | "period", column: string, reason: string, text: string): void =>
    sink.refuse({kind, file, line: record.row.line, column, reason, text: text.slice(0, 80), row: rowText(record)});
  return (record) => {
    const {currency, day} = record;
    if (!/^R\d{5}[A-Z]?$/.test(currency)) return refuse(record, "cell", "ID", "is no currency of the Bank", currency);
    if (day === null) return refuse(record, "period", "Date", "is not a day", record.dayText);
    // Before the rate is judged: a file of refused rates alone is held for them, not for want of a day.
    if (seen.newest === null || day > seen.newest) seen.newest = day;
    const rate = unitRate(record);
    if (typeof rate !== "number") return refuse(record, "cell", rate.column, rate.reason, rate.text);
    if (!seen.labels.has(currency)) {
      const label = currencyLabel(currency, null);
      if (label !== null) seen.labels.set(currency, label);
    }
    if (day < DENOMINATION) seen.old.add(currency);
    let handle = handles.get(currency);
    if (handle === undefined) {
      handle = sink.series({
        indicator: INDICATOR,
        classification: currency,
        measure: null,
        transformation: "level",
        unit: "рубль",
        frequency: "D",
        territory: "643",
      });
      handles.set(currency, handle);
    }
    current = record;
    sink.observe(handle, day, rate, record.value!.line, origin);
  };
}

function rowText({currency, dayText, value, nominal}: RateRecord): string {
  return `ID=${currency}; Date=${dayText}; Nominal=${nominal?.text ?? ""}; Value=${value?.text ?? ""}`;
}

function releaseMetadata({labels, old}: Seen, publishedAt: StatedDay): ReleaseMetadata {
  const currencies = [...old].sort();
  return {
    ...PLAIN_METADATA,
    provider: "cbr",
    dataset: DATASET,
    name: "Официальные курсы иностранных валют, устанавливаемые Банком России",
    publishedAt,
    partial: true,
    frequency: "D",
    revised: !readNotRevised().has(`cbr/${DATASET}`),
    sourceUrl: "https://www.cbr.ru/currency_base/",
    indicators: [
      {
        code: INDICATOR,
        label: "Официальный курс иностранной валюты к рублю, за единицу валюты",
        concept: "exchange-rate",
        description: null,
        synonyms: ["курс валюты", "обменный курс", "exchange rate"],
      },
    ],
    classes: [...labels.values()],
    units: [matchUnit("рубль")!],
    methodology: {
      ...PLAIN_METHODOLOGY,
      exclusions: "Дни, на которые курс не устанавливался: выходные и праздники.",
      classifier: "Коды валют Банка России",
      text: "Курс за одну единицу валюты: Банк России объявляет его за 1, 10, 100, 1000 или 10 000 единиц (Nominal), здесь он разделен на это число. День — тот, с которого курс действует.",
    },
    notes: currencies.map((classification) => ({text: DENOMINATION_NOTE, classification})),
    continuity: currencies.map((code) => ({from: code, to: code, period: "1998-01-01", note: DENOMINATION_NOTE})),
  };
}

export interface CurrencyNames {
  /** "USD"; empty if the file does not say. */
  readonly letters: string;
  readonly name: string;
}

/**
 * The label of a currency; null if neither our list nor the file names it. The Bank's name is in the plural if the nominal is ("Армянских
 * драмов" for a hundred). Rates here are for one unit, so our list has the singular. Currencies that are not in our list keep the Bank's name.
 */
function currencyLabel(id: string, written: CurrencyNames | null): ClassLabel | null {
  const known = readCurrencies().get(id);
  const letters = known?.letters ?? written?.letters ?? "";
  const name = known?.name ?? written?.name ?? "";
  if (name === "") return null;
  return {code: id, name: letters === "" ? name : `${name} (${letters})`, note: null};
}
