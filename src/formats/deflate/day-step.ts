// From one day's text to the next: which characters differ, and their codes; and check sums of days.
//
// Series of one dataset take the same steps again and again, so steps are kept, the latest one in each place.
import {type Day, dayText, FIRST_DAY, LAST_DAY} from "../../statistics/time/day.ts";
import {registerOf} from "./crc-shift.ts";
import {textCodes} from "./huffman-code.ts";

export const DAY_BYTES = 10;

/**
 * Eight words a place: the day and the day before it; equal characters at the beginning and at the end; the codes of those
 * between, in one or two parts.
 */
export const STEPS = new Int32Array(8 << 14);
const NONE = -2147483648;
for (let slot = 0; slot < STEPS.length; slot += 8) STEPS[slot] = NONE;

/** Day − FIRST_DAY → what its text makes of an empty register, 0 where it was never asked for yet. */
export const DAY_REGISTERS = new Int32Array(LAST_DAY - FIRST_DAY + 1);

/** The place of a step of a period or of an as_of. Whoever asks looks whether it holds this step, else prepares it. */
export function stepSlot(day: Day, before: Day, isPeriod: boolean): number {
  // By the week, so that the steps of a series stand close together; steps of other lengths many years apart from them.
  const place = (((day * 9363) >> 16) + Math.imul((day - before) >> 5, 1367)) & 0x1fff;
  return (isPeriod ? place : place | 0x2000) << 3;
}

/** The place of a step, which holds it then. Throws RangeError outside of the supported days. */
export function prepareStep(day: Day, before: Day, isPeriod: boolean): number {
  const slot = stepSlot(day, before, isPeriod);
  if (STEPS[slot] === day && STEPS[slot + 1] === before) return slot;
  const text = supportedDayText(day);
  const above = supportedDayText(before);
  let first = 0;
  while (first < DAY_BYTES && text[first] === above[first]) first++;
  let rest = 0;
  while (rest < DAY_BYTES - first && text[DAY_BYTES - 1 - rest] === above[DAY_BYTES - 1 - rest]) rest++;
  const [code = 0, code2 = 0] = textCodes(text.slice(first, DAY_BYTES - rest));
  STEPS.set([day, before, first, rest, code, code2], slot);
  return slot;
}

/** Throws RangeError outside of the supported days. */
export function prepareDayRegister(day: Day): number {
  const register = registerOf(Buffer.from(supportedDayText(day)));
  DAY_REGISTERS[day - FIRST_DAY] = register;
  return register;
}

/** YYYY-MM-DD; RangeError outside of the supported days. */
export function supportedDayText(day: Day): string {
  if (!(day >= FIRST_DAY && day <= LAST_DAY)) throw new RangeError(`${day} is not one of the supported days`);
  return dayText(day);
}
