// Periods, units and encodings of PC-Axis files.
import assert from "node:assert/strict";
import {test} from "node:test";
import * as files from "./coded-files.fixture.ts";
import {DAY, expected, HINTS, read} from "./coded-reading.fixture.ts";

test("a PC-Axis file with a control character is refused: it made another unit, and so another series [load.check-whole]", async () => {
  const whole = files.pcAxis(3, DAY);
  const damaged = Buffer.from(
    Buffer.from(whole).toString("latin1").replace('UNITS="index', 'UNITS="index\u0004'),
    "latin1",
  );
  assert.notEqual(damaged.length, Buffer.from(whole).length);
  await assert.rejects(read({"a.px": damaged}, HINTS), {
    name: "Refusal",
    message: /contains the control character U\+0004/,
  });
});

test("bytes of windows-1252 in a PC-Axis file that names ISO 8859 are the signs of windows-1252 [formats.periods]", async () => {
  const px = files.pcAxis(2, DAY).replace("utf-8", "iso-8859-15").replace("Prices by", "Price d\x92un");
  const {metadata, values} = await read({"a.px": Buffer.from(px, "latin1")}, HINTS);
  assert.deepEqual(values, expected(0, 2));
  assert.equal(metadata.name, "Price d’un country and month");
});

test("a PC-Axis file may end each line of its values with a semicolon [formats.damage]", async () => {
  const whole = files.pcAxis(2, DAY);
  const [head, data] = whole.split("DATA=\n") as [string, string];
  const lines = data.replace("\n;", "").replaceAll("\n", ";\n");
  assert.deepEqual((await read({"a.px": `${head}DATA=\n${lines};`}, HINTS)).values, expected(0, 2));
  await assert.rejects(read({"a.px": `${head}DATA=\n${lines.replace(/;\n$/, "")}`}, HINTS), /no semicolon/);
  await assert.rejects(read({"a.px": `${head}DATA=\n${lines.split("\n")[0]}`}, HINTS), /2 values where its dimensions/);
});

test("the unit of a whole PC-Axis file is that of each content without its own, and blanks around it are no part of it [formats.attributes]", async () => {
  const contents = files.pcAxis(1, DAY).replace('STUB="country"', 'CONTVARIABLE="content";STUB="country","content"');
  const two = contents
    .replace('UNITS="index"', 'UNITS=" index";UNITS("Rate")="per cent"')
    .replace("VALUES(", 'VALUES("content")="Prices","Rate";VALUES(')
    .replace(/^([\d.]+)$/gm, "$1 1");
  const {series, refused} = await read({"a.px": two}, HINTS);
  assert.deepEqual(refused, []);
  assert.deepEqual(series.slice(0, 2), ["DE M index Prices", "DE M per cent Rate"]);
});

test("letters of periods in the language of a PC-Axis file are read by TIMEVAL, and T is a quarter only beside a fourth one [formats.periods]", async () => {
  const periodsOf = async (codes: readonly string[], timeval: string) => {
    const [last, list] = [codes.length, codes.map((code) => `"${code}"`).join(",")];
    const months = files.pcAxis(last, DAY).replace(/(VALUES\("month"\))=.*/, `$1=${list};`);
    const {series, refused} = await read({"a.px": months.replace(/TIMEVAL.*\n/, timeval)}, HINTS);
    return [series[0]?.split(" ")[1] ?? null, refused[0]?.reason ?? null];
  };
  const third = "is a third of a year, which this program does not have";
  assert.deepEqual(await periodsOf(["2023U29", "2023U30"], 'TIMEVAL("month")=TLIST(W1);\n'), ["W", null]);
  assert.deepEqual(await periodsOf(["2013T1", "2013T2"], 'TIMEVAL("month")=TLIST(Q1);\n'), ["Q", null]);
  assert.deepEqual(await periodsOf(["2013T4", "2013T3"], ""), ["Q", null]);
  assert.deepEqual(await periodsOf(["2013T1", "2013T2"], ""), [null, third]);
  assert.deepEqual(await periodsOf(["2013T1", "2013T2"], 'TIMEVAL("month")=TLIST(T1);\n'), [null, third]);
});

test("months in the texts of a PC-Axis file that TIMEVAL calls half-years are refused as half-years, and TIMEVAL of another kind is a contradiction (FIX-country-04) [formats.periods]", async () => {
  const kindOf = async (letter: string) => {
    const {values, refused} = await read(
      {"a.px": files.pcAxis(2, DAY).replace("TLIST(M1)", `TLIST(${letter}1)`)},
      HINTS,
    );
    return [values.length, ...new Set(refused.map(({reason}) => reason))];
  };
  assert.deepEqual(await kindOf("M"), [8]);
  assert.deepEqual(await kindOf("H"), [0, "is a half-year, which this program does not have"]);
  assert.deepEqual(await kindOf("W"), [0, "does not agree with the frequency W"]);
});

test("texts that are each a year and the next one (2010-11) are no months without a word that says so (FIX-country-09) [formats.periods]", async () => {
  const ambiguity = "may be a month, or a year and the next one";
  const px = async (codes: readonly string[], timeval: string) => {
    const list = codes.map((code) => `"${code}"`).join(",");
    const text = files
      .pcAxis(codes.length, DAY)
      .replace(/(VALUES\("month"\))=.*/, `$1=${list};`)
      .replace(/TIMEVAL.*\n/, timeval);
    const {series, refused} = await read({"a.px": text}, HINTS);
    return [series[0]?.split(" ")[1] ?? null, refused[0]?.reason ?? null];
  };
  assert.deepEqual(await px(["2009-10", "2010-11"], ""), [null, ambiguity]);
  assert.deepEqual(await px(["2010-10", "2010-11"], ""), ["M", null]);
  assert.deepEqual(await px(["2010-11"], 'TIMEVAL("month")=TLIST(M1);\n'), ["M", null]);
  const json = JSON.parse(files.jsonStat(2, DAY));
  json.dimension.time.category = {index: ["2009-10", "2010-11"]};
  assert.deepEqual(
    new Set((await read({"a.json": JSON.stringify(json)}, HINTS)).refused.map(({reason}) => reason)),
    new Set([ambiguity]),
  );
});

test("months under years are refused, periods in digits are read by TIMEVAL, and a refusal names the text that is no period (FIX-country-19) [formats.periods]", async () => {
  const periodsOf = async (codes: readonly string[], timeval: string) => {
    const list = codes.map((code) => `"${code}"`).join(",");
    const text = files
      .pcAxis(codes.length, DAY)
      .replace(/(VALUES\("month"\))=.*/, `$1=${list};`)
      .replace(/TIMEVAL.*\n/, `TIMEVAL("month")=${timeval};\n`);
    const {values, series, refused} = await read({"a.px": text}, HINTS);
    return [series[0]?.split(" ")[1] ?? null, values[1]?.[0] ?? null, refused[0]?.reason ?? null];
  };
  const against = "does not agree with the frequency A";
  assert.deepEqual(await periodsOf(["2024M01", "2025M01"], "TLIST(A1)"), [null, null, against]);
  assert.deepEqual(await periodsOf(["2024", "2025"], 'TLIST(A1),"2024","2025"'), ["A", "DE 2025-01", null]);
  assert.deepEqual(await periodsOf(["2024", "2025"], 'TLIST(A1,"2024"-"2025")'), ["A", "DE 2025-01", null]);
  assert.deepEqual(await periodsOf(["202401", "202402"], "TLIST(M1)"), ["M", "DE 2024-02", null]);
  assert.deepEqual(await periodsOf(["20241", "20242"], "TLIST(Q1)"), ["Q", "DE 2024-04", null]);
  assert.deepEqual(await periodsOf(["202401", "202402"], "TLIST(W1)"), ["W", `DE week ${2024 * 54 + 1}`, null]);
  assert.deepEqual(await periodsOf(["20240229", "20240301"], "TLIST(D1)"), ["D", "DE 2024-03", null]);
  assert.deepEqual((await periodsOf(["2024/2025", "2025/2026"], "TLIST(A1)"))[1], null);
  await assert.rejects(periodsOf(["2004", "2005TI"], 'TLIST(A1),"2004","2005TI"'), {
    message: 'a.px: "2005TI" of the dimension month is no period that is known',
  });
  await assert.rejects(periodsOf(["202401", "202402"], "TLIST(A1)"), {message: /"202401" of the dimension month/});
});
