// The page "adding a source", tried: its descriptor loads a workbook that the program does not know.
import assert from "node:assert/strict";
import {readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {test} from "node:test";
import {loadPath, PLAIN_EFFECTS} from "../src/load/run.ts";
import {xlsxOf} from "../src/load/workbook/workbook.fixture.ts";
import {createApi} from "./api/client.ts";
import {PROJECT, temporaryFolder, temporaryStore} from "./warehouse.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};

test("an unknown workbook loads with the page's descriptor, which has at most forty lines [described.language]", async (t) => {
  const page = readFileSync(join(PROJECT, "docs/adding-a-source.md"), "utf8");
  const [whole] = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => json!);
  assert.ok(whole!.split("\n").length <= 40);
  const folder = await temporaryFolder(t);
  const descriptor = join(folder, "wine.json");
  writeFileSync(descriptor, whole!);
  const book = join(folder, "wine.xlsx");
  const head = [
    [null, "2025", null],
    [null, "ноябрь", "декабрь"],
  ] as const;
  writeFileSync(
    book,
    xlsxOf([
      {name: "Содержание", rows: [["Обновлено:"], ["14 октября 2026 г."]]},
      {
        name: "1",
        rows: [["Вино"], ["(красное; тыс. тонн)"], ...head, ["Республика Крым", 1.5, {text: "2,25", raised: "1)"}]],
        merges: ["B3:C3"],
      },
      {name: "2", rows: [["Вино"], ["(белое; тыс. тонн)"], ...head, ["Республика Крым", "…", 7]], merges: ["B3:C3"]},
    ]),
  );
  const {store} = await temporaryStore(t);
  const effects = {...PLAIN_EFFECTS, descriptor};
  const outcome = await loadPath(store, book, NO_HINTS, effects);
  assert.deepEqual([outcome.provider, outcome.dataset, outcome.newValues], ["vineyards", "wine", 3]);
  assert.equal((await loadPath(store, book, NO_HINTS, effects)).changed, false, "the same file again changes nothing");

  const api = await createApi(t, store);
  const answer = await api.get(
    "/api/v1/data?dataset=vineyards/wine&geo=RU-91&start=2025-12&end=2025-12&labels=1&limit=300",
  );
  assert.deepEqual(
    answer.json.observations.map(({period, value}: {period: string; value: number}) => [period, value]).sort(),
    [
      ["2025-12-01", 2.25],
      ["2025-12-01", 7],
    ],
  );
});
