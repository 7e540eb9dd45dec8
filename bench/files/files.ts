// Files of a large dataset behind its load: the time until they are there, the memory of their writer, and slices while it works.
//
// The writer is the server's own. While slices are asked it is held still and let go in turns, some hundred times in one writing: both sides
// meet the same other work of the machine, which a load at one moment and none at another would not.
import {mkdirSync} from "node:fs";
import {join} from "node:path";
import {setTimeout as pause} from "node:timers/promises";
import {createFilesReader, filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import {type MeasuredServer, withServer} from "../server.ts";
import {PERIODS} from "../source-files.ts";
import type {Bench, Subject} from "../subject.ts";
import {runLoad} from "../treasury/revision.ts";
import {FILES_DATASET, writeFilesPackage, writeFilesRevision} from "./dataset.ts";
import {awaitFilesProcess, type FilesProcess} from "./files-process.ts";
import {createWindows, type Windows} from "./windows.ts";

const LOOK_MS = 25;
/** Of windows, in a round. */
const PAIRS = 40;

export const files: Subject = {
  name: "files",
  needs: ["proc"],
  async run(bench) {
    const {work, scale, progress, report} = bench;
    const folder = join(work.path, "files-data");
    const source = join(work.path, "files-package");
    mkdirSync(folder);
    progress.show("writing a tidy package");
    const values = writeFilesPackage(source, scale.filesValues);
    await withServer(bench, folder, {environment: {RYAD_FILES: "plans"}}, async (server) => {
      progress.show("the first files");
      const first = await writeFirst(bench, server, folder, source);
      report("files-seconds", first.seconds, {values, processorSeconds: first.used});
      const windows = await createWindows(work, {folder, server, series: values / PERIODS});
      const last = await measureWindows(bench, server, folder, windows);
      windows.end();
      report("files-memory", Math.max(first.peak, last.peak), {first: first.peak, later: last.peak});
      for (const {goal, ratio, figures} of windows.told()) report(goal, ratio, figures);
    });
  },
};

async function writeFirst({work}: Bench, server: MeasuredServer, folder: string, source: string) {
  const newest = (): Promise<string | null> => createFilesReader(filesFolderOf(folder)).newest(FILES_DATASET);
  await runLoad(work, {dataFolder: folder}, source);
  const loaded = performance.now();
  const writer = await awaitFilesProcess(server.pid);
  while ((await newest()) === null) {
    if (!writer.isThere() && (await newest()) === null) throw new Error("the writer ended without files");
    await pause(LOOK_MS);
  }
  return {seconds: (performance.now() - loaded) / 1000, peak: writer.peak(), used: writer.used()};
}

/** All rounds; a writer that ends in one of them is followed by another, after a revised value. @returns their most memory, MB */
async function measureWindows(
  {work, scale, progress}: Bench,
  server: MeasuredServer,
  folder: string,
  windows: Windows,
): Promise<{readonly peak: number}> {
  let [writer, peak, revisions] = [null as FilesProcess | null, 0, 0];
  const begin = async (): Promise<FilesProcess> => {
    const revision = join(work.path, `files-revision-${revisions}`);
    writeFilesRevision(revision, revisions++);
    const {report} = await runLoad(work, {dataFolder: folder}, revision);
    if (report.revised_values !== 1) throw new Error(`the load of one revised value revised ${report.revised_values}`);
    await windows.warmUp();
    return awaitFilesProcess(server.pid);
  };
  for (let round = 0; round < scale.rounds; round++) {
    progress.show(`slices beside the writer: round ${round + 1} of ${scale.rounds}`);
    for (let pairs = 0; pairs < PAIRS; ) {
      if (writer === null || !writer.isThere()) writer = await begin();
      if (await windows.pair(writer)) pairs++;
      peak = Math.max(peak, writer.peak());
    }
    windows.endRound();
  }
  writer!.goOn();
  progress.show("the rest of the last files");
  while (writer!.isThere()) await pause(LOOK_MS);
  return {peak: Math.max(peak, writer!.peak())};
}
