// The speed of a search over a million series: every kind of question, each timed separately, in this process and without the store.
import {setFlagsFromString} from "node:v8";
import {runInNewContext} from "node:vm";
import {readNameSpellings, readProviders, readSynonyms, readTerritories} from "../src/reference/reference.ts";
import type {DatasetSegment, IndexedDataset} from "../src/search/index/dataset-segment.ts";
import {createFamilyIndex, type FamilyIndex} from "../src/search/index/family-index.ts";
import {indexDataset} from "../src/search/index/index-dataset.ts";
import {parseSynonyms} from "../src/search/language/synonyms.ts";
import {createSeriesSearch, type SeriesQuestion} from "../src/search/series-search.ts";
import {buildCatalogue, type CatalogueSeries} from "../src/statistics/catalogue/build-catalogue.ts";
import type {Territory} from "../src/statistics/territory.ts";
import type {Frequency} from "../src/statistics/time/frequency.ts";
import {randomNumbers} from "./source-files.ts";

export interface SearchSpeed {
  readonly series: number;
  readonly families: number;
  readonly datasets: number;
  readonly words: number;
  /** Time to make and add the parts, without the catalogues. */
  readonly buildSeconds: number;
  /** The longest time in milliseconds that making the index blocked other work. */
  readonly longestSlice: number;
  readonly megabytes: number;
  readonly questions: number;
  readonly p50: number;
  readonly p99: number;
  readonly slowest: number;
  readonly slowestQuestion: string;
}

const ROUNDS = 5;

export function measureSearchSpeed(note: (done: number) => void): SearchSpeed {
  const before = memoryNow();
  const {index, series, buildSeconds, longestSlice} = buildIndex(note);
  const megabytes = memoryNow() - before;
  const search = createSeriesSearch(index);
  const questions = listQuestions();
  const times: {question: string; milliseconds: number}[] = [];
  for (let round = -1; round < ROUNDS; round++) {
    for (const {name, ...query} of questions) {
      const began = performance.now();
      search.answer(query);
      // the first round warms up
      if (round >= 0) times.push({question: name, milliseconds: performance.now() - began});
    }
  }
  times.sort((one, other) => one.milliseconds - other.milliseconds);
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))]!.milliseconds;
  return {
    series,
    families: [...index.segments.values()].flat().reduce((sum, {size}) => sum + size, 0),
    datasets: index.segments.size,
    words: index.vocabulary.size,
    buildSeconds,
    longestSlice,
    megabytes,
    questions: questions.length,
    p50: at(0.5),
    p99: at(0.99),
    slowest: times.at(-1)!.milliseconds,
    slowestQuestion: times.at(-1)!.question,
  };
}

function buildIndex(note: (done: number) => void) {
  const synonyms = parseSynonyms(readSynonyms());
  const index: FamilyIndex = createFamilyIndex(() => synonyms, readNameSpellings());
  let [series, busy, longestSlice] = [0, 0, 0];
  for (const dataset of searchWarehouse()) {
    series += dataset.catalogue.size;
    const step = (steps: Generator<undefined, unknown>): unknown => {
      for (;;) {
        const began = performance.now();
        const {done, value} = steps.next();
        const took = performance.now() - began;
        busy += took;
        longestSlice = Math.max(longestSlice, took);
        if (done) return value;
      }
    };
    step(index.put(dataset.id, [step(indexDataset(dataset, index.vocabulary, index.territories)) as DatasetSegment]));
    note(series);
  }
  return {index, series, buildSeconds: busy / 1000, longestSlice};
}

/** One word, several, with a territory, mistyped, in another layout, unknown, everyday words that mean something else here; filters alone. */
function listQuestions(): (SeriesQuestion & {readonly name: string})[] {
  const random = randomNumbers(7);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const territories = [
    "Москва",
    "в Татарстане",
    "Новосибирская область",
    "ЦФО",
    "Сибирский федеральный округ",
    "Россия",
  ];
  const texts = new Set<string>([
    ...WORDS.indicators,
    ...WORDS.things,
    ..."цены производство товары индекс население капитал".split(" "),
    ...["зарплата", "инфляция", "ВВП", "продукты", "стройка", "преступность", "экология", "товарооборот розницы"],
    ..."byakzwbz vjkjrj jiadrf pfhgkfnf 30123 45000000000 RU-77 744".split(" "),
    ...["криптовалюта", "зарплата космонавтов на Марсе", "цены на слоновую кость в Москве 2023"],
    ...["картофел", "молочнные консервы", "яйцы", "бинзин", "првизводство станков"],
  ]);
  for (let made = 0; made < 200; made++) {
    const [thing, kind, sort, at] = [pick(WORDS.things), pick(WORDS.kinds), pick(WORDS.sorts), pick(territories)];
    const indicator = pick(WORDS.indicators);
    texts.add(pick([thing, `${indicator} ${thing}`, `${thing} ${kind} ${sort}`, `${indicator} ${at}`]));
    texts.add(`${indicator} ${thing} ${pick([kind, sort])} ${at}`);
  }
  const plain = [...texts].map((text) => ({name: text, text, limit: 20, filters: {}}));
  const filtered = [
    {frequency: ["M"]},
    {territory: ["RU-77"]},
    {territory: ["RU-77", "RU-78"], frequency: ["Q"]},
    {dataset: ["30123"]},
    {classification: ["0"]},
    {provider: ["fedstat"]},
  ].map((filters) => ({name: JSON.stringify(filters), text: null, limit: 20, filters}));
  return [...plain, ...filtered];
}

/** Heap and memory outside it, in megabytes, after garbage collection. */
function memoryNow(): number {
  setFlagsFromString("--expose-gc");
  (runInNewContext("gc") as () => void)();
  const {heapUsed, arrayBuffers} = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1e6;
}

// A warehouse of a million series only for the search: catalogues in the form that a load writes, words that publishers use.
//
// 480 datasets are regional tables. Every tenth series is missing at random, so hardly two families have the same
// territories. 20 national datasets have 400 families each. Together there are 20,000 families, a realistic number for a million series.
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
