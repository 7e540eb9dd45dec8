import assert from "node:assert/strict";
import {dayText} from "../../../statistics/time/day.ts";
import {test} from "../../input/publisher-test.fixture.ts";
import {fileOf, needs, PLAIN_HINTS, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {cbrKeyRateTable} from "./key-rate-table.ts";

const TABLE = "cbr/keyrate_inflation_2013-2026.csv";

test("FIX-cbr-08: the table of key rate, inflation and target is read to its last row, which may have no line end [cbr.key-rate-table]", {
  skip: needs(TABLE),
}, async () => {
  const sink = watchingSink();
  assert.equal(await cbrKeyRateTable.recognises([sharedFile(TABLE)]), true);
  const {metadata} = await cbrKeyRateTable.parse([sharedFile(TABLE)], PLAIN_HINTS, sink);
  assert.deepEqual(sink.refused, []);
  const sums = ["key_rate", "inflation", "inflation_target"].map((code) => {
    const own = sink.values.filter(({series}) => series.indicator === code);
    return [own.length, own.reduce((sum, {value}) => sum + value, 0).toFixed(2)];
  });
  // 148 rows and the sums of their columns, counted with another program
  assert.deepEqual(sums, [
    [148, "1511.00"],
    [148, "1086.52"],
    [148, "592.00"],
  ]);
  assert.equal(dayText(metadata.publishedAt), "2025-12-31");
  const inflation = sink.values[1]!;
  assert.deepEqual(
    [inflation.period, inflation.value, inflation.series.transformation],
    ["2025-12-01", 5.59, "growth_yoy"],
  );
  assert.deepEqual(
    [inflation.explained!.raw, inflation.explained!.locator.line, inflation.explained!.locator.column],
    ["5,59", 2, 3],
  );
  assert.deepEqual([sink.values.at(-1)!.period, sink.values.at(-1)!.value], ["2013-09-01", 4]);
});

test("FIX-cbr-08: the last row is read with and without its line end, and bad cells are refused with line and column", async () => {
  const rows = [
    "Дата;Ставка;Инфляция;Цель",
    "01.12.2025;16;5,59;4",
    "02.11.2025;16;5;4",
    "01.10.2025;16;5,5x;4",
    "01.09.2025;16",
  ];
  for (const end of ["", "\r\n"]) {
    const file = fileOf("t.csv", rows.join("\r\n") + end, "windows-1251");
    const sink = watchingSink();
    assert.equal(await cbrKeyRateTable.recognises([file]), true);
    await cbrKeyRateTable.parse([file], PLAIN_HINTS, sink);
    assert.deepEqual(
      sink.refused.map(({kind, line, column}) => [kind, line, column]),
      [
        ["period", 3, "Дата"],
        ["cell", 4, "Инфляция"],
        ["cell", 5, "Дата"],
      ],
    );
    assert.equal(sink.values.length, 5);
  }
});

test("another table is not recognised as this one", async () => {
  assert.equal(await cbrKeyRateTable.recognises([fileOf("t.csv", "Дата;Ставка\n01.12.2025;16\n")]), false);
});
