// The built-in descriptors of Rosstat's workbooks, one JSON file each, and which of them a workbook is for.
import {readdirSync, readFileSync} from "node:fs";
import type {Descriptor} from "../../described/descriptor.ts";
import type {Workbook} from "../../workbook/sheet.ts";

/** The descriptor that recognises the workbook; null when none does. The first by name counts. */
export async function descriptorFor(file: string, book: Workbook): Promise<Descriptor | null> {
  for (const descriptor of builtInDescriptors().values())
    if (await recognises(descriptor, file, book)) return descriptor;
  return null;
}

let descriptors: ReadonlyMap<string, Descriptor> | null = null;

/** By the names of their files, in order of names. */
export function builtInDescriptors(): ReadonlyMap<string, Descriptor> {
  if (descriptors) return descriptors;
  const folder = new URL("./descriptors/", import.meta.url);
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  descriptors = new Map(
    names
      .sort()
      .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Descriptor]),
  );
  return descriptors;
}

async function recognises({recognise}: Descriptor, file: string, book: Workbook): Promise<boolean> {
  const {file: named, sheet, text} = recognise!;
  if (named !== undefined && !new RegExp(named, "i").test(file)) return false;
  const visible = book.sheets.filter(({hidden}) => !hidden);
  if (sheet !== undefined && !visible.some(({name}) => new RegExp(sheet, "i").test(name))) return false;
  if (text === undefined) return true;
  const first = visible[0] === undefined ? null : await book.read(visible[0]);
  if (first === null) return false;
  const words = new RegExp(text, "i");
  for (let row = 1; row <= Math.min(first.rowCount, 30); row++) {
    for (let column = 1; column <= Math.min(first.columnCount, 20); column++) {
      if (words.test(first.cell(row, column)?.text ?? "")) return true;
    }
  }
  return false;
}
