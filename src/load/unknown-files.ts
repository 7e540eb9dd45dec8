// Files that no parser knows: the refusal says what they are instead, and what to do.
import {existsSync} from "node:fs";
import {dirname, join} from "node:path";
import {Refusal} from "../service/refusal.ts";
import {firstBytes} from "./input/decoded-text.ts";
import {foreignKind, XML} from "./input/foreign-bytes.ts";
import {DESCRIPTOR_FILE} from "./input/source-files.ts";
import type {SourceFile} from "./source.ts";

/** A workbook or a table of text that no parser knows: a descriptor can read it. */
export class UnknownTable extends Refusal {}

const LISTED = "ryad load --help lists the files that can be loaded";

const DOCUMENTS = /\.(?:docx?|odt|rtf|pdf)$/i;

export async function unknownFiles(path: string, all: readonly SourceFile[]): Promise<Refusal> {
  const files = all.filter(({name}) => name !== DESCRIPTOR_FILE);
  const document = files.find(({name}) => DOCUMENTS.test(name));
  if (document !== undefined)
    return new Refusal(
      `${path}: ${document.name} is a document of a kind that is never read`,
      "save its tables as .xlsx or .csv, and load them with a descriptor (docs/adding-a-source.md)",
    );
  const foreign = files.length === 1 ? await foreignFile(files[0]!, path, files.length < all.length) : null;
  if (foreign !== null) return foreign;
  const folder = dirname(path);
  if (files.length === 1 && existsSync(join(folder, "dataset.json")) && existsSync(join(folder, files[0]!.name)))
    return new Refusal(`${path}: one file of a tidy package`, `load its folder: ryad load ${folder}`);
  const inside = files.find(({name}) => name.endsWith("/dataset.json"));
  if (inside !== undefined)
    return new Refusal(
      `${path}: no tidy package, but ${inside.name} in it is of one`,
      "load the folder of each package, or the folder that has all of these folders",
    );
  const isTable = files.length === 1 && files.length === all.length && (await hasTable(files[0]!));
  // FIX-rosstat-48: to a folder of workbooks the hint names the way for all of them.
  return new (isTable ? UnknownTable : Refusal)(
    `${path}: not a tidy package (no dataset.json) and no provider's file that this program knows`,
    files.filter(({name}) => /\.xlsx?$/i.test(name)).length > 1
      ? "each workbook is a release of its own: with --descriptor FILE or --describe the folder is loaded one by one"
      : files.some(({name}) => /\.xlsx?$/i.test(name))
        ? "a workbook needs a descriptor: --describe proposes one, --descriptor FILE names your own (docs/adding-a-source.md)"
        : files.some(({name}) => /\.(csv|tsv)$/i.test(name))
          ? "ryad load asks at a terminal what a table of your own does not say; a script gives the answers as options, or a descriptor (docs/adding-a-source.md)"
          : LISTED,
  );
}

/** Whether a proposal may read it: a text without the end of a line in its first megabyte is no table, and would only take memory. */
async function hasTable(file: SourceFile): Promise<boolean> {
  const {isWorkbook, mayBeDescribed} = await import("./workbook/workbook.ts");
  if (!(await mayBeDescribed(file))) return false;
  if ((await isWorkbook(file)) || file.size <= LINE_SOUGHT) return true;
  return (await firstBytes(file, LINE_SOUGHT)).includes(0x0a);
}

const LINE_SOUGHT = 2 ** 20;

/** What a sole file is instead of a table, with a descriptor or without one; null: its bytes do not say. */
async function foreignFile(file: SourceFile, path: string, isDescribed: boolean): Promise<Refusal | null> {
  const kind = foreignKind(await firstBytes(file));
  if (kind === XML && !isDescribed)
    return new Refusal(`${path} is XML of no publisher and no format that this program knows`, LISTED);
  if (kind !== null) return new Refusal(`${path} ${kind.is}`, kind.hint);
  if (!isDescribed) return null;
  return new Refusal(
    `${path} is neither a workbook (.xlsx or .xls) nor a table of text by its name (.csv or .tsv)`,
    "a descriptor reads these: save it as one of them",
  );
}
