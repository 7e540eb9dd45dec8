// Which territories a text names, of those that have series; their names are collected once for each state of the index.
import {readNameSpellings, readTerritoryEnglish} from "../../reference/reference.ts";
import type {IndexedTerritory} from "../../search/index/territory-index.ts";
import {
  type NamedTerritories,
  namedTerritories,
  readNamedTerritories,
  type TerritoryNames,
} from "../../search/named-territories.ts";
import {territoryIdentity} from "../../statistics/territory.ts";
import {type Pace, withRests} from "../../work/pace.ts";

export type {NamedTerritories};

export type TerritoryNaming = (all: readonly IndexedTerritory[], text: string, pace: Pace) => Promise<NamedTerritories>;

export function createTerritoryNaming(): TerritoryNaming {
  /** Of a list to which territories are only added. */
  let known: {of: readonly IndexedTerritory[]; count: number; names: Promise<TerritoryNames>} | null = null;
  return async (all, text, pace) => {
    if (known?.of !== all || known.count !== all.length)
      known = {of: all, count: all.length, names: withRests(namedTerritories([...all], namesOf), pace)};
    return readNamedTerritories(text, await known.names);
  };
}

function namesOf(one: IndexedTerritory): readonly string[] {
  const english = readTerritoryEnglish().get(one.code);
  const spellings = readNameSpellings().get(territoryIdentity(one)) ?? [];
  return [one.name, ...spellings, ...(english === undefined ? [] : [english])];
}
