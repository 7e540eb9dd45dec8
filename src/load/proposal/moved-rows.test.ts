// The next release of a table of which a proposal left rows out.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {ryad} from "../../../test/command.ts";
import {temporaryFolder} from "../../../test/warehouse.ts";

const ROWS = ["1944,FRANCE,5", "1944,GERMANY,6", "1945,FRANCE,7", "1945,GERMANY,8", "1945,GERMANY,9", "1946,FRANCE,10"];
const HEAD = "Year,Country,Total";

test("a row that a proposal leaves out is named with its labels: in a release in which the rows have moved the exception is refused [described.moved]", async (t) => {
  const folder = await temporaryFolder(t);
  const [path, words, data] = [join(folder, "co2.csv"), join(folder, "co2.json"), join(folder, "data")];
  const write = (rows: readonly string[]) => writeFileSync(path, `${[HEAD, ...rows].join("\n")}\n`);
  write(ROWS);
  const answers = ["--unit", "thousand tonnes", "--published", "2024-05-01"];
  const described = await ryad(["describe", path, "--write", words, ...answers]);
  assert.match(described.stdout, /question {2}another row has the same labels, as "1945; GERMANY": see exceptions/);
  const text = readFileSync(words, "utf8");
  const {exceptions} = JSON.parse(text).tables[0];
  assert.deepEqual(
    exceptions.map((one: {cells: string; label: string}) => [one.cells, one.label]),
    [
      ["A5:XFD5", "^1945; GERMANY$"],
      ["A6:XFD6", "^1945; GERMANY$"],
    ],
  );
  writeFileSync(words, text.replace('"proposed": true,', "").replaceAll("question: ", "left out: "));
  const load = (day: string) => ryad(["load", path, "--descriptor", words, "--published", day, "--data", data]);
  const first = await load("2024-05-01");
  assert.match(first.stdout, /4 new values/, first.stderr);
  write(["1943,FRANCE,4", ...ROWS]);
  const moved = await load("2025-05-01");
  assert.deepEqual([moved.code, /exceptions of the descriptor have no effect/.test(moved.stderr)], [1, true]);
  assert.match(moved.stderr, /"cells":"A5:XFD5","label":"\^1945; GERMANY\$"/);
});
