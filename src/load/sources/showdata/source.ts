// Tables of open data that others made of publishers' figures, each read by its descriptor: text with separators, or a workbook.
//
// They are not the publishers' own files, so they go under the provider showdata, beside the packages. None says when it was
// published. A vintage may bring fewer columns than another, and lacking columns are not gone.
import {Refusal} from "../../../refusal.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {readDescribed} from "../../described/release.ts";
import type {LoadHints, ObservationSink, Source, SourceFile} from "../../source.ts";
import {mayBeTable, openWorkbook} from "../../workbook/workbook.ts";
import {tableDescriptors} from "./descriptors.ts";

/** Version 2 reads units and years as `described` version 3 does. */
export const showdata: Source = {name: "showdata", version: 2, isPartial: true, readsText: true, recognises, parse};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, another] = files;
  if (file === undefined || another || !(await mayBeTable(file))) return false;
  return (await tableDescriptors.find(file.name, await openWorkbook(file))) !== null;
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseMetadata> {
  const descriptor = await tableDescriptors.find(file!.name, await openWorkbook(file!));
  if (descriptor === null) throw new Refusal(`${file!.name} is of no family of tables that this program knows`);
  return {...(await readDescribed(descriptor, file!, hints, sink)), partial: true};
}
