// What the thread that reads releases again and the thread that asks it say to each other.
import type {Rereading} from "../../evidence.ts";
import type {FileFingerprint} from "../input/fingerprint.ts";
import type {RereadQuestion} from "./reread-release.ts";

export type ToReader =
  | {readonly type: "read"; readonly files: readonly FileFingerprint[]; readonly question: RereadQuestion}
  | {readonly type: "chunk"; readonly bytes: Uint8Array | null}
  /** The archive could not be read; nothing of it is told. */
  | {readonly type: "no-chunk"};

export type FromReader =
  | {readonly type: "want-chunk"; readonly sha256: string; readonly number: number}
  | {readonly type: "done"; readonly reading: Rereading}
  | {readonly type: "failed"; readonly error: Error};
