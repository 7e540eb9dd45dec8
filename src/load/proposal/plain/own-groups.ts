// Groups of territories that no list has, as "KP Annex B" beside countries of the world: each becomes a territory of the table's own.
//
// A slip of a country's name becomes one too, so they are named to the person. Two names have two codes, however much they are alike.
import type {OwnTerritory} from "../../described/descriptor/descriptor.ts";
import {escapedPattern} from "../exclusions.ts";

/** A person looks for the countries among them. */
const NAMED = 300;

/** By an expression over the label, as a descriptor has them. @param country ISO 3166 code of the country that they are of; null: none */
export function ownGroups(
  members: readonly {readonly text: string; readonly name: string}[],
  country: string | null,
): Record<string, OwnTerritory> {
  const taken = new Set<string>();
  const free = (code: string): string => {
    let found = code;
    for (let number = 2; taken.has(found); number++) found = `${code}_${number}`;
    taken.add(found);
    return found;
  };
  return Object.fromEntries(
    members.map(({text, name}) => {
      const code = free(`${country === null ? "" : `${country}-x-`}${codeOf(text)}`);
      return [`^${escapedPattern(text)}$`, {code, name, level: "macroregion" as const}];
    }),
  );
}

/** @param of the members of a column, or headers */
export function ownGroupsText(groups: Readonly<Record<string, OwnTerritory>>, of: string): string {
  const names = Object.values(groups).map(({name}) => name);
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : "";
  const isOne = names.length === 1;
  const what = isOne
    ? `1 member of ${of} is in no list, and becomes a group of its own`
    : `${names.length} members of ${of} are in no list, and become its own groups`;
  return `${what}: ${names.slice(0, NAMED).join(", ")}${more}`;
}

function codeOf(text: string): string {
  const code = text
    .normalize("NFD")
    .replace(/[^\p{L}\d]+/gu, "_")
    .replace(/^_+|_+$/g, "")
    .toLowerCase();
  return code.length < 3 ? `group_${code}` : code;
}
