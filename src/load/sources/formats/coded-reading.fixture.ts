// Reads files of coded formats by their own parser, without a store: the values, the refusals and all else that the parser says.
import {dayText, firstDay} from "../../../statistics/time/day.ts";
import type {LoadHints, ObservationSink, SourceFile, Unreadable} from "../../source.ts";
import {findParser} from "../sources.ts";
import * as files from "./coded-files.fixture.ts";

export const DAY = "2026-02-01";
export const HINTS: LoadHints = {provider: "me", dataset: null, publishedAt: null};
export const UNTOLD: LoadHints = {provider: null, dataset: null, publishedAt: DAY};

function fileOf(name: string, content: string | Uint8Array): SourceFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return {
    name,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

/** The name of the parser that takes a file with this text. */
export async function recognised(text: string): Promise<string | null> {
  return (await findParser([fileOf("a.xml", text)]))?.name ?? null;
}

export async function read(named: Record<string, string | Uint8Array>, hints: LoadHints) {
  const own = Object.entries(named).map(([name, content]) => fileOf(name, content));
  const parser = await findParser(own);
  const values: [place: string, value: number][] = [];
  const refused: Unreadable[] = [];
  const missing: string[] = [];
  const ignored: string[] = [];
  const series: string[] = [];
  const locations: string[] = [];
  const sink: ObservationSink = {
    series: ({territory, unit, frequency, classification}) =>
      series.push([territory, frequency, unit, classification].join(" ")) - 1,
    observe(handle, period, value, _line, origin) {
      const [territory, frequency] = series[handle]!.split(" ") as [string, "M" | "W"];
      const day = frequency === "W" ? `week ${period}` : dayText(firstDay(frequency, period)).slice(0, 7);
      values.push([`${territory} ${day}`, value]);
      const {locator, raw} = origin!.explain();
      locations.push(`${locator.cell ?? locator.line} ${locator.column ?? locator.element} ${raw.trim()}`);
    },
    missing: (handle, _period, reason) => missing.push(`${series[handle]!.split(" ")[0]} ${reason}`),
    ignore: (_, name) => ignored.push(name),
    refuse: (problem) => refused.push(problem),
  };
  const {metadata} = await parser!.parse(own, hints, sink);
  return {source: parser!.name, metadata, values, refused, missing, ignored, series, locations};
}

/** The figures of the fixtures; Russia is its built-in territory whatever its code. */
export function expected(codeAt: 0 | 1, last: number): [string, number][] {
  return files.COUNTRIES.flatMap((country, index) =>
    Array.from({length: last}, (_, at): [string, number] => [
      `${country[0] === "RU" ? "643" : country[codeAt]} 2025-${String(at + 1).padStart(2, "0")}`,
      Number(files.figure(index, at)),
    ]),
  );
}
