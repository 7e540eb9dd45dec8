// Datasets with files for tests: a store with packages whose files are written, and a server that sends them.
//
// A file is the same bytes at each request, so tests compare what it cost with its rows.
import {tokenFingerprint} from "../../src/access/account.ts";
import {findTokenOwner} from "../../src/store/accounts/token.ts";
import {readUsage} from "../../src/store/accounts/usage.ts";
import {filesFolderOf} from "../../src/store/dataset-files/files-folder.ts";
import type {ManifestFile} from "../../src/store/dataset-files/manifest.ts";
import type {Store} from "../../src/store/open.ts";
import type {Ending} from "../sample-folder.ts";
import {temporaryFolder, temporaryStore} from "../warehouse.ts";
import {writeFilesOf} from "../written-files.ts";
import {type Api, type ApiOptions, createApi} from "./client.ts";
import {loadTidy, type TidyPackage} from "./packages.ts";

const HEADER = "indicator,class,geo,period,value";
export const rowsOf = (shift: number, years = 30): string[] =>
  ["1", "2"].flatMap((one) =>
    ["643", "45000000000"].flatMap((geo) =>
      Array.from({length: years}, (_, at) => `cpi,${one},${geo},${1990 + at},${100 + at + (at === 3 ? shift : 0)}`),
    ),
  );
export const FIRST: TidyPackage = {
  ...{dataset: "prices", published_at: "2026-01-10", header: HEADER, rows: rowsOf(0)},
  more: {licence: "CC-BY-4.0", classes: [{code: "1", name: "Хлеб"}]},
};
export const SECOND: TidyPackage = {...FIRST, published_at: "2026-02-10", rows: rowsOf(0.5, 31)};

/** @param served the store as the server has it */
export async function openFiles(
  t: Ending,
  packages: readonly TidyPackage[],
  options: ApiOptions = {},
  served: (store: Store) => Store = (store) => store,
) {
  const {store, dataFolder} = await temporaryStore(t);
  const folder = await temporaryFolder(t);
  for (const tidy of packages) {
    await loadTidy(store, folder, tidy);
    await writeFilesOf(store, dataFolder);
  }
  const api = await createApi(t, served(store), {...options, filesFolder: filesFolderOf(dataFolder)});
  const load = async (tidy: TidyPackage, keep = 3) => {
    await loadTidy(store, folder, tidy);
    return writeFilesOf(store, dataFolder, keep);
  };
  return {...api, dataFolder, load};
}

/** A file of the newest version of the first dataset. */
export async function fileOf(api: Api, name: string): Promise<ManifestFile> {
  const {json} = await api.get("/api/v1/files");
  return json.datasets[0].files.find((file: ManifestFile) => file.name === name);
}

/** The values of the month that the account of the token has used. */
export async function usedBy(api: Api, token: string): Promise<number> {
  const owner = await api.store.accounts.readOne((q) => findTokenOwner(q, tokenFingerprint(token)));
  const month = api.clock.now.toISOString().slice(0, 7);
  return api.store.accounts.readOne((q) => readUsage(q, owner!.accountId, month));
}
