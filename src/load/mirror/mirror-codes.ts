// Codes of providers and datasets that another service gives: they are held to the rule of files that are loaded here.
//
// They become names of folders and parts of addresses, so a code such as ".." must not come in by a mirror.
import {Refusal} from "../../service/refusal.ts";
import type {DatasetAddress} from "../../store/datasets/dataset.ts";
import {datasetCodeProblem} from "../metadata.ts";

/** @param origin the address of the other service, for the message. Throws Refusal unless both are codes as a load takes them */
export function refuseOtherCodes(origin: string, {provider, dataset}: DatasetAddress): void {
  for (const [what, code] of [
    ["provider", provider],
    ["dataset", dataset],
  ] as const) {
    const problem = datasetCodeProblem(code);
    if (problem === null) continue;
    throw new Refusal(
      `${origin} has a dataset whose ${what} code ${problem}`,
      "it is left out: tell who runs that service",
    );
  }
}
