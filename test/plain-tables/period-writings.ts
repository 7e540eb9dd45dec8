// The ways in which tables of the world write a period, by names that the tables of tests use.
//
// "truth" is the form in which tests compare: the frequency, and the first day of the period or its ISO week.

/** Month, quarter and week are numbered from 1. */
export interface Part {
  readonly of: "A" | "Q" | "M" | "W" | "D";
  readonly year: number;
  readonly number?: number;
  readonly day?: number;
}

export function years(from: number, count: number): Part[] {
  return Array.from({length: count}, (_, at) => ({of: "A", year: from + at}));
}

export function quarters(from: number, count: number): Part[] {
  return Array.from({length: count}, (_, at) => ({of: "Q", year: from + Math.floor(at / 4), number: (at % 4) + 1}));
}

export function months(from: number, count: number): Part[] {
  return Array.from({length: count}, (_, at) => ({of: "M", year: from + Math.floor(at / 12), number: (at % 12) + 1}));
}

export function weeks(year: number, from: number, count: number): Part[] {
  return Array.from({length: count}, (_, at) => ({of: "W", year, number: from + at}));
}

/** Days of one month, one after the other. */
export function days(year: number, month: number, from: number, count: number): Part[] {
  return Array.from({length: count}, (_, at) => ({of: "D", year, number: month, day: from + at}));
}

const EN = "January February March April May June July August September October November December".split(" ");
const RU = "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь".split(" ");
const RU_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");
const ROMAN = ["I", "II", "III", "IV"];

type Writer = (part: Required<Part>) => string;

const two = (number: number): string => String(number).padStart(2, "0");
const short = ({year}: Part): string => two(year % 100);
/** The first day of the period as year, month, day. */
const first = ({of, year, number, day}: Required<Part>): [number, number, number] =>
  of === "A" ? [year, 1, 1] : of === "Q" ? [year, number * 3 - 2, 1] : [year, number, of === "D" ? day : 1];
const last = (part: Required<Part>): [number, number, number] => {
  const [year, month, day] = first(part);
  if (part.of === "D") return [year, month, day];
  const end = month + (part.of === "A" ? 11 : part.of === "Q" ? 2 : 0);
  return [year, end, new Date(Date.UTC(year, end, 0)).getUTCDate()];
};
const iso = ([year, month, day]: [number, number, number]): string => `${year}-${two(month)}-${two(day)}`;

const WRITERS: Readonly<Record<string, Writer>> = {
  truth: (one) => (one.of === "W" ? `W ${one.year}-W${two(one.number)}` : `${one.of} ${iso(first(one))}`),
  year: ({year}) => String(year),
  number: ({number}) => String(number),
  "2021.0": ({year}) => `${year}.0`,
  "2021 год": ({year}) => `${year} год`,
  "2023/24": (one) => `${one.year}/${two((one.year + 1) % 100)}`,
  iso: (one) => iso(first(one)),
  "iso end": (one) => iso(last(one)),
  "iso stamp": (one) => `${iso(first(one))}T00:00:00Z`,
  "iso blank stamp": (one) => `${iso(first(one))} 00:00:00`,
  compact: (one) => iso(first(one)).replaceAll("-", ""),
  "day.month.year": (one) => iso(first(one)).split("-").reverse().join("."),
  "day/month/year": (one) => iso(first(one)).split("-").reverse().join("/"),
  "month/day/year": (one) => {
    const [year, month, day] = first(one);
    return `${month}/${day}/${year}`;
  },
  "15 Jan 2024": ({year, number, day}) => `${day} ${EN[number - 1]!.slice(0, 3)} ${year}`,
  "January 15, 2024": ({year, number, day}) => `${EN[number - 1]} ${day}, ${year}`,
  "15 января 2024": ({year, number, day}) => `${day} ${RU_OF[number - 1]} ${year}`,
  "2024-01": ({year, number}) => `${year}-${two(number)}`,
  "2024M01": ({year, number}) => `${year}M${two(number)}`,
  "2024-M1": ({year, number}) => `${year}-M${number}`,
  "202401": ({year, number}) => `${year}${two(number)}`,
  "01.2024": ({year, number}) => `${two(number)}.${year}`,
  "01/2024": ({year, number}) => `${two(number)}/${year}`,
  "Jan 2024": ({year, number}) => `${EN[number - 1]!.slice(0, 3)} ${year}`,
  "Jan-24": (one) => `${EN[one.number - 1]!.slice(0, 3)}-${short(one)}`,
  "January 2024": ({year, number}) => `${EN[number - 1]} ${year}`,
  "2024 Jan": ({year, number}) => `${year} ${EN[number - 1]!.slice(0, 3)}`,
  "2024 январь": ({year, number}) => `${year} ${RU[number - 1]}`,
  "январь 2024": ({year, number}) => `${RU[number - 1]} ${year}`,
  "янв 24": (one) => `${RU[one.number - 1]!.slice(0, 3)} ${short(one)}`,
  "янв. 2024 г.": ({year, number}) => `${RU[number - 1]!.slice(0, 3)}. ${year} г.`,
  January: ({number}) => EN[number - 1]!,
  Jan: ({number}) => EN[number - 1]!.slice(0, 3),
  январь: ({number}) => RU[number - 1]!,
  "2024-Q1": ({year, number}) => `${year}-Q${number}`,
  "2024Q1": ({year, number}) => `${year}Q${number}`,
  "2024 Q1": ({year, number}) => `${year} Q${number}`,
  "Q1 2024": ({year, number}) => `Q${number} ${year}`,
  "Q1-24": (one) => `Q${one.number}-${short(one)}`,
  "1Q24": (one) => `${one.number}Q${short(one)}`,
  "1Q 2024": ({year, number}) => `${number}Q ${year}`,
  Q1: ({number}) => `Q${number}`,
  "I кв. 2024": ({year, number}) => `${ROMAN[number - 1]} кв. ${year}`,
  "1 квартал 2024": ({year, number}) => `${number} квартал ${year}`,
  "2024-W05": ({year, number}) => `${year}-W${two(number)}`,
  "2024W05": ({year, number}) => `${year}W${two(number)}`,
};

export function writtenPeriod(part: Part, form: string): string {
  const write = WRITERS[form];
  if (write === undefined) throw new Error(`no way to write a period is named ${form}`);
  return write({number: 1, day: 1, ...part});
}
