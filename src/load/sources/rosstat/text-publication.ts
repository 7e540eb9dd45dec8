// The common part of Rosstat's text publications: UTF-8, without a day of publication, one dataset each.
import {isUtf8} from "node:buffer";
import {Refusal} from "../../../refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import type {StatedDay} from "../../../statistics/time/day.ts";
import type {SeriesBook} from "../../described/series-book.ts";
import {endsInCharacter, readBytes} from "../../input/decoded-text.ts";
import {PLAIN_METADATA, statedDay} from "../../metadata.ts";
import type {LoadHints, SourceFile} from "../../source.ts";
import {type TextRow, textRows} from "../../workbook/delimited.ts";

export interface TextPublication {
  readonly code: string;
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * The text, and the day that the command gives.
 * @throws Refusal if the text is too large or not UTF-8 (FIX-rosstat-20), or the command gives no day or another dataset
 */
export async function readPublication(
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
export function* publicationRows(file: SourceFile, text: string): Generator<TextRow> {
  for (const {line, cells, above} of textRows(file, text, "\t")) {
    yield {line, above, cells: cells.map((cell) => cell.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim())};
  }
}

export function publicationMetadata(
  {code, name}: TextPublication,
  publishedAt: StatedDay,
  series: SeriesBook,
): ReleaseMetadata {
  const measures = [...series.measures].map(([measure, words]) => `${measure} = ${words}`);
  return {
    ...PLAIN_METADATA,
    provider: "rosstat_files",
    dataset: code,
    name,
    publishedAt,
    indicators: [...series.indicators.values()],
    classes: [...series.classes.values()],
    units: [...series.units.values()],
    notes: measures.length === 0 ? null : [{text: `measure: ${measures.join("; ")}.`, classification: null}],
  };
}
