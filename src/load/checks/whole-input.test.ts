// The judge of the input: what a reader says of its files decides for every format.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {type TestContext, test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../test/warehouse.ts";
import {listPublishedRuns} from "../../store/releases/load-run.ts";
import {readRunChecks} from "../../store/releases/run-details.ts";
import {lineEnding, textEnding, WHOLE, worstEnding} from "../input/ending.ts";
import {PLAIN_HINTS} from "../input/shared-file.fixture.ts";
import {loadPath} from "../run.ts";
import {presentParser} from "../sources/sources.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";
import {inputChecks, knownEnding, MAY_END_UNKNOWN} from "./whole-input.ts";

test("a table of text ends unknown or cut, and one file that was cut makes the release cut [load.endings]", () => {
  const kinds = ["", "a\n", "a\r\n", "a\rb\r", "a", "a\nb\r", "a\nb"].map((text) => textEnding("t.csv", text).kind);
  assert.deepEqual(kinds, ["unknown", "unknown", "unknown", "unknown", "cut", "cut", "cut"]);
  const [open, cut] = [lineEnding("a.csv", true), lineEnding("b.csv", false)];
  assert.deepEqual(worstEnding([WHOLE, open, cut]), {kind: "cut", file: "b.csv"});
  assert.deepEqual(worstEnding([WHOLE, open]), open);
  assert.deepEqual(worstEnding([WHOLE]), WHOLE);
});

test("only parsers of tables of text may leave the end unknown [load.endings]", () => {
  for (const name of MAY_END_UNKNOWN) {
    assert.ok(presentParser(`${name}@1`), name);
    assert.equal(knownEnding(name, lineEnding("t.csv", true)).kind, "unknown");
  }
  for (const name of ["fedstat", "sdmx-ml", "pc-axis", "roskazna"]) {
    assert.throws(() => knownEnding(name, lineEnding("t.xml", true)), /did not look for its end/);
    assert.equal(knownEnding(name, WHOLE), WHOLE);
  }
});

test("a reader's unread places and a cut hold a run, and what it ignored only goes into the record [load.endings]", () => {
  const facts = {losses: [], setAside: false, unconfirmed: false, valueCount: 1, isNamesOnly: false, unknownUnits: []};
  const ignored = [
    {kind: "attribute", name: "OBS_STATUS A", count: 3},
    {kind: "sheet", name: "Notes", count: 1},
  ] as const;
  const failed = (checks: ReturnType<typeof inputChecks>) => checks.filter(({passed}) => !passed).map(({name}) => name);
  const whole = inputChecks({...facts, ending: WHOLE, ignored});
  assert.deepEqual(failed(whole), []);
  assert.equal(
    whole.at(-1)!.seen,
    "attributes of values that are not kept: OBS_STATUS A (3); sheets that are not read: Notes",
  );
  assert.deepEqual(failed(inputChecks({...facts, ending: lineEnding("t.csv", false), ignored: []})), ["whole-files"]);
});

const DESCRIPTION = {provider: "me", dataset: "bread", name: "Bread", published_at: "2026-04-01"};
const DESCRIPTOR = {
  family: "ore",
  provider: "miners",
  dataset: {code: "ore", name: "Добыча руды"},
  tables: [{sheets: "^1$", columns: ["year"], rows: ["territory"], fixed: {unit: "тонна"}}],
};

/** The text of the check of what was ignored. */
async function ignoredIn(t: TestContext, files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const publishedAt = "dataset.json" in files ? null : "2026-04-01";
  assert.equal((await loadPath(store, folder, {...PLAIN_HINTS, publishedAt})).held, null);
  return await store.statistics.read(function* (q) {
    const [run] = yield* listPublishedRuns(q, 1);
    return (yield* readRunChecks(q, run!.id)).find(({name}) => name === "ignored")!.seen;
  });
}

test("files and sheets that have no part in a release are named in the record of its run [load.ignored]", async (t) => {
  const observations = "indicator;geo;period;value\nprice;643;2026-01;61.2\n";
  const parts = {"dataset.json": JSON.stringify(DESCRIPTION), "observations.csv": observations, "README.txt": "words"};
  assert.equal(await ignoredIn(t, parts), "files that are not read: README.txt");
  const rows = [
    [null, 2024, 2025],
    ["г. Москва", 10.5, 11.5],
  ];
  const book = xlsxOf([
    {name: "1", rows},
    {name: "2", rows},
  ]);
  const described = {"ore.xlsx": book, "descriptor.json": JSON.stringify(DESCRIPTOR)};
  assert.equal(await ignoredIn(t, described), "sheets that are not read: 2");
});
