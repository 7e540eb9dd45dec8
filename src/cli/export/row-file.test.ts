// Set-aside rows are read back whole, and they never overwrite another file.
import assert from "node:assert/strict";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {Refusal} from "../../service/refusal.ts";
import {openRowFile} from "./row-file.ts";

const ROW = {file: "observations.csv", line: 7, column: "value", reason: "not a number", text: "a;b", row: 'x,"a;b",2'};

function temporaryPath(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "ryad-rows-"));
  t.after(() => rmSync(folder, {recursive: true}));
  return join(folder, "rows.csv");
}

test("a row is written with its file, line, column and reason, and quoted so that it can be read back [tidy.skip-bad-rows]", (t) => {
  const path = temporaryPath(t);
  const rows = openRowFile(path);
  rows.write(ROW);
  rows.close();
  assert.equal(
    readFileSync(path, "utf8"),
    'file,line,column,reason,row\nobservations.csv,7,value,not a number,"x,""a;b"",2"\n',
  );
});

test("an earlier file of rows or an empty one is replaced; any other file is refused and unchanged", (t) => {
  const path = temporaryPath(t);
  openRowFile(path).close();
  openRowFile(path).close();
  writeFileSync(path, "");
  openRowFile(path).close();
  writeFileSync(path, "indicator,geo,period,value\n");
  assert.throws(() => openRowFile(path), Refusal);
  assert.equal(readFileSync(path, "utf8"), "indicator,geo,period,value\n");
  assert.throws(() => openRowFile(join(path, "below-a-file")), Refusal);
});
