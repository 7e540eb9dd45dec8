// The items of a list as texts: the key of a series, PROVIDER/CODE of a dataset, or release:ID; an address has them with commas between.
import {MOST_LISTED} from "../../../store/accounts/list-item.ts";

const RELEASE = /^release:([1-9]\d{0,8})$/;
const SHAPE = /^(?:[0-9a-z]{16}|release:[1-9]\d{0,8}|[^\s/,]{1,60}\/[^\s/,]{1,120})$/u;

export function isItem(text: string): boolean {
  return SHAPE.test(text);
}

/** Each once; texts that name nothing are left out, and so is what exceeds MOST_LISTED. */
export function readItems(text: string | null): string[] {
  const items = (text ?? "").split(",").map((one) => one.trim());
  return [...new Set(items.filter(isItem))].slice(0, MOST_LISTED);
}

export function itemsText(items: readonly string[]): string {
  return items.join(",");
}

/** What an item names, by its shape alone: there may be no such thing. */
export function kindOfItem(item: string): "series" | "dataset" | "release" {
  if (releaseOf(item) !== null) return "release";
  return item.includes("/") ? "dataset" : "series";
}

/** The number of the release that an item names; null: it names something else. */
export function releaseOf(item: string): number | null {
  const id = RELEASE.exec(item)?.[1];
  return id === undefined ? null : Number(id);
}
