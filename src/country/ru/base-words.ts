// The base of comparison in the words of Russian tables: a level, or per cent of another time. Gives the code of the transformation.

export function transformationOf(words: string): string | null {
  const folded = words
    .toLowerCase()
    .replaceAll("ё", "е")
    .replace(/[\s\u00a0]+/g, " ");
  const found = BASES.find(([pattern]) => pattern.test(folded))?.[1] ?? null;
  // FIX-rosstat-40: a rate of growth is 0.9 where the index is 100.9, whatever the words for the base are.
  return found?.startsWith("pct_") && GROWTH.test(folded) ? (GROWTH_OF.get(found) ?? null) : found;
}

const GROWTH = /темп[а-я]* прироста/;
const GROWTH_OF: ReadonlyMap<string, string> = new Map([
  ["pct_mom", "growth_mom"],
  ["pct_yoy", "growth_yoy"],
  ["pct_ytd", "growth_ytd"],
]);

const BASES: readonly (readonly [RegExp, string])[] = [
  // Rates of growth: 5.3 instead of the index 105.3. "ИВП": without the revaluation of foreign currency.
  [/^г\/г ивп/, "growth_yoy_xr"],
  [/^м\/м ивп/, "growth_mom_xr"],
  [/^с начала года ивп/, "growth_ytd_xr"],
  [/^г\/г(?:, ?%)?$|годов[а-я]+ темп[а-я]* прироста/, "growth_yoy"],
  [/^м\/м(?:, ?%)?$|темп[а-я]* прироста(?: .*)? за месяц/, "growth_mom"],
  [/^с начала года(?:, ?%)?$|темп[а-я]* прироста(?: .*)? к началу года/, "growth_ytd"],
  // Must be tested before "к декабрю предыдущего года": in both the base is the end of last year.
  [/к декабрю предыдущего года|к концу предыдущего года|к концу декабря предыдущего года/, "pct_ytd"],
  [/нарастающим итогом.*к соответствующему периоду/, "pct_yoy_ytd"],
  [
    /(?:соответствующ|аналогичн)[а-я]+ (?:месяц|период|квартал|недел|дат)[а-я]*(?: предыдущего| прошлого| \d{4})? год/,
    "pct_yoy",
  ],
  [/к (?:концу )?предыдуще(?:му|го) месяц|к предыдущему месяцу|к пред\. ?мес/, "pct_mom"],
  [/к предыдущему кварталу|к концу предыдущего квартала/, "pct_qoq"],
  // A mean of other territories is no other time.
  [/в процентах к средне[а-я]* /, "level"],
  [/к предыдущей дате регистрации|к предыдущей неделе/, "pct_wow"],
  [/к предыдущему году|к прошлому году|к уровню предыдущего года/, "pct_yoy"],
];
