// Counts the matching series by provider, dataset, frequency, level and status, for the filters beside a page of results.
import {compareCodes} from "../../statistics/catalogue/code-order.ts";
import {LEVELS} from "../../statistics/territory.ts";
import {FREQUENCIES} from "../../statistics/time/frequency.ts";
import type {TerritoryGroup} from "../query/territory-groups.ts";
import type {Collector} from "./collector.ts";

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
  readonly tally: NonNullable<Collector["tally"]>;
  finish(): Facets;
}

/** @param groups the territory groups of the query */
export function createFacets(groups: readonly TerritoryGroup[]): FacetsDraft {
  const provider = new Map<string, number>();
  const dataset = new Map<string, number>();
  const frequency = new Map<string, number>();
  const level = new Map<string, number>();
  const status = new Map<string, number>();
  return {
    tally(segment, own, group, isStalled, count) {
      add(provider, segment.provider, count);
      add(dataset, `${segment.provider}/${segment.code}`, count);
      add(frequency, own, count);
      add(level, LEVELS[groups[group]!.rank]!, count);
      add(status, isStalled ? "stalled" : "active", count);
    },
    finish: () => ({
      provider: list(provider, [...provider.keys()].sort(compareCodes)),
      dataset: list(dataset, [...dataset.keys()].sort(compareCodes)),
      frequency: list(frequency, FREQUENCIES),
      level: list(level, LEVELS),
      status: list(status, ["active", "stalled"]),
    }),
  };
}

function add(counts: Map<string, number>, value: string, count: number): void {
  counts.set(value, (counts.get(value) ?? 0) + count);
}

function list(counts: ReadonlyMap<string, number>, values: readonly string[]): Facet[] {
  return values.flatMap((value) => (counts.has(value) ? [{value, count: counts.get(value)!}] : []));
}
