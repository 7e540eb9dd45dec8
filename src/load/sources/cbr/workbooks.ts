// Workbooks of the Bank of Russia's site, read by descriptors (descriptors/): RUONIA, the key rate, monetary aggregates, price growth.
//
// Most do not say when they were published. Without --published it is the last day of the newest period in them, like that of the
// Bank's other answers (publication-day.ts); to know it, the workbook is read twice.
import {Refusal} from "../../../refusal.ts";
import type {SeriesDimensions} from "../../../statistics/catalogue/series-identity.ts";
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {type Day, dayText} from "../../../statistics/time/day.ts";
import {firstDay, lastDay} from "../../../statistics/time/period.ts";
import type {Descriptor} from "../../described/descriptor.ts";
import {readDescribed} from "../../described/release.ts";
import type {LoadHints, ObservationSink, Source, SourceFile} from "../../source.ts";
import {firstBytes, openWorkbook, workbookKind} from "../../workbook/workbook.ts";
import {bankDescriptors} from "./descriptors.ts";

/** Version 2 gives indices of groups of people in points; version 3 reads units and years as `described` version 3 does. */
export const cbrWorkbooks: Source = {name: "cbr-workbooks", version: 3, recognises, parse};

async function recognises(files: readonly SourceFile[]): Promise<boolean> {
  const [file, another] = files;
  if (file === undefined || another || workbookKind(await firstBytes(file)) === null) return false;
  return (await bankDescriptors.find(file.name, await openWorkbook(file))) !== null;
}

async function parse([file]: readonly SourceFile[], hints: LoadHints, sink: ObservationSink): Promise<ReleaseMetadata> {
  const descriptor = await bankDescriptors.find(file!.name, await openWorkbook(file!));
  if (descriptor === null) throw new Refusal(`${file!.name} is of no family of workbooks that this program knows`);
  if (hints.publishedAt !== null || descriptor.published !== undefined)
    return await readDescribed(descriptor, file!, hints, sink);
  const publishedAt = dayText(await newestDay(descriptor, file!, hints));
  return await readDescribed(descriptor, file!, {...hints, publishedAt}, sink);
}

/** Any day does for this reading: no table here has territories, whose names depend on it. */
async function newestDay(descriptor: Descriptor, file: SourceFile, hints: LoadHints): Promise<Day> {
  const series: SeriesDimensions[] = [];
  let newest: Day | null = null;
  const probe: ObservationSink = {
    series: (dimensions) => series.push(dimensions) - 1,
    observe(handle, period) {
      const {frequency} = series[handle]!;
      if (frequency === "W") return;
      const day = lastDay(frequency, firstDay(frequency, period));
      if (newest === null || day > newest) newest = day;
    },
    refuse() {},
  };
  await readDescribed(descriptor, file, {...hints, publishedAt: "2000-01-01"}, probe);
  if (newest === null) throw new Refusal(`${file.name} holds no values`, "is it the workbook that was meant?");
  return newest;
}
