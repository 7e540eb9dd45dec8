// The files of a load while their parser reads them: how far it has come, and how each of them ends.
//
// A table of text that was cut off is a table of text. Where its last line has no end, its last cell may be a part of one: "1241,8" became
// "1" and was published. Whole files end their lines, so one that does not waits for a person.
import type {SourceFile} from "../source.ts";
import {workbookKind} from "../workbook/workbook.ts";

export interface WatchedFiles {
  readonly files: SourceFile[];
  /** Name of the first table of text that ends inside a line; null where there is none. Once they have been read. */
  endsInLine(): string | null;
  /** Whether any of them is a table of text. */
  hasText(): boolean;
}

export function watchFiles(
  files: readonly SourceFile[],
  onProgress: (done: number, total: number) => void,
): WatchedFiles {
  const total = files.reduce((sum, file) => sum + file.size, 0);
  const texts = new Set<string>();
  const unended = new Set<string>();
  let done = 0;
  const watched = files.map(
    (file): SourceFile => ({
      ...file,
      async *open(borrowed) {
        let start: Uint8Array | null = null;
        let last = LF;
        for await (const bytes of file.open(borrowed)) {
          start ??= bytes.slice(0, 8);
          last = bytes.at(-1) ?? last;
          done += bytes.length;
          onProgress(Math.min(done, total), total);
          yield bytes;
        }
        if (!isTextName(file.name) || workbookKind(start ?? new Uint8Array()) !== null) return;
        texts.add(file.name);
        if (last !== LF && last !== CR) unended.add(file.name);
      },
    }),
  );
  return {
    files: watched,
    hasText: () => texts.size > 0,
    endsInLine: () => files.find(({name}) => unended.has(name))?.name ?? null,
  };
}

const [LF, CR] = [10, 13];

function isTextName(name: string): boolean {
  return /\.(?:csv|tsv|txt)$/i.test(name);
}
