// Bytes that a value takes on disk: the whole of statistics.db, by the values that a slice gives.
//
// Superseded estimates are in the file too and not counted as values: counted by estimates it would look better.
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
