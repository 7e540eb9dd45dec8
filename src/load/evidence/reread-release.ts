// One archived release read again for one value: what the present parser makes of it, and where it stands.
//
// The whole release is read, as a load does: a value may stand in two places, and a damaged file is told only at its end. What
// comes out is judged by nobody here; whoever asked compares it with what is served.
import type {Explanation, Rereading} from "../../evidence.ts";
import {Refusal} from "../../refusal.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import {DamagedFile} from "../archive/archived-file.ts";
import type {LoadHints, ObservationSink, SourceFile} from "../source.ts";
import {parserName, sourceNamed} from "../sources/sources.ts";

/** A value to be found in a release; only plain data, so that it can be sent to another thread. */
export interface RereadQuestion {
  readonly provider: string;
  readonly dataset: string;
  readonly publishedAt: number;
  /** "name@version", as the release remembers. */
  readonly parser: string;
  readonly hints: LoadHints;
  readonly series: SeriesDimensions;
  readonly period: number;
}

/** What a place of the source said of the asked period. */
interface Sighting {
  readonly value: number;
  readonly explanation: Explanation | null;
}

/** Never throws for what the bytes hold: damage and refusals are told as the problem. */
export async function rereadRelease(files: readonly SourceFile[], question: RereadQuestion): Promise<Rereading> {
  const source = sourceNamed(question.parser);
  if (source === null)
    return failed(null, `the release was read by ${question.parser}, which this program does not have`);
  const parserNow = parserName(source);
  const seen: Sighting[] = [];
  try {
    const metadata = await source.parse(files, question.hints, searchingSink(question, seen));
    const {provider, dataset, publishedAt} = question;
    if (metadata.provider !== provider || metadata.dataset !== dataset || metadata.publishedAt !== publishedAt)
      return failed(parserNow, "this program takes the files for a release of another dataset or day");
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof DamagedFile)) throw error;
    return failed(parserNow, error.message);
  }
  const [first] = seen;
  if (first === undefined) return failed(parserNow, "this program finds no value of that period in the files");
  if (seen.some(({value}) => value !== first.value))
    return failed(parserNow, `the files give the period ${seen.length} values that contradict each other`);
  return {parserNow, value: first.value, explanation: first.explanation, problem: null};
}

function failed(parserNow: string | null, problem: string): Rereading {
  return {parserNow, value: null, explanation: null, problem};
}

/** More places that say the same prove no more. */
const MOST_SIGHTINGS = 100;

function searchingSink({series: asked, period: askedPeriod}: RereadQuestion, seen: Sighting[]): ObservationSink {
  const names = Object.keys(asked) as (keyof SeriesDimensions)[];
  return {
    asksOrigins: true,
    series: (dimensions) => (names.every((name) => dimensions[name] === asked[name]) ? ASKED : OTHER),
    observe(series, period, value, _line, origin) {
      if (series !== ASKED || period !== askedPeriod || seen.length === MOST_SIGHTINGS) return;
      seen.push({value, explanation: seen.length === 0 ? (origin?.explain() ?? null) : null});
    },
    refuse() {},
  };
}

const [OTHER, ASKED] = [0, 1];
