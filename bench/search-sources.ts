// The judged questions about publishers' own files, asked of a store that holds those files and nothing else.
import {existsSync, readdirSync} from "node:fs";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {acceptRun, loadPath} from "../src/load/run.ts";
import {openStore} from "../src/store/open.ts";
import {createSearch} from "../src/store/series/search-index.ts";
import {judge} from "./search-judged.ts";
import {readSearchQueries} from "./search-queries.ts";
import type {Warehouse} from "./search-results.ts";
import {SEARCHED_FILES} from "./search-source-files.ts";
import type {WorkFolder} from "./work-folder.ts";

const SHARED = fileURLToPath(new URL("../../shared/data/", import.meta.url));
const QUERIES = new URL("search-queries-sources.tsv", import.meta.url);

/** Takes minutes: eighty thousand series are loaded. Runs that are held are accepted. null: the files are not at hand. */
export async function judgeSources(work: WorkFolder, note: (line: string) => void): Promise<Warehouse | null> {
  if (!existsSync(SHARED)) return null;
  const store = await openStore({dataFolder: join(work.path, "sources")});
  try {
    const missing: string[] = [];
    for (const [at, [named, publishedAt]] of SEARCHED_FILES.entries()) {
      note(`loading file ${at + 1} of ${SEARCHED_FILES.length}`);
      const path = placeOf(named);
      if (path === null) {
        missing.push(named);
        continue;
      }
      const {held} = await loadPath(store, path, {provider: null, dataset: null, publishedAt});
      if (held) await acceptRun(store, held.run);
    }
    const search = createSearch(store.statistics);
    return await judge(
      store,
      search,
      "publishers' files, by questions that nothing was tuned on",
      missing,
      readSearchQueries(QUERIES),
    );
  } finally {
    await store.close();
  }
}

/** Of names with blanks and words the beginning is given. */
function placeOf(named: string): string | null {
  const folder = join(SHARED, dirname(named));
  const start = named.slice(named.lastIndexOf("/") + 1);
  const name = existsSync(folder) ? readdirSync(folder).find((one) => one.startsWith(start)) : undefined;
  return name === undefined ? null : join(folder, name);
}
