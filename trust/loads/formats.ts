// A small release of each format that loads, and the release before it: the tests cut off its file.
//
// The series and values of the release are those of the one before, and more: whatever a cut release lacks of them was cut off.
import * as XLSX from "@e965/xlsx";
import {zipOf} from "../../src/load/input/zip.fixture.ts";
import {emissMessage} from "../../src/load/sources/fedstat/emiss-message.fixture.ts";
import {type FixtureSheet, xlsxOf} from "../../src/load/workbook/workbook.fixture.ts";
import {type CutFormat, type Files, ofText} from "./format.ts";
import {isepText, kepText, keyRateTable} from "./publications.ts";
import {STANDARD_FORMATS} from "./standard-formats.ts";
import {treasuryForm, treasurySpreadForm} from "./treasury.ts";

const CODES = ["45000000000", "40000000000", "46000000000", "92000000000", "643", "030", "14000000000"];
const NAMES = ["г. Москва", "г. Санкт-Петербург", "Московская область", "Республика Татарстан", "Тверская область"];

export function tidy(day: string, last: number, lines: "\n" | "\r\n" = "\n"): Files {
  const rows = CODES.flatMap((geo, index) =>
    Array.from({length: last}, (_, month) => {
      const value = ((index + 3) * 1234.567 * (month + 1)).toFixed(month % 4);
      return `price;"Хлеб ""ржаной""";${geo};2025-${String(month + 1).padStart(2, "0")};${value}`;
    }),
  );
  const description = {provider: "me", dataset: "bread", name: "Bread (not official)", published_at: day};
  return {
    "observations.csv": ["indicator;class;geo;period;value", ...rows, ""].join(lines),
    "dataset.json": JSON.stringify(description),
  };
}

/** The value does not come last, so that a cut may leave it whole and take what says whose it is. */
function tidyOfUnits(day: string, last: number): Files {
  const rows = CODES.flatMap((geo) =>
    Array.from(
      {length: last},
      (_, month) => `x,${geo},${12_345 + month * 7},2025-${month + 1 < 10 ? 0 : ""}${month + 1},RUB`,
    ),
  );
  const description = {
    provider: "me",
    dataset: "units",
    name: "Units (not official)",
    published_at: day,
    partial: false,
  };
  return {
    "observations.csv": ["indicator,geo,value,period,unit", ...rows, ""].join("\n"),
    "dataset.json": JSON.stringify(description),
  };
}

function zipped(files: Files): Files {
  return {"package.zip": zipOf(Object.entries(files).map(([name, content]) => ({name, content})))};
}

export const DESCRIPTOR = JSON.stringify({
  family: "fixtures",
  provider: "miners",
  dataset: {code: "ore", name: "Добыча руды"},
  tables: [{columns: ["year", "period"], rows: ["territory"], fixed: {unit: "тонна"}}],
});
const MONTHS = ["январь", "февраль", "март", "апрель", "май", "июнь"];

export function oreRows(last: number): (string | number | null)[][] {
  const months = MONTHS.slice(0, last);
  return [
    [null, ...months.map(() => 2025)],
    [null, ...months],
    ...NAMES.map((name, index) => [name, ...months.map((_, month) => (index + 1) * 1000.25 + month * 17)]),
  ];
}

export function oreXls(last: number): Uint8Array {
  const workbook = XLSX.utils.book_new();
  XLSX.utils.book_append_sheet(workbook, XLSX.utils.aoa_to_sheet(oreRows(last)), "1");
  return XLSX.write(workbook, {type: "buffer", bookType: "biff8"}) as Uint8Array;
}

function oreCsv(last: number): string {
  const rows = oreRows(last).map((cells) =>
    cells.map((cell) => (typeof cell === "number" ? String(cell).replace(".", ",") : cell)).join(";"),
  );
  return [...rows, ""].join("\r\n");
}

function message(lastUpdate: string, last: number): string {
  const series = CODES.map((code, index) => ({
    key: {s_OKATO: code},
    observations: Array.from({length: last}, (_, year) => [String(2000 + year), `${index + 7}${year}4,75`] as const),
  }));
  return emissMessage({lastUpdate: `${lastUpdate}T00:00:00`, series, codeLists: {s_OKATO: {"643": "РФ"}}});
}

function emissWorkbook(day: string, last: number): Uint8Array {
  const [years, months, ...rows] = oreRows(last);
  const data: FixtureSheet = {
    name: "Данные",
    merges: ["A3:A4"],
    rows: [["Добыча руды (тонна)"], [], years!, months!, ...rows],
  };
  const passport = [
    ["Единицы измерения: ", "* тонна"],
    ["Последнее обновление данных: ", day],
  ];
  return xlsxOf([data, {name: "Паспорт", rows: passport}]);
}

function dailyRates(day: string, count: number): string {
  const rates = Array.from({length: count}, (_, at) => {
    const id = String(1010 + at).padStart(5, "0");
    return `<Valute ID="R${id}"><NumCode>${100 + at}</NumCode><CharCode>XX${String.fromCharCode(65 + at)}</CharCode><Nominal>${10 ** (at % 3)}</Nominal><Name>Currency ${at}</Name><Value>${83 + at},51${at}3</Value></Valute>`;
  });
  return `<?xml version="1.0" encoding="windows-1251"?><ValCurs Date="${day}" name="Foreign Currency Market">${rates.join("")}</ValCurs>\r\n`;
}

function dynamicRates(last: number): string {
  const records = Array.from(
    {length: last},
    (_, at) =>
      `<Record Date="${String(at + 10)}.03.2022" Id="R01235"><Nominal>1</Nominal><Value>${100 + at},12${at % 10}0</Value></Record>`,
  );
  return `<?xml version="1.0" encoding="windows-1251" ?>\r\r\n<ValCurs ID="R01235" DateRange1="10.03.2022" DateRange2="${last + 9}.03.2022" name="Foreign Currency Market Dynamic">\r\r\n${records.join("\r\r\n")}\r\r\n</ValCurs>`;
}

function keyRateSoap(last: number): string {
  const rows = Array.from(
    {length: last},
    (_, at) =>
      `<KR diffgr:id="KR${at + 1}" msdata:rowOrder="${at}"><DT>2025-01-${28 - at}T00:00:00+03:00</DT><Rate>${21 - at}.25</Rate></KR>`,
  );
  return `<?xml version="1.0" encoding="utf-8"?>\n<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body><KeyRateResponse xmlns="http://web.cbr.ru/"><KeyRateResult><diffgr:diffgram xmlns:msdata="urn:schemas-microsoft-com:xml-msdata" xmlns:diffgr="urn:schemas-microsoft-com:xml-diffgram-v1"><KeyRate xmlns="">\n${rows.join("\n")}\n</KeyRate></diffgr:diffgram></KeyRateResult></KeyRateResponse></soap:Body></soap:Envelope>\n`;
}

function dataService(last: number): string {
  const rows = Array.from({length: last}, (_, at) => ({
    colId: 2,
    element_id: 2 + (at % 3),
    measure_id: 2,
    unit_id: 1,
    obs_val: 3.31 + at,
    rowId: at,
    dt: `${["Jan", "Feb", "Mar", "Apr"][Math.floor(at / 3)]} 2021`,
    periodicity: "month",
    date: `2021-${String(Math.floor(at / 3) + 2).padStart(2, "0")}-01T00:00:00`,
    digits: 2,
  }));
  const headerData = [2, 3, 4].map((id) => ({id, elname: `Element ${id}`}));
  const SType = [{sType: 1, dsName: "Name", PublName: "Publ"}];
  const units = [{id: 1, val: "%"}];
  return JSON.stringify({RawData: rows, headerData, units, DTRange: [{FromY: 2014, ToY: 2025}], SType});
}

function keyRateBook(last: number): Uint8Array {
  const rows = Array.from({length: last}, (_, at) => [`${String(28 - at)}.01.2025`, `${21 - at},50`]);
  return xlsxOf([{name: "RC", rows: [["DT", "rate"], ...rows]}]);
}

function tableOfVintages(last: number): string {
  const rows = Array.from({length: last}, (_, at) => {
    const month = String(at + 1).padStart(2, "0");
    // A series that begins late is the first that a cut takes.
    return `2017-${month}-28,2017,${at + 1},${100.5 + at},${at < 2 ? "" : 99 + at},${at < 4 ? "" : 1234.5 + at}`;
  });
  return [",year,month,CPI_rog,CPI_FOOD_rog,CPI_SERVICES_rog", ...rows, ""].join("\n");
}

export const FORMATS: readonly CutFormat[] = [
  {name: "tidy package", open: true, release: tidy("2026-02-01", 12), before: tidy("2026-01-01", 11)},
  {name: "tidy package, CR LF", open: true, release: tidy("2026-02-01", 12, "\r\n"), before: tidy("2026-01-01", 11)},
  {
    name: "tidy package, value amid",
    open: true,
    release: tidyOfUnits("2026-02-01", 12),
    before: tidyOfUnits("2026-01-01", 9),
  },
  {
    name: "tidy package, zipped",
    open: false,
    release: zipped(tidy("2026-02-01", 12)),
    before: zipped(tidy("2026-01-01", 11)),
  },
  {
    name: ".xlsx by descriptor",
    open: false,
    untold: true,
    release: {"ore.xlsx": xlsxOf([{name: "1", rows: oreRows(6)}]), "descriptor.json": DESCRIPTOR},
    before: {"ore.xlsx": xlsxOf([{name: "1", rows: oreRows(5)}]), "descriptor.json": DESCRIPTOR},
  },
  {
    name: "proposal for an .xlsx",
    ...{open: false, untold: true, proposed: true, provider: "miners", dataset: "ore"},
    release: {"ore.xlsx": xlsxOf([{name: "1", rows: [["Добыча руды, тонна"], ...oreRows(6)]}])},
    before: {"ore.xlsx": xlsxOf([{name: "1", rows: [["Добыча руды, тонна"], ...oreRows(5)]}])},
  },
  {
    name: "proposal for a .csv",
    ...{open: true, untold: true, proposed: true, provider: "miners", dataset: "ore"},
    release: {"ore.csv": `Добыча руды, тонна\r\n${oreCsv(6)}`},
    before: {"ore.csv": `Добыча руды, тонна\r\n${oreCsv(5)}`},
  },
  {
    name: "Treasury's form",
    ...{open: false, untold: true},
    release: {"form.xlsx": treasuryForm(9)},
    before: {"form.xlsx": treasuryForm(8)},
  },
  {
    name: "Treasury's form, codes over columns",
    ...{open: false, untold: true},
    release: {"form.xlsx": treasurySpreadForm(9)},
    before: {"form.xlsx": treasurySpreadForm(8)},
  },
  {
    name: ".xls by descriptor",
    open: false,
    untold: true,
    release: {"ore.xls": oreXls(6), "descriptor.json": DESCRIPTOR},
    before: {"ore.xls": oreXls(5), "descriptor.json": DESCRIPTOR},
  },
  {
    name: ".csv by descriptor",
    open: true,
    untold: true,
    release: {"ore.csv": oreCsv(6), "descriptor.json": DESCRIPTOR},
    before: {"ore.csv": oreCsv(5), "descriptor.json": DESCRIPTOR},
  },
  {name: "EMISS SDMX", open: false, ...ofText("m.xml", message("2026-02-01", 9), message("2026-01-01", 8))},
  {
    name: "EMISS Excel",
    open: false,
    release: {"99002.xlsx": emissWorkbook("01.02.2026", 6)},
    before: {"99002.xlsx": emissWorkbook("01.01.2026", 5)},
  },
  {
    name: "Bank's rates of a day",
    open: false,
    ...ofText("d.xml", dailyRates("16.03.2022", 15), dailyRates("15.03.2022", 15)),
  },
  {name: "Bank's rates of a currency", open: false, ...ofText("c.xml", dynamicRates(20), dynamicRates(19))},
  {name: "Bank's SOAP", open: false, ...ofText("k.xml", keyRateSoap(9), keyRateSoap(8).replaceAll("-01-2", "-01-1"))},
  {name: "Bank's DataService", open: false, dataset: "loans", ...ofText("s.json", dataService(12), dataService(9))},
  {name: "Bank's table", open: true, untold: true, ...ofText("t.csv", keyRateTable(20), keyRateTable(19))},
  {
    name: "Bank's workbook",
    open: false,
    untold: true,
    release: {"keyrate.xlsx": keyRateBook(12)},
    before: {"keyrate.xlsx": keyRateBook(11)},
  },
  {name: "short-term indicators", open: true, untold: true, ...ofText("kep.csv", kepText(6), kepText(5))},
  {name: "socio-economic situation", open: false, untold: true, ...ofText("isep.csv", isepText(1), isepText(0))},
  {
    name: "table of vintages",
    open: true,
    untold: true,
    ...ofText("kep_dfm_2017-12.csv", tableOfVintages(12), tableOfVintages(11)),
  },
  ...STANDARD_FORMATS,
];
