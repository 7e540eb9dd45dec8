// The derivation of a dataset's state from a change: in full, from all releases and series, or incrementally, from what the release adds.
//
// The stored bytes are the same either way. An incremental derivation may give up when it is written; then the full one is used.
import type {SeriesDimensions} from "../../statistics/catalogue/catalogue.ts";
import type {ReleaseMetadata} from "../../statistics/release/release.ts";
import type {Queries} from "../../store/engines/differences.ts";
import type {Script} from "../../store/script.ts";
import type {ChangeRun} from "./change-plan.ts";
import type {Redescribed} from "./redescribed.ts";
import type {ChangedSeries} from "./series-change.ts";

/** What the record of a run says of the dataset. */
export interface WrittenState {
  readonly name: string;
  readonly seriesCount: number;
  /** The month of its latest data (YYYY-MM); null: it has none. */
  readonly latestPeriod: string | null;
  /** Series whose values are the same under another description. */
  readonly redescribed: Redescribed;
}

export interface Derivation {
  /** The fold over the releases; a long list of classes may be absent. */
  readonly metadata: ReleaseMetadata;
  /** Whether these series may be new; null: any may, and all series are read. */
  readonly takesNewSeries: ((series: readonly SeriesDimensions[]) => boolean) | null;
  /** Writes the state after the histories; null: the state must be derived in full. */
  write(q: Queries, datasetId: number, change: ChangedSeries, run: ChangeRun): Script<WrittenState | null>;
}
