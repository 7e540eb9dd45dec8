// EMISS (fedstat.ru): the Excel export of one indicator, sheets "Данные" and "Паспорт".
//
// The workbook has names where the SDMX export has codes, and does not contain the number of its indicator: that comes from the file's
// name ("31074_….xls") or from --dataset. The passport names the persons responsible; they are never read (FIX-fedstat-16).
import {ru} from "../../../country/ru/ru.ts";
import {knownUnit, matchUnit} from "../../../country/ru/unit-matcher.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {describedPublicationDay} from "../../described/publication-day.ts";
import {createSeriesRegister} from "../../described/series-register.ts";
import {readSheetValues} from "../../described/sheet-values.ts";
import {hintedDataset} from "../../metadata.ts";
import type {LoadHints, ObservationSink, ParserCode, ReleaseReading, SourceFile} from "../../source.ts";
import type {Sheet, Workbook} from "../../workbook/sheet.ts";
import {openWorkbook, soleWorkbook} from "../../workbook/workbook.ts";
import {emissMetadata, PROVIDER} from "../fedstat/description.ts";
import {dataLayout, readPassport} from "./data-layout.ts";

export const fedstatExcel: ParserCode = {
  recognises,
  parse: ([file], hints, sink) => parse(file!, hints, sink),
};

const SHEETS = ["Данные", "Паспорт"];

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const names = (await soleWorkbook(files))?.sheets.map(({name}) => name) ?? [];
  return SHEETS.every((name) => names.includes(name));
}

async function parse(file: SourceFile, hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const {name} = file;
  const workbook = await openWorkbook(file);
  const indicator = indicatorNumber(name, hints);
  const {day: publishedAt} = await describedPublicationDay(
    name,
    workbook,
    {sheet: "^Паспорт$", text: "^Последнее обновление данных"},
    hints,
    ru.tables,
  );
  for (const sheet of workbook.sheets) if (!SHEETS.includes(sheet.name)) sink.ignore?.("sheet", sheet.name);
  const data = await sheetNamed(workbook, "Данные");
  const passport = readPassport(await sheetNamed(workbook, "Паспорт"));
  const title = titleAndUnit(data, passport.units, name);
  const dataset = {code: indicator, name: title.name, indicator: {code: indicator, label: title.name}};
  const series = createSeriesRegister(dataset, title.name);
  const {layout, context} = dataLayout(data, publishedAt, workbook.date1904, name);
  const unit = matchUnit(title.unit);
  if (unit === null) throw new Refusal(`${name}: the title does not name a unit`, "download the file again");
  // Units keep the words of EMISS [emiss.excel]; the lists only add what EMISS lacks.
  const facts = {unit: {...unit, okei: unit.okei ?? knownUnit(title.unit)?.okei ?? null}};
  const isEmpty = readSheetValues(
    {file: name, sheet: data, layout, facts, context, weekly: false, used: new Set()},
    series,
    sink,
  );
  if (isEmpty)
    throw new Refusal(`${name} contains no value`, "the selection on fedstat.ru was empty; select the data again");
  const measures = [...series.measures].map(([code, words]) => `${code} = ${words}`);
  const explained = measures.length === 0 ? null : `Вид показателя (measure): ${measures.join("; ")}.`;
  const metadata: ReleaseMetadata = {
    ...emissMetadata(indicator, title.name, publishedAt, passport.nextReleases),
    classes: series.classes(),
    units: [...series.units.values()],
    methodology: passport.methodology,
    notes: [passport.comment, explained].filter((text) => text !== null).map((text) => ({text, classification: null})),
  };
  return {metadata, ending: workbook.ending};
}

/** FIX-fedstat-17: the workbook does not contain the number of its indicator. */
function indicatorNumber(file: string, hints: LoadHints): string {
  const hinted = hintedDataset(PROVIDER, hints);
  const named = /^(\d{4,6})(?!\d)/.exec(file.split("/").at(-1)!)?.[1] ?? null;
  const number = hinted ?? named;
  const provider = hints.provider ?? PROVIDER;
  if (provider !== PROVIDER || (hinted !== null && named !== null && hinted !== named)) {
    throw new Refusal(
      `${file} is dataset ${PROVIDER}/${named ?? hinted}, not ${provider}/${hinted ?? named}`,
      "leave out --provider and --dataset, or rename the file",
    );
  }
  if (number === null || !/^\d{4,6}$/.test(number)) {
    throw new Refusal(
      `${file} does not say which EMISS indicator it is, as no Excel export does`,
      "give the number with --dataset, or at the start of the file's name (31074_prices.xls)",
    );
  }
  return number;
}

async function sheetNamed(workbook: Workbook, name: string): Promise<Sheet> {
  return await workbook.read(workbook.sheets.find((sheet) => sheet.name === name)!);
}

/** FIX-fedstat-18: "Индексы потребительских цен на товары и услуги (процент)": the unit is in the last brackets. */
function titleAndUnit(data: Sheet, units: readonly string[], file: string): {name: string; unit: string} {
  const title = (data.cell(1, 1)?.plain ?? "").replace(/[\s\u00a0]+/g, " ").trim();
  for (const unit of units) {
    if (title.toLowerCase().endsWith(`(${unit.toLowerCase()})`))
      return {name: title.slice(0, -unit.length - 2).trim(), unit};
  }
  const parts = /^(.*)\(([^()]*)\)$/.exec(title);
  if (parts === null) throw new Refusal(`${file}: cell A1 of "Данные" has no title with a unit`, "download it again");
  return {name: parts[1]!.trim(), unit: parts[2]!.trim()};
}
