// The tidy package follows CONTRACT 4: packages as a publisher would write them.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {Refusal} from "../../../service/refusal.ts";
import {parseDay} from "../../../statistics/time/day.ts";
import {createObservationBuffer} from "../../buffer/observation-buffer.ts";
import {complaints, file, NO_HINTS, parse, REQUIRED} from "./source.fixture.ts";
import {tidy} from "./source.ts";

const refusal = (expected: RegExp) => (error: unknown) => {
  assert.ok(error instanceof Refusal, String(error));
  assert.match(error.message, expected);
  return true;
};

test("a package is recognised by the dataset.json at its root", async () => {
  assert.equal(await tidy.recognises([file("observations.csv", ""), file("dataset.json", "")]), true);
  assert.equal(await tidy.recognises([file("old/dataset.json", "")]), false);
});

test("dataset.json may begin with a byte order mark, and must be UTF-8", async () => {
  const {sink} = createObservationBuffer({memoryLimit: 1000});
  const rows = file("observations.csv", "indicator,geo,period,value\n");
  const {metadata} = await tidy.parse(
    [file("dataset.json", `\ufeff${JSON.stringify(REQUIRED)}`), rows],
    NO_HINTS,
    sink,
  );
  assert.equal(metadata.name, "Демо");
  const latin = file("dataset.json", Uint8Array.of(0x7b, 0xc4, 0x7d));
  await assert.rejects(tidy.parse([latin, rows], NO_HINTS, sink), refusal(/dataset\.json is not text in UTF-8/));
});

test("the columns may have any order, with commas, semicolons or tabs, with or without a byte order mark [tidy.columns tidy.delimiter]", async () => {
  const rows = [
    ["value", "geo", "period", "indicator", "class", "measure", "transformation", "freq", "unit"],
    ["101.2", "643", "2024-01", "cpi", "01.1", "ipc", "level", "M", "PCT"],
    ["-0.5", "45000000000", "2024-02", "cpi", "01.1", "ipc", "level", "M", "PCT"],
  ];
  const expected = ["cpi.01.1.ipc.level.PCT.M.643 24288=101.2", "cpi.01.1.ipc.level.PCT.M.45000000000 24289=-0.5"];
  for (const delimiter of [",", ";", "\t"]) {
    for (const mark of ["", "\ufeff"]) {
      for (const lineBreak of ["\n", "\r\n"]) {
        const {values} = await parse({}, mark + rows.map((row) => row.join(delimiter)).join(lineBreak));
        assert.deepEqual(values, expected);
      }
    }
  }
});

test("period is a year, a quarter, a month or a day, and its shape gives the frequency [tidy.defaults]", async () => {
  const {values, metadata} = await parse(
    {},
    "indicator,geo,period,value\na,643,2024,1\na,643,2024-Q2,2\na,643,2024-03,3\na,643,1970-01-05,4\n",
  );
  assert.deepEqual(values, [
    "a.-.-.-.-.A.643 2024=1",
    "a.-.-.-.-.Q.643 8097=2",
    "a.-.-.-.-.M.643 24290=3",
    "a.-.-.-.-.D.643 4=4",
  ]);
  assert.equal(metadata.frequency, null);
});

test("if the frequency is given, a date means the period that begins on it; any other date does not agree [tidy.columns]", async () => {
  const rows = [
    "2024-04-01,Q",
    "2024-05-01,Q",
    "2024-04-01,M",
    "2024-01-01,A",
    "2024-01,Q",
    "2024,M",
    "2024-04-01,X",
    "2024-02-30,D",
  ];
  const parsed = await parse({}, `indicator,geo,period,freq,value\n${rows.map((row) => `a,643,${row},1`).join("\n")}`);
  assert.deepEqual(parsed.values, ["a.-.-.-.-.Q.643 8097=1", "a.-.-.-.-.M.643 24291=1", "a.-.-.-.-.A.643 2024=1"]);
  assert.deepEqual(complaints(parsed), [
    "3 period: is not the first day of a period of frequency Q",
    "6 period: does not agree with the frequency Q",
    "7 period: does not agree with the frequency M",
    "8 freq: is not one of D, W, M, Q, A",
    "9 period: is no period that is known: write YYYY, YYYY-Qn, YYYY-MM or YYYY-MM-DD (a real date from 1700 to 2199)",
  ]);
});

test("periods of a package may have any common writing; one with two readings is refused, and six digits need a frequency [described.writings]", async () => {
  const rows = [
    "Jan 2024,",
    "Q2 2024,",
    "15.03.2024,",
    "2024M05,",
    "202406,M",
    "202406,",
    "202402,Q",
    "03/04/2024,",
    "2023/24,",
    "2024-W05,",
  ];
  const parsed = await parse({}, `indicator,geo,period,freq,value\n${rows.map((row) => `a,643,${row},1`).join("\n")}`);
  assert.deepEqual(parsed.values.toSorted(), [
    "a.-.-.-.-.D.643 19797=1",
    "a.-.-.-.-.M.643 24288=1",
    "a.-.-.-.-.M.643 24292=1",
    "a.-.-.-.-.M.643 24293=1",
    "a.-.-.-.-.Q.643 8097=1",
    `a.-.-.-.-.W.643 ${2024 * 54 + 4}=1`,
  ]);
  assert.deepEqual(complaints(parsed), [
    "7 period: may be a month or a quarter: it needs its frequency",
    "8 period: does not agree with the frequency Q",
    "9 period: may have the day or the month first",
    "10 period: does not say which of the two years",
  ]);
});

test("the frequency may come from dataset.json; a row's own frequency has priority [tidy.defaults]", async () => {
  const parsed = await parse(
    {freq: "Q"},
    "indicator,geo,period,freq,value\na,643,2024-04-01,,1\na,643,2024-04-01,D,2\na,643,2024-04,,3\n",
  );
  assert.deepEqual(parsed.values, ["a.-.-.-.-.Q.643 8097=1", "a.-.-.-.-.D.643 19814=2"]);
  assert.deepEqual(complaints(parsed), ["4 period: does not agree with the frequency Q"]);
  assert.equal(parsed.metadata.frequency, "Q");
});

test("values take a point or a comma; empty, an ellipsis and a hyphen mean no value and make no series [tidy.decimal tidy.no-value]", async () => {
  const texts = ["101,2", "101.25", "1e-7", "-3", "", "…", "-", "1 000", "1,234,567", "NaN", "12%"];
  const rows = texts.map((text, index) => `a;643;${2000 + index};${text}`);
  const parsed = await parse({}, `indicator;geo;period;value\n${rows.join("\n")}\nb;643;2000;…\n`);
  assert.deepEqual(
    parsed.values.map((value) => value.split(" ")[1]),
    ["2000=101.2", "2001=101.25", "2002=1e-7", "2003=-3"],
  );
  assert.equal(parsed.buffered.series.length, 1);
  assert.deepEqual(
    parsed.buffered.unreadable.map(({line, column, text}) => [line, column, text]),
    [
      [9, "value", "1 000"],
      [10, "value", "1,234,567"],
      [11, "value", "NaN"],
      [12, "value", "12%"],
    ],
  );
});

test("every unreadable row is reported with its line, column, reason and original text [tidy.bad-rows tidy.skip-bad-rows]", async () => {
  const text =
    'indicator,geo,geo_label,period,value\na,643,"Российская\nФедерация",2024,1\n,643,,2024,1\na,,,2024,1\na,643,,,1\na,643,,2024,x\na,643\n,,,,\na,643,О "К",2024,1\n';
  const parsed = await parse({}, text);
  assert.deepEqual(parsed.values, ["a.-.-.-.-.A.643 2024=1"]);
  assert.deepEqual(complaints(parsed), [
    "4 indicator: is empty",
    "5 geo: is empty",
    "6 period: is empty",
    "7 value: is not a number",
    "8 null: has 2 cells where the header has 5",
    "10 geo_label: a cell without quotes contains a quote",
  ]);
  assert.equal(parsed.buffered.unreadable[3]?.row, "a,643,,2024,x");
  assert.equal(parsed.buffered.unreadable[3]?.file, "observations.csv");
});

test("one period with two values is refused in both rows, the same value twice is one value [tidy.bad-rows]", async () => {
  const parsed = await parse(
    {},
    "indicator,geo,period,value\na,643,2024,1\na,643,2023,5\na,643,2023,5.0\na,643,2024,2\n",
  );
  assert.deepEqual(parsed.values, ["a.-.-.-.-.A.643 2023=5"]);
  assert.deepEqual(
    parsed.buffered.unreadable.map(({line, reason}) => [line, reason.split(": ")[1]]),
    [
      [2, "line 2 says 1, line 5 says 2"],
      [5, "line 5 says 2, line 2 says 1"],
    ],
  );
});

test("a territory is built in, listed under geo, or a city by its geo_label; otherwise the row is refused [tidy.columns]", async () => {
  const parsed = await parse(
    {
      geo: [
        {code: "643-2", name: "Россия (новая методика)", level: "country"},
        {code: "45000000000", name: "Москва моя"},
      ],
    },
    "indicator,geo,geo_label,period,value\na,643,,2024,1\na,643-2,,2024,2\na,45000000000,Город,2024,3\na,01401000000999,Новый,2024,4\na,X1,,2024,5\na,01401000000999,Другой,2024,6\na,RU-77,Москва,2024,7\na,region,Край,2024,8\n",
  );
  assert.deepEqual(
    parsed.values.map((value) => value.split(".").at(-1)),
    ["643 2024=1", "643-2 2024=2", "45000000000 2024=3", "01401000000999 2024=4"],
  );
  assert.deepEqual(
    parsed.metadata.territories?.map(({code, name, level, canonical}) => [code, name, level, canonical]),
    [
      ["643-2", "Россия (новая методика)", "country", "RU-00"],
      ["45000000000", "Москва моя", "region", "RU-77"],
      ["01401000000999", "Новый", "city", "01401000000999"],
    ],
  );
  assert.deepEqual(complaints(parsed), [
    "6 geo: is neither built in nor listed under geo in dataset.json, and the row has no geo_label",
    '7 geo_label: names 01401000000999, which another row calls "Новый"',
    "8 geo: is not a code of the source; Москва моя is 45000000000",
    "9 geo: is the name of a level, not a code",
  ]);
});

test("a label that contradicts the built-in name of its code is refused in rows and in the list; another name of the same territory is not (FIX-country-02) [tidy.label]", async () => {
  const rows = [
    "040,Austria",
    "040,Южный федеральный округ",
    "45000000000,Москва",
    "45000000000,Moscow Oblast",
    "643,Russia",
    "643,Moldova",
    "643,",
    "900,Austria",
    "030,Австрия",
    "030,Москва",
  ];
  const lines = rows.map((row, index) => `a,${row},${2000 + index},${index}`);
  const geo = [{code: "030", name: "ЦФО"}];
  const parsed = await parse({geo}, `indicator,geo,geo_label,period,value\n${lines.join("\n")}\n`);
  assert.deepEqual(
    parsed.values.map((value) => value.split(".").at(-1)),
    ["040 2001=1", "45000000000 2002=2", "643 2004=4", "643 2006=6", "900 2007=7"],
  );
  assert.deepEqual(complaints(parsed), [
    '2 geo_label: contradicts the built-in name of 040, which is "Южный федеральный округ"; a code of another list needs "country" in dataset.json',
    '5 geo_label: contradicts the built-in name of 45000000000, which is "г. Москва"; a code of another list needs "country" in dataset.json',
    '7 geo_label: contradicts the built-in name of 643, which is "Российская Федерация"; a code of another list needs "country" in dataset.json',
    '10 geo_label: contradicts the built-in name of 030, which is "Центральный федеральный округ"; a code of another list needs "country" in dataset.json',
    '11 geo_label: contradicts the built-in name of 030, which is "Центральный федеральный округ"; a code of another list needs "country" in dataset.json',
  ]);
  const listed = {
    geo: [
      {code: "036", name: "Australia"},
      {code: "643", name: "Россия (новая методика)"},
    ],
  };
  await assert.rejects(
    parse(listed, "indicator,geo,period,value\n"),
    refusal(/^[^\n]*\n {2}geo\[0\]\.name: "Australia" contradicts the built-in name of 036, [^\n]*$/),
  );
});

test("without a column of units the only listed unit is used; with several the load is refused [tidy.unit-single]", async () => {
  const rows = "indicator,geo,period,value\na,643,2024,1\n";
  const one = {code: "PCT", name: "процент"};
  assert.deepEqual((await parse({units: [one]}, rows)).values, ["a.-.-.-.PCT.A.643 2024=1"]);
  assert.deepEqual((await parse({}, rows)).values, ["a.-.-.-.-.A.643 2024=1"]);
  await assert.rejects(
    parse({units: [one, {code: "RUB", name: "рубль"}]}, rows),
    refusal(/no column unit, and dataset.json lists 2 units/),
  );
  const withColumn = "indicator,geo,unit,period,value\na,643,RUB,2024,1\n";
  assert.deepEqual((await parse({units: [one, {code: "RUB", name: "рубль"}]}, withColumn)).values, [
    "a.-.-.-.RUB.A.643 2024=1",
  ]);
});

test("observations may be in several files, each with its own columns [tidy.several-files]", async () => {
  const parsed = await parse(
    {units: [{code: "PCT", name: "процент"}]},
    {
      "observations/a.csv": "indicator,geo,period,value\na,643,2024,1\n",
      "observations/b.csv": "value;unit;period;geo;indicator\n2;;2024;643;a\n3;PCT;2023;643;a\n4;PCT;2024;643;a\n",
    },
  );
  assert.deepEqual(parsed.values, ["a.-.-.-.PCT.A.643 2023=3", "a.-.-.-.-.A.643 2024=2"]);
  assert.match(parsed.buffered.unreadable[0]?.reason ?? "", /line 2 says 1, line 4 of observations\/b\.csv says 4/);
  await assert.rejects(parse({}, {}), refusal(/neither observations\.csv nor observations\//));
  await assert.rejects(parse({}, {"observations/a.xlsx": ""}), refusal(/observations\/a\.xlsx is not a \.csv file/));
});

test("a header with a missing, repeated or misspelt column is refused, with the name of the column [tidy.columns]", async () => {
  const header = async (text: string, expected: RegExp) => await assert.rejects(parse({}, text), refusal(expected));
  await header("indicator,period,value\n", /lacks the column geo/);
  await header("indicator,geo,value\n", /lacks the column period \(or week\)/);
  await header("indicator,geo,geo,period,value\n", /has the column geo twice/);
  await header("indicator,geo,perod,value\n", /unknown column "perod"; period was probably meant/);
  await header("indicator,geo,Period,value\n", /unknown column "Period"; period was probably meant/);
  await header("indicator,geo,period,value,comment\n", /unknown column "comment"$/);
  await header("indicator,geo,period,value,\n", /column 5 of the header has no name/);
  await header("", /is empty/);
  await header(`indicator,geo,period,${" ".repeat(70_000)}value\n`, /has a first line of more than 65536 bytes/);
});

test("every written value is read back, in chunks of any size [tidy.decimal]", async () => {
  const values = fc.array(fc.double({noNaN: true, noDefaultInfinity: true}), {minLength: 1, maxLength: 30});
  await fc.assert(
    fc.asyncProperty(values, fc.boolean(), async (given, withComma) => {
      const rows = given.map(
        (value, index) => `a;643;${1900 + index};${withComma ? String(value).replace(".", ",") : value}`,
      );
      const {buffered, values: read} = await parse({}, `indicator;geo;period;value\n${rows.join("\n")}`);
      assert.equal(buffered.unreadableCount, 0);
      assert.deepEqual(
        read.map((one) => Number(one.split("=")[1])),
        given.map((value) => value + 0),
      );
    }),
    {numRuns: 50},
  );
});

test("for any columns, quotes and order of rows, each series has the values of its rows [tidy.columns tidy.several-files]", async () => {
  const code = fc.constantFrom("a", "ab", "a;b", 'a"b', "a\u00e9", "", "b");
  const row = fc.record({
    indicator: fc.constantFrom("a", "b", "ab", 'q"'),
    class: code,
    measure: code,
    unit: code,
    geo: fc.constantFrom("643", "030", "45000000000"),
    period: fc.integer({min: 1990, max: 2020}).map(String),
  });
  const columns = fc.shuffledSubarray(["indicator", "class", "measure", "unit", "geo", "period", "value"], {
    minLength: 7,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, {maxLength: 25}),
      columns,
      columns,
      fc.nat(25),
      fc.boolean(),
      async (rows, first, second, split, isQuoted) => {
        const expected = new Map<string, number>();
        const lines = rows.map((one, index) => {
          const name = `${one.indicator}.${one.class || "-"}.${one.measure || "-"}.-.${one.unit || "-"}.A.${one.geo} ${one.period}`;
          const value = expected.get(name) ?? index;
          expected.set(name, value);
          return {...one, value: String(value)};
        });
        const write = (names: string[], some: typeof lines) =>
          [names, ...some.map((line) => names.map((name) => line[name as keyof typeof line]))]
            .map((cells) =>
              cells.map((cell) => (isQuoted || /[;"]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(";"),
            )
            .join("\n");
        const {values, buffered} = await parse(
          {},
          {
            "observations/1.csv": write(first, lines.slice(0, split)),
            "observations/2.csv": write(second, lines.slice(split)),
          },
        );
        assert.equal(buffered.unreadableCount, 0);
        assert.deepEqual(values.sort(), [...expected].map(([name, value]) => `${name}=${value}`).sort());
      },
    ),
  );
});

test("the command's values only fill the fields that dataset.json leaves out", async () => {
  const hints = {provider: "other", dataset: "other", publishedAt: "2026-11-01"};
  const rows = "indicator,geo,period,value\n";
  const {metadata} = await parse({published_at: undefined, dataset: undefined}, rows, hints);
  assert.deepEqual(
    [metadata.provider, metadata.dataset, metadata.publishedAt],
    ["showdata", "other", parseDay("2026-11-01")],
  );
});
