// A long table of text read in blocks is the same as one read whole, wherever its chunks end.
import assert from "node:assert/strict";
import {test} from "node:test";
import type {Descriptor} from "../described/descriptor/descriptor.ts";
import {readDescribed} from "../described/read-described.ts";
import type {SourceFile} from "../source.ts";
import {textRows} from "./delimited.ts";
import {LONG_TEXT_BYTES, openLongText} from "./text-records.ts";
import {WORKBOOK_LIMITS} from "./workbook-limits.ts";

/** A file that is said to be long, in chunks of a few bytes. */
function chunked(text: string | Buffer, length: number, name = "t.csv"): SourceFile {
  const bytes = Buffer.from(text as string);
  return {
    name,
    size: LONG_TEXT_BYTES,
    async *open() {
      for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
    },
  };
}

async function rowsOf(file: SourceFile) {
  const workbook = (await openLongText(file, WORKBOOK_LIMITS))!;
  const rows = [];
  for await (const block of workbook.records!.rows()) rows.push(...block);
  return {rows, ending: workbook.ending.kind};
}

test("rows of a long text are those of the whole text, wherever its chunks end [workbook.long]", async () => {
  const texts = [
    'a,b\r\n1,"x, ""y""\nz"\r\n\r\nдва,2\n3,"4"\n',
    'a,b\n"1",2\n3\n4,5,6\n7,8',
    'a,b\n5" pipe,1\n"q""",2\n',
    "a,b\r\r\n1,2\r\r\n",
  ];
  for (const text of texts) {
    const whole = [...textRows({name: "t.csv"}, text.replace(/\r+\n/g, "\n"), ",")];
    for (let length = 1; length <= 12; length++) {
      const {rows, ending} = await rowsOf(chunked(text, length));
      assert.deepEqual(rows, whole, `${JSON.stringify(text)} in chunks of ${length}`);
      assert.equal(ending, text.endsWith("\n") ? "unknown" : "cut");
    }
  }
});

test("a long text that is damaged is refused: a quote without an end, a control character, bytes that are no UTF-8 [workbook.long]", async () => {
  await assert.rejects(rowsOf(chunked('a,b\n1,"2\n3,4\n', 5)), /line 2: a quote is opened and never closed/);
  await assert.rejects(rowsOf(chunked("a,b\n1,2\n3,\u00014\n", 5)), /line 3: contains the control character U\+0001/);
  const broken = Buffer.concat([Buffer.alloc(2 ** 20, "a,b\n"), Buffer.from([0xff, 0x0a])]);
  await assert.rejects(rowsOf(chunked(broken, 2 ** 16)), /is not text in UTF-8/);
});

test("a long text that is read whole after all tells its end too [workbook.long]", async () => {
  for (const [text, kind] of [
    ["a,b\n1,2\n", "unknown"],
    ["a,b\n1,2", "cut"],
  ] as const) {
    const workbook = (await openLongText(chunked(text, 3), WORKBOOK_LIMITS))!;
    assert.equal((await workbook.read(workbook.sheets[0]!)).rowCount, 2);
    assert.equal(workbook.ending.kind, kind);
  }
});

test("a text below the limit, and one in another encoding, are read whole [workbook.long]", async () => {
  const short = {...chunked("a,b\n", 4), size: LONG_TEXT_BYTES - 1};
  assert.equal(await openLongText(short, WORKBOOK_LIMITS), null);
  const wide = chunked(Buffer.from("\ufeffa,b\n", "utf16le"), 4);
  assert.equal(await openLongText(wide, WORKBOOK_LIMITS), null);
});

test("a plain table is read from a long text with the line of each value, and every row is judged [described.plain]", async () => {
  const lines = [
    "sep=;",
    "# a title",
    "land;year;value",
    "FR;2020;1,5",
    "# made",
    "Atlantis;2020;3",
    "FR;2021",
    "DE;2020;3",
    "DE;2021;4",
  ];
  const descriptor: Descriptor = {
    ...{family: "t", provider: "own", dataset: {code: "t", name: "T"}},
    tables: [
      {
        columns: ["ignore"],
        rows: ["country", "time"],
        labels: ["land", "year"],
        fixed: {unit: "процент"},
        numbers: "1.234,5",
      },
    ],
  };
  const [values, refused]: [unknown[], unknown[]] = [[], []];
  const sink = {
    series: ({territory}: {territory: string}) => (territory === "FR" ? 1 : 2),
    observe: (
      handle: number,
      period: number,
      value: number,
      _line: number,
      origin?: {explain(): {locator: {line: number | null}}},
    ) => void values.push([handle, period, value, origin!.explain().locator.line]),
    refuse: ({line, reason}: {line: number | null; reason: string}) => void refused.push([line, reason]),
  };
  await readDescribed(
    descriptor,
    chunked(`${lines.join("\n")}\n`, 7),
    {provider: null, dataset: null, publishedAt: "2024-01-01"},
    sink,
  );
  assert.deepEqual(values, [
    [1, 2020, 1.5, 4],
    [2, 2021, 4, 9],
  ]);
  assert.deepEqual(refused, [
    [6, "unknown country"],
    [7, "has 2 cells where the row above has 3"],
    [8, "has 3 cells where the row above has 2"],
  ]);
});
