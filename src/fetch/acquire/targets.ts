// What a source has to be fetched now, in the order in which it is loaded: the oldest first.
import {type FetchSource, sourceKind} from "../sources/source.ts";
import type {FetchTarget, FetchVisit} from "./acquired-file.ts";
import {commandTarget, folderTargets} from "./local-files.ts";
import {addressTargets, formTarget, pageTarget} from "./web-files.ts";

/** @throws FetchProblem if a folder is gone */
export function targetsOf(source: FetchSource, visit: FetchVisit): FetchTarget[] {
  switch (sourceKind(source)) {
    case "url":
      return addressTargets(source, visit);
    case "page":
      return [pageTarget(source, visit)];
    case "form":
      return [formTarget(source, visit)];
    case "folder":
      return folderTargets(source, visit);
    case "command":
      return [commandTarget(source, visit)];
  }
}

/** Addresses that the operator wrote, and so may be private. */
export function writtenAddresses({url, page, form}: FetchSource): string[] {
  return [url, page, form?.url, form?.page].flatMap((address) =>
    address === undefined ? [] : [address.replace(/\{[^}]*\}/g, "0")],
  );
}
