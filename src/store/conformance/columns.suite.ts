// Tests of columns: every column of every table has the same JavaScript type on every engine.
import assert from "node:assert/strict";
import {test} from "node:test";
import {ensureAccount} from "../accounts/account.ts";
import {chargeValues} from "../accounts/charges/statements.ts";
import {insertToken, touchToken} from "../accounts/token.ts";
import {countRequest} from "../accounts/windows.ts";
import {writeCompared, writeMirror, writeMirrorCursor} from "../changes/mirror.ts";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import type {Queries} from "../engines/differences.ts";
import {recordChange} from "../releases/load-run.ts";
import {insertRelease} from "../releases/release.ts";
import {finishSourceFile, writeSourceChunk} from "../releases/source-file.ts";
import {all, one, run, type Script} from "../script.ts";
import {writeCatalogue} from "../series/catalogue.ts";
import {writeHistories} from "../series/history.ts";
import {writeSeries} from "../series/series.ts";
import {
  manyClasses,
  type NewLocation,
  NOW,
  sampleDataset,
  sampleLoadRun,
  sampleMetadata,
  sampleRelease,
  sampleSeries,
  sampleUse,
  withStore,
} from "./samples.fixture.ts";

const BYTES = Uint8Array.of(0, 1, 255);

export function registerColumnTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: every column of every table has the JavaScript type that it has on the other engines`, () =>
    withStore(newLocation, async (store) => {
      await store.statistics.write(fillStatistics);
      await store.sources.write(fillSources);
      await store.accounts.write(fillAccounts);
      for (const [table, types] of Object.entries(COLUMN_TYPES)) {
        const part = SOURCES.includes(table) ? "sources" : ACCOUNTS.includes(table) ? "accounts" : "statistics";
        const rows = await store[part].read(function* (q) {
          return yield* all(
            q.db
              .selectFrom(table as "dataset")
              .selectAll()
              .compile(),
          );
        });
        assert.ok(rows.length > 0, table);
        assert.deepEqual(columnTypes(rows[0]!), types, table);
      }
    }));
}

const SOURCES = ["source_file", "source_chunk"];
const ACCOUNTS = ["account", "token", "usage", "usage_day", "minute_window", "writer_mark"];

function columnTypes(row: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(row)
      .map(
        ([column, value]) =>
          [column, value instanceof Uint8Array ? "bytes" : value === null ? "null" : typeof value] as const,
      )
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function typesOf(columns: {
  readonly texts?: string;
  readonly numbers?: string;
  readonly bytes?: string;
}): Record<string, string> {
  const words = (list: string | undefined, type: string) =>
    (list?.split(" ") ?? []).map((column) => [column, type] as const);
  const entries = [
    ...words(columns.texts, "string"),
    ...words(columns.numbers, "number"),
    ...words(columns.bytes, "bytes"),
  ];
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const COLUMN_TYPES: Readonly<Record<string, Record<string, string>>> = {
  schema_version: typesOf({texts: "part", numbers: "version"}),
  dataset: typesOf({
    texts: "provider_code code key_prefix name changed_by changed_at spans dimensions source_url next_release metadata",
    numbers: "id revised archival series_count territory_count",
  }),
  release: typesOf({
    texts: "published_at fingerprint content source_file source_url parser hints load_run loaded_at metadata seal",
    numbers: "dataset_id id sequence value_count new_values revised_values withdrawn_values",
  }),
  release_file: typesOf({texts: "name sha256", numbers: "dataset_id release_id position size"}),
  load_run: typesOf({
    texts: "id provider_code dataset_code dataset_name kind day loaded_at published_at latest_period seal",
    numbers: "dataset_id release_id new_values revised_values",
  }),
  update_day: typesOf({
    texts: "day provider_code dataset_code dataset_name latest_period latest_published_at",
    numbers: "releases new_values revised_values",
  }),
  last_change: typesOf({texts: "load_run", numbers: "id"}),
  change_run: typesOf({
    texts: "load_run provider_code dataset_code changed_at kind",
    numbers: "sequence dataset_id blobs",
  }),
  change_blob: typesOf({texts: "load_run", numbers: "dataset_id number", bytes: "bytes"}),
  mirror: typesOf({texts: "origin exact_at", numbers: "id"}),
  mirror_dataset: typesOf({texts: "provider_code dataset_code cursor compared state listed"}),
  series: typesOf({
    texts: "key indicator classification measure transformation unit frequency territory first_period last_period",
    numbers: "dataset_id number observation_count",
  }),
  history: typesOf({numbers: "dataset_id place", bytes: "estimates"}),
  catalogue: typesOf({numbers: "dataset_id", bytes: "columns"}),
  search_piece: typesOf({numbers: "dataset_id number", bytes: "bytes"}),
  indicator: typesOf({
    texts: "code label concept description synonyms quantity named_on named_at",
    numbers: "dataset_id",
  }),
  class: typesOf({texts: "code name note", numbers: "dataset_id"}),
  unit: typesOf({texts: "code name okei named_on named_at", numbers: "dataset_id mult series_count"}),
  territory: typesOf({texts: "code name level canonical parent named_on named_at", numbers: "dataset_id"}),
  methodology: typesOf({texts: "coverage exclusions classifier text", numbers: "dataset_id"}),
  note: typesOf({texts: "classification text period_from period_to", numbers: "dataset_id position"}),
  relation: typesOf({
    texts: "related_provider_code related_dataset_code relation note",
    numbers: "dataset_id position splice",
  }),
  continuity: typesOf({texts: "class_from class_to period note", numbers: "dataset_id position"}),
  english_name: typesOf({texts: "name english", numbers: "dataset_id"}),
  price_week: typesOf({texts: "day", numbers: "dataset_id year week"}),
  source_file: typesOf({texts: "sha256", numbers: "size chunks"}),
  source_chunk: typesOf({texts: "sha256", numbers: "number", bytes: "bytes"}),
  account: typesOf({texts: "email plan created_at left_at disabled_at", numbers: "id"}),
  token: typesOf({texts: "fingerprint name created_at last_used_at revoked_at", numbers: "id account_id"}),
  usage: typesOf({texts: "month", numbers: "account_id used"}),
  usage_day: typesOf({texts: "day", numbers: "account_id used"}),
  minute_window: typesOf({numbers: "account_id opened_at used counted_at"}),
  writer_mark: typesOf({texts: "id mark", numbers: "written_at"}),
};

function* fillStatistics(q: Queries): Script<void> {
  yield* writeMirror(q, {origin: "https://stat.example.org", exactAt: "2026-07-10T09:00:00.000Z"});
  yield* writeMirrorCursor(q, {provider: "p", dataset: "d"}, "cursor", "run", []);
  yield* writeCompared(q, {provider: "p", dataset: "d"}, "version");
  const id = yield* writeDataset(q, sampleDataset({metadata: sampleMetadata({classes: manyClasses(600)})}));
  const metadata = sampleMetadata({
    classes: [{code: "01", name: "n", note: "n"}],
    notes: [{text: "t", classification: "01", span: ["2020", "2021"]}],
  });
  yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata));
  yield* insertRelease(q, sampleRelease(id));
  yield* recordChange(q, sampleLoadRun(id), {datasetId: id, blobs: [BYTES]});
  yield* writeSeries(q, id, [sampleSeries(1)]);
  yield* writeHistories(q, id, [{number: 1, estimates: BYTES}]);
  yield* writeCatalogue(q, id, {manifest: BYTES, blobs: [BYTES], numbers: [0]});
  yield* run(q.db.insertInto("search_piece").values({dataset_id: id, number: 1, bytes: BYTES}).compile());
}

function* fillSources(q: Queries): Script<void> {
  yield* writeSourceChunk(q, "aa", 0, BYTES);
  yield* finishSourceFile(q, "aa", 2 ** 40, 1);
}

function* fillAccounts(q: Queries): Script<void> {
  const {id} = yield* ensureAccount(q, "a@b.ru", null, NOW);
  const token = yield* insertToken(q, {accountId: id, fingerprint: "ff", name: "", now: NOW});
  yield* touchToken(q, token, NOW);
  yield* run(q.db.updateTable("token").set({revoked_at: NOW}).compile());
  yield* chargeValues(q, {accountId: id, month: "2026-11", day: "2026-11-20", values: 2 ** 40, limit: null});
  yield* countRequest(q, id, Date.parse(NOW));
  yield* run(q.db.updateTable("account").set({left_at: NOW, disabled_at: NOW}).compile());
  yield* run(
    q.db
      .insertInto("writer_mark")
      .values({id: "a", mark: "b", written_at: 2 ** 40})
      .compile(),
  );
  assert.ok(yield* one(q.db.selectFrom("usage_day").select("used").compile()));
}
