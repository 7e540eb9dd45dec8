// The lane of small slices: GET requests for a slice are gathered over a turn of the event loop and pass its stages together, before Fastify
// sees them. An answer of 50 values takes two thirds of the processor time that its hooks, promises and replies take.
//
// Each stage is done for all of the turn before the next begins, so its code stays in the caches of the processor, and one commit charges
// all. The stages are those of route.ts and make the same answers. The lane refuses nothing: whatever is not a small answer or a 304
// is handed over to Fastify, with all that is known by then. A request is judged and counted once; nothing is charged before the lane has its body.
// Plain pages of 17 to 100 series pass the same stages, a few at a time, after the small answers of their turn: a turn never holds the loop for long.
import type {RequestListener} from "node:http";
import {createPace} from "../../budget.ts";
import {giveBackBody} from "../../formats/body-bytes.ts";
import type {EngineAtOnce} from "../../store/script.ts";
import {type Access, readerOf, setMinuteHeaders, setQuotaHeaders} from "../auth/access.ts";
import {COUNTED_BYTES, chargingOf} from "../auth/charge.ts";
import type {RouteParts} from "../context.ts";
import {codingOf, PACKED_AT_ONCE_BYTES, type Packing} from "../http/compression.ts";
import {namesAnyAnswer, setCorsHeaders, setFirstHeaders} from "../http/headers.ts";
import {parseQueryString, unknownNames} from "../http/parameters.ts";
import {reportWhenFinished} from "../http/request-log.ts";
import {CHUNK_ROWS} from "./body.ts";
import {readAskedSlice} from "./request.ts";
import {type FoundSlice, findSlice, giveBackWhenSent, measureSlice, setSliceHeaders, setTagHeaders} from "./route.ts";
import {SLICE_PARAMETERS, SLICE_PATH} from "./schema.ts";
import {HeaderList, handOver, mayWait, readSmall, SmallSlice} from "./small-slice.ts";

export interface LaneParts extends RouteParts {
  readonly access: Access;
  readonly packing: Packing;
  readonly nextId: () => string;
  readonly isSecure: boolean;
}

/**
 * Answers GET requests whose address begins with LANE_START, or leaves them to `others`. null: the store is not in this process, or the host
 * of links is to be read from headers of a proxy.
 */
export function createLane(others: RequestListener, parts: LaneParts): RequestListener | null {
  const {store, settings, nextId} = parts;
  const {now} = store.statistics;
  if (now === undefined || (settings.publicUrl === null && settings.trustProxy.length > 0)) return null;
  const answer = createStages(parts, now, (slice) => {
    if (slice.charge !== null) parts.charges.giveBack(slice.charge).catch(() => {});
    if (slice.written !== null) giveBackBody(slice.written.body);
    handOver(slice);
    others(slice.request, slice.response);
  });
  let waiting: SmallSlice[] = [];
  const endTurn = (): void => {
    const slices = waiting;
    waiting = [];
    void answer(slices);
  };
  return (request, response) => {
    if (waiting.push(new SmallSlice(request, response, nextId())) === 1) setImmediate(endTurn);
  };
}

export const LANE_START = `${SLICE_PATH}?`;
/** A body with more values is usually too large to be packed at once. */
const PACKED_VALUES = 250;
/**
 * The series of the larger pages that are answered in one turn, about 4 ms. The next pages are read in a later turn: histories that are kept
 * over several turns are moved to the old space, and to collect it costs more than the page.
 */
const CHUNK_SERIES = 400;

type Stages = (slices: readonly SmallSlice[]) => Promise<void>;

function createStages(parts: LaneParts, statistics: EngineAtOnce, leave: (slice: SmallSlice) => void): Stages {
  const {access, charges, bodies, unsent, packing, settings, emit, isSecure} = parts;

  /** Those of the slices for which the stage is right. An error is dropped: the others' way meets it again and answers it. */
  function pass(slices: readonly SmallSlice[], stage: (slice: SmallSlice) => boolean): SmallSlice[] {
    return slices.filter((slice) => {
      try {
        if (stage(slice)) return true;
      } catch {}
      leave(slice);
      return false;
    });
  }

  /** A failure leaves all to the others' way, as an unknown token does. */
  async function judge(slices: readonly SmallSlice[]): Promise<void> {
    try {
      const requests = slices.map(({request}) => request);
      const known = access.judgeKnown(requests, settings.trustProxy.length === 0);
      const judged = known instanceof Promise ? await known : known;
      for (const [place, slice] of slices.entries()) {
        const one = judged[place]!;
        slice.isUnknown = one === "unknown";
        if (typeof one !== "string") slice.judged = one;
      }
    } catch {}
  }

  /** The times of the owner's stages are told by the others' way. */
  function mayAsk(slice: SmallSlice): boolean {
    if (slice.judged === null) return false;
    const reader = readerOf(slice.judged);
    slice.reader = reader;
    return reader.requestsUsed <= reader.plan.requestsPerMinute && reader.plan.code !== "owner";
  }

  function readParameters(slice: SmallSlice): boolean {
    const {headers, url} = slice.request;
    const query = parseQueryString(url!.slice(LANE_START.length));
    if (!query.readable || unknownNames(query, SLICE_PARAMETERS, false).length > 0) return false;
    slice.asked = readAskedSlice({query, headers}, parts);
    return true;
  }

  function readStore(slice: SmallSlice): boolean {
    const asked = slice.asked!;
    const found = statistics.read((q) => readSmall(q, parts, asked));
    if (found.kind !== "planned") return take(slice, found);
    slice.planned = found;
    return mayWait(found, asked);
  }

  function readPlan(slice: SmallSlice): boolean {
    const [asked, planned] = [slice.asked!, slice.planned];
    const found = statistics.read((q) => findSlice(q, parts, asked, false, planned));
    return take(slice, found);
  }

  function take(slice: SmallSlice, found: FoundSlice): boolean {
    const asked = slice.asked!;
    const {plan, usedBefore} = slice.reader!;
    slice.found = found;
    if (namesAnyAnswer(asked.ifNoneMatch)) return false;
    if (found.kind === "unchanged") {
      slice.used = usedBefore ?? 0;
      return plan.valuesPerMonth === null || usedBefore !== null;
    }
    const size = measureSlice(asked, found);
    slice.size = size;
    return size.values > 0 && size.values < (asked.coding === null ? CHUNK_ROWS : PACKED_VALUES);
  }

  function write(slice: SmallSlice): boolean {
    const {asked, found, size, response} = slice;
    if (found!.kind === "unchanged") return true;
    const written = bodies.finishNow(asked!, found!, size!);
    slice.written = written;
    const {length} = written.body;
    if (asked!.coding !== null && length > PACKED_AT_ONCE_BYTES) return false;
    if (length >= COUNTED_BYTES) unsent.count({raw: response, request: slice}, length);
    return true;
  }

  /** Charges all of them with one commit. A refusal is the others' to answer: they try the charge again. */
  async function charge(slices: readonly SmallSlice[]): Promise<readonly SmallSlice[]> {
    const charged = slices.filter(({written}) => written !== null);
    const asked = charged.map(({id, reader, size}) => chargingOf(id, reader!, size!.values));
    const charging = charges.reserveTogether(asked);
    const reserved = charging instanceof Promise ? await charging : charging;
    for (const [place, slice] of charged.entries()) {
      const {fits = false, used = 0} = reserved[place] ?? {};
      if (fits) slice.charge = asked[place]!;
      slice.used = used;
    }
    return pass(slices, ({written, charge}) => written === null || charge !== null);
  }

  /** After the charge, so that nothing is packed for a refusal. A failure gives the charge back, as that of `send` does. */
  function pack(slice: SmallSlice): boolean {
    const {asked, found, written} = slice;
    if (written === null || written.packed !== null) return true;
    slice.coding = codingOf(asked!, written.body.length);
    // Of a body that passed `write` it is no promise.
    if (slice.coding !== null) slice.packed = packing.pack(found!.etag, written.body, slice.coding) as Buffer;
    return true;
  }

  function send(slice: SmallSlice): boolean {
    const {request, response, reader, asked, found, size, written, coding, packed} = slice;
    const host = {host: request.headers.host ?? "", protocol: "http"} as const;
    const headers = new HeaderList();
    setFirstHeaders(headers, slice.id, isSecure);
    setCorsHeaders(headers);
    setMinuteHeaders(headers, reader!);
    setTagHeaders(headers, found!);
    if (written !== null) headers.header("x-values", String(size!.values));
    setQuotaHeaders(headers, reader!, slice.used);
    reportWhenFinished(slice, response, emit, () => SLICE_PATH);
    if (written === null) {
      response.writeHead(304, headers.names).end();
      return true;
    }
    giveBackWhenSent(response, written);
    setSliceHeaders(headers, host, settings.publicUrl, asked!, size!, written);
    if (coding !== null) headers.header("content-encoding", coding);
    const body = packed ?? written.body;
    headers.header("content-length", String(body.length));
    response.writeHead(200, headers.names).end(body);
    return true;
  }

  async function finish(slices: readonly SmallSlice[]): Promise<void> {
    const charging = charge(pass(slices, write));
    pass(pass(await charging, pack), send);
  }

  /** Larger pages of all turns, which wait for the small answers of theirs. */
  let line: readonly SmallSlice[] = [];
  let isAnswering = false;

  async function answerLine(): Promise<void> {
    if (isAnswering) return;
    isAnswering = true;
    try {
      const pace = createPace();
      while (line.length > 0) {
        await pace.letOthersIn();
        let [pages, series] = [0, 0];
        while (pages < line.length && series < CHUNK_SERIES) series += line[pages++]!.planned!.positions.length;
        const batch = line.slice(0, pages);
        line = line.slice(pages);
        await finish(pass(batch, readPlan));
      }
    } finally {
      isAnswering = false;
    }
  }

  return async (arrived) => {
    await judge(arrived);
    const read = pass(pass(pass(arrived, mayAsk), readParameters), readStore);
    const larger = read.filter(({found}) => found === null);
    await finish(larger.length === 0 ? read : read.filter(({found}) => found !== null));
    if (larger.length === 0) return;
    line = [...line, ...larger];
    await answerLine();
  };
}
