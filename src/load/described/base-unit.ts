// Whether the unit of a value fits its base of comparison: per cent of the previous year are no tonnes.
import type {Facts, Problem} from "./facts.ts";

/** FIX-rosstat-65: per cent of the previous year over a column of tonnes: an index can't be in tonnes, nor in percentage points. */
export function baseProblem({transformation = "", unit}: Facts, percent: string): Problem | null {
  if (unit === undefined || unit.code === percent || !/^(?:pct|growth)_/.test(transformation)) return null;
  const reason = `is in a unit (${unit.name}), and its words for the base say per cent: one of them is of another value`;
  return {reason, kind: "unit", text: ""};
}
