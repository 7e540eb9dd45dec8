// The subjects of `npm run trust`, in the order of a run. To add one: a file, or a folder with its parts, and a line here.
import {mutants} from "./loads/mutants.ts";
import type {Subject} from "./subject.ts";

export const SUBJECTS: readonly Subject[] = [mutants];
