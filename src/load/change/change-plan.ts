// The plan of a change to a dataset, and the state for which it was made. Made outside the transaction, carried out inside it.
//
// `applied` are the releases that are replayed, `touched` is the one whose series are. A plain load applies its own release alone, and its
// `withoutChange` is empty: it continues the stored histories, and compares nothing. A late release or a withdrawal applies later ones too,
// and first proves by `withoutChange` that the archive still gives what is served.

import type {Stamp} from "../../statistics/history/estimates.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {DatasetAddress, DatasetRecord} from "../../store/datasets/dataset.ts";
import type {BareRelease} from "../../store/releases/release.ts";
import type {DecidedBy} from "../../store/releases/run-decision.ts";
import type {OtherCount, Sighting} from "../../text/finding.ts";
import type {BufferedRelease} from "../buffer/observation-buffer.ts";
import type {OtherTable} from "../checks/own-table.ts";
import type {SeriesComparison} from "../checks/release-check.ts";
import type {FileFingerprint} from "../identity/fingerprint.ts";
import type {Ending} from "../input/ending.ts";
import type {LoadHints, Unreadable} from "../source.ts";
import type {Coverage} from "./coverage.ts";
import type {ReplayRelease} from "./replay.ts";

/** A release that was read and will be published. */
export interface IncomingRelease {
  readonly metadata: ReleaseMetadata;
  readonly buffered: BufferedRelease;
  readonly fingerprint: string;
  readonly files: readonly FileFingerprint[];
  /** The publisher's name of the file, for evidence. */
  readonly sourceFile: string;
  readonly parser: string;
  readonly hints: LoadHints;
  readonly run: RunOptions;
}

/** The options of a run for its publication. */
export interface RunOptions {
  /** Random; the dataset's version once the run has published. */
  readonly id: string;
  /** The person who has seen the findings of the checks and publishes the run in spite of them; null: the checks decide. */
  readonly accepted: DecidedBy | null;
  /** The user set unreadable rows aside. */
  readonly setAside: boolean;
  readonly isPackage: boolean;
  readonly isPartial: boolean;
  /** The release is declared as whole: it has every series of its dataset. */
  readonly saysWhole: boolean;
  /** The unreadable places, up to MAX_CELLS_KEPT. */
  readonly cells: readonly Unreadable[];
  readonly ending: Ending;
  /** Its files may have been cut at the end of a line, and the release is not declared as a part. */
  readonly mayBeCut: boolean;
  /** It was read by a proposal that nobody has confirmed. */
  readonly unconfirmed?: boolean;
  /** The command gave the day by which names of territories were read. */
  readonly isDayGiven?: boolean;
  /** Names of units that a person defined for it. */
  readonly ownUnits?: readonly string[];
}

/** The release with its index among the dataset's releases, compared with the one before it. */
export interface PlannedRelease extends IncomingRelease {
  readonly stamp: Stamp;
  /** With the series of the release before it. */
  readonly comparison: SeriesComparison;
  /** The dataset of another table that it would join; null: there is none. */
  readonly other: OtherTable;
}

/** The run that carries the change out. */
export interface ChangeRun {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly now: string;
}

/** A release is published, or one is withdrawn. */
export type ChangePlan = PublicationPlan | WithdrawalPlan;

export interface PublicationPlan extends PlanOfDataset {
  /** null: its first release makes it. */
  readonly dataset: DatasetRecord | null;
  readonly incoming: PlannedRelease;
  readonly withdrawn: null;
}

export interface WithdrawalPlan extends PlanOfDataset {
  readonly dataset: DatasetRecord;
  readonly incoming: null;
  /** The release that is taken out of the dataset. */
  readonly withdrawn: BareRelease;
}

interface PlanOfDataset {
  readonly address: DatasetAddress;
  /** In order of (day, sequence). */
  readonly releases: readonly BareRelease[];
  /** Touched histories are reset to their state before this stamp; null: they are continued. */
  readonly from: Stamp | null;
  /** In order of (day, sequence), with the incoming one. */
  readonly applied: readonly ReplayRelease[];
  /** The releases after `from` without the change, as they are read now: they must give the served values. */
  readonly withoutChange: readonly ReplayRelease[];
  /** Releases with another number of values, as they are read now. */
  readonly otherCounts: Sighting<OtherCount>;
  /** The release whose series are touched, … */
  readonly touched: BufferedRelease;
  /** … the keys of its series, … */
  readonly touchedKeys: readonly string[];
  /** … with those that it covers without a value. */
  readonly touchedCoverage: Coverage | null;
  readonly now: Date;
  /** Derives all state of the dataset again, also where the change keeps most of it. */
  readonly derivesAll: boolean;
  /** A person has accepted that releases are read differently now. */
  readonly acceptRereading: boolean;
}
