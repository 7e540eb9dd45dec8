// The text of an archived file from the start, for a second look: UTF-8 where all of its bytes are that, else windows-1251.
import type {SourceFile} from "../source.ts";

export async function* readText(file: SourceFile): AsyncGenerator<string> {
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
export async function* readLines(file: SourceFile): AsyncGenerator<string> {
  let rest = "";
  for await (const text of readText(file)) {
    const lines = (rest + text).split(LINE_END);
    // A CR at the very end may be half of a line end: it waits with its line.
    rest = lines.pop()!;
    yield* lines;
  }
  yield rest.replace(/\r+$/, "");
}

const LINE_END = /\r+\n|\n|\r(?=[^\r\n])/;
