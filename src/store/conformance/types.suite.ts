// Tests of types and orders, which are the same on every engine: values are read as they were written, and nothing is rounded.
import assert from "node:assert/strict";
import {test} from "node:test";
import {sql} from "kysely";
import {listDatasets, writeDataset} from "../datasets/dataset.ts";
import {insertRelease, listReleases} from "../releases/release.ts";
import {readSourceChunk, writeSourceChunk} from "../releases/source-file.ts";
import {run} from "../script.ts";
import {type NewLocation, ODD_TEXT, sampleDataset, sampleRelease, withStore} from "./samples.fixture.ts";

const BYTES = Uint8Array.from({length: 1024}, (_, index) => index & 255);

export function registerTypeTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: texts are ordered by code points [identity.code-order]`, () =>
    withStore(newLocation, async (store) => {
      const codes = [
        "a",
        "A",
        "B",
        "b",
        "Z",
        "_",
        "-",
        "01.1",
        "01.10",
        "01.2",
        "я",
        "ё",
        "Я",
        "Ё",
        "\u{FF5E}",
        "\u{10437}",
        "é",
        "e",
        " ",
        "a b",
        "ab",
      ];
      for (const code of codes) await store.statistics.write((q) => writeDataset(q, sampleDataset({code})));
      const listed = (await store.statistics.read((q) => listDatasets(q))).map((dataset) => dataset.code);
      const byCodePoints = [...codes].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      assert.deepEqual(listed, byCodePoints);
      assert.ok(listed.indexOf("\u{FF5E}") < listed.indexOf("\u{10437}"), "code points, not UTF-16 units");
    }));

  test(`${engine}: integers are exact up to the largest safe one, and a larger one is an error, never rounded`, () =>
    withStore(newLocation, async (store) => {
      const id = await store.statistics.write((q) => writeDataset(q, sampleDataset()));
      const counts = [0, 1, 2 ** 31 - 1, 2 ** 31, 2 ** 32 + 1, Number.MAX_SAFE_INTEGER];
      for (const [sequence, valueCount] of counts.entries()) {
        const release = sampleRelease(id, {sequence, valueCount, fingerprint: `f${sequence}`});
        await store.statistics.write((q) => insertRelease(q, release));
      }
      const listed = await store.statistics.read((q) => listReleases(q, id));
      assert.deepEqual(
        listed.map((release) => release.valueCount),
        counts,
      );
      await store.statistics.write(function* (q) {
        yield* run(
          q.db
            .updateTable("release")
            .set({value_count: sql.raw<number>("9007199254740993")})
            .compile(),
        );
      });
      await assert.rejects(
        store.statistics.read((q) => listReleases(q, id)),
        RangeError,
      );
    }));

  test(`${engine}: bytes are read as they were written, also none and five million, as plain arrays`, () =>
    withStore(newLocation, async (store) => {
      const large = new Uint8Array(5_000_000);
      for (let index = 0; index < large.length; index++) large[index] = (index * 31) >> 3;
      const values = [new Uint8Array(0), BYTES, BYTES.subarray(3, 9), large];
      for (const [number, bytes] of values.entries()) {
        await store.sources.write((q) => writeSourceChunk(q, "aa", number, bytes));
        const read = await store.sources.read((q) => readSourceChunk(q, "aa", number));
        assert.equal(Object.getPrototypeOf(read), Uint8Array.prototype);
        assert.equal(Buffer.compare(read!, bytes), 0, `${bytes.length} bytes`);
      }
    }));

  test(`${engine}: texts are read as they were written, also empty and odd ones, and null stays null`, () =>
    withStore(newLocation, async (store) => {
      const texts = [
        "",
        " ",
        ODD_TEXT,
        "x".repeat(200_000),
        "NULL",
        "\u0001\u007f",
        "'); drop table dataset; --",
        "$1 ? :a",
      ];
      for (const [index, name] of texts.entries()) {
        await store.statistics.write((q) => writeDataset(q, sampleDataset({code: `d${index}`, name, sourceUrl: null})));
      }
      const listed = await store.statistics.read((q) => listDatasets(q));
      assert.deepEqual(
        listed.map((dataset) => dataset.name),
        texts,
      );
      assert.ok(listed.every((dataset) => dataset.sourceUrl === null));
    }));
}
