// The result of the writers of samples: files of a package by their paths. Also writes the two files of a tidy package.
//
// The same facts must give the same bytes on every machine, because the bytes are a release's fingerprint.

/** Path relative to samples/ → contents. */
export type SampleFiles = Map<string, string | Uint8Array>;

export interface TidyPackage {
  /** Folder relative to samples/. */
  readonly folder: string;
  /** dataset.json in the form of the contract of tidy packages. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** Header of observations.csv. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export function addPackage(files: SampleFiles, {folder, metadata, columns, rows}: TidyPackage): void {
  if (rows.length === 0) throw new Error(`${folder}: there is nothing in it`);
  const lines = [columns, ...rows].map((cells) => cells.map((cell) => checkedCell(folder, cell)).join(";"));
  files.set(`${folder}/dataset.json`, `${JSON.stringify(metadata, null, 2)}\n`);
  files.set(`${folder}/observations.csv`, `${lines.join("\n")}\n`);
}

function checkedCell(folder: string, cell: string): string {
  if (/[;"\n]/.test(cell)) throw new Error(`${folder}: a cell would need quotes: ${cell}`);
  return cell;
}

/**
 * A published number as the publisher shows it: spreadsheets store the nearest double, sometimes with the noise of a
 * formula after the last digit.
 * @throws Error when it has more decimals than the publisher shows
 */
export function publishedNumber(value: number, decimals: number): string {
  const shown = Number(value.toFixed(decimals));
  if (!Number.isFinite(value) || Math.abs(shown - value) > 1e-9 * Math.max(1, Math.abs(value)))
    throw new Error(`${value} has more than ${decimals} decimals`);
  return String(shown);
}

export const UNITS = {
  percent: {code: "percent", name: "процент", okei: "744", mult: 1},
  person: {code: "person", name: "человек", okei: "792", mult: 1},
  thousandPersons: {code: "thousand_persons", name: "тысяча человек", okei: "793", mult: 1000},
  millionRubles: {code: "million_rubles", name: "миллион рублей", okei: "385", mult: 1e6},
  billionRubles: {code: "billion_rubles", name: "миллиард рублей", okei: "386", mult: 1e9},
} as const;

const MONTHS_OF = "января февраля марта апреля мая июня июля августа сентября октября ноября декабря".split(" ");

/** "10 апреля 2026 г." → "2026-04-10". */
export function dayInWords(text: string): string {
  const [, day = "", month = "", year = ""] = /(\d{1,2}) ([а-я]+) +(\d{4})/.exec(text) ?? [];
  const number = MONTHS_OF.indexOf(month) + 1;
  if (number === 0) throw new Error(`not a day in words: ${text}`);
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

/** Last day of the month that follows "YYYY-MM". */
export function endOfNextMonth(month: string): string {
  const [year = 0, number = 0] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number + 1, 0)).toISOString().slice(0, 10);
}
