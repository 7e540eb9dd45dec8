// The evidence reader of a server: it reads one release at a time, few requests may wait, and results are cached.
//
// The cache key consists of the bytes, the hints and the parsers, without numbers of the store: an entry can't be wrong, only unused.

import type {EstimateQuery, EvidenceReader, Rereading} from "../../service/evidence.ts";
import type {Store} from "../../store/open.ts";
import {readSourceChunk} from "../../store/releases/source-file.ts";
import {createBoundedCache} from "../../work/bounded-cache.ts";
import {Busy} from "../../work/busy.ts";
import {createFairLine, type LineLimits} from "../../work/fair-line.ts";
import type {ReadChunk} from "../archive/archived-file.ts";
import {parserNames} from "../sources/sources.ts";
import {failed} from "./explained-value.ts";
import {createRereadThread, REREAD_LIMITS, type RereadLimits} from "./reread-thread.ts";
import {awayReading, readQuestion} from "./trace.ts";

export interface DeskLimits extends RereadLimits, Omit<LineLimits, "atOnce"> {
  /** The time limit of a request, without its waiting time. Its results until then stay in the cache. */
  readonly requestMs: number;
  readonly cachedBytes: number;
}

export const DESK_LIMITS: DeskLimits = {
  ...REREAD_LIMITS,
  waiting: 8,
  visitorsWaiting: 4,
  ofOneVisitor: 2,
  requestMs: 60_000,
  cachedBytes: 2 * 1024 * 1024,
};

export function createEvidenceDesk(store: Store, limits: DeskLimits = DESK_LIMITS): EvidenceReader {
  const readChunk: ReadChunk = (sha256, number) => store.sources.read((q) => readSourceChunk(q, sha256, number));
  const thread = createRereadThread(readChunk, limits);
  const cache = createBoundedCache<Rereading>(limits.cachedBytes);
  const parsers = parserNames().join(" ");
  const line = createFairLine({...limits, atOnce: 1}, "too many releases are being read again");

  async function readOne(query: EstimateQuery, signal: AbortSignal): Promise<Rereading> {
    const found = await readQuestion(store, query);
    if (found === null) return GONE;
    const {release, question} = found;
    const key = JSON.stringify([release.files.map(({name, sha256}) => [name, sha256]), question, parsers]);
    const known = cache.find(key);
    if (known !== undefined) return known;
    const away = await awayReading(store, release, query.seriesKey);
    if (away !== null) return away;
    const reading = await thread.read(release.files, question, signal);
    // An unreadable release may be readable later: an archive can be restored from a backup.
    if (reading.problem === null) cache.keep(key, reading, 2 * (key.length + JSON.stringify(reading).length));
    return reading;
  }

  return {
    parsers,
    async read(queries, signal, asking) {
      return await line.enter(asking, signal, async (lost) => {
        const late = AbortSignal.timeout(limits.requestMs);
        const readings: Rereading[] = [];
        try {
          for (const one of queries) readings.push(await readOne(one, AbortSignal.any([signal, late, lost])));
        } catch (error) {
          if (!late.aborted || signal.aborted) throw error;
          throw new Busy("reading the releases again takes longer than a request may", RETRY_SECONDS);
        }
        return readings;
      });
    },
    async archived(sha256, number) {
      const bytes = await readChunk(sha256, number);
      return bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
    },
    close: () => thread.close(),
  };
}

const RETRY_SECONDS = 10;

const GONE = failed("the release was withdrawn in the meantime");
