// Rosstat's text publications: the tables of one month as text with tabs between cells, UTF-8, without a day of publication.
//
// Formatting is lost, so footnotes are glued to years and values: "20152)" is 2015 and "185613)" is 18561 with footnote 3) (FIX-rosstat-12).
import {isUtf8} from "node:buffer";
import {Refusal} from "../../../service/refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import type {StatedDay} from "../../../statistics/time/day.ts";
import {createSeriesRegister, type SeriesRegister} from "../../described/series-register.ts";
import {endsInCharacter, firstBytes, readBytes} from "../../input/decoded-text.ts";
import {textEnding, WHOLE} from "../../input/ending.ts";
import {PLAIN_METADATA, statedDay} from "../../metadata.ts";
import type {LoadHints, ParserCode, SourceFile} from "../../source.ts";
import {textRows} from "../../workbook/delimited.ts";
import type {TextRecord} from "../../workbook/text-location.ts";
import {readIsepTable} from "./isep/table.ts";
import {readKepBlocks} from "./kep/blocks.ts";

/** Short-term indicators (KEP): blocks of years. */
const SHORT_TERM = {
  code: "short_term",
  name: "Краткосрочные экономические показатели Российской Федерации",
  maxBytes: 32 * 2 ** 20,
};

/** The socio-economic situation (ISEP): the first table of one month. */
const SOCIO_ECONOMIC = {
  code: "socio_economic",
  name: "Основные экономические и социальные показатели Российской Федерации",
  maxBytes: 2 ** 20,
};

export const rosstatKep: ParserCode = {
  async recognises(files) {
    const start = await startOf(files, 1024);
    return start.includes("\t") && /1\. Сводные показатели \/ Aggregated indicators/.test(start);
  },
  async parse([file], hints, sink) {
    const {text, publishedAt} = await readPublication(file!, SHORT_TERM, hints);
    const series = createSeriesRegister(SHORT_TERM, SHORT_TERM.name);
    readKepBlocks(file!, publicationRows(file!, text), series, sink);
    return {metadata: publicationMetadata(SHORT_TERM, publishedAt, series), ending: textEnding(file!.name, text)};
  },
};

/**
 * Each month has only some of the figures, because some are quarterly: a figure that is missing is not gone. Version 2 refuses a value
 * whose footnote mark can't be separated from its digits.
 */
export const rosstatIsep: ParserCode = {
  recognises: async (files) =>
    (await startOf(files, 256)).startsWith("I\tОСНОВНЫЕ ЭКОНОМИЧЕСКИЕ И СОЦИАЛЬНЫЕ ПОКАЗАТЕЛИ"),
  async parse([file], hints, sink) {
    const {name} = file!;
    const {text, publishedAt} = await readPublication(file!, SOCIO_ECONOMIC, hints);
    const series = createSeriesRegister(
      {...SOCIO_ECONOMIC, indicator: {code: SOCIO_ECONOMIC.code}},
      SOCIO_ECONOMIC.name,
    );
    const {endsInNotes} = readIsepTable(name, [...publicationRows(file!, text)], series, sink);
    const ending = textEnding(name, text);
    return {
      metadata: {...publicationMetadata(SOCIO_ECONOMIC, publishedAt, series), partial: true},
      ending: ending.kind === "unknown" && endsInNotes ? WHOLE : ending,
    };
  },
};

/** The start of a single file of text; empty for other files. */
async function startOf([file, another]: readonly SourceFile[], bytes: number): Promise<string> {
  if (file === undefined || another || !/\.(csv|tsv|txt)$/i.test(file.name)) return "";
  return (await firstBytes(file, bytes)).toString("utf8");
}

interface TextPublication {
  readonly code: string;
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * The text, and the day that the command gives.
 * @throws Refusal if the text is too large or not UTF-8 (FIX-rosstat-20), or the command gives no day or another dataset
 */
async function readPublication(
  publication: SourceFile,
  {code, maxBytes}: TextPublication,
  hints: LoadHints,
): Promise<{readonly text: string; readonly publishedAt: StatedDay}> {
  const {name: file, size} = publication;
  if (size > maxBytes) throw new Refusal(`${file} is too large for the text of this publication`);
  const publishedAt = statedDay(file, null, hints, `${file} does not say when it was published`);
  if ((hints.provider ?? "rosstat_files") !== "rosstat_files" || ![null, code].includes(hints.dataset))
    throw new Refusal(`${file} is dataset rosstat_files/${code}`, "leave out --provider and --dataset");
  const bytes = await readBytes(publication);
  if (endsInCharacter(bytes))
    throw new Refusal(`${file} ends in the middle of a character`, "it was cut off; download it again");
  if (!isUtf8(bytes)) throw new Refusal(`${file} is not UTF-8`, "save it as UTF-8");
  return {text: bytes.toString("utf8").replace(/^\ufeff/, ""), publishedAt};
}

/** The rows of a table with tabs between cells: blanks of any kind become one space, and a cell neither begins nor ends with one. */
function* publicationRows(file: SourceFile, text: string): Generator<TextRecord> {
  for (const {line, cells, above} of textRows(file, text, "\t")) {
    yield {line, above, cells: cells.map((cell) => cell.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim())};
  }
}

function publicationMetadata(
  {code, name}: TextPublication,
  publishedAt: StatedDay,
  series: SeriesRegister,
): ReleaseMetadata {
  const measures = [...series.measures].map(([measure, words]) => `${measure} = ${words}`);
  return {
    ...PLAIN_METADATA,
    provider: "rosstat_files",
    dataset: code,
    name,
    publishedAt,
    indicators: [...series.indicators.values()],
    classes: series.classes(),
    units: [...series.units.values()],
    notes: measures.length === 0 ? null : [{text: `measure: ${measures.join("; ")}.`, classification: null}],
  };
}
