// Forms of the Treasury, small and made in the shape of the real ones, with the rows of income that a test gives.
import {type FixtureCell, xlsxOf} from "../../workbook/workbook.fixture.ts";

/** The head, one table of income, a hidden sheet of the report generator. */
export function federalForm(income: readonly (readonly FixtureCell[])[], okei: string | null = "383", unit = "руб.") {
  const rows: (readonly FixtureCell[])[] = [
    ["ОТЧЕТ ОБ ИСПОЛНЕНИИ ФЕДЕРАЛЬНОГО БЮДЖЕТА"],
    [null, null, "Форма по ОКУД", "0507011"],
    ["на 1 января 2031 г.", null, "Дата", "01.01.2031"],
    ["Периодичность: квартальная, годовая"],
    [`Единица измерения: ${unit}`, null, "по ОКЕИ", okei],
    ["1.1 Поступления доходов в федеральный бюджет"],
    ["Наименование показателя", "Код стро-ки", "Код по бюджетной классификации (вид, подвид, КОСГУ)", "Исполнено"],
    ["1", "2", "3", "4"],
    ...income,
  ];
  const metadata = {name: "XDO_METADATA", rows: [["BI Publisher Version"]], hidden: true};
  return xlsxOf([metadata, {name: "1.1", rows}]);
}

/** The template of 2021: the number of the general form, codes over several columns, other names of sheets. */
export function spreadForm(title: string, income: readonly (readonly FixtureCell[])[]) {
  const head: (readonly FixtureCell[])[] = [
    [title],
    [null, null, null, null, null, null, "Форма по ОКУД", "0503117"],
    ["на 1 января 2032 г.", null, null, null, null, null, "Дата", "01.01.2032"],
    ["Периодичность: квартальная, годовая"],
    ["Единица измерения: руб.", null, null, null, null, null, "по ОКЕИ", "383"],
  ];
  const code = "Код дохода по бюджетной классификации";
  const table = (kind: string, rows: readonly (readonly FixtureCell[])[]) => [
    ["Наименование показателя", "Код строки", kind, null, null, null, "Исполнено", "Неисполненные назначения"],
    ["1", "2", "3", null, null, null, "4", "5"],
    ...rows,
  ];
  const spending = table("Код расхода по бюджетной классификации", [
    ["Расходы - всего", "200", "x", null, null, null, 70, 7],
    ["Министерство", "200", "020", "0000", "0000000000", "000", 60, 6],
    ["Услуги связи", "200", "020", "0108", "1610190000", "244", 50, 5],
  ]);
  return xlsxOf([
    {name: "XDO_METADATA", rows: [["BI Publisher Version"]], hidden: true},
    {name: "Доходы без АП", rows: [...head, ...table(code, income)], merges: ["C6:F6"]},
    {name: "Расходы ведомств.откр", rows: spending, merges: ["C1:F1"]},
  ]);
}

/** The form of 2021 as it was published: no "федерального" in the title, header words over several rows, a table without lines. */
export function publishedFormOf2021(okato = "00000001") {
  const income: (readonly FixtureCell[])[] = [
    [null, null, null, "ОТЧЕТ ОБ ИСПОЛНЕНИИ БЮДЖЕТА"],
    [null, null, null, null, null, "\u00a0Форма по ОКУД", "0503117"],
    [null, null, null, "на 1 января 2032 г.", null, "\u00a0Дата", " 01.01.2032"],
    [
      "Наименование\u00a0публично-правового образования",
      null,
      "Федеральный бюджет",
      null,
      null,
      "\u00a0по ОКАТО",
      okato,
    ],
    ["Периодичность:\u00a0месячная, квартальная, годовая"],
    ["Единица измерения:\u00a0руб.", null, null, null, null, "\u00a0по ОКЕИ", 383],
    [null, null, null, "1. Доходы федерального бюджета"],
    [null, "Код", "Код дохода ", null, "Утвержденные    ", null, "Неисполненные "],
    ["Наименование показателя", "строки", "по бюджетной", null, "бюджетные", "Исполнено", "назначения"],
    [null, null, "классификации", null, "назначения"],
    [1, 2, 3, null, 4, 5, 6],
    ["Доходы бюджета – всего", "010", null, "        x", 900, "25 286 366 359 677,64", "-6 521 264 681 477,64"],
    ["в том числе:"],
    ["Налог на прибыль", "010", "000", "10101000000000110", 0, 30.5, 0],
  ];
  const byAdministrator: (readonly FixtureCell[])[] = [
    ["1. Доходы федерального бюджета"],
    ["Наименование показателя", "Код по бюджетной классификации", null, null, null, null, null, "Исполнено"],
    [null, "главный администратор", "вида, подвида"],
    [1, 2, 3, null, null, null, null, 4],
    ["Министерство", "020", null, null, "X", null, null, 7],
    ["Пошлина", "020", "108", "07000", "01", "0000", "110", 6],
    ["Другое министерство", {number: 21, format: "000"}, null, null, "X", null, null, 8],
    ["Нули потеряны", 20, "108", "07000", "01", "0000", "110", 5],
    ["Всего", "X", null, null, "X", null, null, "25 286 366 359 677,64"],
  ];
  const spending: (readonly FixtureCell[])[] = [
    [null, null, null, "2. Расходы федерального бюджета"],
    [null, "Код", "Код расхода", null, null, null, "Утвержденные    ", null, "Неисполненные "],
    ["Наименование показателя", "строки", "по бюджетной", null, null, null, "бюджетные", "Исполнено", "назначения"],
    [null, null, "классификации", null, null, null, "назначения"],
    [1, 2, 3, null, null, null, 4, 5, 6],
    ["Расходы бюджета – всего", 200, null, null, "x", null, 3, 2, 1],
    ["Министерство", "200", "020", null, null, null, 6, 5, 4],
    ["Программа", "200", "020", "0108", "1600000000", null, 9, 8, 7],
    ["Услуги", "200", "020", "0108", "161D190000", "244", 12, 11, 10],
  ];
  const sources: (readonly FixtureCell[])[] = [
    [null, null, "Код источника"],
    [null, "Код", "финансирования", null, "Утвержденные    ", null, "Неисполненные "],
    ["Наименование показателя", "строки", "дефицита бюджета", null, "бюджетные", "Исполнено", "назначения"],
    [null, null, "по бюджетной", null, "назначения"],
    [null, null, "классификации"],
    [1, 2, 3, null, 4, 5, 6],
    ["Источники финансирования дефицита - всего", "500", null, "        x", 15, 14, 13],
    ["Ценные бумаги", "520", "000", "01010000000000000", 18, 17, "x"],
  ];
  const sections: (readonly FixtureCell[])[] = [
    ["Расходы по ФКР"],
    ["Наименование показателя", "Код строки", "Код расхода по бюджетной классификации", "Исполнено"],
    [1, 2, 3, 4],
    ["ИТОГО РАСХОДОВ БЮДЖЕТА", "200", null, 21],
    ["Общегосударственные вопросы", "200", "0100", 20],
  ];
  return xlsxOf([
    {name: "XDO_METADATA", rows: [["BI Publisher Version"]], hidden: true},
    {name: "Доходы без АП", rows: income, merges: ["C8:D8", "C9:D9", "C10:D10", "C11:D11"]},
    {name: "Доходы с АП", rows: byAdministrator, merges: ["A2:A3", "B2:G2", "H2:H3", "C3:G3", "C4:G4"]},
    {name: "Расходы ведомств.откр", rows: spending, merges: ["C2:F2", "C3:F3", "C4:F4", "C5:F5"]},
    {name: "Источники", rows: sources, merges: ["C1:D1", "C2:D2", "C3:D3", "C4:D4", "C5:D5", "C6:D6"]},
    {name: "ФКР", rows: sections},
  ]);
}
