// Built-in descriptors of a publisher's workbooks, one JSON file each in a folder, and which of them a workbook is for.
import {readdirSync, readFileSync} from "node:fs";
import type {Workbook} from "../workbook/sheet.ts";
import type {Descriptor} from "./descriptor.ts";

export interface DescriptorShelf {
  /** By the names of their files, in order of names. */
  all(): ReadonlyMap<string, Descriptor>;
  /** The descriptor that recognises the workbook; null when none does. The first by name counts. */
  find(file: string, book: Workbook): Promise<Descriptor | null>;
}

/** The folder is read when it is first asked for. */
export function createDescriptorShelf(folder: URL): DescriptorShelf {
  let descriptors: ReadonlyMap<string, Descriptor> | null = null;
  const all = (): ReadonlyMap<string, Descriptor> => {
    descriptors ??= readFolder(folder);
    return descriptors;
  };
  return {
    all,
    async find(file, book) {
      for (const descriptor of all().values()) if (await recognises(descriptor, file, book)) return descriptor;
      return null;
    },
  };
}

function readFolder(folder: URL): ReadonlyMap<string, Descriptor> {
  const names = readdirSync(folder).filter((name) => name.endsWith(".json"));
  return new Map(
    names
      .sort()
      .map((name) => [name.slice(0, -5), JSON.parse(readFileSync(new URL(name, folder), "utf8")) as Descriptor]),
  );
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
