// The datasets of the billion: 25,000 series of 200 months each, as tidy packages, the same for the same number.
//
// A package is written while the one before it is loaded, by a process of its own (`make-package.ts`).
import {closeSync, mkdirSync, openSync, writeFileSync, writeSync} from "node:fs";
import {join} from "node:path";
import {randomNumbers} from "../source-files.ts";

export const CLASSES = 250;
export const TERRITORIES = 100;
export const SERIES_OF_ONE = CLASSES * TERRITORIES;
export const MONTHS = 200;
export const VALUES_OF_ONE = SERIES_OF_ONE * MONTHS;
const FIRST_YEAR = 2009;
export const PROVIDER = "showdata";
const PUBLISHED = "2026-01-10";

export function billionCode(index: number): string {
  return `billion_${String(index).padStart(4, "0")}`;
}

/** YYYY-MM */
export function monthAt(index: number): string {
  return `${FIRST_YEAR + Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}`;
}

export const classCode = (index: number): string => `k${String(index).padStart(3, "0")}`;
export const territoryCode = (index: number): string => `t${String(index).padStart(2, "0")}`;

const TERRITORY_LIST = Array.from({length: TERRITORIES}, (_, index) => ({
  ...{code: territoryCode(index), name: `Район номер ${index + 1}`, level: "region"},
}));

/** Words of the titles of one dataset; all titles have "цены". */
export const GOODS = ["хлеб", "молоко", "сахар", "бензин", "обувь", "уголь", "цемент", "рыба", "картофель", "проезд"];

/** The name of a class: a word that every tenth class of every dataset has, and a number of its own. */
export function className(dataset: number, index: number): string {
  return `Товар ${GOODS[(dataset + index) % GOODS.length]} сорт ${index + 1}`;
}

/** Writes the whole package of a dataset. */
export function writeBillionPackage(folder: string, dataset: number): void {
  mkdirSync(folder, {recursive: true});
  writeHead(folder, dataset, PUBLISHED, {
    classes: Array.from({length: CLASSES}, (_, index) => ({code: classCode(index), name: className(dataset, index)})),
    geo: TERRITORY_LIST,
  });
  const months = Array.from({length: MONTHS}, (_, index) => monthAt(index));
  const random = randomNumbers(20261128 + dataset);
  const file = openSync(join(folder, "observations.csv"), "w");
  writeSync(file, "indicator;class;geo;period;value\n");
  for (let index = 0; index < CLASSES; index++) {
    let text = "";
    for (let geo = 0; geo < TERRITORIES; geo++) {
      const start = `price;${classCode(index)};${territoryCode(geo)};`;
      let value = 500 + Math.floor(random() * 9000);
      for (const month of months) {
        value = Math.max(1, value + Math.floor((random() - 0.48) * 60));
        text += `${start}${month};${value / 10}\n`;
      }
    }
    writeSync(file, text);
  }
  closeSync(file);
}

/** A release that revises one value of a dataset. @param nth releases of this kind before it */
export function writeRevision(folder: string, dataset: number, nth: number): void {
  mkdirSync(folder, {recursive: true});
  const day = new Date(Date.UTC(2026, 1, 1 + nth)).toISOString().slice(0, 10);
  writeHead(folder, dataset, day, {partial: true, geo: TERRITORY_LIST});
  const row = `price;${classCode(nth % CLASSES)};${territoryCode(nth % TERRITORIES)};${monthAt(MONTHS - 1)};${nth + 0.123}\n`;
  writeFileSync(join(folder, "observations.csv"), `indicator;class;geo;period;value\n${row}`);
}

function writeHead(folder: string, dataset: number, published: string, more: object): void {
  const head = {
    ...{provider: PROVIDER, dataset: billionCode(dataset), name: `Цены, лист ${dataset + 1}`, published_at: published},
    ...{freq: "M", country: "none", units: [{code: "rub", name: "рубль"}]},
    indicators: [{code: "price", label: "Средние потребительские цены"}],
    ...more,
  };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(head));
}
