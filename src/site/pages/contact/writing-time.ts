// How long a form was open before it was sent: a hidden field bears the moment it was drawn, signed, so that no other moment passes.
import type {Visit} from "../../frame/visit.ts";

/** Sooner no person has written, later the page was left open. */
export const MIN_WRITING_MS = 3000;
export const MAX_WRITING_MS = 24 * 60 * 60 * 1000;

/** The field of a form drawn now. */
export function momentNow(visit: Visit): Promise<string> {
  return momentOf(visit, visit.site.now().getTime());
}

/** Whether a form with this field was open as long as a person writes. */
export async function isWrittenByHand(visit: Visit, moment: string): Promise<boolean> {
  const passed = await passedSince(visit, moment);
  return passed !== null && passed >= MIN_WRITING_MS && passed <= MAX_WRITING_MS;
}

/** The field of a form that is drawn again: what was written may be sent at once. A moment that is not ours begins anew. */
export async function momentGoneOn(visit: Visit, moment: string): Promise<string> {
  const passed = await passedSince(visit, moment);
  if (passed === null) return momentNow(visit);
  return passed <= MAX_WRITING_MS ? moment : momentOf(visit, visit.site.now().getTime() - MIN_WRITING_MS);
}

async function momentOf(visit: Visit, milliseconds: number): Promise<string> {
  return `${milliseconds}.${await visit.site.secrets.sign("drawn", String(milliseconds))}`;
}

/** Milliseconds; null where the moment is not ours. */
async function passedSince(visit: Visit, moment: string): Promise<number | null> {
  const [drawn = "", signature = ""] = moment.split(".");
  if (!/^\d{1,15}$/.test(drawn) || !(await visit.site.secrets.isSigned("drawn", drawn, signature))) return null;
  return visit.site.now().getTime() - Number(drawn);
}
