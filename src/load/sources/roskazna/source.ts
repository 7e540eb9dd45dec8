// Forms of the Federal Treasury: 0507011 (federal budget) and 0503317 (consolidated budgets of the subjects), .xlsx and .xls.
//
// The report generator adds a hidden sheet XDO_METADATA, first or last, so only visible sheets are read (FIX-roskazna-06). Amounts are
// summed from the start of the year. The form gives the day of the amounts, but not the day of publication.
import {TABLE_WORDS} from "../../../country/ru/table-words.ts";
import {matchTerritoryCode} from "../../../country/ru/territory-matcher.ts";
import {matchUnit} from "../../../country/ru/unit-matcher.ts";
import {readUnits} from "../../../reference/reference.ts";
import {Refusal} from "../../../service/refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {ordinalAt, type StatedDay} from "../../../statistics/time/day.ts";
import {countFigures} from "../../described/cell-value.ts";
import {hintedDay, indicatorLabel, PLAIN_METADATA, PLAIN_METHODOLOGY, refuseOtherName} from "../../metadata.ts";
import type {LoadHints, ObservationSink, ParserCode, ReleaseReading, SourceFile} from "../../source.ts";
import type {Workbook} from "../../workbook/sheet.ts";
import {openWorkbook, soleWorkbook} from "../../workbook/workbook.ts";
import {LEVEL_NAMES, MEASURE_NAMES} from "./column-meaning.ts";
import {budgetTerritory, FEDERAL, type FormHead, REGIONAL, readFormHead} from "./form-head.ts";
import {findFormTables, tableKind} from "./form-table.ts";
import {type LabelForms, readFormValues} from "./form-values.ts";

/** A release has the classification codes of one year, and a regional form has one territory, so series that a release lacks are not gone. */
export const roskazna: ParserCode = {recognises, parse};

const FORMS = [FEDERAL, REGIONAL];

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const workbook = await soleWorkbook(files);
  if (workbook === null) return false;
  return workbook.sheets.some(({name}) => name === "XDO_METADATA") && (await headOf(workbook)) !== null;
}

async function headOf(workbook: Workbook): Promise<FormHead | null> {
  const first = workbook.sheets.find(({hidden}) => !hidden);
  return first === undefined ? null : readFormHead(await workbook.read(first), FORMS);
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseReading> {
  const {name} = file!;
  const workbook = await openWorkbook(file!);
  const head = await headOf(workbook);
  if (head === null) throw new Refusal(`${name} has no head of form ${FORMS.join(" or ")} with its day`);
  refuseOtherName(name, "roskazna", head.form, hints);
  refuseOtherUnit(name, head);
  const territory = head.form === FEDERAL ? matchTerritoryCode("643") : budgetTerritory(head, name);
  if (territory === null)
    throw new Refusal(
      `${name}: neither ОКТМО (${head.municipality || "none"}) nor the Treasury body nor the name gives one subject (${head.names.trim()})`,
      "the known numbers of Treasury bodies are in src/load/sources/roskazna/form-head.ts",
    );
  const frequency = head.quarterly ? "Q" : "M";
  // "на 1 января 2022 г." is the end of December 2021.
  const period = ordinalAt(frequency, head.day - 1);
  const kinds = new Map<string, string>();
  const seen: LabelForms = {rows: new Map(), levels: new Set(), measures: new Set(), names: new Map()};
  for (const sheetHead of workbook.sheets) {
    if (sheetHead.hidden) {
      sink.ignore?.("sheet", `${sheetHead.name} (hidden)`);
      continue;
    }
    const sheet = await workbook.read(sheetHead);
    sink.startFile?.(name, {name: sheet.name, width: sheet.columnCount});
    const {tables, halfHeads} = findFormTables(sheet);
    const refuse = (reason: string, text: string, line: number | null = null): void => {
      const location = {file: name, sheet: sheet.name, line, column: null, row: null};
      sink.refuse({...location, reason, text, values: countFigures(sheet, TABLE_WORDS)});
    };
    for (const row of halfHeads) refuse("has half of a header: the words or the column numbers are missing", "", row);
    for (const table of tables) {
      const kind = tableKind(sheet, table, head.form);
      if (kind === null) {
        refuse("contains a table of an unknown kind", table.codeNames.join("; "));
        continue;
      }
      kinds.set(kind.code, kind.label);
      readFormValues({file: name, sheet, table, indicator: kind.code, territory, frequency, period}, seen, sink);
    }
  }
  if (kinds.size === 0) throw new Refusal(`${name} contains no table of form ${head.form}`);
  // No form is published before the day of its amounts.
  return {metadata: releaseMetadata(head, kinds, seen, hintedDay(hints) ?? head.day), ending: workbook.ending};
}

function refuseOtherUnit(file: string, {okei}: FormHead): void {
  if (okei === "383") return;
  const unit = readUnits().find((one) => one.okei === okei)?.name ?? "unknown";
  throw new Refusal(`${file} is in unit ${okei || "none"} of ОКЕИ (${unit}); these forms are in roubles (383)`);
}

const NAMES: Readonly<Record<string, string>> = {
  [FEDERAL]: "Отчет об исполнении федерального бюджета (форма 0507011)",
  [REGIONAL]: "Отчет об исполнении консолидированных бюджетов субъектов Российской Федерации (форма 0503317)",
};

function releaseMetadata(
  {form}: FormHead,
  kinds: ReadonlyMap<string, string>,
  {rows, levels, measures}: LabelForms,
  publishedAt: StatedDay,
): ReleaseMetadata {
  const explained = [...measures].map((code) => `${code} = ${MEASURE_NAMES[code]}`);
  return {
    ...PLAIN_METADATA,
    provider: "roskazna",
    dataset: form,
    name: NAMES[form]!,
    publishedAt,
    partial: true,
    sourceUrl: "https://roskazna.gov.ru/ispolnenie-byudzhetov/",
    indicators: [...kinds].map(([code, label]) => indicatorLabel(code, label)),
    classes: [
      ...[...rows].map(([code, name]) => ({code, name, note: null})),
      ...[...levels].map((code) => ({code, name: LEVEL_NAMES[code]!, note: null})),
    ],
    units: [matchUnit("рубль")!, ...(measures.has("percent") ? [matchUnit("процент")!] : [])],
    methodology: {
      ...PLAIN_METHODOLOGY,
      classifier: "Бюджетная классификация Российской Федерации; уровни бюджетов",
      text: "Суммы нарастающим итогом с начала года. Класс: коды классификации через дефис (у итогов — код строки), за знаком ~ уровень бюджета.",
    },
    notes: [{text: `measure: ${explained.join("; ")}.`, classification: null}],
  };
}
