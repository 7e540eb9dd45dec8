// Messages between the parent and a worker beside the calls: the start, the end, the metrics.

import {readFileSync} from "node:fs";
import type {Settings} from "../../../settings/settings.ts";

/** The descriptor of the call line in a worker. */
export const LINE_DESCRIPTOR = 4;

export interface WorkerStart {
  readonly type: "start";
  /** 1 … `workers`. */
  readonly number: number;
  readonly workers: number;
  /** http://HOST:PORT of the service. */
  readonly address: string;
  readonly settings: Settings;
  /** EvidenceReader.parsers */
  readonly parsers: string;
  /** PROGRAM_VERSION of the parent. */
  readonly version: string;
  /** Pause between two signs of life of a worker. */
  readonly beatMs: number;
}

export type ToWorker =
  | WorkerStart
  /** Comes with a socket. */
  | {readonly type: "connection"}
  /** Answers say that their connection closes; /ready is 503 if the whole service is about to end. */
  | {readonly type: "call-last"; readonly isStopping: boolean}
  /** No connection will come any more: answer what is in flight and end, at the latest when this time in milliseconds is over. */
  | {readonly type: "end"; readonly idleMs: number; readonly withinMs: number}
  | {readonly type: "ask-metrics"; readonly number: number};

export type FromWorker =
  | {readonly type: "ready"}
  /** The worker can't start. */
  | {readonly type: "refused"; readonly message: string; readonly hint: string | null}
  | {readonly type: "metrics"; readonly number: number; readonly metrics: readonly object[]}
  /** The worker has no connection any more, and ends. */
  | {readonly type: "ended"; readonly cut: number; readonly metrics: readonly object[]};

/** As the package gives it when the process starts: a later installation in the same folder changes the file. */
export const PROGRAM_VERSION: string = JSON.parse(
  readFileSync(new URL("../../../../package.json", import.meta.url), "utf8"),
).version;
