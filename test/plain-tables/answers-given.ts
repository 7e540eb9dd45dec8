// What a person says on the command line about a made table, as a proposal takes it.
import type {Answers} from "../../src/load/proposal/answers.ts";
import type {TableWordsGiven} from "./table-model.ts";

export const DATASET_OF_TESTS = {provider: "own", dataset: "a_table"};

export function answersOf({unit, territory}: TableWordsGiven): Answers {
  return {territory: territory ?? null, unit: unit ?? null};
}
