// The rows of a coded table of text; a row of another width than the header is refused with the figures that are lost with it.
import {isUtf8} from "node:buffer";
import {Refusal} from "../../../service/refusal.ts";
import {firstBytes, readBytes, readDecodedText} from "../../input/decoded-text.ts";
import {type Ending, textEnding} from "../../input/ending.ts";
import type {JsonNode} from "../../input/json-node.ts";
import type {ObservationSink, SourceFile} from "../../source.ts";
import {figuresIn, textRows} from "../../workbook/delimited.ts";
import type {TextRecord} from "../../workbook/text-location.ts";
import type {CodedLocation} from "./coded-release.ts";

/** The only file of a release in one of these formats. @throws Refusal if there are more */
export function soleFile([file, another]: readonly SourceFile[]): SourceFile {
  if (another)
    throw new Refusal(
      `${file!.name} and ${another.name} are two tables`,
      "each is a separate release: load them one by one",
    );
  return file!;
}

export async function fileBeginning(file: SourceFile): Promise<string> {
  return (await firstBytes(file, 4096)).toString("utf8").replace(/^\ufeff/, "");
}

/** The start of the only file; empty if there are several. */
export async function soleStart(files: readonly SourceFile[]): Promise<string> {
  return files.length === 1 ? await fileBeginning(files[0]!) : "";
}

export async function readRows(file: SourceFile, delimiter: string): Promise<{rows: TextRecord[]; ending: Ending}> {
  const text = await readUtf8(file);
  return {rows: [...textRows(file, text, delimiter)], ending: textEnding(file.name, text)};
}

/** @throws Refusal if the file is not UTF-8: another encoding would be a guess, and a damaged code another series */
export async function readUtf8(file: SourceFile): Promise<string> {
  if (!isUtf8(await readBytes(file)))
    throw new Refusal(`${file.name} is not text in UTF-8`, "it was damaged or converted: download it again");
  return await readDecodedText(file);
}

/** Whether the row has the width of the header; another one is refused, a blank one is left out. */
export function isWhole({name}: SourceFile, {line, cells}: TextRecord, width: number, sink: ObservationSink): boolean {
  if (cells.length === width) return true;
  if (cells.length === 1 && cells[0]!.trim() === "") return false;
  const reason = `has ${cells.length} cells where the header has ${width}`;
  const text = cells.join(" | ").slice(0, 80);
  sink.refuse({file: name, line, column: null, reason, text, values: figuresIn(cells), row: null});
  return false;
}

export function cellLocation({line}: TextRecord, index: number): CodedLocation {
  return {line, column: index + 1, element: null};
}

export function jsonText(node: JsonNode | undefined): string | null {
  return typeof node?.scalar === "string" ? node.scalar : null;
}

/** The name of a file without folders and ending. */
export function bareName(file: SourceFile): string {
  return file.name.replace(/^.*\//, "").replace(/\.[^.]*$/, "");
}

export const NO_LABELS: ReadonlyMap<string, string> = new Map();
export const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
