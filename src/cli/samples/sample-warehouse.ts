// The sample warehouse: the packages of samples/ in a data folder, and a token kept beside them for whoever may read the folder.

import {chmodSync, existsSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {isWellFormedToken, tokenFingerprint} from "../../access/account.ts";
import {counted} from "../../counted.ts";
import {loadPath} from "../../load/run.ts";
import {dropDataset} from "../../load/withdrawal.ts";
import type {Settings} from "../../settings.ts";
import {findTokenOwner} from "../../store/accounts/token.ts";
import {listDatasets} from "../../store/datasets/dataset.ts";
import type {Store} from "../../store/open.ts";
import {createToken} from "../commands/token.ts";
import {withStore} from "../open-store.ts";
import {type HeldSample, listSamples, readHeldSamples, type Sample, writeHeldSamples} from "./sample-set.ts";

export const SAMPLE_FOLDER = "./data/sample";

const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
/** Whoever starts the samples on his own machine is the owner of the service. */
const HOLDER = {email: "demo@localhost", plan: "owner", name: "npm start"} as const;

/** Brings the folder's samples up to date and gives a token that works. */
export async function prepareSample(settings: Settings, note: (line: string) => void): Promise<string> {
  return withStore(settings, "make", async (store) => {
    await bringUpToDate(store, settings.dataFolder, note);
    return findOrMakeToken(store, join(settings.dataFolder, "token.txt"));
  });
}

/** Requests that work as they stand against the samples. */
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

/** A sample whose bytes were loaded before, and whose dataset is still there, is left alone; of any other the old state goes first. */
async function bringUpToDate(store: Store, dataFolder: string, note: (line: string) => void): Promise<void> {
  const datasets = await store.statistics.read((q) => listDatasets(q));
  const present = new Set(datasets.map(({provider, code}) => `${provider}/${code}`));
  const samples = listSamples();
  const held = readHeldSamples(dataFolder).filter(({dataset}) => present.has(dataset));
  const isHeld = ({name, digest}: Sample): boolean =>
    held.some((other) => other.name === name && other.digest === digest);
  const missing = samples.filter((sample) => !isHeld(sample));
  const kept = held.filter(({name, digest}) =>
    samples.some((sample) => sample.name === name && sample.digest === digest),
  );
  const outdated = held.filter((one) => !kept.includes(one));
  if (missing.length === 0 && outdated.length === 0) return;

  note(`setting up the sample warehouse in ${dataFolder}: ${counted(missing.length, "dataset")}`);
  for (const {dataset} of outdated) await dropDataset(store, dataset, new Date());
  const now: HeldSample[] = [...kept];
  let [releases, values] = [0, 0];
  for (const sample of missing) {
    let held: HeldSample | null = null;
    for (const path of sample.releases) {
      const outcome = await loadPath(store, path, NO_HINTS);
      releases += outcome.changed ? 1 : 0;
      values += outcome.newValues;
      if (held !== null) continue;
      // until it is whole, it stands in the record as one to be loaded anew
      held = {name: sample.name, dataset: `${outcome.provider}/${outcome.dataset}`, digest: ""};
      writeHeldSamples(dataFolder, [...now, held]);
    }
    if (held !== null) now.push({...held, digest: sample.digest});
  }
  writeHeldSamples(dataFolder, now);
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
