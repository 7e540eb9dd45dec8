// trust/results.json: of each subject the report of its last full run. A run of some subjects leaves the reports of the others.
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {join} from "node:path";
import type {KeptReport} from "./subject.ts";

const FILE = join(import.meta.dirname, "results.json");

/** By the name of the subject. */
export type TrustResults = Readonly<Record<string, KeptReport>>;

export function readTrustResults(): TrustResults {
  return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, "utf8")) as TrustResults) : {};
}

export function keepReports(reports: readonly KeptReport[]): void {
  const results = {...readTrustResults(), ...Object.fromEntries(reports.map((one) => [one.name, one]))};
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}
