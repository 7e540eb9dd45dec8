// The same figures in every coded format are the same values; damage, files without territories, and the record of a run.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore} from "../../../../test/warehouse.ts";
import type {Refusal} from "../../../service/refusal.ts";
import {dayText} from "../../../statistics/time/day.ts";
import {listPublishedRuns} from "../../../store/releases/load-run.ts";
import {readRunChecks} from "../../../store/releases/run-details.ts";
import {loadPath} from "../../run.ts";
import type {LoadHints} from "../../source.ts";
import {xlsxOf} from "../../workbook/workbook.fixture.ts";
import * as files from "./coded-files.fixture.ts";
import {DAY, expected, HINTS, read, UNTOLD} from "./coded-reading.fixture.ts";
import * as sdmxFiles from "./sdmx-files.fixture.ts";

const SAME: [name: string, source: string, files: Record<string, string>, hints: LoadHints][] = [
  ["SDMX-ML 2.1 generic", "sdmx-ml", {"a.xml": sdmxFiles.sdmxGeneric(4)}, UNTOLD],
  ["SDMX-ML 2.1 structure specific", "sdmx-ml", {"a.xml": sdmxFiles.sdmxStructured(4)}, UNTOLD],
  [
    "SDMX-ML 2.0 generic in a message group",
    "sdmx-ml",
    {"a.xml": sdmxFiles.sdmxMessageGroup(4)},
    {...UNTOLD, provider: "estat"},
  ],
  ["SDMX-ML 2.0 generic", "sdmx-ml", {"a.xml": sdmxFiles.sdmxSecondGeneric(4)}, {...UNTOLD, provider: "estat"}],
  ["SDMX-ML 1.0 compact", "sdmx-ml", {"a.xml": sdmxFiles.sdmxFirstCompact(4)}, UNTOLD],
  ["SDMX-ML 1.0 generic", "sdmx-ml", {"a.xml": sdmxFiles.sdmxFirstGeneric(4)}, {...UNTOLD, provider: "estat"}],
  [
    "SDMX-ML 1.0 with its structure",
    "sdmx-ml",
    {"a.xml": sdmxFiles.sdmxFirstCompact(4), "s.xml": sdmxFiles.sdmxFirstStructure()},
    UNTOLD,
  ],
  ["SDMX-ML 3.0", "sdmx-ml", {"a.xml": sdmxFiles.sdmxThird(4)}, UNTOLD],
  ["SDMX-ML 2.0 compact", "sdmx-ml", {"a.xml": sdmxFiles.sdmxCompact(4)}, UNTOLD],
  [
    "SDMX-ML 2.0 compact in a message group",
    "sdmx-ml",
    {"a.xml": sdmxFiles.sdmxCompact(4).replaceAll("CompactData", "MessageGroup")},
    UNTOLD,
  ],
  [
    "SDMX-ML with its structure",
    "sdmx-ml",
    {"a.xml": sdmxFiles.sdmxGeneric(4), "s.xml": sdmxFiles.sdmxStructureMessage()},
    UNTOLD,
  ],
  ["SDMX-CSV 1.0", "sdmx-csv", {"a.csv": sdmxFiles.sdmxCsv(4)}, UNTOLD],
  ["SDMX-CSV 2.0", "sdmx-csv", {"a.csv": sdmxFiles.sdmxCsvSecond(4)}, UNTOLD],
  ["the European Central Bank's CSV", "sdmx-csv", {"a.csv": sdmxFiles.bankCsv(4)}, {...UNTOLD, provider: "ecb"}],
  ["SDMX-JSON 1.0", "sdmx-json", {"a.json": sdmxFiles.sdmxJson(4)}, {...UNTOLD, provider: "estat"}],
  ["SDMX-JSON 2.0", "sdmx-json", {"a.json": sdmxFiles.sdmxJsonSecond(4)}, UNTOLD],
  ["JSON-stat 1", "json-stat", {"a.json": files.jsonStatFirst(4, DAY)}, HINTS],
  ["JSON-stat 2.0", "json-stat", {"a.json": files.jsonStat(4, DAY)}, HINTS],
  ["Eurostat TSV", "eurostat-tsv", {"prices.tsv": files.eurostatTsv(4)}, UNTOLD],
  ["PC-Axis", "pc-axis", {"a.px": files.pcAxis(4, DAY)}, HINTS],
];

for (const [name, source, named, hints] of SAME)
  test(`${name}: every figure with its territory and period [formats.same-figures]`, async () => {
    const found = await read(named, hints);
    assert.equal(found.source, source);
    assert.deepEqual(found.refused, []);
    assert.deepEqual(found.values, expected(0, 4));
    assert.equal(dayText(found.metadata.publishedAt), DAY);
    assert.equal(found.metadata.territories!.find(({code}) => code === "643")!.canonical, "RU-00");
    assert.equal(found.metadata.territories!.find(({code}) => code === "DE")!.name, "Germany");
  });

test("each format names its provider and dataset where the page of formats says so, and takes them from the command elsewhere [formats.same-figures]", async () => {
  const own = {...UNTOLD, provider: "me"};
  const cases: [named: Record<string, string | Uint8Array>, hints: LoadHints, identity: string][] = [
    [{"a.xml": sdmxFiles.sdmxGeneric(1)}, UNTOLD, "estat/PRICES"],
    [{"a.csv": sdmxFiles.sdmxCsv(1)}, UNTOLD, "estat/PRICES"],
    [{"a.csv": sdmxFiles.bankCsv(1)}, own, "me/PRICES"],
    [{"a.json": sdmxFiles.sdmxJsonSecond(1)}, UNTOLD, "estat/PRICES"],
    [{"book.json": sdmxFiles.sdmxJson(1)}, own, "me/book"],
    [{"book.json": files.jsonStat(1, DAY)}, HINTS, "me/book"],
    [{"prices.tsv": files.eurostatTsv(1)}, UNTOLD, "eurostat/prices"],
    [{"a.csv": files.worldBankCsv(1, DAY)}, {...HINTS, provider: null}, "world_bank/FP.PRICES"],
    [{"a.csv": files.onsCsv(1, "01-02-2026")}, {...HINTS, provider: null}, "ons/MM99"],
    [{"prices.csv": files.onsObservations(1)}, UNTOLD, "ons/prices"],
    [{"cu.data.1.All": files.blsFlat(1)}, UNTOLD, "bls/cu"],
    [{"a.px": files.pcAxis(1, DAY)}, HINTS, "me/PRICES"],
  ];
  for (const [named, hints, identity] of cases) {
    const {metadata} = await read(named, hints);
    assert.equal(`${metadata.provider}/${metadata.dataset}`.toLowerCase(), identity.toLowerCase());
    assert.equal(dayText(metadata.publishedAt), DAY, identity);
  }
});

test("what the page of formats names as refused is refused by its name [formats.documents]", async () => {
  const px = files.pcAxis(1, DAY);
  const compact = sdmxFiles.sdmxCompact(1);
  const json = JSON.parse(sdmxFiles.sdmxJson(1));
  json.dataSets.push(json.dataSets[0]);
  const {prices} = JSON.parse(files.jsonStatFirst(1, DAY));
  const cases: [name: string, text: string, words: RegExp][] = [
    ["a.px", px.replace("DATA=", 'KEYS("country")=CODES;\nDATA='), /leaves out places without values \(KEYS\)/],
    ["a.xml", compact.replaceAll("CompactData", "CrossSectionalData"), /is a message CrossSectionalData/],
    ["a.xml", compact.replaceAll("CompactData", "UtilityData"), /is a message UtilityData/],
    ["a.json", JSON.stringify(json), /has 2 data sets/],
    ["a.json", JSON.stringify({prices, wages: prices}), /has 2 datasets/],
  ];
  for (const [name, text, message] of cases)
    await assert.rejects(read({[name]: text}, UNTOLD), {name: "Refusal", message});
});

test("a damaged file is refused or its row is, and nothing is read in the place of another value [formats.damage]", async () => {
  const px = files.pcAxis(3, DAY);
  await assert.rejects(
    read({"a.px": px.replace(files.figure(1, 1), "")}, HINTS),
    /11 values where its dimensions have 12/,
  );
  await assert.rejects(read({"a.px": px.slice(0, -4)}, HINTS), /no semicolon/);
  await assert.rejects(
    read({"a.json": files.jsonStat(3, DAY).replace(/,\s+[\d.]+\s*\]\s*\}\s*$/, "]}")}, HINTS),
    /11 values/,
  );
  await assert.rejects(
    read({"a.xml": sdmxFiles.sdmxGeneric(3).slice(0, -40)}, UNTOLD),
    /not complete, well-formed XML/,
  );
  const csv = await read({"a.csv": sdmxFiles.sdmxCsv(3).replace(",EUR,6,A\n", ",EUR\n")}, UNTOLD);
  assert.equal(csv.refused.length, 1);
  assert.equal(csv.values.length, 11);
  const twice = await read({"a.tsv": files.eurostatTsv(3).replace("M,MIO_EUR,FR\t", "M,FR\t")}, UNTOLD);
  assert.deepEqual(
    twice.refused.map(({values}) => values),
    [3],
  );
});

test("a file without territories needs --territory, which is an ISO 3166 code [formats.territories]", async () => {
  const text = sdmxFiles.sdmxCsv(1).replace("REF_AREA", "ITEM");
  const without = await read({"a.csv": text}, UNTOLD);
  assert.match(without.refused[0]!.reason, /names no territory: .*--territory/);
  const given = await read({"a.csv": text}, {...UNTOLD, territory: "FR"});
  assert.deepEqual(
    given.metadata.territories!.map(({canonical}) => canonical),
    ["FR"],
  );
});

test("a missing value loses nothing, whatever its territory: a hold counts values [formats.territories]", async () => {
  const text = sdmxFiles
    .sdmxCsv(2)
    .replaceAll("REF_AREA", "ITEM")
    .replaceAll(/,2025-02,[^,]*,/g, ",2025-02,,");
  const {refused} = await read({"a.csv": text}, UNTOLD);
  assert.equal(refused.length, 4);
});

test("a text document is refused by name [formats.documents]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const name of ["a.doc", "a.docx", "a.odt"]) {
    const path = join(folder, name);
    await writeFile(path, "PK");
    await assert.rejects(loadPath(store, path, UNTOLD), {
      message: `${path}: ${name} is a document of a kind that is never read`,
    });
  }
});

test("a workbook of unknown layout needs a descriptor, and a folder of them is loaded one by one (FIX-rosstat-48) [described.language]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const [name, hint] of [
    ["a.xlsx", /^a workbook needs a descriptor/],
    ["b.xlsx", /^each workbook is a release of its own: with --descriptor FILE or --describe/],
  ] as const) {
    await writeFile(join(folder, name), xlsxOf([{name: "1", rows: [["", 1]]}]));
    await assert.rejects(loadPath(store, folder, UNTOLD), (error: Refusal) => hint.test(error.hint!));
  }
});

test("attributes that are not kept, and periods without a value by their reasons, are counted in the record of the run [formats.attributes]", async (t) => {
  const {store} = await temporaryStore(t);
  const path = join(await temporaryFolder(t), "a.xml");
  await writeFile(path, sdmxFiles.sdmxStructured(3));
  assert.equal((await loadPath(store, path, UNTOLD)).newValues, 12);
  const [run] = await store.statistics.read((q) => listPublishedRuns(q, 1));
  const checks = await store.statistics.read((q) => readRunChecks(q, run!.id));
  const {seen} = checks.find(({name}) => name === "ignored")!;
  assert.match(seen, /OBS_STATUS A \(8\), OBS_STATUS P \(4\); periods without a value: not-applicable \(4\)$/);
});
