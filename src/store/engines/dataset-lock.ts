// Whose turn it is to write a dataset: loads of one dataset take turns, loads of different ones land side by side.
//
// A turn is taken with the first statement of a transaction and kept to its end. Everything that a load writes belongs to its
// dataset, but for the row of the last change, which comes last and is waited for by nobody for long.
import {hash} from "node:crypto";
import type {Script} from "../script.ts";
import type {Queries} from "./differences.ts";

/** Waits for the turn to write a dataset; to be asked for before anything of the dataset is read. */
export function takeTurn(q: Queries, code: {readonly provider: string; readonly dataset: string}): Script<void> {
  return takeTurnOf(q, `${code.provider}/${code.dataset}`);
}

/** Waits for the turn to change the schema. */
export function takeSchemaTurn(q: Queries): Script<void> {
  return takeTurnOf(q, "the schema");
}

function* takeTurnOf(q: Queries, name: string): Script<void> {
  const turn = q.differences.takeTurn?.(numberOf(name)).compile(q.db);
  if (turn !== undefined) yield {...turn, turn: name};
}

/** Two names may share a number: their loads then wait for each other, and nothing worse. */
function numberOf(name: string): number {
  return hash("sha256", name, "buffer").readInt32BE(0);
}
