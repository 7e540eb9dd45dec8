// Releases that an earlier version of a parser read wrongly: they are replayed as they were loaded, and can be withdrawn.
import assert from "node:assert/strict";
import {writeFile} from "node:fs/promises";
import {join} from "node:path";
import {test} from "node:test";
import {temporaryFolder, temporaryStore, writePackage} from "../../../test/warehouse.ts";
import {findDatasets} from "../../store/datasets/dataset.ts";
import {listReleases} from "../../store/releases/release.ts";
import {run} from "../../store/script.ts";
import {fingerprintFiles} from "../input/fingerprint.ts";
import {collectSourceFiles} from "../input/source-files.ts";
import {publishFiles} from "../publish-files.ts";
import {loadPath, PLAIN_EFFECTS} from "../run.ts";
import {NO_HINTS} from "../sources/fedstat/emiss-message.fixture.ts";
import {sourceNamed} from "../sources/sources.ts";
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
