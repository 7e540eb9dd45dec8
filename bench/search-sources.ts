// The judged questions about publishers' own files, asked in a store with only these files.
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

/** Takes minutes: it loads eighty thousand series and accepts held runs. null: the files are not available. */
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

/** For names with blanks and words, the beginning of the name. */
function placeOf(named: string): string | null {
  const folder = join(SHARED, dirname(named));
  const start = named.slice(named.lastIndexOf("/") + 1);
  const name = existsSync(folder) ? readdirSync(folder).find((one) => one.startsWith(start)) : undefined;
  return name === undefined ? null : join(folder, name);
}
