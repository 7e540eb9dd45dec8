// A series with the names of its class, indicator, unit and territory in one language.
import type {ChosenNames} from "../../country/names.ts";
import type {NamedSeries} from "../../store/series/named-series.ts";

interface Labels {
  readonly indicatorLabel?: string | null;
  readonly unitLabel?: {readonly name: string; readonly mult: number} | null;
  readonly unitName?: string | null;
}

/** @param names of the dataset of the series */
export function describedIn<S extends NamedSeries & Labels>(series: S, names: ChosenNames): S {
  const {className, indicatorLabel, unitLabel, unitName, fullTerritory} = series;
  return {
    ...series,
    className: className === null ? null : names.of(className),
    fullTerritory: {...fullTerritory, name: names.territory(fullTerritory)},
    ...(indicatorLabel != null && {indicatorLabel: names.of(indicatorLabel)}),
    ...(unitLabel != null && {unitLabel: {...unitLabel, name: names.unit(unitLabel.name)}}),
    ...(unitName != null && {unitName: names.unit(unitName)}),
  };
}
