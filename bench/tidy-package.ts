// A generated tidy package of any size: monthly prices by kind of goods and region, five columns.
import {mkdirSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {randomNumbers, randomWalk} from "./random-history.ts";
import {createLargeFile, FIRST_YEAR, REGIONS, YEARS} from "./source-files.ts";

/** Writes about this number of values, rounded up to a whole kind of goods. Returns their number. */
export function writeTidyPackage(folder: string, wanted: number): number {
  mkdirSync(folder);
  nameTidyPackage(folder, "bench_tidy");
  const random = randomNumbers(62);
  const file = createLargeFile(join(folder, "observations.csv"));
  file.write("indicator;class;geo;period;value\n");
  let values = 0;
  for (let kind = 1; values < wanted; kind++) {
    for (const region of REGIONS) {
      const walk = randomWalk(random);
      for (let month = 0; month < 12 * YEARS; month++, values++) {
        const period = `${FIRST_YEAR + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
        file.write(`price;${kind};${region};${period};${walk.rounded(walk())}\n`);
      }
    }
  }
  file.close();
  return values;
}

/** Changes a package to another dataset with the same values. */
export function nameTidyPackage(folder: string, dataset: string): void {
  const description = {
    provider: "showdata",
    dataset,
    name: `Benchmark ${dataset}`,
    published_at: "2026-01-19",
    freq: "M",
    units: [{code: "RUB", name: "рубль"}],
  };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(description));
}
