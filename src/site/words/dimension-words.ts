// Codes of measures and transformations in words of a language. A package may bring any code: what is not known here stays a code.
import type {InBoth, Language} from "./language.ts";

/** A transformation that the interface gives meaning to, in words; null of any other. */
export function transformationWords(code: string, language: Language): string | null {
  return TRANSFORMATIONS[code]?.[language] ?? null;
}

const TRANSFORMATIONS: Readonly<Record<string, InBoth<string>>> = {
  level: {ru: "уровень", en: "level"},
  level_ytd: {ru: "с начала года", en: "year to date"},
  pct_yoy: {ru: "к тому же периоду прошлого года", en: "against the same period a year earlier"},
  pct_prev: {ru: "к предыдущему периоду", en: "against the previous period"},
  pct_mom: {ru: "к предыдущему месяцу", en: "against the previous month"},
  pct_qoq: {ru: "к предыдущему кварталу", en: "against the previous quarter"},
  pct_wow: {ru: "к предыдущей неделе", en: "against the previous week"},
  pct_ytd: {ru: "к концу прошлого года", en: "against the end of the previous year"},
  growth_mom: {ru: "прирост к предыдущему месяцу", en: "growth against the previous month"},
  growth_yoy: {ru: "прирост к тому же периоду прошлого года", en: "growth against the same period a year earlier"},
  growth_ytd: {ru: "прирост с начала года", en: "growth since the beginning of the year"},
  pct_yoy_ytd: {
    ru: "с начала года к тому же времени прошлого года",
    en: "year to date against the same time a year earlier",
  },
};

/** A measure in words; null of a code that only its package knows. */
export function measureWords(provider: string, code: string, language: Language): string | null {
  return (MEASURES[`${provider}/${code}`] ?? MEASURES[code])?.[language] ?? null;
}

const MEASURES: Readonly<Record<string, InBoth<string>>> = {
  prev_month: {ru: "к предыдущему месяцу", en: "against the previous month"},
  prev_december: {ru: "к декабрю предыдущего года", en: "against December of the previous year"},
  prev_date: {ru: "к предыдущей дате регистрации", en: "against the previous registration day"},
  prev_year_end: {ru: "к концу предыдущего года", en: "against the end of the previous year"},
  by_footnote: {ru: "пересчитано по сноске", en: "recalculated as a footnote says"},
  "roskazna/executed": {ru: "исполнено", en: "executed"},
  "roskazna/approved": {ru: "утверждённые бюджетные назначения", en: "approved appropriations"},
  "roskazna/law": {ru: "утверждено законом о бюджете", en: "approved by the budget law"},
  "roskazna/schedule": {ru: "утверждено бюджетной росписью", en: "approved by the budget schedule"},
  "roskazna/percent": {ru: "процент исполнения росписи", en: "per cent of the schedule executed"},
  "roskazna/received": {ru: "поступления между бюджетами", en: "received between budgets"},
};

/** What a series is beside its title: its measure and transformation, those that have words; a plain level is not told. */
export function kindWords(
  {
    provider,
    measure,
    transformation,
  }: {
    readonly provider: string;
    readonly measure: string | null;
    readonly transformation: string | null;
  },
  language: Language,
): string[] {
  return [
    measure === null ? null : measureWords(provider, measure, language),
    transformation === null || transformation === "level" ? null : transformationWords(transformation, language),
  ].filter((words) => words !== null);
}
