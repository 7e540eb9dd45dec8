// A warehouse of a million series only for the search: catalogues in the form that a load writes, words that publishers use.
//
// 480 datasets are regional tables. Every tenth series is missing at random, so hardly two families have the same
// territories. 20 national datasets have 400 families each. Together there are 20,000 families, a realistic number for a million series.
import {readProviders, readTerritories} from "../src/reference.ts";
import type {IndexedDataset} from "../src/search/index/dataset-part.ts";
import {buildCatalogue, type CatalogueSeries} from "../src/statistics/catalogue/build-catalogue.ts";
import type {Territory} from "../src/statistics/territory.ts";
import type {Frequency} from "../src/statistics/time/frequency.ts";
import {randomNumbers} from "./random-history.ts";

export const REGIONAL_DATASETS = 480;
export const NATIONAL_DATASETS = 20;
const REGIONAL_FAMILIES = 26;
const NATIONAL_FAMILIES = 400;
const LAST_DAY = 20_400;

/** The words of titles. */
export const WORDS = {
  indicators: (
    "Средние потребительские цены|Индекс потребительских цен|Объём отгруженных товаров|Производство продукции|" +
    "Численность занятых|Среднемесячная заработная плата|Оборот розничной торговли|Ввод в действие жилых домов|" +
    "Инвестиции в основной капитал|Перевозки грузов|Число организаций|Площадь земель|Расходы бюджета|" +
    "Потребление продуктов питания|Задолженность по кредитам|Выбросы загрязняющих веществ|Заболеваемость населения|" +
    "Число преступлений|Выпуск специалистов|Стоимость основных фондов"
  ).split("|"),
  kinds:
    "мясные молочные хлебные рыбные овощные стальные древесные бумажные химические резиновые стеклянные шерстяные".split(
      " ",
    ),
  things: (
    "изделия|консервы|напитки|трубы|ткани|машины|станки|приборы|двигатели|насосы|кабели|плиты|краски|удобрения|мебель|обувь|" +
    "одежда|бензин|масло|сахар|мука|крупа|сыр|яйца|картофель|капуста|яблоки|водка|вино|пиво"
  ).split("|"),
  sorts: (
    "первого сорта|высшего сорта|импортные|отечественные|детские|для взрослых|свежие|замороженные|в упаковке|на развес|" +
    "крупные|мелкие|новые|прочие"
  ).split("|"),
} as const;

/** The datasets one by one, the same in every run. */
export function* searchWarehouse(): Generator<IndexedDataset> {
  const random = randomNumbers(20_260_120);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const territories = readTerritories().filter(({level}) => level !== "city" && level !== "macroregion");
  const byCode = new Map<string, Territory>(territories.map((one) => [one.code, one]));
  const regional = territories.filter(({level}) => level !== "country");
  const country = territories.find(({level}) => level === "country")!;
  const frequencies: readonly Frequency[] = ["M", "M", "M", "Q", "A"];
  for (let dataset = 0; dataset < REGIONAL_DATASETS + NATIONAL_DATASETS; dataset++) {
    const isRegional = dataset % 25 !== 24;
    const families = isRegional ? REGIONAL_FAMILIES : NATIONAL_FAMILIES;
    const label = pick(WORDS.indicators);
    const frequency = pick(frequencies);
    const classNames = new Map<string, string>([["0", "Всего"]]);
    const series: CatalogueSeries[] = [];
    for (let family = 0; family < families; family++) {
      const code = family === 0 ? "0" : `${Math.floor(family / 100)}.${Math.floor(family / 10) % 10}.${family}`;
      if (family > 0) classNames.set(code, `${capital(pick(WORDS.things))} ${pick(WORDS.kinds)} ${pick(WORDS.sorts)}`);
      const isStalled = random() < 0.1;
      const places = isRegional ? [country, ...regional.filter(() => random() >= 0.1)] : [country];
      for (const {code: territory} of places) {
        series.push({
          indicator: "x",
          classification: code,
          measure: null,
          transformation: "level",
          unit: "рубль",
          frequency,
          territory,
          number: series.length + 1,
          key: `s${(dataset * 4000 + series.length).toString(36).padStart(15, "0")}`,
          lastPeriod: isStalled ? LAST_DAY - 2000 : LAST_DAY,
        });
      }
    }
    const code = String(30_000 + dataset);
    yield {
      id: dataset + 1,
      provider: "fedstat",
      providerWords: readProviders().get("fedstat")!.searchWords,
      code,
      name: `${label}, выпуск ${code}`,
      changedBy: `bench-${code}`,
      catalogue: buildCatalogue(series, {
        territories: byCode,
        classNames,
        indicatorLabels: new Map([["x", label]]),
        continuity: [],
        weeks: null,
      }),
      indicators: [
        {code: "x", label, concept: `fedstat-${code}`, description: null, synonyms: [], namedOn: null, namedAt: null},
      ],
      units: [{code: "рубль", name: "рубль", okei: "383"}],
    };
  }
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
