// The text of an archived file as its verification reads it, without the code of the parsers: whole chunks, or lines.
import type {SourceFile} from "../source.ts";

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
