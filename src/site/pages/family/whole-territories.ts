// Territories that contain others of the same list: an oblast with its autonomous okrugs. Where the rest of it is published too (the oblast without
// them), the whole takes no rank, since a list of all three would count the parts twice. Without the rest nothing tells what the whole contains.
import {readTerritoryParts} from "../../../reference/reference.ts";

/** The rests of wholes that belong into the list of the wholes, whatever their own level is. @param all codes of the family */
export function restsOfWholes(all: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(countedTwice(all).map(({without}) => without));
}

/** The wholes whose rest and a part have a value. @param valued codes of the territories with a value */
export function wholesAmong(valued: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(countedTwice(valued).map(({whole}) => whole));
}

function countedTwice(among: ReadonlySet<string>) {
  return readTerritoryParts().filter((row) => Object.values(row).every((code) => among.has(code)));
}
