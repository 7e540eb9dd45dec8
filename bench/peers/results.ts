// The result of a run of the peers: the content of bench/peers/results.json.
import {readFileSync, writeFileSync} from "node:fs";
import {type Machine, rounded} from "../results.ts";
import type {ProgramName} from "./programs.ts";

export const SHAPES = ["small", "middle", "large"] as const;
export type ShapeName = (typeof SHAPES)[number];

export interface PeerFigures {
  /** Processor time of an answer, that of the database included, divided by ours in the same round; the median. */
  readonly ratio: number;
  readonly cpuMs: number;
  readonly answersPerSecond: number;
  readonly bytes: number;
}

export interface PeerResults {
  /** YYYY-MM-DD */
  readonly day: string;
  readonly machine: Machine;
  /** Of the compared programs, in words. */
  readonly versions: string;
  readonly series: number;
  readonly rounds: number;
  readonly ours: Readonly<Record<ShapeName, Omit<PeerFigures, "ratio">>>;
  /** Absent: not installed. */
  readonly peers: Readonly<Partial<Record<ProgramName, Readonly<Record<ShapeName, PeerFigures>>>>>;
}

export function writePeerResults(path: string, results: PeerResults): void {
  writeFileSync(path, `${JSON.stringify(results, rounded, 2)}\n`);
}

export function readPeerResults(path: string): PeerResults {
  return JSON.parse(readFileSync(path, "utf8"));
}
