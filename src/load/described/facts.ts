// What the texts around a value say of it, and how several such sayings become one: later ones go over earlier ones.

import type {DateWords, PeriodWords} from "../../country/country.ts";
import type {UnitLabel} from "../../statistics/release/release.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {ProblemKind} from "../source.ts";

export interface NamedCode {
  readonly code: string;
  readonly name: string;
}

/** Absent: not said. */
export interface Facts {
  readonly indicator?: NamedCode;
  /** One for each text, outermost first. */
  readonly classes?: readonly NamedCode[];
  readonly measure?: NamedCode;
  readonly transformation?: string;
  readonly unit?: UnitLabel;
  readonly territory?: Territory;
  /** A name that several territories bore one after another: which of them is told by the period of each value. */
  readonly era?: string;
  readonly year?: number;
  readonly words?: PeriodWords;
  readonly date?: DateWords;
}

/** A text that should have said something and can't be understood. */
export interface Problem {
  readonly reason: string;
  readonly text: string;
  /** What could not be told; a cell where it is absent. */
  readonly kind?: ProblemKind;
}

/** Classes add up, everything else is replaced. */
export function joined(first: Facts, second: Facts): Facts {
  const classes = [...(first.classes ?? []), ...(second.classes ?? [])];
  return {...first, ...second, ...(classes.length > 0 && {classes})};
}

export function isProblem(found: Facts | Problem): found is Problem {
  return "reason" in found;
}
