// The sample warehouse: the packages of samples/ in a data folder, with a token in a file beside them.
//
// A sample is one dataset: a package, a publisher's file, or a folder of packages that are its releases. A record beside the store has the
// digest of each loaded sample. An unchanged sample is not read again; a changed or removed one is dropped with its dataset.

import {hash} from "node:crypto";
import {chmodSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {isWellFormedToken, tokenFingerprint} from "../../access/account.ts";
import {loadPath} from "../../load/run.ts";
import {dropDataset} from "../../load/withdrawal.ts";
import type {Settings} from "../../settings/settings.ts";
import {findTokenOwner} from "../../store/accounts/token.ts";
import {listDatasets} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {counted} from "../../text/counted.ts";
import {createToken} from "../new-token.ts";
import {withStore} from "../open-store.ts";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
/** The user of the samples owns the machine, and therefore the service. */
const HOLDER = {email: "demo@localhost", plan: "owner", name: "npm start"} as const;

/** Brings the folder's samples up to date and gives a token that works. */
export async function prepareSample(settings: Settings, note: (line: string) => void): Promise<string> {
  return withStore(settings, "make", async (store) => {
    await bringUpToDate(store, settings.dataFolder, note);
    return findOrMakeToken(store, join(settings.dataFolder, "token.txt"));
  });
}

/** Requests to the samples that work as printed. */
export function sampleRequests(address: string, token: string): {readonly purpose: string; readonly command: string}[] {
  const request = (query: string): string =>
    `curl -H "Authorization: Bearer ${token}" "${address}/api/v1/data?${query}"`;
  return [
    {
      purpose: "food prices of 2026, month on month (JSON)",
      command: request("dataset=cpi_monthly&geo=country&class=food&measure=prev_month&start=2026"),
    },
    {
      purpose: "average price of a square metre in Moscow and Saint Petersburg, for a spreadsheet in Russian (CSV)",
      command: request("dataset=fedstat/31452&geo=RU-77,RU-78&start=2020&labels=1&format=csv&decimal=comma&bom=1"),
    },
    {
      purpose:
        "growth of Russia's economy in 2016 as it was known at the end of that year; without as_of, as known later",
      command: request(
        "dataset=gdp&geo=country&transformation=pct_yoy&freq=Q&start=2016&end=2016&format=csv&as_of=2016-12-31",
      ),
    },
  ];
}

/** Loads changed and new samples; before that, drops the old state of each. */
async function bringUpToDate(store: Store, dataFolder: string, note: (line: string) => void): Promise<void> {
  const datasets = await store.statistics.read((q) => listDatasets(q));
  const present = new Set(datasets.map(({provider, code}) => `${provider}/${code}`));
  const samples = listSamples();
  const loaded = readLoadedSamples(dataFolder).filter(({dataset}) => present.has(dataset));
  const isLoaded = ({name, digest}: Sample): boolean =>
    loaded.some((other) => other.name === name && other.digest === digest);
  const missing = samples.filter((sample) => !isLoaded(sample));
  const kept = loaded.filter(({name, digest}) =>
    samples.some((sample) => sample.name === name && sample.digest === digest),
  );
  const outdated = loaded.filter((one) => !kept.includes(one));
  if (missing.length === 0 && outdated.length === 0) return;

  note(`setting up the sample warehouse in ${dataFolder}: ${counted(missing.length, "dataset")}`);
  for (const {dataset} of outdated) await dropDataset(store, dataset, new Date());
  const now: LoadedSample[] = [...kept];
  let [releases, values] = [0, 0];
  for (const sample of missing) {
    let loaded: LoadedSample | null = null;
    for (const path of sample.releases) {
      const outcome = await loadPath(store, path, NO_HINTS);
      releases += outcome.changed ? 1 : 0;
      values += outcome.newValues;
      if (loaded !== null) continue;
      // Until all releases are loaded, the record says that the sample must be loaded again.
      loaded = {name: sample.name, dataset: `${outcome.provider}/${outcome.dataset}`, digest: ""};
      writeLoadedSamples(dataFolder, [...now, loaded]);
    }
    if (loaded !== null) now.push({...loaded, digest: sample.digest});
  }
  writeLoadedSamples(dataFolder, now);
  note(`loaded ${counted(releases, "release")} with ${counted(values, "value")}`);
}

async function findOrMakeToken(store: Store, path: string): Promise<string> {
  const kept = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  if (isWellFormedToken(kept)) {
    const owner = await store.accounts.read((q) => findTokenOwner(q, tokenFingerprint(kept)));
    if (owner !== null && owner.revokedAt === null) return kept;
  }
  const token = await createToken(store, HOLDER, new Date());
  writeFileSync(path, `${token}\n`, {mode: 0o600});
  chmodSync(path, 0o600);
  return token;
}

export interface Sample {
  /** Name within samples/. */
  readonly name: string;
  /** Paths of its releases, in order of publication. */
  readonly releases: readonly string[];
  /** Depends on every byte and every file name of the sample. */
  readonly digest: string;
}

/** A sample in a data folder. */
export interface LoadedSample {
  readonly name: string;
  /** provider/dataset */
  readonly dataset: string;
  readonly digest: string;
}

const SAMPLES = fileURLToPath(new URL("../../../samples/", import.meta.url));
const RECORD = "samples.json";

/** The first set of samples, which had no record. */
const FIRST_SET: readonly LoadedSample[] = [
  {name: "cpi_monthly", dataset: "showdata/cpi_monthly", digest: ""},
  {name: "population_women", dataset: "showdata/population_women", digest: ""},
];

/** All samples, by name. */
export function listSamples(folder: string = SAMPLES): Sample[] {
  const samples: Sample[] = [];
  for (const name of readdirSync(folder).sort()) {
    const path = join(folder, name);
    const releases = releasesOf(path);
    if (releases.length > 0) samples.push({name, releases, digest: digestOf(path)});
  }
  return samples;
}

/** The samples in the data folder. A folder without a record has the first set, or is new. */
export function readLoadedSamples(dataFolder: string): LoadedSample[] {
  const path = join(dataFolder, RECORD);
  if (!existsSync(path)) return [...FIRST_SET];
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as {held: LoadedSample[]}).held.filter(({name, dataset, digest}) =>
      [name, dataset, digest].every((part) => typeof part === "string"),
    );
  } catch {
    // Damaged, perhaps by a full disk. Loading the same data again changes nothing.
    return [];
  }
}

export function writeLoadedSamples(dataFolder: string, loaded: readonly LoadedSample[]): void {
  const path = join(dataFolder, RECORD);
  writeFileSync(`${path}.new`, `${JSON.stringify({held: loaded}, null, 2)}\n`);
  renameSync(`${path}.new`, path);
}

function releasesOf(path: string): string[] {
  if (/\.(zip|xml)$/.test(path) || existsSync(join(path, "dataset.json"))) return [path];
  if (/\.\w+$/.test(path)) return [];
  return readdirSync(path)
    .sort()
    .flatMap((name) => releasesOf(join(path, name)));
}

function digestOf(path: string): string {
  if (!/\.(zip|xml)$/.test(path)) {
    const files = readdirSync(path, {recursive: true, withFileTypes: true})
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    return hash("sha256", files.map((file) => `${file.slice(path.length)} ${digestOfFile(file)}\n`).join(""));
  }
  return digestOfFile(path);
}

function digestOfFile(path: string): string {
  return hash("sha256", readFileSync(path));
}
