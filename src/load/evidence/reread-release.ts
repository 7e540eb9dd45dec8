// One archived release read again for one value: the value that the present parser gives, and its place.
//
// The whole release is read, as in a load: a value may be in two places, and damage of a file is known only at its end. The caller
// compares the result with the served value.
import type {Explanation, Rereading} from "../../service/evidence.ts";
import {Refusal} from "../../service/refusal.ts";
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {LoadHints, ObservationSink, SourceFile} from "../source.ts";
import {parserName, parserNamed} from "../sources/sources.ts";
import {failed} from "./explained-value.ts";

/** The question for a value of a release; only plain data, so that it can be sent to another thread. */
export interface RereadQuestion {
  readonly provider: string;
  readonly dataset: string;
  readonly publishedAt: number;
  /** "name@version", as recorded with the release. */
  readonly parser: string;
  readonly hints: LoadHints;
  readonly series: SeriesDimensions;
  readonly period: number;
}

interface Sighting {
  readonly value: number;
  readonly explanation: Explanation | null;
}

/** Damage and refusals are not thrown; they are the problem in the result. */
export async function rereadRelease(files: readonly SourceFile[], question: RereadQuestion): Promise<Rereading> {
  const parser = parserNamed(question.parser);
  if (parser === null) return failed(`the release was read by ${question.parser}, which this program does not have`);
  const parserNow = parserName(parser);
  const seen: Sighting[] = [];
  try {
    const {metadata} = await parser.parse(files, question.hints, searchingSink(question, seen));
    const {provider, dataset, publishedAt} = question;
    if (metadata.provider !== provider || metadata.dataset !== dataset || metadata.publishedAt !== publishedAt)
      return failed("this program reads the files as a release of another dataset or day", parserNow);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return failed(error.message, parserNow);
  }
  const [first] = seen;
  if (first === undefined) return failed("this program finds no value of that period in the files", parserNow);
  if (seen.some(({value}) => value !== first.value))
    return failed(`the files give the period ${seen.length} values that contradict each other`, parserNow);
  return {parserNow, value: first.value, explanation: first.explanation, problem: null};
}

/** More equal values would prove nothing new. */
const MOST_SIGHTINGS = 100;

function searchingSink({series: wanted, period: wantedPeriod}: RereadQuestion, seen: Sighting[]): ObservationSink {
  const names = Object.keys(wanted) as (keyof SeriesDimensions)[];
  return {
    asksOrigins: true,
    series: (dimensions) => (names.every((name) => dimensions[name] === wanted[name]) ? WANTED : OTHER),
    observe(series, period, value, _line, origin) {
      if (series !== WANTED || period !== wantedPeriod || seen.length === MOST_SIGHTINGS) return;
      seen.push({value, explanation: seen.length === 0 ? (origin?.explain() ?? null) : null});
    },
    refuse() {},
  };
}

const [OTHER, WANTED] = [0, 1];
