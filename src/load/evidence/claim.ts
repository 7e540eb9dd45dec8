// The claim of a parser about a value, the interface of its verification, and the text of an archived file for it.
import type {Explanation, Rereading} from "../../service/evidence.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {SourceFile} from "../source.ts";

export interface Claim extends Explanation {
  readonly value: number;
  readonly series: SeriesDimensions;
  readonly period: number;
}

export interface Mismatch {
  readonly claim: Claim;
  /** The fault, as a text that follows the place: `contains "1,5" and not "1,6"`. */
  readonly reason: string;
}

/** A release that gives no value when it is read again. @param parserNow "name@version"; null: it was not read */
export function failed(problem: string, parserNow: string | null = null): Rereading {
  return {parserNow, value: null, explanation: null, problem};
}

/** The mismatches about claims that are looked up one after the other. */
export async function mismatchesOf(
  claims: readonly Claim[],
  mismatchOf: (claim: Claim) => Promise<Mismatch | null>,
): Promise<Mismatch[]> {
  const mismatches: (Mismatch | null)[] = [];
  for (const claim of claims) mismatches.push(await mismatchOf(claim));
  return mismatches.filter((mismatch) => mismatch !== null);
}

/** Looks up the places of one file. Claims in the order of the file need one pass over it. */
export interface CellLookup {
  confirm(claims: readonly Claim[]): Promise<Mismatch[]>;
  close(): Promise<void>;
}

/** The text from the start: UTF-8 if all of its bytes are valid, else windows-1251. */
export async function* readFileText(file: SourceFile): AsyncGenerator<string> {
  const decoder = new TextDecoder((await isUtf8File(file)) ? "utf-8" : "windows-1251");
  for await (const bytes of file.open()) yield decoder.decode(bytes, {stream: true});
  yield decoder.decode();
}

async function isUtf8File(file: SourceFile): Promise<boolean> {
  const decoder = new TextDecoder("utf-8", {fatal: true});
  try {
    for await (const bytes of file.open()) decoder.decode(bytes, {stream: true});
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** Lines without their ends (LF, CR LF, CR CR LF or CR). */
export async function* readTextLines(file: SourceFile): AsyncGenerator<string> {
  let rest = "";
  for await (const text of readFileText(file)) {
    const lines = (rest + text).split(LINE_END);
    // A CR at the end of the chunk may be half of a line end, so its line waits.
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest.replace(/\r+$/, "");
}

const LINE_END = /\r+\n|\n|\r(?=[^\r\n])/;
