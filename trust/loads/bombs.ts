// Small files that would take a reader's memory or time: each claims or repeats something that has to have a bound.
import * as XLSX from "@e965/xlsx";
import {zipOf} from "../../src/load/input/zip.fixture.ts";
import {xlsxOf} from "../../src/load/workbook/workbook.fixture.ts";
import type {Bomb} from "./bomb.ts";
import type {Files} from "./format.ts";
import {DESCRIPTOR, oreRows, oreXls, tidy} from "./formats.ts";
import {STANDARD_BOMBS} from "./standard-bombs.ts";

const SHEET = "xl/worksheets/s1.xml";

/** A whole workbook with its descriptor; `sheet` goes into its only sheet, before and behind the rows. */
function workbook(behind: string, cells = ""): () => Files {
  return () => {
    const rows = oreRows(5);
    return {"ore.xlsx": xlsxOf([{name: "1", rows}], {[SHEET]: sheetOf(cells, behind)}), "descriptor.json": DESCRIPTOR};
  };
}

function sheetOf(cells: string, behind: string): string {
  const rows = oreRows(5).map((row, at) => {
    const own = row.map((cell, column) => {
      const address = `${String.fromCharCode(65 + column)}${at + 1}`;
      if (cell === null) return "";
      return typeof cell === "number"
        ? `<c r="${address}"><v>${cell}</v></c>`
        : `<c r="${address}" t="inlineStr"><is><t>${cell}</t></is></c>`;
    });
    return `<row r="${at + 1}">${own.join("")}</row>`;
  });
  return `<worksheet><sheetData>${rows.join("")}${cells}</sheetData>${behind}</worksheet>`;
}

const many = (count: number, text: string | ((at: number) => string)): string =>
  Array.from({length: count}, (_, at) => (typeof text === "string" ? text : text(at))).join("");

const merges = (count: number, range: string | ((at: number) => string)): string =>
  `<mergeCells>${many(count, (at) => `<mergeCell ref="${typeof range === "string" ? range : range(at)}"/>`)}</mergeCells>`;

function part(name: string, content: () => string): () => Files {
  return () => ({
    "ore.xlsx": xlsxOf([{name: "1", rows: oreRows(5)}], {[name]: content()}),
    "descriptor.json": DESCRIPTOR,
  });
}

/** A sector list of a compound file that leads round in a circle, or far away. */
function compound(change: (bytes: Buffer) => void): () => Files {
  return () => {
    const bytes = Buffer.from(oreXls(5));
    change(bytes);
    return {"ore.xls": bytes, "descriptor.json": DESCRIPTOR};
  };
}

/** 10,000 rows of 256 numbers, each in one record of its own kind. */
function manyCells(): Files {
  const container = XLSX.CFB.read(Buffer.from(oreXls(5)), {type: "buffer"});
  const entry = XLSX.CFB.find(container, "/Workbook")!;
  const stream = Buffer.from(entry.content as Uint8Array);
  const rows = Array.from({length: 10_000}, (_, row) => {
    const record = Buffer.alloc(4 + 6 + 256 * 6);
    record.writeUInt16LE(0xbd);
    record.writeUInt16LE(record.length - 4, 2);
    record.writeUInt16LE(row + 100, 4);
    record.writeUInt16LE(255, record.length - 2);
    return record;
  });
  const content = Buffer.concat([stream.subarray(0, -4), ...rows, stream.subarray(-4)]);
  Object.assign(entry, {content, size: content.length});
  return {"ore.xls": XLSX.CFB.write(container, {type: "buffer"}) as Buffer, "descriptor.json": DESCRIPTOR};
}

/** Place of an entry in the first list of sectors. */
const listAt = (bytes: Buffer, sector: number): number => (bytes.readUInt32LE(76) + 1) * 512 + sector * 4;

export const BOMBS: readonly Bomb[] = [
  {
    name: "a value in the last cell of a sheet",
    files: workbook("", `<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`),
  },
  {
    name: "rows with a value in the last column alone",
    files: () =>
      workbook(
        "",
        many(20_000, (at) => `<row r="${at + 9}"><c r="XFD${at + 9}"><v>1</v></c></row>`),
      )(),
  },
  {name: "merged columns 150,000 times", files: () => workbook(merges(150_000, "A1:B10000"))()},
  {name: "merged areas of whole sheets", files: () => workbook(merges(20_000, "A1:XFD5000"))()},
  {
    name: "merged areas beside each other",
    files: () => workbook(merges(90_000, (at) => `A${at * 9 + 1}:XFD${at * 9 + 9}`))(),
  },
  {name: "elements within elements", files: () => workbook(many(2_000_000, "<a>"))()},
  {name: "attributes of one element", files: () => workbook(`<a ${many(1_000_000, (at) => `b${at}="" `)}/>`)()},
  {name: "a name of 30 MB", files: () => workbook(`<a${"b".repeat(30_000_000)}/>`)()},
  {
    name: "a text of 30 MB in a cell",
    files: () =>
      workbook("", `<row r="9"><c r="A9" t="inlineStr"><is><t>${"x".repeat(30_000_000)}</t></is></c></row>`)(),
  },
  {
    name: "shared texts without letters",
    files: part("xl/sharedStrings.xml", () => `<sst>${many(8_000_000, "<si/>")}</sst>`),
  },
  {
    name: "number formats",
    files: part("xl/styles.xml", () => `<styleSheet><cellXfs>${many(8_000_000, "<xf/>")}</cellXfs></styleSheet>`),
  },
  {
    name: "sheets",
    files: part(
      "xl/workbook.xml",
      () => `<workbook xmlns:r="r"><sheets>${many(500_000, '<sheet name="1" r:id="rId1"/>')}</sheets></workbook>`,
    ),
  },
  {
    name: "relations",
    files: part(
      "xl/_rels/workbook.xml.rels",
      () => `<Relationships>${many(1_000_000, '<Relationship Id="a" Type="b" Target="c"/>')}</Relationships>`,
    ),
  },
  {
    name: "a sector list that is a circle",
    files: compound((bytes) => {
      for (let sector = 0; sector < 100; sector++)
        bytes.writeUInt32LE(sector === 99 ? 0 : sector + 1, listAt(bytes, sector));
    }),
  },
  {
    name: "a directory that is a circle",
    files: compound((bytes) => bytes.writeUInt32LE(bytes.readUInt32LE(48), listAt(bytes, bytes.readUInt32LE(48)))),
  },
  {
    name: "a list of lists that is a circle",
    files: compound((bytes) => {
      bytes.writeUInt32LE(1, 68);
      bytes.writeUInt32LE(2 ** 31 - 1, 72);
    }),
  },
  {name: "hundreds of cells in one record", files: manyCells},
  {name: "millions of sectors claimed", files: compound((bytes) => bytes.writeUInt32LE(2 ** 31 - 1, 44))},
  {
    name: "a stream of 2 GB claimed",
    files: compound((bytes) => {
      const directory = (bytes.readUInt32LE(48) + 1) * 512;
      for (let entry = 0; entry < 4; entry++) bytes.writeUInt32LE(2 ** 31 - 1, directory + entry * 128 + 120);
    }),
  },
  {
    name: "a wide row under a tall table",
    files: () => ({
      "ore.csv": `${many(900_000, "a\n")}${";".repeat(16_000)}1\n`,
      "descriptor.json": DESCRIPTOR,
    }),
  },
  {
    name: "rows of empty cells",
    files: () => ({"ore.csv": many(1_000, `${";".repeat(16_000)}\n`), "descriptor.json": DESCRIPTOR}),
  },
  {name: "lists within lists", files: () => ({"s.json": `{"RawData":${"[".repeat(5_000_000)}`}), dataset: "loans"},
  {
    name: "millions of empty records",
    files: () => ({"s.json": `{"RawData":[${many(12_000_000, "{},")}{}]}`}),
    dataset: "loans",
  },
  {
    name: "almost too many records",
    files: () => ({"s.json": `{"RawData":[${many(240_000, "{},")}{}]}`}),
    dataset: "loans",
  },
  {
    name: "millions of rates",
    files: () => ({
      "d.xml": `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="15.03.2022" name="Foreign Currency Market">${many(5_000_000, "<Valute/>")}</ValCurs>`,
    }),
  },
  {
    name: "elements within a rate",
    files: () => ({
      "d.xml": `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="15.03.2022" name="Foreign Currency Market">${many(8_000_000, "<Valute>")}`,
    }),
  },
  {
    name: "elements within a message",
    files: () => ({
      "m.xml": `<?xml version="1.0" encoding="utf-8"?><GenericData xmlns="http://www.SDMX.org/resources/SDMXML/schemas/v1_0/message">${many(4_000_000, "<a>")}`,
    }),
  },
  {
    name: "many files in a zip",
    files: () => ({
      "package.zip": zipOf(
        [
          ...Object.entries(tidy("2026-02-01", 2)),
          ...Array.from({length: 4_000}, (_, at) => [`f${at}`, ""] as const),
        ].map(([name, content]) => ({name, content})),
      ),
    }),
  },
  {
    name: "a header without end",
    files: () => ({...tidy("2026-02-01", 2), "observations.csv": `indicator;${"x;".repeat(15_000_000)}`}),
  },
  {
    name: "a quote without end",
    files: () => ({
      ...tidy("2026-02-01", 2),
      "observations.csv": `indicator;class;geo;period;value\n"${"x\n".repeat(30_000_000)}`,
    }),
  },
  {
    name: "a description of 60 MB",
    files: () => ({
      ...tidy("2026-02-01", 2),
      "dataset.json": `{"provider":"me","classes":[${many(1_500_000, '{"code":"a","name":"b","note":null},')}{}]}`,
    }),
  },
  {
    name: "an archive within its limits of packing",
    files: () => {
      return {
        "package.zip": zipOf([
          {name: "dataset.json", content: "{}"},
          {name: "observations.csv", content: "a".repeat(200 * 2 ** 20)},
        ]),
      };
    },
  },
  ...STANDARD_BOMBS,
];
