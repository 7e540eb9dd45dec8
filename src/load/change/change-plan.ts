// What is to be done to a dataset, and the state it was planned on. Made outside the transaction, carried out inside it.
import type {Stamp} from "../../statistics/history/estimates.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {DatasetRecord} from "../../store/datasets/dataset.ts";
import type {ReleaseRecord} from "../../store/releases/release.ts";
import type {Sighting} from "../checks/change-findings.ts";
import type {SeriesComparison} from "../checks/release-check.ts";
import type {Gathered} from "../gather/observation-buffer.ts";
import type {FileFingerprint} from "../input/fingerprint.ts";
import type {LoadHints, Unreadable} from "../source.ts";
import type {ReplayRelease} from "./replay.ts";
import type {DatasetCode} from "./series-targets.ts";

/** A release that was read and is about to be published. */
export interface IncomingRelease {
  readonly metadata: ReleaseMetadata;
  readonly gathered: Gathered;
  readonly fingerprint: string;
  readonly files: readonly FileFingerprint[];
  /** as the publisher calls it, for evidence */
  readonly sourceFile: string;
  readonly parser: string;
  readonly hints: LoadHints;
  readonly run: RunTerms;
}

/** Under which terms a run may publish what it read. */
export interface RunTerms {
  /** random; becomes the dataset's version when the run publishes */
  readonly id: string;
  /** a person has seen what the checks found and wants it published all the same */
  readonly accepted: boolean;
  /** rows that can't be read were set aside by whoever loads */
  readonly setAside: boolean;
  readonly isPackage: boolean;
  readonly isPartial: boolean;
  /** It says itself that it is no part: it has every series of its dataset. */
  readonly saysWhole: boolean;
  /** what could not be read, up to MAX_CELLS_KEPT */
  readonly cells: readonly Unreadable[];
  /** name of a table of text that ends inside a line */
  readonly endsInLine: string | null;
  /** tables of text that look whole wherever they are cut at a line's end, and the release does not say that it is a part */
  readonly isOpenText: boolean;
}

/** The same at its place among the dataset's releases, and compared with the one before it. */
export interface PlannedRelease extends IncomingRelease {
  readonly stamp: Stamp;
  readonly series: SeriesComparison;
}

export interface ChangePlan {
  readonly code: DatasetCode;
  readonly dataset: DatasetRecord | null;
  /** in order of (day, sequence) */
  readonly releases: readonly ReleaseRecord[];
  readonly incoming: PlannedRelease | null;
  readonly withdrawn: ReleaseRecord | null;
  /** touched histories are taken back to what stood before this stamp; null: carried on from where they are */
  readonly from: Stamp | null;
  /** in order of (day, sequence), the incoming one among them */
  readonly replayed: readonly ReplayRelease[];
  /** of those after `from` the releases that stood before the change, as they are read now: they have to give what is served */
  readonly standing: readonly ReplayRelease[];
  /** releases that hold another number of values, as they are read now */
  readonly otherCounts: Sighting;
  /** the release whose series are touched */
  readonly touched: Gathered;
  readonly now: Date;
  /** a person has seen that releases are read otherwise now, and wants it so */
  readonly acceptRereading: boolean;
}
