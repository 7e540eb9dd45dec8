// Rosstat's workbooks of known families, each read by its descriptor.
//
// A release is one workbook. Which family it is of is told by what stands in it, and by its name only where the family's books
// have nothing else in common.
import {Refusal} from "../../../refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {readDescribed} from "../../described/release.ts";
import type {LoadHints, ObservationSink, Source, SourceFile} from "../../source.ts";
import {firstBytes, openWorkbook, workbookKind} from "../../workbook/workbook.ts";
import {rosstatDescriptors} from "./descriptors.ts";

/** Version 2 calls the class of non-food goods as the other datasets do; version 4 reads units and years as `described` version 3 does. */
export const rosstat: Source = {name: "rosstat_files", version: 4, recognises, parse};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, ...others] = files;
  if (file === undefined || others.length > 0 || workbookKind(await firstBytes(file)) === null) return false;
  return (await rosstatDescriptors.find(file.name, await openWorkbook(file))) !== null;
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseMetadata> {
  const descriptor = await rosstatDescriptors.find(file!.name, await openWorkbook(file!));
  if (descriptor === null) throw new Refusal(`${file!.name} is of no family of workbooks that this program knows`);
  return await readDescribed(descriptor, file!, hints, sink);
}
