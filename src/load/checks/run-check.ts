// A check of a run from its findings, with their English words, which the record and the commands show.
import type {RunCheck} from "../../store/releases/run-details.ts";
import {type Finding, findingText} from "../../text/finding.ts";

export function checkOfRun(name: string, required: boolean, passed: boolean, findings: readonly Finding[]): RunCheck {
  return {name, required, passed, seen: findingText(findings), findings};
}
