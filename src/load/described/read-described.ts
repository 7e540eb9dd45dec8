// Executes a descriptor on the workbooks of one release: values into the sink, metadata out.

import {countryOf, DEFAULT_COUNTRY, listedTerritories} from "../../country/countries.ts";
import type {Country} from "../../country/country.ts";
import {readNotRevised} from "../../reference/reference.ts";
import {Refusal} from "../../service/refusal.ts";
import type {EnglishName, ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {StatedDay} from "../../statistics/time/day.ts";
import {PLAIN_METADATA, PLAIN_METHODOLOGY, refuseOtherName} from "../metadata.ts";
import type {LoadHints, ObservationSink, ReleaseReading, SourceFile} from "../source.ts";
import type {Workbook} from "../workbook/sheet.ts";
import {openWorkbook} from "../workbook/workbook.ts";
import {countFigures} from "./cell-value.ts";
import type {CellException, DatasetDescription, Descriptor, Names, TableDescription} from "./descriptor/descriptor.ts";
import {expressionOf} from "./descriptor/expression.ts";
import {dayOfDate, type Facts, isProblem, joined, type NamedCode, type Problem} from "./facts.ts";
import {findLayouts} from "./layout.ts";
import {withOwnUnits} from "./own-units.ts";
import {readPlainRows} from "./plain/plain-rows.ts";
import {describedPublicationDay, readsNamesOfTerritories} from "./publication-day.ts";
import {createSeriesRegister, type SeriesRegister} from "./series-register.ts";
import {titleFacts} from "./sheet-facts.ts";
import {readSheetValues} from "./sheet-values.ts";
import {factsOfCell, type TextContext} from "./text-facts.ts";

interface ReadingOptions {
  /** The exceptions that changed a value, and the tables that have a sheet, are added. */
  readonly used?: Set<CellException | TableDescription>;
  /** For a proposal: see TextContext. */
  readonly isProbe?: boolean;
}

/** What the sheets of a workbook are read with, and into. */
interface SheetsContext extends Required<ReadingOptions> {
  readonly descriptor: Descriptor;
  readonly country: Country;
  readonly dataset: DatasetDescription;
  /** Its name. */
  readonly file: string;
  readonly workbook: Workbook;
  readonly publishedAt: StatedDay;
  readonly series: SeriesRegister;
  readonly sink: ObservationSink;
}

/**
 * @throws Refusal if the file is not such a workbook, or does not say when it was published
 */
export async function readDescribed(
  descriptor: Descriptor,
  file: SourceFile,
  hints: LoadHints,
  sink: ObservationSink,
  {used = new Set(), isProbe = false}: ReadingOptions = {},
): Promise<ReleaseReading> {
  const dataset = datasetOf(descriptor, file.name, hints);
  const workbook = await openWorkbook(file);
  const listed = countryOf(descriptor.country ?? DEFAULT_COUNTRY.code) ?? DEFAULT_COUNTRY;
  const country = withOwnUnits(listed, descriptor.units);
  const {day: publishedAt, isGiven} = await describedPublicationDay(
    file.name,
    workbook,
    descriptor.published,
    hints,
    country.tables,
  );
  const series = createSeriesRegister(dataset, dataset.name);
  const options = {descriptor, country, dataset, file: file.name, workbook, publishedAt, series, sink, used, isProbe};
  if ((await readTables(options)) === 0) {
    throw new Refusal(
      `${file.name} contains none of the tables that the descriptor "${descriptor.family}" describes`,
      "the layout has changed: write a descriptor for it (docs/adding-a-source.md)",
    );
  }
  // FIX-country-22: a unit of one's own is the word of a person, so it does not hold the run each time.
  const ownUnits = Object.values(descriptor.units ?? {}).map(({name}) => name);
  const metadata = metadataOf(descriptor, listed, dataset, publishedAt, series);
  return {
    metadata,
    ending: workbook.ending,
    ownUnits,
    ...(isGiven && readsNamesOfTerritories(descriptor.tables) && {isDayGiven: true}),
  };
}

/** Returns the number of tables that have a sheet. */
async function readTables(options: SheetsContext): Promise<number> {
  const {descriptor, country, dataset, file, workbook, publishedAt, series, sink, used, isProbe} = options;
  let tables = 0;
  const known = new Map<Names | undefined, Map<string, NamedCode>>();
  const lines = new Map(descriptor.tables.map((table) => [table, new Map<string, Facts | Problem>()]));
  for (const head of workbook.sheets) {
    if (head.hidden) {
      sink.ignore?.("sheet", `${head.name} (hidden)`);
      continue;
    }
    // A table that names the sheet goes before tables for all sheets.
    const named = descriptor.tables.filter(({sheets}) => sheets !== undefined && expressionOf(sheets).test(head.name));
    const wanted = named.length > 0 ? named : descriptor.tables.filter(({sheets}) => sheets === undefined);
    if (wanted.length === 0) {
      sink.ignore?.("sheet", head.name);
      continue;
    }
    const weekly = dataset.frequency === "W";
    const contexts = wanted.map((own): TextContext => {
      const table = descriptor.names === undefined ? own : {names: descriptor.names, ...own};
      const {words} = descriptor;
      if (!known.has(table.names)) known.set(table.names, new Map());
      return {
        country,
        publishedAt,
        date1904: workbook.date1904,
        table,
        known: known.get(table.names)!,
        lines: lines.get(own)!,
        ...(words && {words}),
        ...(isProbe && {isProbe}),
      };
    });
    // Before the sheet itself is read: it is usually the sheet before, which the workbook still has.
    const dates = [];
    for (const context of contexts) dates.push(await newestDate(workbook, context));
    const isPlain = wanted.every(({labels}) => labels !== undefined);
    const sheet = isPlain && workbook.records ? await workbook.records.sample() : await workbook.read(head);
    if (sheet.rowCount === 0) continue;
    for (const table of wanted) used.add(table);
    const refuse = ({column: _, ...problem}: Problem) =>
      sink.refuse({
        ...{file, sheet: head.name, line: null, column: null, row: null, ...problem},
        values: countFigures(sheet, country.tables),
      });
    for (const [index, context] of contexts.entries()) {
      const dated = dates[index]!;
      tables++;
      if (context.table.labels !== undefined) {
        const records = workbook.records ?? null;
        const source = {file, sheet, records, dated, context, used};
        const problem = await readPlainRows(source, series, sink);
        if (problem !== null) refuse(problem);
        continue;
      }
      const layouts = findLayouts(sheet, context);
      if (layouts.length === 0)
        refuse({reason: "the header that the descriptor describes is not on this sheet", text: ""});
      for (const layout of layouts) {
        const title = isProblem(dated) ? dated : titleFacts(sheet, layout, context);
        if (isProblem(title)) refuse(title);
        else {
          const facts = joined(dated as Facts, title);
          readSheetValues({file, sheet, layout, facts, context, weekly, used}, series, sink);
        }
      }
    }
  }
  return tables;
}

/** The newest date in a row of another sheet, for tables without a period; no fact for other tables. */
async function newestDate(workbook: Workbook, context: TextContext): Promise<Facts | Problem> {
  if (context.table.newest === undefined) return {};
  const {sheet: name, row} = context.table.newest;
  const head = workbook.sheets.find(({name: own}) => expressionOf(name).test(own));
  const sheet = head === undefined ? null : await workbook.read(head);
  let newest: Facts | null = null;
  for (let column = 1; column <= (sheet?.columnCount ?? 0); column++) {
    const cell = sheet!.cell(row, column);
    const said = cell === null ? {} : factsOfCell(cell, "date", context);
    const day = isProblem(said) || said.date === undefined ? null : dayOfDate(said.date, said.date.year);
    const before = newest?.date === undefined ? null : dayOfDate(newest.date, newest.date.year);
    if (day !== null && (before === null || day > before)) newest = said as Facts;
  }
  return newest ?? {reason: `has no date, and row ${row} of another sheet has none`, text: name, kind: "period"};
}

/** @throws Refusal when the family does not name the file's dataset, or the command names another */
export function datasetOf(descriptor: Descriptor, file: string, hints: LoadHints): DatasetDescription {
  const {key, provider, dataset, members} = descriptor;
  const {dataset: wanted} = hints;
  const member =
    Object.entries(members ?? {}).find(([name]) => expressionOf(name).test(file))?.[1] ??
    Object.values(members ?? {}).find(({code}) => wanted !== null && code === wanted);
  // FIX-rosstat-46: a new workbook of the family has only the code that the command gives it: its code is its name until a descriptor gives one.
  const named = member ?? (wanted === null ? undefined : {code: wanted, name: wanted});
  const found = {...dataset, ...(members === undefined ? undefined : named)};
  if (members !== undefined && named === undefined) {
    throw new Refusal(
      `${file} is a workbook of the family "${descriptor.family}", which does not name it`,
      `name its dataset with --dataset CODE, or in a descriptor that has "extends": "${key}" (docs/adding-a-source.md)`,
    );
  }
  refuseOtherName(file, provider, found.code, hints);
  return found;
}

function metadataOf(
  descriptor: Descriptor,
  country: Country,
  dataset: DatasetDescription,
  publishedAt: StatedDay,
  series: SeriesRegister,
): ReleaseMetadata {
  const {provider} = descriptor;
  const measures = [...series.measures].map(([code, name]) => `${code} = ${name}`);
  const notes = [...(dataset.notes ?? []), ...(measures.length === 0 ? [] : [`measure: ${measures.join("; ")}.`])];
  return {
    ...PLAIN_METADATA,
    provider,
    dataset: dataset.code,
    name: dataset.name,
    publishedAt,
    ...(dataset.partial && {partial: true}),
    ...(dataset.licence !== undefined && {licence: dataset.licence}),
    frequency: dataset.frequency ?? null,
    revised: dataset.revised ?? !readNotRevised().has(`${provider}/${dataset.code}`),
    archival: dataset.archival ?? false,
    sourceUrl: dataset.sourceUrl ?? null,
    indicators: [...series.indicators.values()],
    classes: series.classes(),
    units: [...series.units.values()],
    ...(country !== DEFAULT_COUNTRY && {country: country.code}),
    territories: listedTerritories(country, series.territories.values()) ?? ownTerritories(country, series),
    methodology: dataset.methodology === undefined ? null : {...PLAIN_METHODOLOGY, text: dataset.methodology},
    notes: notes.map((text) => ({text, classification: null})),
    continuity: dataset.continuity?.map(({from, to, period, note}) => ({from, to, period, note: note ?? null})) ?? null,
    weeks: series.weeks.size === 0 ? null : [...series.weeks.values()],
    ...(descriptor.english !== undefined && {english: englishNames(descriptor.english)}),
  };
}

function englishNames(names: NonNullable<Descriptor["english"]>): readonly EnglishName[] {
  return Object.entries(names).sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Those that the descriptor defines; null: none. */
function ownTerritories({territories}: Country, {territories: used}: SeriesRegister): Territory[] | null {
  const own = [...used.values()].filter(({code}) => territories.ofCode(code) === null);
  return own.length === 0 ? null : own.map((territory) => ({...territory, labelled: true}));
}
