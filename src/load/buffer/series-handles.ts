// The series of a release by their dimensions: a handle for each, in the order in which they first come.
//
// A file of many short series names a new one with nearly each value. So there is no text for each series: series that differ only by
// their class are in one map by that class, and the last few of these groups are found without making a key.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";

export interface SeriesHandles {
  /** In the order of their handles. */
  readonly found: readonly SeriesDimensions[];
  handleOf(dimensions: SeriesDimensions): number;
  /** No more series come: only `found` stays. */
  end(): void;
}

/** Series that differ only by their class. */
interface Group {
  readonly like: SeriesDimensions;
  readonly handles: Map<string | null, number>;
}

/** The measures of a row come in turn. */
const RECENT = 16;

export function createSeriesHandles(): SeriesHandles {
  const found: SeriesDimensions[] = [];
  const groups = new Map<string, Group>();
  const recent: Group[] = [];
  let oldest = 0;

  function groupOf(dimensions: SeriesDimensions): Group {
    for (let at = 0; at < recent.length; at++) if (isAlike(recent[at]!.like, dimensions)) return recent[at]!;
    const key = keyOf(dimensions);
    let group = groups.get(key);
    if (group === undefined) {
      group = {like: {...dimensions}, handles: new Map()};
      groups.set(key, group);
    }
    recent[oldest] = group;
    oldest = (oldest + 1) % RECENT;
    return group;
  }

  return {
    found,
    handleOf(dimensions) {
      const {handles} = groupOf(dimensions);
      const known = handles.get(dimensions.classification);
      if (known !== undefined) return known;
      const handle = found.push({...dimensions}) - 1;
      handles.set(dimensions.classification, handle);
      return handle;
    },
    end() {
      groups.clear();
      recent.length = 0;
      oldest = 0;
    },
  };
}

function isAlike(one: SeriesDimensions, other: SeriesDimensions): boolean {
  return (
    one.measure === other.measure &&
    one.territory === other.territory &&
    one.indicator === other.indicator &&
    one.unit === other.unit &&
    one.transformation === other.transformation &&
    one.frequency === other.frequency
  );
}

function keyOf({indicator, measure, transformation, unit, frequency, territory}: SeriesDimensions): string {
  return JSON.stringify([indicator, measure, transformation, unit, frequency, territory]);
}
