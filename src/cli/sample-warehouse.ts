// The sample warehouse: the packages of samples/ in a data folder, and a token kept beside them for whoever may read the folder.
import {chmodSync, existsSync, readdirSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";
import {isWellFormedToken, tokenFingerprint} from "../access/token.ts";
import {loadPath} from "../load/run.ts";
import type {Settings} from "../settings.ts";
import type {Store} from "../store/open.ts";
import {findTokenOwner} from "../store/token.ts";
import {withStore} from "./open-store.ts";
import {createToken} from "./token.ts";

export const SAMPLE_FOLDER = "./data/sample";

const SAMPLES = fileURLToPath(new URL("../../samples/", import.meta.url));
const NO_HINTS = {provider: null, dataset: null, publishedAt: null};
/** Whoever starts the samples on his own machine is the owner of the service. */
const HOLDER = {email: "demo@localhost", plan: "owner", name: "npm start"} as const;

/** Loads what is not loaded yet and gives a token that works. */
export async function prepareSample(settings: Settings, note: (line: string) => void): Promise<string> {
  return withStore(settings, "make", async (store) => {
    for (const name of readdirSync(SAMPLES).sort()) {
      if (!existsSync(join(SAMPLES, name, "dataset.json"))) continue;
      const {changed, provider, dataset, newValues} = await loadPath(store, join(SAMPLES, name), NO_HINTS);
      if (changed) note(`sample ${provider}/${dataset}: ${newValues} values`);
    }
    return findOrMakeToken(store, join(settings.dataFolder, "token.txt"));
  });
}

/** Requests that work as they stand against the samples. */
export function sampleRequests(address: string, token: string): {readonly purpose: string; readonly command: string}[] {
  const request = (query: string): string =>
    `curl -H "Authorization: Bearer ${token}" "${address}/api/v1/data?${query}"`;
  return [
    {
      purpose: "consumer prices of 2026, food, month on month (JSON)",
      command: request("dataset=showdata/cpi_monthly&geo=country&class=food&start=2026-01"),
    },
    {
      purpose: "women in Moscow and Saint Petersburg at the start of each year (CSV)",
      command: request("dataset=showdata/population_women&geo=RU-77,RU-78&format=csv"),
    },
    {
      purpose: "all of consumer prices in 2026, with names, as a spreadsheet in Russian wants it (CSV)",
      command: request("dataset=showdata/cpi_monthly&geo=country&start=2026&labels=1&format=csv&decimal=comma&bom=1"),
    },
  ];
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
