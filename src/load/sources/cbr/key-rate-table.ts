// The CSV table of key rate, inflation and target from cbr.ru: windows-1251, semicolons, newest month first.
//
// The date is the first day of the month of the figures. The last line may have no line end (FIX-cbr-08). Inflation is compared with the
// same month of the year before.

import {parseNumberText} from "../../../country/ru/number-text.ts";
import {parseDottedDay} from "../../../country/ru/period-words.ts";
import {matchUnit} from "../../../country/ru/unit-matcher.ts";
import {lineLocator} from "../../../service/evidence.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {dayText, lastDay, ordinalAt, type StatedDay} from "../../../statistics/time/day.ts";
import {readDecodedText} from "../../input/decoded-text.ts";
import {textEnding} from "../../input/ending.ts";
import {indicatorLabel, PLAIN_METADATA, PLAIN_METHODOLOGY, publicationDay, refuseOtherName} from "../../metadata.ts";
import type {LoadHints, ObservationSink, ParserCode, ReleaseReading, SourceFile} from "../../source.ts";

export const cbrKeyRateTable: ParserCode = {recognises, parse};

const DATASET = "key_rate_and_inflation";
const HEADER = ["Дата", "Ставка", "Инфляция", "Цель"];
const UNIT = "процент";
const INDICATORS = [
  {code: "key_rate", label: "Ключевая ставка Банка России, в процентах годовых", transformation: "level"},
  {code: "inflation", label: "Инфляция к соответствующему месяцу предыдущего года", transformation: "growth_yoy"},
  {code: "inflation_target", label: "Цель Банка России по инфляции", transformation: "level"},
] as const;

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, another] = files;
  if (!file || another || file.size > 1_000_000 || !/\.csv$/i.test(file.name)) return false;
  const text = await readDecodedText(file).catch(() => "");
  return headerOf(text) !== null;
}

function headerOf(text: string): string[] | null {
  const cells = (text.split("\n", 1)[0] ?? "").split(";").map((cell) => cell.trim());
  return cells.length === HEADER.length && cells.every((cell, index) => cell === HEADER[index]) ? cells : null;
}

async function parse(files: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const file = files[0]!;
  refuseOtherName(file.name, "cbr", DATASET, hints);
  sink.startFile?.(file.name);
  let newest: StatedDay | null = null;
  const text = await readDecodedText(file);
  for (const [index, row] of text.split("\n").entries()) {
    if (index === 0 || row.trim() === "") continue;
    const month = readRow(file.name, row, index + 1, sink);
    if (month !== null && (newest === null || month > newest)) newest = month;
  }
  if (newest === null) throw new Refusal(`${file.name} contains no row with a day`, null);
  const metadata = releaseMetadata(publicationDay(file.name, lastDay("M", newest), hints));
  return {metadata, ending: textEnding(file.name, text)};
}

/** @returns the first day of the row's month; null: the row has no such day */
function readRow(file: string, row: string, line: number, sink: ObservationSink): StatedDay | null {
  const cells = row.split(";");
  const refuse = (kind: "cell" | "period", column: string, reason: string, text: string): void =>
    sink.refuse({kind, file, line, column, reason, text: text.slice(0, 80), row});
  if (cells.length !== HEADER.length) {
    refuse("cell", HEADER[0]!, `a row has ${HEADER.length} cells, this one ${cells.length}`, row);
    return null;
  }
  const day = parseDottedDay(cells[0]!);
  if (day === null || !dayText(day).endsWith("-01")) {
    refuse("period", HEADER[0]!, "is not the first day of a month", cells[0]!);
    return null;
  }
  for (const [index, {code, transformation}] of INDICATORS.entries()) {
    const raw = cells[index + 1]!;
    const read = parseNumberText(raw);
    if (read.kind === "unreadable") refuse("cell", HEADER[index + 1]!, read.reason, raw);
    if (read.kind !== "value") continue;
    const series = sink.series({
      indicator: code,
      classification: null,
      measure: null,
      transformation,
      unit: UNIT,
      frequency: "M",
      territory: "643",
    });
    sink.observe(series, ordinalAt("M", day), read.value, line, {
      explain: () => ({locator: lineLocator(file, line, index + 2), raw, steps: []}),
    });
  }
  return day;
}

function releaseMetadata(publishedAt: StatedDay): ReleaseMetadata {
  return {
    ...PLAIN_METADATA,
    provider: "cbr",
    dataset: DATASET,
    name: "Ключевая ставка и инфляция",
    publishedAt,
    frequency: "M",
    sourceUrl: "https://www.cbr.ru/hd_base/infl/",
    indicators: INDICATORS.map(({code, label}) => indicatorLabel(code, label)),
    units: [matchUnit(UNIT)!],
    methodology: {
      ...PLAIN_METHODOLOGY,
      text: "Ключевая ставка на конец месяца; инфляция в процентах к соответствующему месяцу предыдущего года.",
    },
    related: [{provider: "cbr", dataset: "key_rate", relation: "neighbour", splice: false, note: null}],
  };
}
