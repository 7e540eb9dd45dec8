// Rosstat's short-term indicators (KEP): the text of the Word tables of one month, tabs between cells.
//
// Formatting is lost, so footnotes are glued to years and values: "20152)" is 2015 and "185613)" is 18561 with footnote 3)
// (FIX-rosstat-12). The file does not say when it was published.
import {createSeriesBook} from "../../described/series-book.ts";
import {firstBytes} from "../../input/decoded-text.ts";
import {textEnding} from "../../input/ending.ts";
import type {LoadHints, ObservationSink, Reading, Source, SourceFile} from "../../source.ts";
import {publicationMetadata, publicationRows, readPublication} from "../rosstat/text-publication.ts";
import {readBlocks} from "./blocks.ts";

/**
 * Version 4 leaves out a whole of 100 per cent above the first year of a table; version 3 gave it to the table before, with the year of that.
 * Version 3 reads the years "2015²", "20141)," and "2015)"; version 2 gave their values to the year above. Version 2 reads tables with years
 * in the header, cells with two figures, and a stray comma; version 1 refused them.
 */
export const rosstatKep: Source = {name: "rosstat_kep", version: 4, recognises, parse};

const DATASET = {
  code: "short_term",
  name: "Краткосрочные экономические показатели Российской Федерации",
  maxBytes: 32 * 2 ** 20,
};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !/\.(csv|tsv|txt)$/i.test(file.name)) return false;
  const start = (await firstBytes(file, 1024)).toString("utf8");
  return start.includes("\t") && /1\. Сводные показатели \/ Aggregated indicators/.test(start);
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<Reading> {
  const {text, publishedAt} = await readPublication(file!, DATASET, hints);
  const series = createSeriesBook(DATASET, DATASET.name);
  readBlocks(file!, publicationRows(file!, text), series, sink);
  return {metadata: publicationMetadata(DATASET, publishedAt, series), ending: textEnding(file!.name, text)};
}
