// The second verification confirms the true cells of publishers' files and finds every wrong place.
import assert from "node:assert/strict";
import type {Explanation, Locator} from "../../service/evidence.ts";
import {PLAIN_SERIES} from "../buffer/plain-series.fixture.ts";
import {test} from "../input/publisher-test.fixture.ts";
import {fileOf, needs, PLAIN_HINTS, sharedFile, watchingSink} from "../input/shared-file.fixture.ts";
import type {ObservationSink, SourceFile} from "../source.ts";
import {findParser} from "../sources/sources.ts";
import {createCellWitness, locatorText} from "./cell-verifier.ts";

const FILES = [
  ["fedstat/sdmx/33459_population_women_annual.xml", 3507],
  ["fedstat/excel/31074_cpi_regions_2023-04.xls", 288],
  ["rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx", 1836],
  ["rosstat_files/isep_vintages/isep_2017-10.csv", 112],
  ["cbr/XML_daily_2022-03-15.xml", 34],
  ["cbr/XML_dynamic_R01235_1992-2017.xml", 5581],
  ["cbr/keyrate_inflation_2013-2026.csv", 444],
  ["cbr/samples/KeyRate_soap.excerpt.xml", 8],
  ["cbr/site_xlsx/IPI.xlsx", 130],
] as const;

for (const [path, least] of FILES)
  test(`each value of ${path.split("/").at(-1)} is found in its cell by independent code [evidence.witness]`, {
    skip: needs(path),
  }, async () => {
    const mismatches: string[] = [];
    const file = sharedFile(path);
    const witness = createCellWitness([file], ({explained, reason}) =>
      mismatches.push(`${locatorText(explained.locator)} ${reason}`),
    );
    const parser = (await findParser([file]))!;
    const hints = {...PLAIN_HINTS, publishedAt: path.includes("isep") ? "2017-11-30" : null};
    await parser.parse(witness.files, hints, witness.watch(watchingSink(false)));
    const count = await witness.finish();
    assert.deepEqual(mismatches, []);
    assert.ok(count >= least, `${count} values`);
  });

type EventDetails = Partial<Locator> & {
  readonly raw: string;
  readonly value?: number;
  readonly steps?: readonly string[];
};

/** The mismatches about values with these places in the file. */
async function mismatchesOf(file: SourceFile, told: readonly EventDetails[], piecewise = false): Promise<string[]> {
  const mismatches: string[] = [];
  const witness = createCellWitness([file], ({explained, reason}) =>
    mismatches.push(`${locatorText(explained.locator)} ${reason}`),
  );
  const sink: ObservationSink = witness.watch(watchingSink(false));
  const handle = sink.series(PLAIN_SERIES);
  const given = [...told];
  const give = (): void => {
    const {raw, value, steps = [], ...at} = given.shift()!;
    const locator = {file: file.name, sheet: null, cell: null, line: null, column: null, element: null, ...at};
    const explanation: Explanation = {locator, raw, steps};
    sink.observe(handle, 2000, value ?? Number(raw.replace(",", ".")), 1, {explain: () => explanation});
  };
  if (piecewise) for await (const _ of witness.files[0]!.open()) if (given.length > 0) give();
  while (given.length > 0) give();
  assert.equal(await witness.finish(), told.length);
  return mismatches;
}

function inChunks(name: string, text: string, size: number): SourceFile {
  const bytes = Buffer.from(text);
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    },
  };
}

test("a cell of delimited text is confirmed by line and cell, quoted or not, in any order and in chunks of any size; another text, cell or line is doubted [evidence.witness]", async () => {
  const text = 'a;b;c\r\n1;2,5;"3"\r\n"x\r\ny";"4,5";"a""b"\r\n\r\n7;8;9';
  const right: EventDetails[] = [
    // the quoted line break makes two lines of the third row
    {line: 6, column: 2, raw: "8"},
    {line: 2, column: 2, raw: "2,5"},
    {line: 3, column: 2, raw: "4,5"},
    {line: 2, column: 3, raw: "3"},
  ];
  for (const size of [1, 2, 3, 7, 1000])
    for (const piecewise of [false, true])
      assert.deepEqual(await mismatchesOf(inChunks("a.csv", text, size), right, piecewise), [], `${size} ${piecewise}`);
  assert.deepEqual(await mismatchesOf(fileOf("a.csv", text), [{line: 2, column: 2, raw: "2,6"}]), [
    'line 2, column 2 of a.csv is in the row "1;2,5;\\"3\\""',
  ]);
  for (const wrong of [
    {line: 2, column: 1, raw: "2,5"},
    {line: 6, column: 2, raw: "2,5"},
    {line: 99, column: 1, raw: "7"},
    {line: 2, raw: "1"},
  ])
    assert.equal((await mismatchesOf(fileOf("a.csv", text), [wrong])).length, 1, JSON.stringify(wrong));
});

test("an element or attribute of XML is confirmed by its path, in any order and in chunks of any size; another is doubted [evidence.witness]", async () => {
  const text = `<?xml version="1.0"?><!-- <a><b>9</b></a> -->
<p:root><row id="1"><v>1,5</v><v>2</v></row>
<row><v><![CDATA[3]]></v><w at="4" ns:other='5'/></row><e>&#54;</e></p:root>`;
  const right: EventDetails[] = [
    {line: 3, element: "/root/row[2]/v", raw: "3"},
    {line: 2, element: "/root/row[1]/v", raw: "1,5"},
    {line: 2, element: "/root/row[1]/v[2]", raw: "2"},
    {line: 3, element: "/root/row[2]/w/@at", raw: "4"},
    {line: 3, element: "/root/row[2]/w/@other", raw: "5"},
    {line: 3, element: "/root/e", raw: "6"},
  ];
  for (const size of [1, 2, 5, 1000])
    for (const piecewise of [false, true])
      assert.deepEqual(await mismatchesOf(inChunks("a.xml", text, size), right, piecewise), [], `${size} ${piecewise}`);
  for (const wrong of [
    {line: 2, element: "/root/row[1]/v", raw: "1,6"},
    {line: 2, element: "/root/row[3]/v", raw: "3"},
    {line: 2, element: "/root/row[2]/w/@none", raw: "4"},
    {line: 2, element: "/other/row[1]/v", raw: "1,5"},
    {line: 3, element: "/root/e", raw: "7"},
  ])
    for (const size of [1, 2, 5, 1000])
      for (const piecewise of [false, true])
        assert.equal(
          (await mismatchesOf(inChunks("a.xml", text, size), [wrong], piecewise)).length,
          1,
          `${JSON.stringify(wrong)} ${size} ${piecewise}`,
        );
  const cut = inChunks("a.xml", "<root><v>1", 1000);
  assert.equal((await mismatchesOf(cut, [{line: 1, element: "/root/v", raw: "1"}])).length, 1);
});

test("a place of JSON is confirmed by line and character [evidence.witness]", async () => {
  const file = fileOf("a.json", '{"я":\n [{"v": 3.31}, {"v": "4,5"}]}', "utf-8");
  const right = {line: 2, column: 9, element: "[0].v", raw: "3.31"};
  assert.deepEqual(
    await mismatchesOf(file, [right, {line: 2, column: 22, element: "[1].v", raw: '"4,5"', value: 4.5}]),
    [],
  );
  assert.equal((await mismatchesOf(file, [{...right, column: 10}])).length, 1);
});

test("a value without a place, in a missing file, or different from its text without any step, is doubted [evidence.witness]", async () => {
  const file = fileOf("a.csv", "1;2");
  const there = {line: 1, column: 2, raw: "2"};
  assert.deepEqual(await mismatchesOf(file, [{...there, value: 3}]), [
    'line 1, column 2 of a.csv contains "2", the value is 3',
  ]);
  assert.deepEqual(await mismatchesOf(file, [{...there, value: 200, steps: ["times 100"]}]), []);
  assert.match(
    (await mismatchesOf(file, [{...there, file: "b.csv"}]))[0]!,
    /in a file b.csv that the release does not have/,
  );
  const mismatches: string[] = [];
  const witness = createCellWitness([file], ({reason}) => mismatches.push(reason));
  const sink = witness.watch(watchingSink(false));
  sink.observe(sink.series(PLAIN_SERIES), 2000, 1, 1);
  assert.equal(await witness.finish(), 1);
  assert.deepEqual(mismatches, ["the parser gives no place"]);
});

const CPI = "rosstat_files/cpi_monthly_vintages/ipc_mes_2026-03.xlsx";
const EXCEL = "fedstat/excel/31074_cpi_regions_2023-04.xls";
test("a cell of a workbook is confirmed by sheet and address; another cell, sheet or text is doubted [evidence.witness]", {
  skip: needs(CPI, EXCEL),
}, async () => {
  const right = {sheet: "01", cell: "AK19", raw: "102,972)", value: 102.97, steps: ["a superscript dropped"]};
  assert.deepEqual(await mismatchesOf(sharedFile(CPI), [right]), []);
  assert.deepEqual(await mismatchesOf(sharedFile(EXCEL), [{sheet: "Данные", cell: "D8", raw: "112.42"}]), []);
  for (const wrong of [{cell: "AK20"}, {sheet: "02"}, {sheet: "none"}, {raw: "102,97"}, {cell: "XFD9999"}])
    assert.equal((await mismatchesOf(sharedFile(CPI), [{...right, ...wrong}])).length, 1, JSON.stringify(wrong));
});
