// What is known about goals that are missed: where the profile shows the time, and what would help. Written by hand.
//
// docs/performance.md shows a remark for as long as its goal is missed, and no longer.
import type {GoalName} from "./goals.ts";

export const REMARKS: Readonly<Partial<Record<GoalName, string>>> = {};
