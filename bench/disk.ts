// Bytes per value on disk: the size of statistics.db, divided by the values of slices.
//
// The file also contains superseded estimates. They do not count as values: a figure per estimate would look better than it is.
import type {Subject} from "./subject.ts";

export const disk: Subject = {
  name: "disk",
  needs: [],
  async run({warehouses, scale, report}) {
    const {bytes, values, estimates, series, writtenInSeconds} = await warehouses.at(scale.series);
    report("disk", bytes / values, {
      bytes,
      values,
      estimates,
      perEstimate: bytes / estimates,
      series,
      writtenInSeconds,
    });
  },
};
