// What Rosstat's publications as text share: they are UTF-8, do not say when they were published, and are one dataset each.
import {Buffer, isUtf8} from "node:buffer";
import {Refusal} from "../../../refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {type Day, parseDay} from "../../../statistics/time/day.ts";
import type {SeriesBook} from "../../described/series-book.ts";
import {type TextRow, textRows} from "../../input/text-table.ts";
import {endsInCharacter} from "../../input/whole-characters.ts";
import type {LoadHints, SourceFile} from "../../source.ts";

export interface TextPublication {
  readonly code: string;
  readonly name: string;
  readonly maxBytes: number;
}

/**
 * The text and the day that the command tells.
 * @throws Refusal when it is too large or not UTF-8 (FIX-rosstat-20), when no day is told, or another dataset is
 */
export async function readPublication(
  {name: file, size, open}: SourceFile,
  {code, maxBytes}: TextPublication,
  {provider, dataset, publishedAt}: LoadHints,
): Promise<{readonly text: string; readonly publishedAt: Day}> {
  if (size > maxBytes) throw new Refusal(`${file} is too large for the text of this publication`);
  const day = publishedAt === null ? null : parseDay(publishedAt);
  if (day === null)
    throw new Refusal(`${file} does not say when it was published`, "give the day with --published YYYY-MM-DD");
  if ((provider ?? "rosstat_files") !== "rosstat_files" || ![null, code].includes(dataset))
    throw new Refusal(`${file} is dataset rosstat_files/${code}`, "leave out --provider and --dataset");
  const chunks: Uint8Array[] = [];
  for await (const bytes of open()) chunks.push(bytes);
  const bytes = Buffer.concat(chunks);
  if (endsInCharacter(bytes))
    throw new Refusal(`${file} ends in the middle of a character`, "it was cut off; download it again");
  if (!isUtf8(bytes)) throw new Refusal(`${file} is not UTF-8`, "save it as UTF-8");
  return {text: bytes.toString("utf8").replace(/^\ufeff/, ""), publishedAt: day};
}

/** The rows of a table with tabs between cells: blanks of all kinds as one each, none at the ends of a cell. */
export function* publicationRows(file: SourceFile, text: string): Generator<TextRow> {
  for (const {line, cells} of textRows(file, text, "\t")) {
    yield {line, cells: cells.map((cell) => cell.replace(/[\s\u00a0\u202f\u2009]+/g, " ").trim())};
  }
}

export function publicationMetadata(
  {code, name}: TextPublication,
  publishedAt: Day,
  series: SeriesBook,
): ReleaseMetadata {
  const measures = [...series.measures].map(([measure, words]) => `${measure} = ${words}`);
  return {
    provider: "rosstat_files",
    dataset: code,
    name,
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
    notes: measures.length === 0 ? null : [{text: `measure: ${measures.join("; ")}.`, classification: null}],
    related: null,
    continuity: null,
    weeks: null,
  };
}
