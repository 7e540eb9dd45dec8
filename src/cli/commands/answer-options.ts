// The options of `ryad describe` that `ryad load --describe` takes too. They are apart so that a load need not import the proposal.
import {type OptionRow, option} from "../command.ts";

/** Answers to the questions of a proposal, which `ryad load --describe` takes too. */
export const ANSWER_OPTIONS: Readonly<Record<"country" | "unit" | "base" | "period", OptionRow>> = {
  country: option("CODE", "for a proposal: whose words and separators the tables use, RU (the default) or US"),
  unit: option("TEXT", 'for a proposal: the unit of tables that name none; of columns: "HEADER=UNIT; HEADER=UNIT"'),
  base: option("TEXT", "for a proposal: per cent of what, in the words of the tables"),
  period: option("TEXT", "for a proposal: the year of tables without periods, and words of its part"),
};
