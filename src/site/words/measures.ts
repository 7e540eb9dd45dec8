// Measures and transformations: their codes in words, and which of them are ratios to an earlier time.
//
// A package may use any code. A code that is not listed here is shown unchanged, and is never read as a ratio or a level because of its
// form: a publisher's own measure in per cent ("k_predyduschemu_mesyatsu") may be a ratio. What a series is, its published names tell.
import type {DescribedSeries} from "../../store/series/named-series.ts";
import type {InBoth, Language} from "./language.ts";
import {asPublished, type InLanguage} from "./own-names.ts";

/** null for a code that the API does not define. */
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
  growth_mom_xr: {
    ru: "прирост к предыдущему месяцу без валютной переоценки",
    en: "growth against the previous month without foreign currency revaluation",
  },
  growth_yoy_xr: {
    ru: "прирост к тому же периоду прошлого года без валютной переоценки",
    en: "growth against the same period a year earlier without foreign currency revaluation",
  },
  growth_ytd_xr: {
    ru: "прирост с начала года без валютной переоценки",
    en: "growth since the beginning of the year without foreign currency revaluation",
  },
  pct_yoy_ytd: {
    ru: "с начала года к тому же времени прошлого года",
    en: "year to date against the same time a year earlier",
  },
};

/** The measure of a value that a footnote of its source recalculates: only the text of the footnote tells how. */
export const BY_FOOTNOTE = "by_footnote";

/** null for a code that only its package defines. */
export function measureWords(provider: string, code: string, language: Language): string | null {
  return (MEASURES[`${provider}/${code}`] ?? MEASURES[code])?.[language] ?? null;
}

const MEASURES: Readonly<Record<string, InBoth<string>>> = {
  prev_month: {ru: "к предыдущему месяцу", en: "against the previous month"},
  prev_december: {ru: "к декабрю предыдущего года", en: "against December of the previous year"},
  prev_date: {ru: "к предыдущей дате регистрации", en: "against the previous registration day"},
  prev_year_end: {ru: "к концу предыдущего года", en: "against the end of the previous year"},
  k_predyduschemu_mesyatsu: {ru: "к предыдущему месяцу", en: "against the previous month"},
  k_predyduschemu_kvartalu: {ru: "к предыдущему кварталу", en: "against the previous quarter"},
  k_predyduschemu_godu: {ru: "к предыдущему году", en: "against the previous year"},
  k_dekabryu_predyduschego_goda: {ru: "к декабрю предыдущего года", en: "against December of the previous year"},
  k_kontsu_predyduschego_goda: {ru: "к концу предыдущего года", en: "against the end of the previous year"},
  k_sootvetstvuyuschemu_mesyatsu_predyduschego_goda: {
    ru: "к тому же месяцу прошлого года",
    en: "against the same month a year earlier",
  },
  k_sootvetstvuyuschemu_kvartalu_predyduschego_goda: {
    ru: "к тому же кварталу прошлого года",
    en: "against the same quarter a year earlier",
  },
  k_sootvetstvuyuschemu_periodu_predyduschego_goda: {
    ru: "к тому же периоду прошлого года",
    en: "against the same period a year earlier",
  },
  na_konets_goda: {ru: "на конец года", en: "at the end of the year"},
  na_nachalo_goda: {ru: "на начало года", en: "at the beginning of the year"},
  na_konets_perioda: {ru: "на конец периода", en: "at the end of the period"},
  [BY_FOOTNOTE]: {ru: "пересчитано по сноске", en: "recalculated as a footnote says"},
  "cbr/sa": {ru: "сезонность устранена", en: "seasonally adjusted"},
  "cbr/nsa": {ru: "без устранения сезонности", en: "not seasonally adjusted"},
  "cbr/po_gruppam_naseleniya": {ru: "по группам населения", en: "by population group"},
  "cbr/dannye_dlya_grafikov": {ru: "данные для графиков", en: "data for charts"},
  "roskazna/executed": {ru: "исполнено", en: "executed"},
  "roskazna/approved": {ru: "утверждённые бюджетные назначения", en: "approved appropriations"},
  "roskazna/law": {ru: "утверждено законом о бюджете", en: "approved by the budget law"},
  "roskazna/schedule": {ru: "утверждено бюджетной росписью", en: "approved by the budget schedule"},
  "roskazna/percent": {ru: "процент исполнения росписи", en: "per cent of the schedule executed"},
  "roskazna/received": {ru: "поступления между бюджетами", en: "received between budgets"},
};

/** A text of a package for readers: codes that only introduce their words are left out ("measure=prev_month: against …"). */
export function withoutCodes(text: string): string {
  return text.replace(/(?<![\w=])(?:(?:measure|transformation)=)?([a-z]+(?:_[a-z]+)*): ?/g, (whole, code: string) =>
    Object.hasOwn(MEASURES, code) || Object.hasOwn(TRANSFORMATIONS, code) ? "" : whole,
  );
}

/** The measure and the transformation of a series, if they have words. A plain level is not mentioned. */
export function kindWords(
  {provider, measure, transformation}: Kind & {readonly provider: string},
  language: Language,
): string[] {
  return [
    measure === null ? null : measureWords(provider, measure, language),
    transformation === null || transformation === "level" ? null : transformationWords(transformation, language),
  ].filter((words) => words !== null);
}

type Kind = Pick<DescribedSeries, "measure" | "transformation">;
type Named = Partial<Pick<DescribedSeries, "indicatorLabel" | "className">>;
type Measured = Kind & InUnit & Named;
type InUnit = Pick<DescribedSeries, "unit"> & {readonly unitLabel: {readonly name: string} | null};

/** For an index in per cent whose source does not say of what, and whose names here do not either; null: any other series. */
export function baseWords(shown: InLanguage<Measured>, language: Language): string | null {
  const series = asPublished(shown);
  const isPlain = series.measure === null && (series.transformation ?? "level") === "level";
  if (!isPlain || !isPerCent(series) || !isIndex(series)) return null;
  const named = `${series.indicatorLabel ?? ""} ${series.className ?? ""}`;
  return /\sк\s|\sto\s|against|over|[=–—-]\s*100|\d{4}\s*=/i.test(named) ? null : BASE_UNSAID[language];
}

const BASE_UNSAID: InBoth<string> = {ru: "к чему — источник не указал", en: "the source does not say of what"};

/** Only a level may be shown in per cent of a chosen period: half of a growth of 101 % is not 50 %. */
export function isLevel(shown: InLanguage<Measured>): boolean {
  const series = asPublished(shown);
  return !isRatio(series) && !isGrowth(series) && !(isPerCent(series) && (series.measure !== null || isIndex(series)));
}

/** The value is the whole ratio: 101.5 after a growth of 1.5 %. */
export function isRatio({measure, transformation}: Kind): boolean {
  return /^prev_/.test(measure ?? "") || /^pct_/.test(transformation ?? "");
}

/** Whether the words of a question ask how a figure changes, not how large it is. */
export function asksForChange(question: string): boolean {
  return /рост|темп|индекс|измен|процент|динамик|growth|grew|change|index|per ?cent|rate|%/i.test(question);
}

/** Judged by the code and the name of the unit. */
export function isPerCent(shown: InLanguage<InUnit>): boolean {
  const {unit, unitLabel} = asPublished(shown);
  return /процент|percent|%/i.test(`${unit ?? ""} ${unitLabel?.name ?? ""}`);
}

/** An index in per cent is a ratio to a time that only its name may tell. */
function isIndex({indicatorLabel, className}: Named): boolean {
  return /индекс|темп|index|growth/i.test(`${indicatorLabel ?? ""} ${className ?? ""}`);
}

/** The value is only the growth: 1.5. */
function isGrowth({transformation}: Kind): boolean {
  return /^growth_/.test(transformation ?? "");
}
