// All subjects in the order of a run.
import {beside} from "./beside-load.ts";
import {disk} from "./disk.ts";
import {first} from "./first-answer.ts";
import {growth} from "./growth.ts";
import {loadCsv, loadSdmx} from "./loads.ts";
import {memory} from "./memory.ts";
import {pages} from "./pages.ts";
import {gzip, repeat, slices} from "./slice-speed.ts";
import {start} from "./start.ts";
import type {Subject} from "./subject.ts";

export const SUBJECTS: readonly Subject[] = [
  disk,
  start,
  slices,
  gzip,
  repeat,
  first,
  pages,
  growth,
  memory,
  beside,
  loadSdmx,
  loadCsv,
];
