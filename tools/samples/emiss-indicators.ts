// Three indicators of EMISS in the publisher's file format: women by territory, unemployment, prices of housing.
//
// Large files are zipped. A message needs a day of its last update. If the source has none, the day of the copy is used,
// and the comment says so.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {matchTerritoryName} from "../../src/country/ru/territory-matcher.ts";
import {zipOf} from "../../src/load/input/zip.fixture.ts";
import type {Territory} from "../../src/statistics/territory.ts";
import {type EmissCodes, type EmissObservation, emissXml, readEmiss} from "./emiss-message.ts";
import {publishedNumber, type SampleFiles} from "./package-files.ts";

const WOMEN = "fedstat/sdmx/33459_population_women_annual.xml";
const UNEMPLOYMENT = "fedstat/sdmx_excerpts/43062_unemployment_quarterly_and_annual.excerpt.xml";
const HOUSING_EXCERPT = "fedstat/sdmx_excerpts/31452_housing_price_quarterly.excerpt.xml";
const HOUSING_TABLE = "fedstat/derived/devproglab_quarterly_housing_prices.csv";
const ROSSTAT = {agency: "1", organization: "Федеральная служба государственной статистики"};

export async function addEmissIndicators(files: SampleFiles, facts: string): Promise<void> {
  files.set("fedstat_33459.zip", zipOf([{name: "33459.xml", content: await women(facts)}]));
  files.set("fedstat_43062.xml", await unemployment(facts));
  files.set("fedstat_31452.zip", zipOf([{name: "31452.xml", content: await housing(facts)}]));
}

async function women(facts: string): Promise<string> {
  const {observations, codeLists} = await readEmiss(join(facts, WOMEN));
  return emissXml({
    ...ROSSTAT,
    indicator: "33459",
    name: "Численность постоянного населения - женщин по возрасту на 1 января",
    lastUpdate: "2025-04-15T11:15:03",
    dataSetId: "2409025",
    units: ["человек"],
    periodicities: [{value: "Годовая - не охарактеризована", nextRelease: "29.06.2026"}],
    codeLists,
    methodology:
      "Оценка: к итогам последней переписи прибавляются родившиеся и прибывшие, вычитаются умершие и выбывшие.",
    comment:
      "Без Донецкой и Луганской Народных Республик, Запорожской и Херсонской областей. В образце — женщины всех возрастов, всё население.",
    department: "Управление статистики населения и здравоохранения",
    observations,
  });
}

/** Only the age group with values up to the end of the excerpt: with the other one the source would seem to have stopped. */
async function unemployment(facts: string): Promise<string> {
  const {observations, codeLists} = await readEmiss(join(facts, UNEMPLOYMENT));
  return emissXml({
    ...ROSSTAT,
    indicator: "43062",
    name: "Уровень безработицы (по методологии МОТ)",
    lastUpdate: "2026-09-19T05:43:12",
    dataSetId: "9400070",
    units: ["процент"],
    periodicities: [{value: "Квартальная - не охарактеризована", nextRelease: ""}],
    codeLists,
    methodology: null,
    comment:
      "Выборка: Россия, 15 лет и старше, 2017–2022 годы. Дня публикации в выборке нет, вместо него день выгрузки. Без Донецкой и Луганской Народных Республик, Запорожской и Херсонской областей.",
    department: "Управление статистики труда",
    observations: observations.filter(({key}) => key["s_vozr"] === "207"),
  });
}

/** Districts and regions of the table with unambiguous names; all economic regions. */
const HOUSING_TERRITORIES: ReadonlySet<string> = new Set([
  "643",
  ..."030 031 032 033 034 037 038 040".split(" "),
  ..."050 051 052 053 054 055 056 057 058 059 060".split(" "),
  ..."45000000000 46000000000 40000000000 03000000000 92000000000 50000000000 65000000000 27000000000".split(" "),
]);
const MARKETS: Readonly<Record<string, string>> = {"Первичный рынок жилья": "1", "Вторичный рынок жилья": "3"};
const ALL_FLATS = "1";

async function housing(facts: string): Promise<string> {
  const excerpt = await readEmiss(join(facts, HOUSING_EXCERPT));
  const [years = [], quarters = [], , ...rows] = readFileSync(join(facts, HOUSING_TABLE), "utf8")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  const observations: EmissObservation[] = [];
  const territories = new Map<string, string>();
  for (const [name = "", market = "", ...cells] of rows) {
    const territory = findTerritory(name);
    if (!HOUSING_TERRITORIES.has(territory.code)) continue;
    territories.set(territory.code, territory.name);
    for (const [index, cell] of cells.entries()) {
      if (cell === "") continue;
      observations.push({
        key: {s_OKATO: territory.code, s_rynzhel: MARKETS[market] ?? "", S_TIPKVARTIR: ALL_FLATS},
        unit: "рубль",
        words: quarters[index + 2] ?? "",
        year: years[index + 2] ?? "",
        value: publishedNumber(Number(cell), 2).replace(".", ","),
      });
    }
  }
  if (territories.size !== HOUSING_TERRITORIES.size) throw new Error("the table lacks territories of the sample");
  refuseOtherValues(observations, excerpt.observations);
  const codeLists = new Map<string, EmissCodes>(excerpt.codeLists);
  codeLists.set("s_OKATO", {name: excerpt.codeLists.get("s_OKATO")?.name ?? "", labels: territories});
  return emissXml({
    ...ROSSTAT,
    indicator: "31452",
    name: "Средняя цена 1 кв. м общей площади квартир на рынке жилья",
    lastUpdate: "2022-03-20T00:00:00",
    dataSetId: "1905001",
    units: ["рубль"],
    periodicities: [{value: "Квартальная - не охарактеризована", nextRelease: ""}],
    codeLists,
    methodology: null,
    comment:
      "Выборка: часть территорий, все типы квартир, по III квартал 2021 года. Дня публикации в копии таблицы нет, вместо него день, которым копия датирована.",
    department: "Управление статистики цен",
    observations,
  });
}

function findTerritory(name: string): Territory {
  const territory = matchTerritoryName(name);
  return territory ?? {code: "", name, level: "region", canonical: "", parent: null};
}

/** The table does not name its kind of flats; the excerpt of the indicator proves that it is all kinds. */
function refuseOtherValues(observations: readonly EmissObservation[], excerpt: readonly EmissObservation[]): void {
  const at = ({key, year, words}: EmissObservation): string =>
    [key["s_OKATO"], key["s_rynzhel"], key["S_TIPKVARTIR"], year, words].join(" ");
  const values = new Map(observations.map((one) => [at(one), one.value]));
  const other = excerpt.filter((one) => values.get(at(one)) !== one.value);
  if (excerpt.length === 0 || other.length > 0)
    throw new Error(`the table and the excerpt differ: ${other.length} values`);
}
