// Pages that are costly to draw: they are drawn in a line, and one that is the same for all visitors is kept until the data change.
//
// Only drawing counts against the limit of an address: a kept page costs nothing. The line is of this process, the limit of the service.
import {addressBlock} from "../../access/address-windows.ts";
import {createBoundedCache} from "../../bounded-cache.ts";
import {createFairLine} from "../../fair-line.ts";
import {shareOf} from "../../service-limits.ts";
import {readLastChange} from "../../store/releases/load-run.ts";
import type {ServedStore} from "../../store/served-store.ts";
import {type Answer, type Page, PageFault} from "./page.ts";
import type {Visit} from "./visit.ts";

const KEPT_BYTES = 16 * 1024 * 1024;

/** Draws a costly page. @param address path and query as requested */
export type DrawCostly = (visit: Visit, page: Page, address: string) => Promise<Answer>;

export function createCostlyPages(
  {statistics, addresses}: Pick<ServedStore, "statistics" | "addresses">,
  workers: number,
): DrawCostly {
  const limits = {
    atOnce: shareOf("costly pages drawn at a time", workers),
    waiting: 0,
    visitorsWaiting: shareOf("costly pages that wait", workers),
    ofOneVisitor: shareOf("costly pages of one visitor", workers),
  };
  const line = createFairLine(limits, "too many pages are being drawn");
  const kept = createBoundedCache<Answer>(KEPT_BYTES);
  const untilDrawn = new AbortController().signal;

  return async (visit, page, address) => {
    const draw = (): Promise<Answer> =>
      line.enter({hasToken: false, name: addressBlock(visit.ip)}, untilDrawn, async () => page.draw(visit));
    if (page.costly === "own") return draw();
    const change = await statistics.readOne(readLastChange);
    const key = JSON.stringify([change, visit.site.today(), visit.language, visit.origin, address]);
    const known = kept.find(key);
    if (known !== undefined) return known;
    const seconds = await addresses.count("drawings", visit.ip, visit.site.now().getTime());
    if (seconds !== null) throw new PageFault(429, "too many pages were drawn for this address", seconds);
    const answer = await draw();
    // A load that came while it was drawn may be in it or not.
    if ((await statistics.readOne(readLastChange)) === change) kept.keep(key, answer, sizeOf(answer));
    return answer;
  };
}

function sizeOf(answer: Answer): number {
  if (answer.kind === "file") return 2 * answer.body.length;
  return answer.kind === "page" ? 2 * (answer.main.text.length + (answer.head?.text.length ?? 0)) : 0;
}
