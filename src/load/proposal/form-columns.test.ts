// A printed form without a descriptor: its codes and the row that counts its columns are left out of the proposal.
import assert from "node:assert/strict";
import {writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";
import {previewOfRows} from "./preview.fixture.ts";

const HEADER = ["Наименование", "Код строки", "Начислено", "Получено"];

test("a proposal leaves out codes with leading zeros and rows that count the columns, and reads the rest (FIX-rosstat-74, FIX-rosstat-75) [described.form-marks]", async (t) => {
  const path = join(await temporaryFolder(t), "form.csv");
  const rows = [
    HEADER,
    ["1", "2", "3", "4"],
    ["Выручка", "0100", "1500", "1600"],
    ["А", "2", "3", "4"],
    ["Налог", "1200", "70", "80"],
  ];
  writeFileSync(path, `${rows.map((row) => row.join(";")).join("\n")}\n`);
  const answers = ["--unit", "рубль", "--period", "2023", "--territory", "643", "--published", "2024-02-01"];
  const {stdout} = await ryad(["describe", path, ...answers]);
  assert.match(stdout, /95 % {2}exceptions: left out because the columns are counted there: row 4/);
  assert.match(stdout, /95 % {2}exceptions: the column Код строки has codes with leading zeros and no values/);
  assert.match(stdout, /\n4 values of form\.csv would be read/);
  assert.doesNotMatch(stdout, /would be refused/);
});

test("a column of digits of several lengths, or without a zero before them, is one of values [described.form-marks]", async (t) => {
  const ofColumn = async (...codes: (string | number)[]) => {
    const rows = [["Наименование", "2022", "2023"], ...codes.map((code, at) => [`Строка-${"абвг"[at]}`, code, 5])];
    const {descriptor} = await previewOfRows(t, rows);
    return (descriptor.tables[0]?.exceptions ?? []).some(({because}) => because === "a column of codes");
  };
  assert.equal(await ofColumn("0100", "1200"), true);
  assert.equal(await ofColumn("0100", "120"), false);
  assert.equal(await ofColumn("1100", "1200"), false);
  assert.equal(await ofColumn("0100", "12,5"), false);
});
