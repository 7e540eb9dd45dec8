// The subjects of `npm run trust`, in the order of a run. To add one: a file, or a folder with its parts, and a line here.
import {dearest} from "./dearest/dearest.ts";
import {bombs} from "./loads/bombs-subject.ts";
import {mutants} from "./loads/mutants.ts";
import {fuzz} from "./requests/fuzz.ts";
import {quotas} from "./requests/quotas.ts";
import {fullDisk} from "./serving/full-disk.ts";
import {soak} from "./serving/soak.ts";
import type {Subject} from "./subject.ts";
import {kills, laws} from "./suites.ts";

export const SUBJECTS: readonly Subject[] = [mutants, bombs, kills, laws, fuzz, quotas, fullDisk, soak, dearest];
