// The places of the values of a tidy package.
import assert from "node:assert/strict";
import {test} from "node:test";
import {fileOf, PLAIN_HINTS, watchingSink} from "../../input/shared-file.fixture.ts";
import {tidy} from "./source.ts";

const DESCRIPTION = JSON.stringify({provider: "showdata", dataset: "demo", name: "Демо", published_at: "2026-10-14"});

test("a value of a tidy package has its file, the line of its row, its cell and its text [evidence.locator]", async () => {
  const rows = [
    "indicator,geo,geo_label,period,value",
    "x,643,,2026-01,1.5",
    "",
    'x,a1,"Город',
    'у реки",2026-01,"2,25"',
    "x,643,,2026-02,-",
    "x,643,, 2026-02, 3 ",
  ];
  const sink = watchingSink();
  const files = [fileOf("dataset.json", DESCRIPTION), fileOf("observations/a.csv", `\ufeff${rows.join("\r\n")}`)];
  await tidy.parse(files, PLAIN_HINTS, sink);
  const location = {file: "observations/a.csv", sheet: null, cell: null, column: 5, element: null};
  assert.deepEqual(
    sink.values.map(({value, explained}) => [value, explained]),
    [
      [1.5, {locator: {...location, line: 2}, raw: "1.5", steps: []}],
      [2.25, {locator: {...location, line: 4}, raw: "2,25", steps: []}],
      [3, {locator: {...location, line: 7}, raw: " 3 ", steps: []}],
    ],
  );
});
