// With what the values of a series are compared, in the terms of a claim: from the codes of its transformation and measure.
import type {Base} from "./claim-words.ts";

interface Coded {
  readonly transformation: string | null;
  readonly measure: string | null;
  readonly frequency: string;
}

/** Empty: the codes do not say. A rate of a year to December is also one to the year before. */
export function basesOf({transformation, measure, frequency}: Coded): readonly Base[] {
  const code = [transformation, measure].find((one) => one !== null && one !== "level") ?? "";
  const base = CODES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
  if (base === "previous") return PREVIOUS[frequency] ?? [];
  if (base === null) return [];
  if (frequency === "A") return base === "dec" || base === "ytd" ? ["dec", "ytd", "yoy"] : [base];
  return [base === "dec" ? "ytd" : base];
}

/** Growth as 5.6, and not as an index of 105.6. */
export function isGrowth({transformation}: Coded): boolean {
  return transformation?.startsWith("growth") ?? false;
}

const CODES: readonly (readonly [RegExp, Base | "previous"])[] = [
  [/yoy|prev_year$|previous_year/, "yoy"],
  [/december/, "dec"],
  [/ytd|year_end/, "ytd"],
  [/mom|prev_month/, "mom"],
  [/qoq|prev_quarter/, "qoq"],
  [/wow|prev_date|prev_week/, "wow"],
  [/prev/, "previous"],
];

const PREVIOUS: Readonly<Record<string, readonly Base[]>> = {W: ["wow"], M: ["mom"], Q: ["qoq"], A: ["yoy"]};
