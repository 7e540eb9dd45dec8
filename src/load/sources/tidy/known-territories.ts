// The territories that a package need not list, and whether its own labels agree with them.
import type {Territory} from "../../../statistics/territory.ts";

/** Why a label can't stand beside the code of a built-in territory; null when it can. */
export type LabelFault = (territory: Territory, label: string) => string | null;

export interface KnownTerritories {
  /** By code. */
  readonly builtIn: ReadonlyMap<string, Territory>;
  readonly labelFault: LabelFault;
}

/** What is wrong with a label that a package gives to a code; null when the code is not built in, or the label agrees. */
export function findLabelFault({builtIn, labelFault}: KnownTerritories, code: string, label: string): string | null {
  const territory = builtIn.get(code);
  return territory === undefined ? null : labelFault(territory, label);
}
