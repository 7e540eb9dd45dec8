// Publishers' real files for tests, if they are present, and a sink that records its values and their explanations.
import {createReadStream, existsSync, statSync} from "node:fs";
import {fileURLToPath} from "node:url";
import type {MissingReason} from "../../country/country.ts";
import type {Explanation} from "../../service/evidence.ts";
import {type SeriesDimensions, seriesRef} from "../../statistics/catalogue/catalogue.ts";
import {dayText, firstDay} from "../../statistics/time/day.ts";
import type {LoadHints, ObservationSink, SourceFile, Unreadable} from "../source.ts";

const SHARED = new URL("../../../../shared/data/", import.meta.url);

/** For `test(title, {skip: needs("cbr/x.xml")}, …)`: false if the files are present, else the name of the first missing one. */
export function needs(...paths: readonly string[]): string | false {
  const missing = paths.find((path) => !existsSync(new URL(path, SHARED)));
  return missing === undefined ? false : `needs ../shared/data/${missing}`;
}

export function sharedFile(path: string): SourceFile {
  const at = fileURLToPath(new URL(path, SHARED));
  return {name: path.split("/").at(-1)!, size: statSync(at).size, open: () => createReadStream(at)};
}

export const PLAIN_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};

export interface SeenValue {
  /** The same object for all values of a series. */
  readonly series: SeriesDimensions;
  /** First day of the period, YYYY-MM-DD (of weeks the ordinal). */
  readonly period: string;
  readonly value: number;
  readonly line: number;
  readonly explained: Explanation | null;
}

export interface SeenMissing {
  readonly series: SeriesDimensions;
  readonly period: string;
  readonly reason: MissingReason;
}

export interface WatchingSink extends ObservationSink {
  readonly values: SeenValue[];
  readonly absent: SeenMissing[];
  readonly refused: Unreadable[];
}

/** @param explain whether every value is explained, which takes time */
export function watchingSink(explain = true): WatchingSink {
  const series: SeriesDimensions[] = [];
  const handles = new Map<string, number>();
  const values: SeenValue[] = [];
  const absent: SeenMissing[] = [];
  const refused: Unreadable[] = [];
  const periodText = (handle: number, period: number): string => {
    const {frequency} = series[handle]!;
    return frequency === "W" ? String(period) : dayText(firstDay(frequency, period));
  };
  return {
    asksOrigins: explain,
    values,
    absent,
    refused,
    series(dimensions) {
      const key = seriesRef("", "", dimensions);
      const known = handles.get(key);
      if (known !== undefined) return known;
      handles.set(key, series.length);
      return series.push({...dimensions}) - 1;
    },
    observe(handle, period, value, line, origin) {
      const explained = explain ? (origin?.explain() ?? null) : null;
      values.push({series: series[handle]!, period: periodText(handle, period), value, line, explained});
    },
    missing(handle, period, reason) {
      absent.push({series: series[handle]!, period: periodText(handle, period), reason});
    },
    refuse: (problem) => void refused.push(problem),
  };
}

/** A file in memory; text may be written as windows-1251. */
export function fileOf(
  name: string,
  content: string | Uint8Array,
  encoding: "utf-8" | "windows-1251" = "utf-8",
): SourceFile {
  const bytes = typeof content !== "string" ? content : encoding === "utf-8" ? Buffer.from(content) : cp1251(content);
  return {
    name,
    size: bytes.length,
    async *open() {
      yield bytes;
    },
  };
}

function cp1251(text: string): Uint8Array {
  const decoder = new TextDecoder("windows-1251");
  const byLetter = new Map(Array.from({length: 256}, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Uint8Array.from([...text], (letter) => byLetter.get(letter)!);
}
