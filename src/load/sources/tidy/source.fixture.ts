// Reads a package that the test writes, and returns the result.
import type {ReleaseMetadata} from "../../../statistics/release/release.ts";
import {type BufferedRelease, createObservationBuffer} from "../../buffer/observation-buffer.ts";
import type {LoadHints, SourceFile} from "../../source.ts";
import {tidy} from "./source.ts";

export const NO_HINTS: LoadHints = {provider: null, dataset: null, publishedAt: null};

export const REQUIRED = {provider: "showdata", dataset: "demo", name: "Демо", published_at: "2026-10-14"};

export function file(name: string, content: string | Uint8Array, pieceSize = 7): SourceFile {
  const bytes = Buffer.from(content as string);
  return {
    name,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize);
    },
  };
}

export interface Parsed {
  readonly metadata: ReleaseMetadata;
  readonly buffered: BufferedRelease;
  /** "indicator.class.measure.transformation.unit.freq.geo ordinal=value" */
  readonly values: string[];
}

export async function parse(
  description: object,
  observations: string | Record<string, string>,
  hints = NO_HINTS,
): Promise<Parsed> {
  const texts = typeof observations === "string" ? {"observations.csv": observations} : observations;
  const files = [file("dataset.json", JSON.stringify({...REQUIRED, ...description}))];
  for (const [name, text] of Object.entries(texts)) files.push(file(name, text));
  const buffer = createObservationBuffer({memoryLimit: 2 ** 20});
  const {metadata} = await tidy.parse(files, hints, buffer.sink);
  const buffered = buffer.finish();
  const values: string[] = [];
  for (const {series, period, value} of buffered.read(Uint32Array.from(buffered.series, (_, index) => index))) {
    const one = buffered.series[series]!;
    const codes = [
      one.indicator,
      one.classification,
      one.measure,
      one.transformation,
      one.unit,
      one.frequency,
      one.territory,
    ];
    for (const [index, ordinal] of period.entries())
      values.push(`${codes.map((code) => code ?? "-").join(".")} ${ordinal}=${value[index]}`);
  }
  return {metadata, buffered, values};
}

export const complaints = ({buffered}: Parsed) =>
  buffered.unreadable.map(({line, column, reason}) => `${line} ${column}: ${reason}`);
