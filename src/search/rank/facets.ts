// Counts the matching series by provider, dataset, frequency, level and status, for the filters beside a page of results.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {LEVELS} from "../../statistics/territory.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import type {DatasetSegment} from "../index/dataset-segment.ts";
import type {Collector} from "./collector.ts";
import type {TerritoryGroup} from "./territory-groups.ts";

export interface Facet {
  readonly value: string;
  readonly count: number;
}

/** Values with a series, in the order of their codes. Datasets are `provider/dataset`. */
export interface Facets {
  readonly provider: readonly Facet[];
  readonly dataset: readonly Facet[];
  readonly frequency: readonly Facet[];
  readonly level: readonly Facet[];
  readonly status: readonly Facet[];
}

export interface FacetsDraft {
  readonly countFacet: NonNullable<Collector["countFacet"]>;
  finish(): Facets;
}

/** @param groups the territory groups of the query */
export function createFacets(groups: readonly TerritoryGroup[]): FacetsDraft {
  const series = new Map<DatasetSegment, number>();
  const frequency = new Map<string, number>();
  const level = new Array<number>(LEVELS.length).fill(0);
  const status = [0, 0];
  return {
    // called for each family: numbers are added here, and names are made once at the end
    countFacet(segment, own, group, isStalled, count) {
      series.set(segment, (series.get(segment) ?? 0) + count);
      frequency.set(own, (frequency.get(own) ?? 0) + count);
      level[groups[group]!.rank]! += count;
      status[isStalled ? 1 : 0]! += count;
    },
    finish() {
      const provider = new Map<string, number>();
      const dataset = new Map<string, number>();
      for (const [segment, count] of series) {
        add(provider, segment.provider, count);
        add(dataset, `${segment.provider}/${segment.code}`, count);
      }
      return {
        provider: list(provider, [...provider.keys()].sort(compareCodes)),
        dataset: list(dataset, [...dataset.keys()].sort(compareCodes)),
        frequency: list(frequency, FREQUENCIES),
        level: counted(LEVELS, level),
        status: counted(["active", "stalled"], status),
      };
    },
  };
}

function add(counts: Map<string, number>, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

/** @param counts parallel to the values */
function counted(values: readonly string[], counts: readonly number[]): Facet[] {
  return values.flatMap((value, at) => (counts[at]! > 0 ? [{value, count: counts[at]!}] : []));
}

function list(counts: ReadonlyMap<string, number>, values: readonly string[]): Facet[] {
  return values.flatMap((value) => (counts.has(value) ? [{value, count: counts.get(value)!}] : []));
}
