// The options of `ryad describe` that `ryad load --describe` takes too. They are apart so that a load need not import the proposal.
import type {OptionRow} from "../command.ts";

/** Answers to the questions of a proposal, which `ryad load --describe` takes too. */
export const ANSWER_OPTIONS: Readonly<Record<"country" | "unit" | "base" | "period", OptionRow>> = {
  country: {
    type: "string",
    value: "CODE",
    help: "for a proposal: whose words and separators the tables use, RU (the default) or US",
  },
  unit: {
    type: "string",
    value: "TEXT",
    help: 'for a proposal: the unit of tables that name none; of columns: "HEADER=UNIT; HEADER=UNIT"',
  },
  base: {type: "string", value: "TEXT", help: "for a proposal: per cent of what, in the words of the tables"},
  period: {
    type: "string",
    value: "TEXT",
    help: "for a proposal: the year of tables without periods, and words of its part",
  },
};
