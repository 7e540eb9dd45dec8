// Population of cities at the start of 2020, from a public list with the figures of a yearbook.
//
// A list made by others is not an official publication, so the dataset's provider and name say so. A tenth of its codes lost a
// leading zero, and a few belong to other places, so every code must belong to a place of that name.
import {readFileSync} from "node:fs";
import {join} from "node:path";
import {matchTerritoryCode} from "../../src/country/ru/territory-matcher.ts";
import {addPackage, publishedNumber, type SampleFiles, UNITS} from "./package-files.ts";

const LIST = "ref/okato/rucities_towns.csv";
/** The day of the last version of the list. */
const PUBLISHED_AT = "2021-08-10";

export function addCities(files: SampleFiles, facts: string): void {
  const [header = "", ...lines] = readFileSync(join(facts, LIST), "utf8").trim().split(/\r?\n/);
  const columns = header.split(",");
  const [name, population, okato] = ["city", "population", "okato"].map((column) => columns.indexOf(column));
  const rows = lines.map((line) => {
    const cells = line.split(",");
    if (cells.length !== columns.length) throw new Error(`${LIST}: ${line}`);
    const code = cityCode(cells[name!]!, cells[okato!]!);
    return ["population", code, "2020", publishedNumber(Number(cells[population!]), 3)];
  });
  rows.sort(([, one = ""], [, other = ""]) => (one < other ? -1 : 1));
  addPackage(files, {
    folder: "city_population",
    metadata: {
      provider: "showdata",
      dataset: "city_population",
      name: "Население городов России на 1 января 2020 года (открытый список по сборнику Росстата, не официальная публикация)",
      freq: "A",
      archival: true,
      published_at: PUBLISHED_AT,
      source_file: "towns.csv",
      source_url: "https://github.com/epogrebnyak/ru-cities",
      indicators: [
        {
          code: "population",
          label: "Численность населения города",
          concept: "population",
          description: "Сколько человек постоянно живёт в городе, в тысячах.",
          synonyms: ["население", "жители", "демография"],
        },
      ],
      units: [UNITS.thousandPersons],
      methodology: {
        coverage: "Города России; Москва, Санкт-Петербург и Севастополь стоят на уровне регионов",
        exclusions: null,
        classifier: "ОКАТО",
        text: "Оценка на 1 января 2020 года, в тысячах человек. Собрано не издателем сборника.",
      },
      related: [
        {
          provider: "fedstat",
          dataset: "33459",
          relation: "neighbour",
          splice: false,
          note: "Женское население регионов, официальный показатель.",
        },
      ],
    },
    columns: ["indicator", "geo", "period", "value"],
    rows,
  });
}

/** Codes in the list that belong to another place or to none, and one city with two names. */
const CORRECTED: Readonly<Record<string, string>> = {
  "Нарьян-Мар": "11111000000",
  Талдом: "46478000000",
  "Санкт-Петербург": "40000000000",
};
const OTHER_NAMES: Readonly<Record<string, string>> = {"Дмитриев-Льговский": "Дмитриев"};

function cityCode(name: string, okato: string): string {
  const code = CORRECTED[name] ?? okato.padStart(11, "0");
  const territory = matchTerritoryCode(code);
  const plain = (text: string): string => text.replaceAll("ё", "е");
  if (territory === null || !plain(territory.name).includes(plain(OTHER_NAMES[name] ?? name)))
    throw new Error(`${name} has the code ${okato}, which is ${territory?.name ?? "no known place's"}`);
  return territory.code;
}
