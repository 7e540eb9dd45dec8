// A series with the names of its class, indicator, unit and territory in one language. The codes stay, and so does a name without another.
import type {Territory} from "../statistics/territory.ts";
import {type ChosenNames, partsOfName} from "./names.ts";

/** The names of a series as packages wrote them; what a reading did not ask for is absent. */
export interface SeriesNames {
  readonly className: string | null;
  readonly fullTerritory: Territory;
  readonly indicatorLabel?: string | null;
  readonly unitLabel?: {readonly name: string; readonly mult: number} | null;
  readonly unitName?: string | null;
  readonly datasetName?: string;
}

/** @param names of the dataset of the series */
export function describedIn<S extends SeriesNames>(series: S, names: ChosenNames): S {
  const {className, indicatorLabel, unitLabel, unitName, fullTerritory, datasetName} = series;
  return {
    ...series,
    className: className === null ? null : names.of(className),
    fullTerritory: {...fullTerritory, name: names.territory(fullTerritory)},
    ...(indicatorLabel != null && {indicatorLabel: names.of(indicatorLabel)}),
    ...(unitLabel != null && {unitLabel: {...unitLabel, name: names.unit(unitLabel.name)}}),
    ...(unitName != null && {unitName: names.unit(unitName)}),
    ...(datasetName !== undefined && {datasetName: names.of(datasetName)}),
  };
}

/** The published names that `describedIn` may exchange, and those of the levels of a class: what a reading of English names asks for. */
export function namesOfSeries({className, fullTerritory, indicatorLabel, ...others}: SeriesNames): string[] {
  const {unitLabel, unitName, datasetName} = others;
  const single = [indicatorLabel, unitLabel?.name, unitName, datasetName, fullTerritory.name];
  return [...partsOfName(className ?? ""), ...single.filter((name) => name != null)];
}
