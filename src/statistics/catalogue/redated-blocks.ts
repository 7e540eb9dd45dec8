// New last periods of series in a stored catalogue: of the blobs only those of the blocks that have these series are read and made again.
//
// The series and their order are the same, and no last period is an earlier one than before, so a frontier can only move forward.
import type {Day} from "../time/day.ts";
import type {Frequency} from "../time/frequency.ts";
import {blocksWithClasses} from "./block-choice.ts";
import {blockColumns, type StoredBlock} from "./block-columns.ts";
import {type CatalogueManifest, DamagedCatalogue, hashOf} from "./catalogue-code.ts";

export interface RedatedSeries {
  readonly number: number;
  readonly classification: string | null;
  readonly frequency: Frequency;
  /** Later than before. */
  readonly lastPeriod: Day;
}

/** The blocks that can have the series, ascending. */
export function blocksOfSeries(manifest: CatalogueManifest, series: readonly RedatedSeries[]): number[] {
  return blocksWithClasses(
    manifest,
    series.map(({classification}) => classification),
  );
}

export interface RedatedBlocks {
  readonly manifest: CatalogueManifest;
  /** The last periods of blocks where they differ, by the number of the block. */
  readonly periods: ReadonlyMap<number, Uint8Array>;
}

/** @param blocks that can have the series, verified. Throws DamagedCatalogue if none of them has one of the series */
export function redateBlocks(
  manifest: CatalogueManifest,
  blocks: readonly StoredBlock[],
  series: readonly RedatedSeries[],
): RedatedBlocks {
  const sought = new Map(series.map(({number, lastPeriod}) => [number, lastPeriod]));
  const periods = new Map<number, Uint8Array>();
  for (const block of blocks) {
    const own = Buffer.from(block.periods);
    let isOther = false;
    for (const [index, number] of blockColumns(manifest, block).numbers.entries()) {
      const lastPeriod = sought.get(number);
      if (lastPeriod === undefined) continue;
      sought.delete(number);
      own.writeInt32LE(lastPeriod, 4 * index);
      isOther = true;
    }
    if (isOther) periods.set(block.number, own);
  }
  for (const number of sought.keys())
    throw new DamagedCatalogue(`the catalogue is damaged: series number ${number} is not where its class is`);
  return {
    manifest: {
      ...manifest,
      frontiers: manifest.frontiers.map(([frequency, day]) => [frequency, latest(frequency, day, series)]),
      blocks: manifest.blocks.map((block, number) => {
        const own = periods.get(number);
        return own === undefined ? block : {...block, periods: hashOf(own)};
      }),
    },
    periods,
  };
}

function latest(frequency: Frequency, day: Day, series: readonly RedatedSeries[]): Day {
  return series.reduce(
    (last, one) => (one.frequency === frequency && one.lastPeriod > last ? one.lastPeriod : last),
    day,
  );
}
