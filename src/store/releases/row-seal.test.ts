// The seal is part of every store, so it must not change with the way in which it is computed.
import assert from "node:assert/strict";
import {hash} from "node:crypto";
import {test} from "node:test";
import {DATASET_TABLES} from "../schema/statistics-tables.ts";
import {sealOfRelease, sealOfRun} from "./row-seal.ts";

test("the seal of a release is the hash of its columns and files as one JSON array, however long a text is", () => {
  const names = Object.keys(DATASET_TABLES.release.columns).filter(
    (name) => !/^(?:(?:new|revised|withdrawn)_values|seal)$/.test(name),
  );
  const file = {name: "a.xlsx", sha256: "0", size: 5};
  for (const length of [0, 1, 65_535, 65_536, 65_537, 200_000]) {
    for (const end of ["", "😀", '"\\\u0001ы', "\ud83d"]) {
      const row = {dataset_id: 1, metadata: `${"ы".repeat(length)}${end}${"😀".repeat(40_000)}`, source_url: null};
      const values = [
        ...names.map((name) => (row as Record<string, unknown>)[name]),
        file.name,
        file.sha256,
        file.size,
      ];
      assert.equal(sealOfRelease(row, [file]), hash("sha256", JSON.stringify(values)), `${length} and ${end}`);
    }
  }
  assert.equal(
    sealOfRun({}),
    hash(
      "sha256",
      JSON.stringify(
        Object.keys(DATASET_TABLES.load_run.columns)
          .slice(1)
          .map(() => null),
      ),
    ),
  );
});
