// The requests that are measured over the billion and over one of its datasets: of random datasets, series and windows.
import {billionCode, CLASSES, classCode, GOODS, MONTHS, monthAt, SERIES_OF_ONE, TERRITORIES} from "./packages.ts";

export type RequestKind = "50 values" | "6,000 values" | "60,000 values" | "search, all titles" | "search, some titles";

/** Series and months of a page. */
const PAGES = {
  "50 values": {series: 1, months: 50},
  "6,000 values": {series: 100, months: 60},
  "60,000 values": {series: 300, months: 200},
} as const;

export const REQUEST_KINDS: readonly RequestKind[] = [
  "50 values",
  "6,000 values",
  "60,000 values",
  "search, all titles",
  "search, some titles",
];

/** Values of an answer, for the quota of who asks. */
export function valuesOf(kind: RequestKind): number {
  const page = PAGES[kind as keyof typeof PAGES];
  return page === undefined ? 0 : page.series * page.months;
}

/** A random request. @param datasets of the store */
export function requestOf(kind: RequestKind, datasets: number, random: () => number): string {
  const below = (limit: number): number => Math.floor(random() * limit);
  // a word that every title has comes with one of its own, so no two questions are the same
  if (kind === "search, all titles")
    return searchOf(`цены ${["товар", "район", "сорт"][below(3)]} ${below(CLASSES) + 1}`);
  if (kind === "search, some titles")
    return searchOf(`${GOODS[below(GOODS.length)]} район номер ${below(TERRITORIES) + 1}`);
  const {series, months} = PAGES[kind];
  const last = MONTHS - 1 - below(MONTHS - months + 1);
  const window = `start=${monthAt(last - months + 1)}&end=${monthAt(last)}`;
  const dataset = billionCode(below(datasets));
  if (series === 1)
    return `/api/v1/data?dataset=${dataset}&geo=all&class=${classCode(below(CLASSES))}&limit=1&${window}`;
  return `/api/v1/data?dataset=${dataset}&geo=all&limit=${series}&offset=${below(SERIES_OF_ONE - series + 1)}&${window}`;
}

function searchOf(words: string): string {
  return `/api/v1/series/search?limit=20&q=${encodeURIComponent(words)}`;
}
