// The provider and the dataset of a proposal for which a person names none: `own`, and a code from the file's name.
//
// Two files of one name would be two releases of one dataset: the load is held, and shows the names, until a person accepts it.
import {basename} from "node:path";
import type {Country} from "../../country/country.ts";
import {datasetCodeProblem} from "../metadata.ts";

export const OWN_PROVIDER = "own";

/** "Oil, by region (2024).xlsx" → "oil_by_region_2024"; letters of another script are written in Latin ones. */
export function datasetOfFile(path: string, {tables}: Country): string {
  const name = basename(path)
    .normalize("NFC")
    .replace(/\.gz$/i, "")
    .replace(/\.[^.]*$/, "")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
  const code = name === "" ? "" : tables.codeOfName(name);
  return datasetCodeProblem(code) === null ? code : "table";
}
