// What a person says on the command line about a made table, as a proposal takes it.
import type {Answers} from "../../src/load/proposal/answers.ts";
import type {TableWordsGiven} from "./table-model.ts";

export const DATASET_OF_TESTS = {provider: "own", dataset: "a_table"};

export function answersOf({unit, territory, territories, dates, years}: TableWordsGiven): Answers {
  return {
    territory: territory ?? null,
    unit: unit ?? null,
    territories: territories ?? null,
    dates: (dates as Answers["dates"]) ?? null,
    years: (years as Answers["years"]) ?? null,
  };
}
