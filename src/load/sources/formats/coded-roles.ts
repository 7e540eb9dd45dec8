// The part of each dimension of a coded file in a series: territory, frequency, unit, indicator; all others together are the class.
//
// A part follows from the name that the standard code lists give a dimension, never from its codes. A dimension with one code is kept in the
// class: the next release may have two codes.
import {compareCodes} from "../../../statistics/catalogue/code-order.ts";

export interface CodedDimension {
  readonly id: string;
  /** Empty: the file has none. */
  readonly name: string;
  /** By code; codes without a label are absent. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Places in the list of dimensions; -1: the file has no such dimension. */
export interface CodedRoles {
  readonly territory: number;
  readonly frequency: number;
  readonly unit: number;
  readonly indicator: number;
  /** In order of their ids. */
  readonly classes: readonly number[];
}

/** @param territoryId of the dimension that the file itself calls its territories */
export function codedRoles(dimensions: readonly CodedDimension[], territoryId: string | null = null): CodedRoles {
  const position = (names: RegExp): number => dimensions.findIndex(({id}) => names.test(id));
  const own = dimensions.findIndex(({id}) => id === territoryId);
  const roles = {
    territory: own >= 0 ? own : position(TERRITORY),
    frequency: position(/^freq(?:uency)?$/i),
    unit: position(/^units?(?:_measure)?$/i),
    indicator: position(/^(?:indicator|series)(?:[ _]code)?$/i),
  };
  const taken = new Set(Object.values(roles));
  const classes = dimensions.map((_, at) => at).filter((at) => !taken.has(at));
  return {...roles, classes: classes.sort((a, b) => compareCodes(dimensions[a]!.id, dimensions[b]!.id))};
}

export const TERRITORY = /^(?:ref_?area|geo|area|location|country(?:[ _]code)?|reporter|region|state)$/i;
