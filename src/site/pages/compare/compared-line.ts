// A line of a comparison: the values that are drawn of one series, which may be per cent of a common period.
import type {ChartLine} from "../../chart/chart-line.ts";
import type {SeriesView} from "../series/read-series.ts";

export interface ComparedLine extends ChartLine {
  readonly view: SeriesView;
}
