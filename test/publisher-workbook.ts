// Cells of a publisher's .xlsx by plain search in its text, independent of any reader of ours: sheet name → place ("B4") → text.
//
// Superscript footnotes stay in the text, as a careless reader would read them; the tests that use this know their places.
import {readFileSync} from "node:fs";
import {inflateRawSync} from "node:zlib";

export type Cells = ReadonlyMap<string, string>;

export function readCells(path: string): Map<string, Cells> {
  const files = unzip(readFileSync(path));
  const text = (name: string): string => files.get(name)?.toString("utf8") ?? "";
  const strings = [...text("xl/sharedStrings.xml").matchAll(/<si>([\s\S]*?)<\/si>|<si\/>/g)].map(([, item = ""]) =>
    [...item.matchAll(/<t(?: [^>]*)?>([\s\S]*?)<\/t>/g)].map(([, fragment = ""]) => unescaped(fragment)).join(""),
  );
  const targets = new Map(
    [...text("xl/_rels/workbook.xml.rels").matchAll(/<Relationship [^>]*>/g)].map(([element]) => [
      attribute(element, "Id"),
      attribute(element, "Target").replace(/^\/xl\//, ""),
    ]),
  );
  const sheets = new Map<string, Cells>();
  for (const [element] of text("xl/workbook.xml").matchAll(/<sheet [^>]*>/g)) {
    const sheet = text(`xl/${targets.get(attribute(element, "r:id"))}`);
    const cells = new Map<string, string>();
    for (const [, head = "", body = ""] of sheet.matchAll(/<c ([^>]*[^/>])>([\s\S]*?)<\/c>/g)) {
      const value = /<v>([\s\S]*?)<\/v>/.exec(body)?.[1] ?? /<t(?: [^>]*)?>([\s\S]*?)<\/t>/.exec(body)?.[1];
      if (value === undefined) continue;
      const isShared = attribute(head, "t") === "s";
      cells.set(attribute(head, "r"), isShared ? (strings[Number(value)] ?? "") : unescaped(value));
    }
    sheets.set(unescaped(attribute(element, "name")), cells);
  }
  return sheets;
}

/** "A", "B", … "AA": the letters of the columns of a sheet, in order, from one on. */
export function columnsFrom(first: number, cells: Cells): string[] {
  const numbers = [...cells.keys()].map((at) => numberOf(at.replace(/\d+$/, "")));
  const last = Math.max(...numbers);
  return Array.from({length: last - first + 1}, (_, step) => lettersOf(first + step));
}

export function rowNumbers(cells: Cells): number[] {
  const rows = new Set([...cells.keys()].map((at) => Number(at.replace(/^[A-Z]+/, ""))));
  return [...rows].sort((one, other) => one - other);
}

function numberOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * 26 + letter.charCodeAt(0) - 64, 0);
}

function lettersOf(number: number): string {
  return number <= 26
    ? String.fromCharCode(64 + number)
    : lettersOf(Math.floor((number - 1) / 26)) + lettersOf(((number - 1) % 26) + 1);
}

function attribute(element: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(element)?.[1] ?? "";
}

function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {amp: "&", lt: "<", gt: ">", quot: '"', apos: "'"};
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => entities[name] ?? "");
}

/** By the directory at the end of the archive. */
function unzip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf("PK\u0005\u0006");
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    const [method, packed] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset));
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(start, start + packed);
    files.set(bytes.toString("utf8", at + 46, at + 46 + nameLength!), method === 8 ? inflateRawSync(body) : body);
    at += 46 + nameLength! + extra! + comment!;
  }
  return files;
}
