// Rosstat's socio-economic situation (ISEP): the first table of one month, as text with tabs between cells.
//
// A release is one month. The file does not say when it was published.
import {createSeriesBook} from "../../described/series-book.ts";
import {firstBytes} from "../../input/decoded-text.ts";
import {textEnding, WHOLE} from "../../input/ending.ts";
import type {LoadHints, ObservationSink, Reading, Source, SourceFile} from "../../source.ts";
import {publicationMetadata, publicationRows, readPublication} from "../rosstat/text-publication.ts";
import {readTable} from "./table.ts";

/**
 * Each month has only some of the figures, because some are quarterly: a figure that is missing is not gone. Version 2 refuses a value
 * whose footnote mark can't be separated from its digits.
 */
export const rosstatIsep: Source = {...isepAs(2, "known"), before: [isepAs(1, "guessed")]};

function isepAs(version: number, marks: "known" | "guessed"): Source {
  return {
    name: "rosstat_isep",
    version,
    isPartial: true,
    recognises,
    parse: ([file], hints, sink) => parse(file!, hints, sink, marks),
  };
}

const DATASET = {
  code: "socio_economic",
  name: "Основные экономические и социальные показатели Российской Федерации",
  maxBytes: 2 ** 20,
};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || !/\.(csv|tsv|txt)$/i.test(file.name)) return false;
  return (await firstBytes(file, 256)).toString("utf8").startsWith("I\tОСНОВНЫЕ ЭКОНОМИЧЕСКИЕ И СОЦИАЛЬНЫЕ ПОКАЗАТЕЛИ");
}

async function parse(
  file: SourceFile,
  hints: LoadHints,
  sink: ObservationSink,
  marks: "known" | "guessed",
): Promise<Reading> {
  const {text, publishedAt} = await readPublication(file, DATASET, hints);
  const series = createSeriesBook({...DATASET, indicator: {code: DATASET.code}}, DATASET.name);
  const {endsInNotes} = readTable(file.name, [...publicationRows(file, text)], series, sink, marks);
  const ending = textEnding(file.name, text);
  return {
    metadata: {...publicationMetadata(DATASET, publishedAt, series), partial: true},
    ending: ending.kind === "unknown" && endsInNotes ? WHOLE : ending,
  };
}
