// The values of a coded file with the descriptor beside it, which says what its dates mean and nothing else.
//
// The file's own parser reads it. It is no proposal: such a file says all else about itself.
import {readFileSync} from "node:fs";
import {Refusal} from "../../service/refusal.ts";
import {dayText, type StatedDay} from "../../statistics/time/day.ts";
import {type CodedDescriptor, isForCodedFile, readCodedDescriptor} from "../described/descriptor/descriptor-json.ts";
import {collectSourceFiles, withDescriptor} from "../input/source-files.ts";
import {findParser} from "../sources/sources.ts";
import {type Preview, type PreviewOptions, readOnce} from "./preview.ts";

/** null: the descriptor is for a workbook or a table of text. @throws Refusal if the file is no coded file */
export async function previewCoded(path: string, options: PreviewOptions): Promise<Preview<CodedDescriptor> | null> {
  const text = options.descriptor === null ? null : readFileSync(options.descriptor, "utf8").replace(/^\ufeff/, "");
  if (text === null || !isForCodedFile(text)) return null;
  const found = await collectSourceFiles(path);
  const {files} = await withDescriptor(found, {text});
  const parser = (await findParser(found.files)) === null ? null : await findParser(files);
  if (parser === null)
    throw new Refusal(
      `${path} is no coded file, and its descriptor describes no tables`,
      "describe its tables too: docs/adding-a-source.md",
    );
  const {provider, dataset, given, today} = options;
  const read = (day: StatedDay | null) => {
    const hints = {provider, dataset, publishedAt: day === null ? null : dayText(day)};
    return readOnce((sink) => parser.parse(files, hints, sink));
  };
  // A file that has its day refuses another one.
  const {values, examples, losses} = given !== null ? await read(given) : await read(null).catch(() => read(today));
  return {descriptor: readCodedDescriptor(text), guesses: [], publishedAt: null, values, examples, losses};
}
