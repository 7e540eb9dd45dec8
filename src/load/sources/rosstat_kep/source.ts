// Rosstat's short-term indicators (KEP): the text of the Word tables of one month, tabs between cells.
//
// Formatting is lost, so footnotes are glued to years and values: "20152)" is 2015 and "185613)" is 18561 with footnote 3)
// (FIX-rosstat-12). The file does not say when it was published.
import {Refusal} from "../../../refusal.ts";
import {parseDay} from "../../../statistics/day.ts";
import type {ReleaseMetadata} from "../../../statistics/release.ts";
import {createSeriesBook} from "../../described/series-book.ts";
import type {LoadHints, ObservationSink, Source, SourceFile} from "../../source.ts";
import {firstBytes} from "../../workbook/workbook.ts";
import {readBlocks} from "./blocks.ts";

export const rosstatKep: Source = {name: "rosstat_kep", version: 1, recognises, parse};

const DATASET = {code: "short_term", name: "Краткосрочные экономические показатели Российской Федерации"};
const MAX_BYTES = 32 * 2 ** 20;

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !/\.(csv|tsv|txt)$/i.test(file.name)) return false;
  const start = (await firstBytes(file, 1024)).toString("utf8");
  return start.includes("\t") && /1\. Сводные показатели \/ Aggregated indicators/.test(start);
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseMetadata> {
  const {name, size} = file!;
  if (size > MAX_BYTES) throw new Refusal(`${name} is too large for the text of a publication`);
  const publishedAt = hints.publishedAt === null ? null : parseDay(hints.publishedAt);
  if (publishedAt === null)
    throw new Refusal(`${name} does not say when it was published`, "give the day with --published YYYY-MM-DD");
  if ((hints.provider ?? "rosstat_files") !== "rosstat_files" || ![null, DATASET.code].includes(hints.dataset)) {
    throw new Refusal(`${name} is dataset rosstat_files/${DATASET.code}`, "leave out --provider and --dataset");
  }
  const text = new TextDecoder("utf-8", {fatal: false}).decode(await readWhole(file!));
  if (text.includes("\ufffd")) throw new Refusal(`${name} is not UTF-8`, "save it as UTF-8");
  const series = createSeriesBook(DATASET, DATASET.name);
  readBlocks(name, text, series, sink);
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

async function readWhole(file: SourceFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const bytes of file.open()) chunks.push(bytes);
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
