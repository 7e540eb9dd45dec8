// The time between drawing and sending a form: a hidden field contains the moment of drawing with a signature.
import type {Visit} from "../../frame/visit.ts";

/** Faster than any person writes; longer than a page stays open. */
export const MIN_WRITING_MS = 3000;
export const MAX_WRITING_MS = 24 * 60 * 60 * 1000;

export function momentNow(visit: Visit): Promise<string> {
  return momentOf(visit, visit.site.now().getTime());
}

export async function isWrittenByHand(visit: Visit, moment: string): Promise<boolean> {
  const passed = await passedSince(visit, moment);
  return passed !== null && passed >= MIN_WRITING_MS && passed <= MAX_WRITING_MS;
}

/** For a form that is drawn again: its text may be sent at once. An invalid moment is replaced by the current one. */
export async function momentGoneOn(visit: Visit, moment: string): Promise<string> {
  const passed = await passedSince(visit, moment);
  if (passed === null) return momentNow(visit);
  return passed <= MAX_WRITING_MS ? moment : momentOf(visit, visit.site.now().getTime() - MIN_WRITING_MS);
}

async function momentOf(visit: Visit, milliseconds: number): Promise<string> {
  return `${milliseconds}.${await visit.site.secrets.sign("drawn", String(milliseconds))}`;
}

/** In milliseconds; null: the signature is not ours. */
async function passedSince(visit: Visit, moment: string): Promise<number | null> {
  const [drawn = "", signature = ""] = moment.split(".");
  if (!/^\d{1,15}$/.test(drawn) || !(await visit.site.secrets.isSigned("drawn", drawn, signature))) return null;
  return visit.site.now().getTime() - Number(drawn);
}
