// Tests of the description of a dataset: after any change its rows are those of the new description, and only the others were written.
import assert from "node:assert/strict";
import {test} from "node:test";
import fc from "fast-check";
import {replaceMetadataTables, writeDataset} from "../datasets/dataset.ts";
import {metadataRows, readMetadataRows} from "../datasets/metadata.ts";
import type {Row, Script} from "../script.ts";
import {readCatalogueBlobs, writeCatalogue} from "../series/catalogue.ts";
import {type NewLocation, sampleDataset, sampleMetadata, sampleUse, withStore} from "./samples.fixture.ts";

const anyClasses = fc.uniqueArray(
  fc.record({
    code: fc.constantFrom("01", "02", "03", "a'b", "ё", '"'),
    name: fc.constantFrom("Хлеб", "Молоко"),
    note: fc.constantFrom(null, "x"),
  }),
  {selector: ({code}) => code},
);
const anyMetadata = fc
  .record({
    classes: fc.option(anyClasses),
    notes: fc.option(fc.array(fc.record({classification: fc.constantFrom(null, "01"), text: fc.string()}))),
    units: fc.constantFrom(null, [{code: "PCT", name: "процент", okei: "744", mult: 0.01}], []),
  })
  .map((changes) => sampleMetadata(changes));

export function registerDescriptionTests(engine: string, newLocation: NewLocation): void {
  test(`${engine}: after any change of its description a dataset has exactly the rows of the new one [load.writes-changes]`, () =>
    withStore(newLocation, async (store) => {
      const {read, write} = store.statistics;
      const [id, other] = await write(function* (q) {
        return [yield* writeDataset(q, sampleDataset()), yield* writeDataset(q, sampleDataset({code: "other"}))];
      });
      const wanted = (dataset: number, metadata: ReturnType<typeof sampleMetadata>) =>
        metadataRows(dataset!, metadata, sampleUse(metadata));
      const beside = sampleMetadata();
      await write((q) => replaceMetadataTables(q, other!, beside, sampleUse(beside)));
      await fc.assert(
        fc.asyncProperty(fc.array(anyMetadata, {minLength: 1, maxLength: 4}), async (states) => {
          for (const metadata of states) {
            await write((q) => replaceMetadataTables(q, id!, metadata, sampleUse(metadata)));
            const again = await write((q) =>
              countWritten(replaceMetadataTables(q, id!, metadata, sampleUse(metadata))),
            );
            assert.equal(again, 0, "the same again writes nothing");
            assert.deepEqual(sorted(await read((q) => readMetadataRows(q, id!))), sorted(wanted(id!, metadata)));
          }
          assert.deepEqual(sorted(await read((q) => readMetadataRows(q, other!))), sorted(wanted(other!, beside)));
        }),
        {numRuns: 25},
      );
    }));

  test(`${engine}: a new name is written alone, and an equal catalogue or description not at all [load.writes-changes]`, () =>
    withStore(newLocation, async (store) => {
      const {write} = store.statistics;
      const classes = Array.from({length: 100}, (_, n) => ({code: String(n), name: `class ${n}`, note: null}));
      const describe = (list: typeof classes) => {
        const metadata = sampleMetadata({classes: list});
        const fields = sampleDataset({metadata});
        return write((q) =>
          countWritten(
            (function* (): Script<number> {
              const id = yield* writeDataset(q, fields);
              yield* replaceMetadataTables(q, id, metadata, sampleUse(metadata));
              yield* writeCatalogue(q, id, {
                manifest: Uint8Array.of(list.length),
                blobs: [Uint8Array.of(list.length), SAME],
                numbers: [0, 1],
              });
              return id;
            })(),
          ),
        );
      };
      const first = await describe(classes);
      assert.ok(first > 100);
      assert.equal(await describe(classes), 1, "the row of the dataset alone");
      const renamed = classes.map((one) => (one.code === "7" ? {...one, name: "another"} : one));
      assert.equal(await describe(renamed), 3, "that row, the old name and the new one");
      assert.equal(
        await describe(renamed.slice(0, 98)),
        4,
        "that row, the names that are gone, a blob and the head of the catalogue",
      );
      const blobs = await store.statistics.read((q) => readCatalogueBlobs(q, 1));
      assert.deepEqual([...blobs.get(0)!], [98]);
    }));
}

const SAME = Uint8Array.of(1);

/** Statements that write, and rows of batches. */
function* countWritten(script: Script<unknown>): Script<number> {
  let written = 0;
  let next = script.next();
  while (!next.done) {
    const step = next.value;
    if (step !== undefined && "rows" in step) {
      const rows = [...step.rows];
      written += rows.length;
      next = script.next(yield {...step, rows});
    } else {
      if (step !== undefined && "sql" in step && !step.sql.startsWith("select")) written++;
      next = script.next(yield step);
    }
  }
  return written;
}

function sorted(tables: Readonly<Record<string, readonly object[]>>): Record<string, readonly string[]> {
  const text = (row: object): string => JSON.stringify(Object.entries(row as Row).sort(([a], [b]) => (a < b ? -1 : 1)));
  return Object.fromEntries(Object.entries(tables).map(([name, rows]) => [name, rows.map(text).sort()]));
}
