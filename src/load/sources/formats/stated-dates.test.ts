// Dates of PC-Axis and JSON-stat by the word of a person.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as files from "./coded-files.fixture.ts";
import {DAY, expected, HINTS, read} from "./coded-reading.fixture.ts";

const ENDS = ["2025-01-31", "2025-02-28"];

function jsonStat(days: readonly string[]): string {
  const json = JSON.parse(files.jsonStat(days.length, DAY));
  json.dimension.time.category = {index: days};
  return JSON.stringify(json);
}

function pcAxis(days: readonly string[], timeval = ""): string {
  const list = days.map((day) => `"${day}"`).join(",");
  return files
    .pcAxis(days.length, DAY)
    .replace(/(VALUES\("month"\))=.*/, `$1=${list};`)
    .replace(/TIMEVAL.*\n/, timeval);
}

const word = (dates: string) => ({"descriptor.json": JSON.stringify({version: 1, family: "banks", dates})});

test("month ends of JSON-stat and PC-Axis are months only by the word of a person beside them (FIX-country-24) [formats.periods]", async () => {
  for (const [name, text] of [
    ["a.json", jsonStat(ENDS)],
    ["a.px", pcAxis(ENDS)],
  ] as const) {
    const bare = await read({[name]: text}, HINTS);
    assert.equal(bare.series[0]!.split(" ")[1], "D", name);
    const told = await read({[name]: text, ...word("in month")}, HINTS);
    assert.deepEqual([told.source, told.series[0]!.split(" ")[1], told.values], [bare.source, "M", expected(0, 2)]);
    const quarters = await read({[name]: text, ...word("in quarter")}, HINTS);
    assert.deepEqual(
      quarters.refused.map(({kind, reason, text: said}) => [kind, reason, said]),
      Array(4).fill(["period", "is a second date in its period", ENDS[1]]),
    );
    const first = await read({[name]: text, ...word("month")}, HINTS);
    assert.deepEqual([first.values, first.refused[0]!.reason], [[], "is not the first day of a month"]);
  }
});

test("a word about dates that has no effect, or says anything else, is refused (FIX-country-24) [formats.periods]", async () => {
  const idle = {name: "Refusal", message: /has no date that can be "in month"/};
  await assert.rejects(read({"a.json": files.jsonStat(2, DAY), ...word("in month")}, HINTS), idle);
  // The file itself says that they are days.
  const days = pcAxis(ENDS, 'TIMEVAL("month")=TLIST(D1);\n');
  await assert.rejects(read({"a.px": days, ...word("in month")}, HINTS), idle);
  await assert.rejects(read({"a.px": pcAxis(ENDS), ...word("monthly")}, HINTS), /dates: is not one of month, quarter/);
  const more = JSON.stringify({dates: "in month", tables: []});
  await assert.rejects(read({"a.px": pcAxis(ENDS), "descriptor.json": more}, HINTS), /"tables" is not a known field/);
});
