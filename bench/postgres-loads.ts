// The command loads the same generated package into an empty store of each kind.
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import type {PostgresBench, Side} from "./postgres-sides.ts";
import {alternate, median} from "./rounds.ts";
import {writeTidyPackage} from "./tidy-package.ts";
import {runToEnd} from "./work-folder.ts";

const COMMAND = fileURLToPath(new URL("../bin/ryad.js", import.meta.url));
const VALUES = 1_000_000;

export async function compareLoads({work, rounds, newPlace, progress, report}: PostgresBench): Promise<void> {
  const path = join(work.path, "tidy");
  const values = writeTidyPackage(path, VALUES);
  const load = async (side: Side): Promise<number> => {
    const place = await newPlace(side);
    const words =
      "databaseUrl" in place ? [`RYAD_DATABASE_URL=${place.databaseUrl}`] : [`RYAD_DATA=${place.dataFolder}`];
    const {output, seconds} = await runToEnd(work, "env", [
      ...words,
      process.execPath,
      COMMAND,
      "load",
      path,
      "--json",
    ]);
    const loaded = JSON.parse(output.trim().split("\n").at(-1)!).releases[0].new_values;
    if (loaded !== values) throw new Error(`the load took ${loaded} of ${values} values`);
    return seconds;
  };
  const found = await alternate(Math.min(rounds, 5), {
    embedded: (round) => {
      progress.show(`loading, round ${round + 1}`);
      return load("embedded");
    },
    postgres: () => load("postgres"),
  });
  const ratios = found.postgres.map((seconds, round) => seconds / found.embedded[round]!);
  report("first-load", median(ratios), {
    embeddedSeconds: median(found.embedded),
    postgresSeconds: median(found.postgres),
    values,
    leastRatio: Math.min(...ratios),
    mostRatio: Math.max(...ratios),
  });
}
