// The provider and the dataset of a proposal for which a person names none: `own`, and a code from the file's name.
//
// Two files of one name would be two releases of one dataset: the name of the package of a file goes before it, and a load whose series the
// dataset does not have is held (checks/own-table.ts).
import {basename} from "node:path";
import type {Country} from "../../country/country.ts";
import {datasetCodeProblem} from "../metadata.ts";

export const OWN_PROVIDER = "own";

/**
 * "Oil, by region (2024).xlsx" → "oil_by_region_2024"; letters of another script are written in Latin ones.
 * @param packageName of the datapackage.json that lists the file; null: none
 */
export function datasetOfFile(path: string, {tables}: Country, packageName: string | null = null): string {
  const code = (name: string): string => {
    const words = name.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
    return words === "" ? "" : tables.codeOfName(words);
  };
  const file = basename(path)
    .normalize("NFC")
    .replace(/\.gz$/i, "")
    .replace(/\.[^.]*$/, "");
  const own = datasetCodeProblem(code(file)) === null ? code(file) : "table";
  if (packageName === null || code(packageName) === own) return own;
  const both = code(`${packageName} ${file}`);
  return datasetCodeProblem(both) === null ? both : own;
}
