// Plans: how many values a month and how many requests a minute an account may take (SPEC "Limits").
//
// The code of the commercial plan is `business`; the owner's is internal, and listed like the others.

export interface Plan {
  readonly code: "free" | "academic" | "business" | "owner";
  readonly name: string;
  /** null: no monthly quota. */
  readonly valuesPerMonth: number | null;
  readonly requestsPerMinute: number;
}

export const PLANS: readonly Plan[] = [
  {code: "free", name: "Free", valuesPerMonth: 1_000_000, requestsPerMinute: 20},
  {code: "academic", name: "Academic", valuesPerMonth: null, requestsPerMinute: 60},
  {code: "business", name: "Commercial", valuesPerMonth: null, requestsPerMinute: 120},
  {code: "owner", name: "Owner", valuesPerMonth: null, requestsPerMinute: 600},
];

/** null: no plan has this code. Codes are lower case. */
export function findPlan(code: string): Plan | null {
  return PLANS.find((plan) => plan.code === code) ?? null;
}
