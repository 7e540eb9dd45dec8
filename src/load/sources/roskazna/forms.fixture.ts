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
