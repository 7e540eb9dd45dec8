// What the dates of a coded file mean, by the word of a person in the descriptor beside it.
//
// FIX-country-24: "2024-01-31" of a file without frequencies may be a day or its month, and nothing in the file tells them apart. The word
// is never a guess: one without effect is refused, and so is a second date of a series in one period.
import {Refusal} from "../../../service/refusal.ts";
import type {Day} from "../../../statistics/time/day.ts";
import {type DateMeaning, dated} from "../../described/facts.ts";
import {DESCRIPTOR_FILE} from "../../input/source-files.ts";
import type {SourceFile} from "../../source.ts";
import type {CodedPeriod} from "./coded-period.ts";

/** The files that are no descriptor; a sole file is none, whatever its name. */
export function withoutDescriptor(files: readonly SourceFile[]): readonly SourceFile[] {
  return files.length < 2 ? files : files.filter(({name}) => name !== DESCRIPTOR_FILE);
}

/** undefined: no descriptor is beside the file. @throws Refusal for a descriptor that says anything else */
export async function readStatedDates(files: readonly SourceFile[]): Promise<DateMeaning | undefined> {
  const descriptor = files.find(({name}) => name === DESCRIPTOR_FILE);
  if (descriptor === undefined || files.length < 2) return undefined;
  const {readCodedDescriptor, readDescriptorText} = await import("../../described/descriptor/descriptor-json.ts");
  return readCodedDescriptor(await readDescriptorText(descriptor)).dates;
}

export interface StatedDates {
  /** The period that a date means, another period as it is; a text: the reason why it is none. */
  of(series: string, period: CodedPeriod | string): CodedPeriod | string;
  /** @throws Refusal if there was no date */
  finish(): void;
}

export function createStatedDates(file: string, dates: DateMeaning | undefined): StatedDates {
  if (dates === undefined) return {of: (_, period) => period, finish() {}};
  const days = new Map<string, Day>();
  let seen = false;
  return {
    of(series, period) {
      if (typeof period === "string" || period.frequency !== "D") return period;
      seen = true;
      const found = dated(period.ordinal, dates);
      if ("reason" in found) return found.reason;
      const key = `${series}\u0002${found.ordinal}`;
      const before = days.get(key);
      if (before !== undefined && before !== period.ordinal) return "is a second date in its period";
      days.set(key, period.ordinal);
      return found;
    },
    finish() {
      if (seen) return;
      throw new Refusal(
        `${file} has no date that can be ${JSON.stringify(dates)}: its periods say themselves what they are`,
        "load it without the descriptor",
      );
    },
  };
}
