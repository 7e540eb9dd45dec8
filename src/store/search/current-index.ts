// The index of searches as it is now: brought to the state of the store dataset by dataset, with rests, and made anew when most of its
// words are of deleted datasets.
//
// Code that waits for something must read `index` again afterwards: a load may have replaced it.
import {once, readNameSpellings, readQuestionWords, readSynonyms} from "../../reference/reference.ts";
import {createFamilyIndex, type FamilyIndex} from "../../search/index/family-index.ts";
import {parseSynonyms} from "../../search/language/synonyms.ts";
import {createPace} from "../../work/pace.ts";
import type {Queries} from "../engines/differences.ts";
import {StoreOutage} from "../outage.ts";
import {readLastChange} from "../releases/load-run.ts";
import type {Engine} from "../script.ts";
import type {SearchMemory} from "./memory.ts";
import type {RefreshedIndex} from "./one-state.ts";
import {createLines, type SearchLines} from "./search-lines.ts";
import {createSegmentExchange, type SegmentExchange} from "./segment-exchange.ts";
import {listDatasetVersions} from "./stored-dataset.ts";

/** If there are more words of deleted datasets, and they are more than half of all words, the index is made again. */
const DEAD_TERMS = 50_000;

/** At the first search: it takes 45 ms of a processor, which a start and most commands do without. */
const readPhrases = once(() => parseSynonyms(readSynonyms(), readQuestionWords()));

export class CurrentIndex implements RefreshedIndex {
  readonly statistics: Engine;
  index: FamilyIndex;
  /** The questions to this index. */
  lines: SearchLines;
  indexedRun: string | null | undefined;
  refreshing: Promise<void> | null = null;
  refreshBegan = 0;
  private isDamaged = false;
  private readonly memory: SearchMemory;
  private readonly segments: SegmentExchange;
  private readonly onLeftOut: (fault: Error) => void;
  private readonly spellings = readNameSpellings();

  /** @param onLeftOut called for each dataset that is damaged and therefore not found */
  constructor(statistics: Engine, memory: SearchMemory, onLeftOut: (fault: Error) => void) {
    this.statistics = statistics;
    this.memory = memory;
    this.onLeftOut = onLeftOut;
    this.segments = createSegmentExchange(statistics, memory);
    this.index = createFamilyIndex(readPhrases, this.spellings);
    this.lines = createLines(this.index, memory);
  }

  refresh(): Promise<void> {
    if (this.refreshing === null) this.refreshBegan = performance.now();
    this.refreshing ??= this.bringUpToDate()
      .catch((error: unknown) => {
        this.isDamaged = !(error instanceof StoreOutage);
        throw error;
      })
      .finally(() => {
        this.refreshing = null;
      });
    return this.refreshing;
  }

  /** Resolves when there is a first index, or damage keeps it from being made. */
  async whenIndexed(): Promise<void> {
    if (this.indexedRun === undefined && !this.isDamaged)
      await this.refresh().catch((error: unknown) => this.isDamaged || Promise.reject(error));
  }

  suspect(datasetId: number): void {
    this.segments.suspect(datasetId);
  }

  private async bringUpToDate(): Promise<void> {
    const pace = createPace();
    const {change, versions} = await this.statistics.read(readVersions);
    const {index} = this;
    const isWornOut = index.deadTerms > DEAD_TERMS && index.deadTerms > index.vocabulary.size / 2;
    const next = isWornOut ? createFamilyIndex(readPhrases, this.spellings) : index;
    for (const fault of await this.segments.exchange(next, versions, pace)) this.onLeftOut(fault);
    if (next !== index) [this.index, this.lines] = [next, createLines(next, this.memory)];
    this.indexedRun = change;
  }
}

function* readVersions(q: Queries) {
  return {change: yield* readLastChange(q), versions: yield* listDatasetVersions(q)};
}
