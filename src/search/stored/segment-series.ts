// The series of an open segment, with the names of their classes: all that such a segment is made of, but for what its dataset tells.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {OpenSegment} from "../index/dataset-segment.ts";
import {CHUNK, readSets} from "./chunk.ts";
import {readNamedFamily} from "./named-family.ts";
import type {SearchSteps} from "./reading.ts";

export interface SegmentSeries extends SeriesDimensions {
  /** null: the class has no name, or there is none. */
  readonly className: string | null;
  readonly isStalled: boolean;
}

/** In the order of their families. */
export function* readSegmentSeries(segment: OpenSegment): SearchSteps<SegmentSeries[]> {
  const {size, starts, indexes, territories} = segment;
  const series: SegmentSeries[] = [];
  for (let family = 0; family < size; family++) {
    const {dimensions, className} = yield* readNamedFamily({segment: segment, family});
    const set = (yield* readSets(segment, Math.floor(family / CHUNK)))[family % CHUNK]!;
    for (const [list, isStalled] of [
      [2 * set, false],
      [2 * set + 1, true],
    ] as const)
      for (let at = starts[list]!; at < starts[list + 1]!; at++)
        series.push({...dimensions, className, isStalled, territory: territories[indexes[at]!]!.code});
  }
  return series;
}
