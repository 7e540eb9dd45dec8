// Addresses with days in them: {today:dd/MM/yyyy}, {today-30d:yyyy}, and {date:MM-yyyy} for each day, month, quarter or year of a source.
//
// A day is written by the operator's own form, because every publisher has another one. An address without a token is the address itself.

/** `{date` is the first day of what `each` counts; the shift is in days, months or years. */
const TOKEN = /\{(today|date)(?:([+-]\d{1,4})([dmy]))?(?::([^}]*))?\}/g;

export type Cycle = "day" | "month" | "quarter" | "year";

/** The address for a day (YYYY-MM-DD), and for the first day of a cycle. */
export function fillAddress(address: string, today: string, date: string = today): string {
  return address.replace(
    TOKEN,
    (_, name: string, shift: string | undefined, unit: string | undefined, form?: string) => {
      const day = shifted(new Date(`${name === "today" ? today : date}T00:00:00Z`), Number(shift ?? 0), unit ?? "d");
      return written(day, form ?? "yyyy-MM-dd");
    },
  );
}

/** Why no request can be made of the address; null: it is good on every day. */
export function datedAddressProblem(address: string, hasCycle: boolean): string | null {
  const filled = fillAddress(address, "2026-01-31");
  if (/\{(?:today|date)/.test(filled)) return "has a day in a form that is unknown: write {today-30d:dd/MM/yyyy}";
  if (/\{date/.test(address) !== hasCycle)
    return hasCycle ? "has no {date:…} for `each`" : "has {date:…} without `each`";
  return httpProblem(filled);
}

/** Why the text is no address of a web server; null: it is such an address. */
export function httpProblem(address: string): string | null {
  const url = URL.parse(address);
  return url !== null && /^https?:$/.test(url.protocol) && url.hostname !== ""
    ? null
    : "is no http:// or https:// address";
}

/** The first days of the last cycles, the oldest first; the last one contains `today`. */
export function lastCycles(cycle: Cycle, count: number, today: string): string[] {
  const months = cycle === "year" ? 12 : cycle === "quarter" ? 3 : 1;
  const now = new Date(`${today}T00:00:00Z`);
  const first =
    cycle === "day"
      ? now
      : new Date(Date.UTC(now.getUTCFullYear(), Math.floor(now.getUTCMonth() / months) * months, 1));
  return Array.from({length: count}, (_, index) => {
    const back = index + 1 - count;
    return written(cycle === "day" ? shifted(first, back, "d") : shifted(first, back * months, "m"), "yyyy-MM-dd");
  });
}

/** A month has no 31st where it has 30 days: then its last day is meant. */
function shifted(day: Date, by: number, unit: string): Date {
  if (unit === "d") return new Date(day.getTime() + by * 86_400_000);
  const months = day.getUTCMonth() + (unit === "y" ? 12 * by : by);
  const last = new Date(Date.UTC(day.getUTCFullYear(), months + 1, 0)).getUTCDate();
  return new Date(Date.UTC(day.getUTCFullYear(), months, Math.min(day.getUTCDate(), last)));
}

function written(day: Date, form: string): string {
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth() + 1, day.getUTCDate()];
  const two = (number: number): string => String(number).padStart(2, "0");
  const parts: Readonly<Record<string, string>> = {
    yyyy: String(year),
    yy: two(year % 100),
    MM: two(month),
    M: String(month),
    dd: two(date),
    d: String(date),
    q: String(Math.ceil(month / 3)),
  };
  return form.replace(/yyyy|yy|MM|M|dd|d|q/g, (part) => parts[part]!);
}
