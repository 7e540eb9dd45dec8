// Rosstat's socio-economic situation (ISEP): the first table of one month, as text with tabs between cells.
//
// A release is one month. The file does not say when it was published.
import {Refusal} from "../../../refusal.ts";
import {parseDay} from "../../../statistics/day.ts";
import type {ReleaseMetadata} from "../../../statistics/release.ts";
import {createSeriesBook} from "../../described/series-book.ts";
import type {LoadHints, ObservationSink, Source, SourceFile} from "../../source.ts";
import {firstBytes} from "../../workbook/workbook.ts";
import {readTable} from "./table.ts";

export const rosstatIsep: Source = {name: "rosstat_isep", version: 1, recognises, parse};

const DATASET = {
  code: "socio_economic",
  name: "Основные экономические и социальные показатели Российской Федерации",
  indicator: {code: "socio_economic"},
};
const MAX_BYTES = 2 ** 20;

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !/\.(csv|tsv|txt)$/i.test(file.name)) return false;
  return (await firstBytes(file, 256)).toString("utf8").startsWith("I\tОСНОВНЫЕ ЭКОНОМИЧЕСКИЕ И СОЦИАЛЬНЫЕ ПОКАЗАТЕЛИ");
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseMetadata> {
  const {name, size} = file!;
  if (size > MAX_BYTES) throw new Refusal(`${name} is too large for one table`);
  const publishedAt = hints.publishedAt === null ? null : parseDay(hints.publishedAt);
  if (publishedAt === null)
    throw new Refusal(`${name} does not say when it was published`, "give the day with --published YYYY-MM-DD");
  if ((hints.provider ?? "rosstat_files") !== "rosstat_files" || ![null, DATASET.code].includes(hints.dataset)) {
    throw new Refusal(`${name} is dataset rosstat_files/${DATASET.code}`, "leave out --provider and --dataset");
  }
  const text = (await firstBytes(file!, MAX_BYTES)).toString("utf8");
  if (text.includes("\ufffd")) throw new Refusal(`${name} is not UTF-8`, "save it as UTF-8");
  const series = createSeriesBook(DATASET, DATASET.name);
  readTable(name, text, series, sink);
  return {
    provider: "rosstat_files",
    dataset: DATASET.code,
    name: DATASET.name,
    publishedAt,
    frequency: null,
    revised: true,
    archival: false,
    nextRelease: null,
    sourceFile: null,
    sourceUrl: null,
    indicators: [...series.indicators.values()],
    classes: [...series.classes.values()],
    units: [...series.units.values()],
    territories: null,
    methodology: null,
    notes: null,
    related: null,
    continuity: null,
    weeks: null,
  };
}
