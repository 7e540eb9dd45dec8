// Gross domestic product and retail trade with their revisions, from consecutive issues of a monthly book.
//
// The book does not give its day of publication. The last day of the month after its own month is used instead, and the notes say so.
import {addPackage, endOfNextMonth, type SampleFiles, UNITS} from "./package-files.ts";
import {type Issue, type IssueValue, readGdpIssues, readMonthlyIssues} from "./short-term-indicators.ts";

const BOOK = {
  provider: "rosstat_files",
  source_url: null,
  revised: true,
};
/** In the last issue: the sample has no later ones. */
const ENDED = {archival: true};
const PUBLISHED_NOTE =
  "Дня публикации в выпусках «Краткосрочных экономических показателей» нет: вместо него стоит последний день месяца, следующего за месяцем выпуска.";

export function addNationalAccounts(files: SampleFiles, facts: string): void {
  addGdp(files, facts);
  addRetailSales(files, facts);
}

function addGdp(files: SampleFiles, facts: string): void {
  const parts: Readonly<Record<string, readonly string[]>> = {
    GDP_bln_rub: ["level", "billion_rubles"],
    GDP_yoy: ["pct_yoy", "percent"],
  };
  const gdpIssues = onlyChanges(readGdpIssues(facts));
  for (const [index, {month, values}] of gdpIssues.entries()) {
    addPackage(files, {
      folder: `gdp/${month}`,
      metadata: {
        ...BOOK,
        dataset: "gdp",
        name: "Валовой внутренний продукт России и его пересмотры, 2015–2018 годы выпуска",
        published_at: endOfNextMonth(month),
        source_file: `kep_${month}`,
        ...(index === 0 ? GDP_DESCRIPTION : {}),
        ...(index === gdpIssues.length - 1 && ENDED),
      },
      columns: ["indicator", "transformation", "unit", "freq", "geo", "period", "value"],
      rows: values.map(({indicator, frequency, period, value}) => [
        "gdp",
        ...(parts[indicator] ?? []),
        frequency,
        "643",
        period,
        value,
      ]),
    });
  }
}

const RETAIL_KINDS = [
  {part: "", code: "total", name: "Все товары"},
  {part: "_FOOD", code: "food", name: "Пищевые продукты, включая напитки, и табачные изделия"},
  {part: "_NONFOOD", code: "non_food", name: "Непродовольственные товары"},
];
const RETAIL_FORMS = [
  {ending: "_bln_rub", transformation: "level", unit: "billion_rubles"},
  {ending: "_rog", transformation: "pct_prev", unit: "percent"},
  {ending: "_yoy", transformation: "pct_yoy", unit: "percent"},
];
const RETAIL_ISSUES = ["2015-12", "2016-03", "2016-08", "2016-12", "2017-04", "2017-08", "2017-12", "2018-03"];
const RETAIL_FROM = "2014-01";

function addRetailSales(files: SampleFiles, facts: string): void {
  const columns = new Map<string, readonly string[]>();
  for (const {part, code} of RETAIL_KINDS) {
    for (const {ending, transformation, unit} of RETAIL_FORMS)
      columns.set(`RETAIL_SALES${part}${ending}`, [code, transformation, unit]);
  }
  const issues = readMonthlyIssues(facts, [...columns.keys()]).filter(({month}) => RETAIL_ISSUES.includes(month));
  if (issues.length !== RETAIL_ISSUES.length) throw new Error("issues of the monthly book are missing");
  for (const [index, {month, values}] of issues.entries()) {
    addPackage(files, {
      folder: `retail_sales/${month}`,
      metadata: {
        ...BOOK,
        dataset: "retail_sales",
        name: "Оборот розничной торговли России и его пересмотры, 2015–2018 годы выпуска",
        freq: "M",
        published_at: endOfNextMonth(month),
        source_file: `kep_${month}`,
        ...(index === 0 ? RETAIL_DESCRIPTION : {}),
        ...(index === issues.length - 1 && ENDED),
      },
      columns: ["indicator", "class", "transformation", "unit", "geo", "period", "value"],
      rows: values
        .filter(({period}) => period >= RETAIL_FROM)
        .map(({indicator, period, value}) => ["retail_sales", ...(columns.get(indicator) ?? []), "643", period, value]),
    });
  }
}

/** Issues with new information, complete and unchanged. */
function onlyChanges(issues: readonly Issue[]): Issue[] {
  const known = new Map<string, string>();
  const key = ({indicator, period}: IssueValue): string => `${indicator} ${period}`;
  return issues.filter(({values}) => {
    const says = values.some((one) => known.get(key(one)) !== one.value);
    for (const one of values) known.set(key(one), one.value);
    return says;
  });
}

const GDP_DESCRIPTION = {
  indicators: [
    {
      code: "gdp",
      label: "Валовой внутренний продукт",
      concept: "gdp",
      description: "Стоимость всего произведённого за квартал или год и её рост против того же времени год назад.",
      synonyms: ["ВВП", "экономический рост", "национальные счета"],
    },
  ],
  units: [UNITS.billionRubles, UNITS.percent],
  methodology: {
    coverage: "Российская Федерация, с 1999 года",
    exclusions: null,
    classifier: null,
    text: "transformation=level: в текущих ценах; transformation=pct_yoy: индекс физического объёма, в процентах к тому же периоду прошлого года.",
  },
  notes: [
    {text: PUBLISHED_NOTE},
    {
      text: "Рост за I квартал 2016 года публиковался как 98,8, затем 99,6 и 99,5: запрос с as_of показывает, что было известно в какой день.",
    },
    {
      text: "Уровень с 2011 года источник пересчитывал несколько раз (2013 год: 66194, 66190, 71055, 71017, 73134 млрд рублей), годы до 2011-го остались прежними: на стыке 2010 и 2011 годов — ступень.",
      from: "2011",
    },
  ],
  related: [
    {
      provider: "rosstat_files",
      dataset: "retail_sales",
      relation: "neighbour",
      splice: false,
      note: "Те же выпуски «Краткосрочных экономических показателей».",
    },
  ],
};

const RETAIL_DESCRIPTION = {
  indicators: [
    {
      code: "retail_sales",
      label: "Оборот розничной торговли",
      concept: "retail-sales",
      description: "Сколько товаров продано населению за месяц, в деньгах и в процентах.",
      synonyms: ["розница", "торговля", "потребительский спрос"],
    },
  ],
  classes: RETAIL_KINDS.map(({code, name}) => ({code, name})),
  units: [UNITS.billionRubles, UNITS.percent],
  methodology: {
    coverage: "Российская Федерация, с января 2014 года",
    exclusions: null,
    classifier: null,
    text: "transformation=level: в текущих ценах; pct_prev: в процентах к прошлому месяцу в сопоставимых ценах; pct_yoy: к тому же месяцу прошлого года в сопоставимых ценах.",
  },
  notes: [
    {text: PUBLISHED_NOTE},
    {
      text: `Здесь ${RETAIL_ISSUES.length} выпусков из сорока: значение стоит под днём первого из них, в котором оно есть.`,
    },
  ],
  related: [
    {
      provider: "rosstat_files",
      dataset: "gdp",
      relation: "neighbour",
      splice: false,
      note: "Те же выпуски «Краткосрочных экономических показателей».",
    },
  ],
};
