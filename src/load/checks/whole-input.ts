// Whether the input was whole: how its files ended, what could not be read, and what follows. One rule for all formats.
//
// A reader refuses a file that lacks its own end: a closing element, the directory of a zip, a list of footnotes. Only a table of text has no
// end: cut off at the end of a line it looks whole. A package is refused, since its author can correct it; a publisher's file is held.
import {counted} from "../../counted.ts";
import {Refusal} from "../../refusal.ts";
import type {Gathered} from "../gather/observation-buffer.ts";
import {unreadableText} from "../gather/problem-text.ts";
import type {SourceFile} from "../source.ts";
import {workbookKind} from "../workbook/workbook.ts";

export interface Ending {
  /** "unknown": of a cut at the end of a line nothing can be seen, so the series of the release before decide. */
  readonly kind: "whole" | "cut" | "unknown";
  /** The file that was cut; null: none was. */
  readonly file: string | null;
  /** A table of text without an end of its own. */
  readonly mayLookWhole: boolean;
}

/** How a table of text ends that ends in a line, by its parser; the files of all other parsers have an end of their own. */
const TABLES_OF_TEXT: Readonly<Record<string, "whole" | "unknown">> = {
  tidy: "unknown",
  described: "unknown",
  showdata: "unknown",
  rosstat_kep: "unknown",
  "cbr-key-rate-table": "unknown",
  "eurostat-tsv": "unknown",
  "ons-csv": "unknown",
  bls: "unknown",
  "sdmx-csv": "unknown",
  "world-bank": "unknown",
  // The footnotes come last; its parser misses them.
  rosstat_isep: "whole",
};

/** @throws Refusal for a package that was cut off, or has rows that can't be read and are not set aside */
export function refuseInput(path: string, gathered: Gathered, ending: Ending, setAside: boolean): void {
  if (gathered.unreadableCount > 0 && !setAside) refuseUnreadable(path, gathered);
  if (ending.kind === "cut")
    throw new Refusal(
      `${ending.file}: its last line has no line end, so it was probably cut off; nothing was loaded`,
      "write the file again; if it is complete, end its last line with a line break",
    );
}

function refuseUnreadable(path: string, {unreadable, unreadableCount}: Gathered): never {
  const shown = unreadable.map((problem) => `  ${unreadableText(problem)}`);
  const more = unreadableCount - unreadable.length;
  if (more > 0) shown.push(`  … and ${more} more`);
  throw new Refusal(
    `${path}: ${counted(unreadableCount, "row")} can't be read; nothing was loaded\n${shown.join("\n")}`,
    "correct them, or set them aside with --skip-bad-rows FILE",
  );
}

export interface WatchedInput {
  readonly files: SourceFile[];
  /** Valid after the files have been read. */
  ending(): Ending;
}

export function watchInput(
  parser: string,
  files: readonly SourceFile[],
  onProgress: (done: number, total: number) => void,
): WatchedInput {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const tableEnd = TABLES_OF_TEXT[parser];
  /** Whether each table of text ends in a line, by name. */
  const ends = new Map<string, boolean>();
  let done = 0;
  const watched = files.map(
    (file): SourceFile => ({
      ...file,
      async *open(borrowed) {
        let start: Uint8Array | null = null;
        let last = LF;
        let hasLines = false;
        for await (const bytes of file.open(borrowed)) {
          start ??= bytes.slice(0, 8);
          last = bytes.at(-1) ?? last;
          hasLines ||= bytes.includes(LF);
          done += bytes.length;
          onProgress(Math.min(done, total), total);
          yield bytes;
        }
        if (tableEnd === undefined || /\.json$/i.test(file.name)) return;
        // A CR alone is an end only in a file whose lines all end so.
        if (workbookKind(start ?? new Uint8Array()) === null)
          ends.set(file.name, last === LF || (last === CR && !hasLines));
      },
    }),
  );
  return {
    files: watched,
    ending() {
      const file = files.find(({name}) => ends.get(name) === false)?.name ?? null;
      const kind = ends.size === 0 ? "whole" : (tableEnd ?? "whole");
      return {kind: file === null ? kind : "cut", file, mayLookWhole: kind === "unknown"};
    },
  };
}

const [LF, CR] = [10, 13];
