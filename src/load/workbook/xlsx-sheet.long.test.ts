// Cells of a sheet whose XML is read as plain are the cells that the general parser gives.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Refusal} from "../../service/refusal.ts";
import {fixtureFile} from "../sources/fedstat/emiss-message.fixture.ts";
import {columnLetters} from "./sheet.ts";
import {xlsxOf} from "./workbook.fixture.ts";
import {openWorkbook} from "./workbook.ts";

/** Every cell of the sheet, or the reason why it is refused. A comment in its XML leaves all of it to the general parser. */
async function cellsOf(rows: readonly string[], comment: "" | "<!-- -->"): Promise<unknown> {
  const xml = `<worksheet>${comment}<sheetData>${rows.join("")}</sheetData></worksheet>`;
  const bytes = xlsxOf([{name: "1", rows: [["no", {text: "a", raised: "1"}, " "]]}], {
    "xl/worksheets/s1.xml": xml,
    "xl/styles.xml":
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="2"/><xf numFmtId="14"/></cellXfs></styleSheet>',
  });
  try {
    const workbook = await openWorkbook(fixtureFile("a.xlsx", bytes));
    const sheet = await workbook.read(workbook.sheets[0]!);
    const cells: unknown[] = [sheet.rowCount, sheet.columnCount];
    for (let row = 1; row <= sheet.rowCount; row++)
      for (let column = 1; column <= sheet.columnCount; column++) {
        const cell = sheet.cell(row, column);
        if (cell === null) continue;
        const {kind, text, plain, number, format} = cell;
        cells.push([row, column, kind, text, plain, Object.is(number, -0) ? "-0" : number, format]);
      }
    return cells;
  } catch (error) {
    if (error instanceof Refusal) return error.message;
    throw error;
  }
}

const position = fc.oneof(
  {weight: 8, arbitrary: fc.tuple(fc.integer({min: 1, max: 40}), fc.integer({min: 1, max: 9}))},
  fc.constantFrom<[number, number]>([16_384, 1], [16_385, 1], [3, 0], [702, 20], [703, 12], [18_279, 2]),
);
const address = position.map(([column, row]) => `${columnLetters(column)}${row}`);
const digits = fc.oneof(
  fc.double({noDefaultInfinity: true, noNaN: true}).map(String),
  fc.integer().map(String),
  fc.bigInt({min: -(10n ** 20n), max: 10n ** 20n}).map(String),
  fc.tuple(fc.bigInt({min: 0n, max: 10n ** 17n}), fc.nat(17)).map(([all, point]) => {
    const text = String(all).padStart(point + 1, "0");
    return `${text.slice(0, text.length - point)}.${text.slice(text.length - point)}`;
  }),
  fc.constantFrom("-0", "0.0", "-0.00", "1.", ".5", "-", "", "+1", "1e5", "1E+05", "1e-400", "1e400", "2e", "1.2.3"),
  fc.constantFrom(" 7", "7 ", "7\n", "0x1F", "1,5", "007", "00.10", "&#55;", "&lt;", "7]]>", "9007199254740993"),
  fc.constantFrom("7.4999999999999997E-2", "123456789012345.6", "0.1234567890123456789", "1".repeat(60)),
);
const attributes = fc
  .subarray([' s="1"', ' s="2"', ' s="99"', ' t="n"', ' t="s"', ' t="str"', ' t="b"', ' ph="1"', ' s=""', '  s="1"'], {
    maxLength: 3,
  })
  .map((some) => some.join(""));
const value = fc.oneof(digits, fc.integer({min: 0, max: 3}).map(String));
const cell = fc.oneof(
  fc.tuple(address, attributes, value).map(([r, rest, v]) => `<c r="${r}"${rest}><v>${v}</v></c>`),
  fc.tuple(address, fc.integer({min: 0, max: 3})).map(([r, v]) => `<c r="${r}" s="1" t="s"><v>${v}</v></c>`),
  fc.tuple(address, attributes).map(([r, rest]) => `<c r="${r}"${rest}/>`),
  fc.tuple(address, attributes).map(([r, rest]) => `<c r="${r}"${rest}></c>`),
  fc.tuple(attributes, value).map(([rest, v]) => `<c${rest}><v>${v}</v></c>`),
  fc.tuple(address, value).map(([r, v]) => `<c r="${r}"><f>1+1</f><v>${v}</v></c>`),
  fc.tuple(address, value).map(([r, v]) => `<c s="1" r="${r}"><v>${v}</v></c>`),
  fc.tuple(address, value).map(([r, v]) => `<c r="${r}" t="inlineStr"><is><t>${v}</t></is></c>`),
);

test("a cell of plain XML is the cell that the general parser gives, or is refused as that one [workbook.model workbook.twice value.exact]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(cell, {maxLength: 6}), {minLength: 1, maxLength: 4}), async (cells) => {
      const rows = cells.map((row) => `<row>${row.join("")}</row>`);
      assert.deepEqual(await cellsOf(rows, ""), await cellsOf(rows, "<!-- -->"));
    }),
    {numRuns: 150},
  );
});

test("a cell that the end of a chunk cuts is the same cell [workbook.model]", async () => {
  const row = (from: number) =>
    Array.from({length: 400}, (_, at) => `<c r="${columnLetters(at + 1)}${from}" s="1"><v>${from}.${at}</v></c>`).join(
      "",
    );
  const rows = Array.from({length: 30}, (_, at) => `<row r="${at + 1}">${row(at + 1)}</row>`);
  const read = (await cellsOf(rows, "")) as unknown[];
  assert.equal(read.length, 2 + 30 * 400);
  assert.deepEqual(read, await cellsOf(rows, "<!-- -->"));
});

test("the digits of a number stay as they are written [value.exact]", async () => {
  const cells = ["7.4999999999999997E-2", "0.10", "1884149", "-0"].map(
    (text, at) => `<c r="${columnLetters(at + 1)}1"><v>${text}</v></c>`,
  );
  const read = (await cellsOf([`<row>${cells.join("")}</row>`], "")) as unknown[][];
  assert.deepEqual(
    read.slice(2).map(([, , kind, text, , number]) => [kind, text, number]),
    [
      ["number", "7.4999999999999997E-2", 0.075],
      ["number", "0.10", 0.1],
      ["number", "1884149", 1884149],
      ["number", "-0", 0],
    ],
  );
});
