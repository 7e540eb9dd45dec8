// The values that a release loses: unreadable places grouped by kind, reason and text, counted in values.
//
// FIX-rosstat-47: one unknown word can hide a row or a whole sheet, so places and values are two numbers. A person decides by the values.
import {counted} from "../../text/counted.ts";
import {type LossWords, lossText} from "../../text/finding.ts";
import type {ProblemKind, Unreadable} from "../source.ts";
import {locationText} from "./problem-text.ts";

export interface Loss {
  /** "series": a series of the previous release that this one does not have; its published values stay. */
  readonly kind: ProblemKind | "series";
  readonly reason: string;
  /** The text that could not be read, or the name of the series. */
  readonly text: string;
  readonly places: number;
  readonly values: number;
  /** The first of the places. */
  readonly example: string;
}

export interface LossCount {
  add(problem: Unreadable): void;
  /** Most values first; after MAX_GROUPS texts, the rest of a kind is one group. */
  list(): Loss[];
}

const MAX_GROUPS = 1000;

export function createLossCount(): LossCount {
  const groups = new Map<string, {-readonly [field in keyof Loss]: Loss[field]}>();
  return {
    add(problem) {
      const {kind = "cell", reason, text, values = 1} = problem;
      const own = `${kind}\n${reason}\n${text}`;
      const isRest = groups.size >= MAX_GROUPS && !groups.has(own);
      const key = isRest ? kind : own;
      const group = groups.get(key);
      if (group !== undefined) {
        group.places++;
        group.values += values;
        return;
      }
      const words = isRest ? {reason: "other reasons and texts", text: ""} : {reason, text};
      groups.set(key, {kind, ...words, places: 1, values, example: locationText(problem)});
    },
    list: () => [...groups.values()].sort((a, b) => b.values - a.values),
  };
}

export function sumLosses(losses: readonly Pick<Loss, "places" | "values">[], count: "places" | "values"): number {
  return losses.reduce((sum, loss) => sum + loss[count], 0);
}

export function lossWords({example, reason, text, places, values}: Omit<Loss, "kind">): LossWords {
  return {example, reason, text, locations: places, values};
}

const LINES_SHOWN = 20;

/** For people: the first groups, then a line that counts the rest. */
export function lossLines(losses: readonly (Omit<Loss, "kind"> & {readonly kind: string})[]): string[] {
  const lines = losses.slice(0, LINES_SHOWN).map((loss) => lossText(lossWords(loss)));
  const rest = losses.slice(LINES_SHOWN);
  if (rest.length === 0) return lines;
  return [...lines, `${counted(sumLosses(rest, "values"), "value")} with ${counted(rest.length, "other text")}`];
}
