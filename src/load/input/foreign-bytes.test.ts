// Files that are no table, named by their bytes in every way to load or to look at them.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {foreignKind} from "./foreign-bytes.ts";

const EXCEL_2003 = '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook/>';
const HTML = "<html><body><table><tr><td>Сыр</td></tr></table></body></html>";
const CASES: readonly (readonly [string, RegExp])[] = [
  ["", /^is empty/],
  [" \n", /^has nothing but blanks/],
  [HTML, /^is a page of HTML, not a workbook/],
  ["\ufeff\n<!-- x -->\n<!DOCTYPE HTML>", /^is a page of HTML/],
  ['<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">', /^is a page of HTML/],
  [EXCEL_2003, /^is a workbook in the XML of Excel 2003/],
  ["<a><b>1</b></a>", /^is XML, not a workbook/],
  ["%PDF-1.7", /^is a PDF document/],
];

test("what is no table is named by its first bytes [workbook.foreign]", () => {
  for (const [text, words] of CASES) assert.match(foreignKind(Buffer.from(text))?.is ?? "", words);
  assert.match(foreignKind(Buffer.from(`\ufeff${HTML}`, "utf16le"))?.is ?? "", /^is a page of HTML/);
  assert.match(foreignKind(Buffer.from([0x1f, 0x8b, 8, 0]))?.is ?? "", /^is a compressed archive/);
  for (const text of ["Год;Ставка\n", "<0,1;5\n", "<всего>;5\n", "<all>;5\n", "a,b\n"])
    assert.equal(foreignKind(Buffer.from(text)), null);
});

test("a file that is no table is refused as what it is, with a descriptor, without one, and by a proposal (FIX-rosstat-73) [workbook.foreign]", async (t) => {
  const folder = await temporaryFolder(t);
  const descriptor = join(folder, "d.json");
  writeFileSync(descriptor, "{}");
  const named = ["--provider", "me", "--dataset", "x"];
  for (const [name, content, words] of [
    ["page.xls", HTML, /page\.xls is a page of HTML, not a workbook/],
    ["error.xlsx", HTML, /error\.xlsx is a page of HTML, not a workbook/],
    ["old.xls", EXCEL_2003, /old\.xls is a workbook in the XML of Excel 2003/],
    ["none.xlsx", "", /none\.xlsx is empty/],
    ["none.csv", "", /none\.csv is empty/],
  ] as const) {
    const path = join(folder, name);
    writeFileSync(path, content);
    for (const way of [
      ["load", path],
      ["load", path, "--descriptor", descriptor, "--published", "2026-10-14"],
      ["load", path, "--describe", ...named],
      ["load", path, "--describe", "--preview"],
      ["describe", path],
    ]) {
      // an empty descriptor of a table of text is refused first
      if (name === "none.csv" && way.includes("--descriptor")) continue;
      const {stderr, code} = await ryad(way[0] === "load" ? [...way, "--data", join(folder, "data")] : way);
      assert.match(stderr, words, way.join(" "));
      assert.notEqual(code, 0);
    }
  }
});
