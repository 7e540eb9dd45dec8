// Where the list of sources is. It is apart from the reader of the list, so that a server which fetches nothing loads no reader of YAML.
import {join, resolve} from "node:path";

/** The file of the setting, else of the data folder. */
export function sourcesPath({
  sources,
  dataFolder,
}: {
  readonly sources: string | null;
  readonly dataFolder: string;
}): string {
  return resolve(sources ?? join(dataFolder, "sources.yaml"));
}
