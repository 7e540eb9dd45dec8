// Releases that an earlier version of a parser read wrongly: they are replayed as they were loaded, and can be withdrawn.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../../test/warehouse.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {listReleases} from "../../store/releases/release.ts";
import {run} from "../../store/script.ts";
import {sparedFiles} from "../archive/archived-file.ts";
import {fingerprintFiles} from "../input/fingerprint.ts";
import {collectSourceFiles} from "../input/source-files.ts";
import {publishFiles} from "../publish-files.ts";
import {acceptRun, loadPath, PLAIN_EFFECTS} from "../run.ts";
import {NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";
import {pcAxis} from "../sources/formats/coded-files.fixture.ts";
import {findSource, sourceNamed} from "../sources/sources.ts";
import {verifyStore} from "../verify/verification.ts";
import {withdraw} from "../withdrawal.ts";
import {xlsxOf} from "../workbook/workbook.fixture.ts";

const ISEP = [
  "I\tОСНОВНЫЕ ЭКОНОМИЧЕСКИЕ И СОЦИАЛЬНЫЕ ПОКАЗАТЕЛИ",
  "\tОктябрь 2017г.\tВ % к\t",
  "\t\tоктябрю 2016г.\tсентябрю 2017г.",
  "\t\t\t",
  "Заработная плата, рублей\t3827510)\t107,11)\t",
  "1) Оценка. 10) Предварительные данные.\t\t\t",
  "",
];

const EXCEL = xlsxOf([
  {
    name: "Данные",
    merges: ["A3:A4"],
    rows: [["Цена (рубль)"], [], [null, 2016, 2020], [null, "январь", "январь"], ["Сибирский федеральный округ", 1, 2]],
  },
  {
    name: "Паспорт",
    rows: [
      ["Единицы измерения: ", "* рубль"],
      ["Последнее обновление данных: ", "20.02.2020"],
    ],
  },
]);

const ORE = {
  family: "ore",
  provider: "miners",
  dataset: {code: "ore", name: "Добыча руды"},
  tables: [{columns: ["year"], rows: ["territory"], fixed: {unit: "тонна"}}],
};

const KEP = [
  "\tГод / Year\tКварталы / Quarters",
  "1. Сводные показатели / Aggregated indicators",
  "\tГод Year\tКварталы / Quarters\t\t\t",
  "\t\tI\tII\tIII\tIV",
  "1.1.1. Объем ВВП, млрд.рублей /GDP, bln rubles",
  "2014\t953,5\t1004,2\t1023,4\t1241,8\t1000,1",
  "20 15\t1\t2\t3\t4\t5",
  "",
].join("\n");

const DAYS = {isep: ["2017-11-01", "2017-10-01"], excel: [null, null]} as const;

for (const {parser, name, code, earlier, later, days} of [
  {
    parser: "rosstat_isep@1",
    name: "isep.csv",
    code: {provider: "rosstat_files", dataset: "socio_economic"},
    earlier: ISEP.toSpliced(5, 1).join("\n"),
    later: ISEP.join("\n"),
    days: DAYS.isep,
  },
  {
    parser: "fedstat_excel@1",
    name: "99002.xlsx",
    code: {provider: "fedstat", dataset: "99002"},
    earlier: EXCEL,
    later: null,
    days: DAYS.excel,
  },
] as const) {
  test(`a release that ${parser} read wrongly is unchanged by a late release, and can be withdrawn [load.earlier-reading]`, async (t) => {
    const {store} = await temporaryStore(t);
    const path = join(await temporaryFolder(t), name);
    const releasesNow = () =>
      store.statistics.read(function* (q) {
        const [dataset] = yield* findDatasets(q, code);
        return dataset ? yield* listReleases(q, dataset.id) : [];
      });
    await writeFile(path, earlier);
    const {files, kind} = await collectSourceFiles(path);
    const {fingerprint, files: fingerprints} = await fingerprintFiles(files, kind);
    const source = sourceNamed(parser)!;
    const hints = {...NO_HINTS, publishedAt: days[0]};
    const from = {path, files, fingerprints, fingerprint, source, sourceFile: name, hints, accepted: null};
    assert.equal((await publishFiles(store, from, PLAIN_EFFECTS)).changed, true);
    if (later !== null) {
      await writeFile(path, later);
      const late = await loadPath(store, path, {...NO_HINTS, publishedAt: days[1]});
      assert.deepEqual([late.changed, late.held], [true, null]);
    }
    const wrong = (await releasesNow()).find((release) => release.parser === parser)!;
    await withdraw(store, wrong.id, PLAIN_EFFECTS);
    assert.deepEqual(
      (await releasesNow()).map((release) => release.parser),
      later === null ? [] : ["rosstat_isep@2"],
    );
  });
}

const TABLE = "\t2024\t2025\nг. Москва\t10,5\t11,5\n";
const DESCRIBED = {"descriptor.json": JSON.stringify(ORE)};
const PX = pcAxis(4, "2026-02-01").replace('UNITS="', 'UNITS="\u0001');

/** The number of values by the present rules, and by those before them; null: the file is refused. */
for (const {what, files, values} of [
  {what: "a row that was cut", files: {"ore.csv": `${TABLE}Тверская область\t7,5\n`, ...DESCRIBED}, values: [2, 3]},
  {what: "a control character", files: {"ore.csv": `${TABLE}\u0001\n`, ...DESCRIBED}, values: [null, 2]},
  {what: "a control character in PC-Axis", files: {"p.px": PX}, values: [null, 16]},
  {what: "a row without a year", files: {"kep.csv": KEP}, values: [5, 10]},
] as const) {
  for (const [at, count] of values.entries()) {
    if (count === null) continue;
    const rules = at === 0 ? "accepted" : "published before it was refused";
    test(`a release with ${what} that was ${rules} is read again as it was read then, and traced to its cells [load.earlier-reading]`, async (t) => {
      const {store} = await temporaryStore(t);
      const path = await temporaryFolder(t);
      for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text);
      const {files: found, kind} = await collectSourceFiles(path);
      const own = at === 0 ? found : sparedFiles(found);
      const {fingerprint, files: fingerprints} = await fingerprintFiles(found, kind);
      const source = (await findSource(own))!;
      const hints = {...NO_HINTS, provider: "p.px" in files ? "me" : null, publishedAt: "2026-02-01"};
      const from = {path, files: own, fingerprints, fingerprint, source, sourceFile: "a", hints, accepted: null};
      const {held} = await publishFiles(store, from, PLAIN_EFFECTS);
      assert.equal(held !== null, at === 0);
      if (held !== null) await acceptRun(store, held.run);
      const findings: string[] = [];
      const onFinding = (finding: string) => findings.push(finding);
      const {estimates, cells} = await verifyStore(store, {deep: true, memoryLimit: 2 ** 24, onFinding});
      assert.deepEqual([findings, estimates, cells], [[], count, count]);
    });
  }
}

test("a release that a newer program has read is read again by no parser of this one, so it is not taken back [upgrade.newer]", async (t) => {
  const {store} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const day of ["2026-01-01", "2026-02-01"]) {
    const metadata = {provider: "me", dataset: "bread", name: "Bread", published_at: day};
    const row = `price;643;2025-12;${day.slice(6, 7)}`;
    await loadPath(
      store,
      await writePackage(join(folder, day), metadata, "indicator;geo;period;value", [row]),
      {...NO_HINTS},
      PLAIN_EFFECTS,
    );
  }
  const releases = () =>
    store.statistics.read(function* (q) {
      const [dataset] = yield* findDatasets(q, {provider: "me", dataset: "bread"});
      return yield* listReleases(q, dataset!.id);
    });
  await store.statistics.write((q) => run(q.db.updateTable("release").set({parser: "tidy@99"}).compile()));
  const [, second] = await releases();
  await assert.rejects(
    withdraw(store, second!.id, PLAIN_EFFECTS),
    /release \d was read by tidy@99, which this program does not have/,
  );
  assert.equal((await releases()).length, 2);
});
