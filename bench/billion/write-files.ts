// `node write-files.ts DATA_FOLDER PROVIDER DATASET`: writes the files of one dataset, as the server's writer does it for each.
//
// The lease stays taken, under another holder than a server over the folder has: a server that starts then offers these files and writes no others.
import {setPriority} from "node:os";
import {listOfDatasets} from "../../src/cli/files/write-files.ts";
import {writeVersion} from "../../src/cli/files/write-version.ts";
import {createFilesWriter, filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import {FILES_LEASE} from "../../src/store/dataset-files/files-lease.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import {holdLease} from "../../src/store/lease.ts";
import {openStore} from "../../src/store/open.ts";

const HOLD_MS = 3_600_000;
const LOWEST_PRIORITY = 19;

const [dataFolder = "", provider = "", dataset = ""] = process.argv.slice(2);
setPriority(LOWEST_PRIORITY);
const store = await openStore({dataFolder});
try {
  const lease = {name: FILES_LEASE, holder: "bench", milliseconds: HOLD_MS};
  if (!(await store.sources.write((q) => holdLease(q, lease)))) throw new Error("another process writes files");
  const [record] = await store.statistics.read((q) => findDatasets(q, {provider, dataset}));
  if (record === undefined) throw new Error(`there is no dataset ${provider}/${dataset}`);
  const files = createFilesWriter(filesFolderOf(dataFolder));
  const manifest = await writeVersion({store, files, now: () => new Date(), keep: async () => {}}, record);
  files.writeList(listOfDatasets(files));
  console.log(JSON.stringify(manifest));
} finally {
  await store.close();
}
