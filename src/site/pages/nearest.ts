// The addresses that are nearest to one that does not exist: pages of the site, and datasets by their code.
//
// It is only a hint: whatever fails while it is looked for leaves it empty, and all but an outage of the store is told.
import {StoreOutage} from "../../store/outage.ts";
import {nearestTexts} from "../../text/near-name.ts";
import {type NearAddress, wordsOfPath} from "../frame/fault-page.ts";
import type {Visit} from "../visit/visit.ts";
import {nameText} from "../words/names.ts";
import {nameKnown} from "../words/own-names.ts";
import {datasetPath} from "./datasets/rows.ts";

const MOST = 5;

export async function nearestAddresses(visit: Visit): Promise<readonly NearAddress[]> {
  const {site, path} = visit;
  const last = wordsOfPath(path).at(-1);
  if (last === undefined) return [];
  const pages = [...site.paths].filter((one) => !/[:.]/.test(one));
  const found: NearAddress[] = nearestTexts(path, pages, MOST).map((one) => ({path: one, name: one}));
  try {
    const datasets = (await site.store.overview.read()).map(({dataset}) => dataset);
    const codes = new Set(nearestTexts(last, new Set(datasets.map(({code}) => code)), MOST));
    const near = await nameKnown(visit, datasets.filter(({code}) => codes.has(code)).slice(0, MOST));
    found.push(...near.map((dataset) => ({path: datasetPath(dataset), name: nameText(dataset.name, visit.language)})));
  } catch (error) {
    if (!(error instanceof StoreOutage)) site.emit({type: "store-failed", error: error as Error});
  }
  return found.slice(0, MOST);
}
