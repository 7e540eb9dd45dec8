// A package large enough that its load takes a while: monthly values of some products in all regions, not official.
import {readTerritories} from "../src/reference/reference.ts";
import {writePackage} from "./warehouse.ts";

export interface LargePackage {
  readonly publishedAt: string;
  readonly classes: number;
  readonly months: number;
  /** added to every value, so that a release differs from the one before it */
  readonly shift: number;
}

/** @returns the package's folder; series = classes × 85 regions */
export async function writeLargePackage(
  folder: string,
  {publishedAt, classes, months, shift}: LargePackage,
): Promise<string> {
  const regions = readTerritories().filter((territory) => territory.level === "region");
  const rows: string[] = [];
  for (let product = 1; product <= classes; product++) {
    for (const [index, {code}] of regions.entries()) {
      for (let month = 0; month < months; month++) {
        const period = `${2000 + Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}`;
        rows.push(
          `price,${product},${code},${period},${((product * 7919 + index * 104729 + month * 31) % 100000) / 100 + shift}`,
        );
      }
    }
  }
  const metadata = {
    provider: "showdata",
    dataset: "large",
    name: "Many prices (not official)",
    published_at: publishedAt,
  };
  return writePackage(folder, metadata, "indicator,class,geo,period,value", rows);
}
