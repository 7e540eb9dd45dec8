// Traps of Rosstat's workbooks, each with the file that has it.
import assert from "node:assert/strict";
import {existsSync, readdirSync} from "node:fs";
import {test} from "../../input/publisher-test.fixture.ts";
import {needs, PLAIN_HINTS, type SeenValue, sharedFile, watchingSink} from "../../input/shared-file.fixture.ts";
import {rosstat} from "../described-workbooks.ts";

const REGIONAL = "rosstat_files/regional_806_2016-01";
const folder = new URL(`../../../../../shared/data/${REGIONAL}/`, import.meta.url);
const skip = needs(REGIONAL);

async function read(path: string, publishedAt: string | null = "2016-03-01") {
  const sink = watchingSink();
  await rosstat.parse([sharedFile(path)], {...PLAIN_HINTS, publishedAt}, sink);
  assert.deepEqual(sink.refused, [], path);
  return sink;
}

/** A workbook of the regional compendium by the numbers at the start of its name. */
async function regional(numbers: string) {
  const name = existsSync(folder) ? readdirSync(folder).find((one) => one.startsWith(numbers)) : undefined;
  return await read(`${REGIONAL}/${name}`);
}

function at(values: readonly SeenValue[], sheet: string, cell: string): SeenValue {
  const found = values.filter(({explained}) => explained!.locator.sheet === sheet && explained!.locator.cell === cell);
  assert.equal(found.length, 1, `${sheet}!${cell}`);
  return found[0]!;
}

test("a footnote mark after a value and a space is removed (FIX-rosstat-06) [described.explain]", {skip}, async () => {
  const {values} = await regional("155-160");
  const {value, explained} = at(values, "млн. рублей", "V6");
  assert.deepEqual([value, explained!.raw], [1_884_149, "1884149,0 3"]);
});

test("none, not available and not published are distinguished, also with a superscript 5 (FIX-rosstat-09) [described.explain]", {
  skip,
}, async () => {
  const reasons = (absent: readonly {reason: string}[]) => {
    const counts: Record<string, number> = {};
    for (const {reason} of absent) counts[reason] = (counts[reason] ?? 0) + 1;
    return counts;
  };
  // Counted with another program: "…" 148 and "..." 4; "…" 216 and "…5" 9; "-" and "…".
  assert.deepEqual(reasons((await regional("089-094")).absent), {"not-available": 152});
  assert.deepEqual(reasons((await regional("041-043")).absent), {"not-available": 216, suppressed: 9});
  assert.deepEqual(reasons((await regional("281-319")).absent), {none: 69_582, "not-available": 2847});
});

test("a footnote mark after a territory is not part of its name (FIX-rosstat-22) [described.explain]", {
  skip,
}, async () => {
  const {values} = await regional("005-013");
  assert.ok(
    values.some(({series}) => series.territory === "643"),
    "Российская Федерация1,2",
  );
  assert.ok(
    values.some(({series}) => series.territory === "45000000000"),
    "г.Москва4",
  );
});

test("a value in times is hundreds of per cent (FIX-rosstat-23) [described.explain]", {
  skip,
}, async () => {
  const {values} = await regional("071-082");
  const {value, explained} = at(values, " к соотв. месяцу", "G91");
  assert.deepEqual(
    [value, explained!.raw, explained!.steps[0]],
    [290, "в 2,9р.", "times 100: the table is in per cent"],
  );
});

const SHIPMENTS = "rosstat_files/industry/otgruzka_C_D_E_sub.xlsx";
const PRICES = "rosstat_files/regions_of_russia/razdel21_ceny_i_tarify.xlsx";

test("a row may have years as texts and years as numbers (FIX-rosstat-24) [described.period]", {
  skip: needs(SHIPMENTS),
}, async () => {
  const {values} = await read(SHIPMENTS, null);
  const [text, number] = [at(values, "1", "B4"), at(values, "1", "E4")];
  assert.deepEqual([text.period, text.value], ["2005-01-01", 3_062_460]);
  assert.deepEqual([number.period, number.value], ["2008-01-01", 5_271_733]);
  assert.deepEqual(text.series, number.series);
});

test("one row of two merged physical rows is read once (FIX-rosstat-25) [described.files]", {
  skip: needs(PRICES),
}, async () => {
  const {values} = await read(PRICES, "2019-12-20");
  const far = values.filter(
    ({series, explained}) => series.territory === "042" && explained!.locator.sheet === "21.1.",
  );
  assert.deepEqual([...new Set(far.map(({explained}) => explained!.locator.cell!.replace(/\D/g, "")))], ["93"]);
  assert.equal(at(values, "21.1.", "B93").value, 118.4);
});
