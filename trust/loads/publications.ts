// Rosstat's publications as text and the Bank's table, small and made in the shape of the real ones.

/** Short-term indicators: `last` years of annual and quarterly values in six blocks. */
export function kepText(last: number): string {
  const blocks = ["Объем ВВП", "Оборот торговли", "Ввод домов", "Добыча угля", "Перевозки", "Доходы"].flatMap(
    (name, at) => [
      "\tГод Year\tКварталы / Quarters\t\t\t",
      "\t\tI\tII\tIII\tIV",
      `1.${at + 1}. ${name}, млрд.рублей / ${"x".repeat(at + 3)}, bln rubles\t\t\t\t\t`,
      ...Array.from({length: last}, (_, year) => {
        const figures = [0, 1, 2, 3, 4].map((part) => `${(at + 1) * 1000 + year * 31 + part},${(at + part) % 10}`);
        return `${2012 + year}${year % 3 === 1 ? "1)" : ""}\t${figures.join("\t")}`;
      }),
      '"1) Предварительные данные, ""оценка"".\n2) Без учета."\t\t\t\t\t',
    ],
  );
  return ["\tГод / Year\tКварталы / Quarters", "1. Сводные показатели / Aggregated indicators", ...blocks, ""].join(
    "\n",
  );
}

/** The socio-economic situation of October 2017 (0) or of November (1). */
export function isepText(month: 0 | 1): string {
  const [own, of, before] = [
    ["Октябрь", "октябрю", "сентябрю"],
    ["Ноябрь", "ноябрю", "октябрю"],
  ][month] as [string, string, string];
  return [
    "I\tОСНОВНЫЕ ЭКОНОМИЧЕСКИЕ И СОЦИАЛЬНЫЕ ПОКАЗАТЕЛИ",
    `\t${own} 2017г.\tВ % к\t`,
    `\t\t${of} 2016г.\t${before} 2017г.`,
    "\t\t\t",
    "Валовой внутренний продукт\t\t101,61),2)\t",
    "Индекс промышленного производства4)\t\t100,0\t105,7",
    "Продукция сельского хозяйства, млрд.рублей\t733,8\t97,5\t64,7",
    "Внешнеторговый оборот, млрд.долларов США\t51,15)\t117,93)\t99,53)",
    "в том числе: экспорт товаров\t30,6\t120,7\t105,8",
    "импорт товаров\t20,4\t113,9\t91,4",
    "Среднемесячная заработная плата, рублей\t3827510)\t107,11)\t103,21)",
    "Численность безработных (в возрасте 15-72 лет), млн.человек\t3,911)\t94,1\t101,1",
    '"1) Оценка. 2) Без учета запасов. 3) В ценах года. 4) По видам деятельности. 5) По методологии ""баланса"". 10) Предварительно. 11) По обследованию."\t\t\t',
    "",
  ].join("\n");
}

/** Key rate, inflation and target of this number of months, the newest first. */
export function keyRateTable(months: number): string {
  const rows = Array.from({length: months}, (_, at) => {
    const ordinal = 2024 * 12 + months - at;
    const month = String((ordinal % 12) + 1).padStart(2, "0");
    return `01.${month}.${Math.floor(ordinal / 12)};${16 + (at % 5)},5;${5 + (at % 4)},${59 - at};4,25`;
  });
  return ["Дата;Ставка;Инфляция;Цель", ...rows, ""].join("\r\n");
}
