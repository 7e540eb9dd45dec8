// The metadata of a release that states nothing but its own name and day: tests add the statement that they are about.
import {PLAIN_METADATA} from "../../load/metadata.ts";
import {dayOf} from "../time/day.ts";
import type {ReleaseMetadata} from "./release.ts";

export const SILENT: ReleaseMetadata = {
  provider: "showdata",
  dataset: "demo_cpi",
  name: "Prices",
  publishedAt: dayOf(2026, 1, 14),
  ...PLAIN_METADATA,
};
