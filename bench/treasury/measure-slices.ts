// Memory and reading of a catalogue of 100,000 series, and a slice of a dataset that does not fit into the memory for catalogues.
//
// The cost of reading is the processor time of this process. The two slices of a comparison go to one server, in turns.
import {weighCatalogue} from "../../src/statistics/catalogue/build-catalogue.ts";
import {findDatasets} from "../../src/store/datasets/dataset.ts";
import {openStore} from "../../src/store/open.ts";
import {readCatalogue} from "../../src/store/series/catalogue.ts";
import {alternate, median} from "../results.ts";
import {withServer} from "../server.ts";
import type {Bench} from "../subject.ts";
import {processorSeconds} from "../work-folder.ts";
import type {TreasuryStore} from "./store.ts";
import {PROVIDER, treasuryCode} from "./store.ts";
import {createVisitor} from "./visitor.ts";

const READINGS = 15;
/** Not counted, because the code is still being compiled. */
const WARM_UP = 5;

export async function measureCatalogue({progress, report}: Bench, {folder, sizes}: TreasuryStore): Promise<void> {
  progress.show("reading a catalogue");
  const store = await openStore({dataFolder: folder});
  try {
    const code = {provider: PROVIDER, dataset: treasuryCode(sizes.middle)};
    const [found] = await store.statistics.read((q) => findDatasets(q, code));
    const times: number[] = [];
    let bytes = 0;
    for (let nth = 0; nth < WARM_UP + READINGS; nth++) {
      const before = process.cpuUsage();
      const catalogue = (await store.statistics.read((q) => readCatalogue(q, found!.id)))!;
      const {user, system} = process.cpuUsage(before);
      times.push((user + system) / 1000);
      bytes = weighCatalogue(catalogue);
    }
    const series = sizes.all[sizes.middle]!;
    report("treasury-catalogue", bytes / series, {bytes, series});
    const counted = times.slice(WARM_UP);
    report("treasury-miss", (median(counted) * 100_000) / series, {
      measured: median(counted),
      least: Math.min(...counted),
      series,
    });
  } finally {
    await store.close();
  }
}

/** Too little for the largest dataset, enough for a small one. */
const CATALOGUE_MEGABYTES = {quick: 1, default: 16, full: 16} as const;

export async function measureLarge(bench: Bench, {folder, sizes}: TreasuryStore): Promise<void> {
  const {scale, progress, report} = bench;
  const environment = {RYAD_CATALOGUE_MEMORY: String(CATALOGUE_MEGABYTES[scale.mode])};
  await withServer(bench, folder, {environment}, async (server) => {
    const visitor = await createVisitor(folder, server.origin, sizes.all, 1);
    const cost = async (ask: () => Promise<number>): Promise<number> => {
      const before = processorSeconds(server.pid)!;
      for (let nth = 0; nth < scale.treasuryAsks; nth++) await ask();
      return (1000 * (processorSeconds(server.pid)! - before)) / scale.treasuryAsks;
    };
    const sides = {
      small: () => cost(() => visitor.page(sizes.small)),
      large: () => cost(() => visitor.page(sizes.large)),
      smallClasses: () => cost(() => visitor.classes(sizes.small)),
      largeClasses: () => cost(() => visitor.classes(sizes.large)),
    };
    for (const side of Object.values(sides)) await side();
    progress.show("50 values of a dataset that does not fit");
    const found = await alternate(scale.rounds, sides);
    visitor.leave();
    const ratio = (large: readonly number[], small: readonly number[]): number =>
      median(large.map((ms, round) => ms / small[round]!));
    report("treasury-large", Math.max(ratio(found.large, found.small), ratio(found.largeClasses, found.smallClasses)), {
      ofPages: ratio(found.large, found.small),
      ofClasses: ratio(found.largeClasses, found.smallClasses),
      smallPageMs: median(found.small),
      largePageMs: median(found.large),
      smallClassesMs: median(found.smallClasses),
      largeClassesMs: median(found.largeClasses),
      series: sizes.all[sizes.large]!,
      smallSeries: sizes.all[sizes.small]!,
    });
  });
}
