// The words of plain tables, as data, in English and Russian: what a column is, what stands for a missing value, what is a remark.
//
// A header only helps where the members of its column leave a doubt: a column of country codes is one whatever its header is.

export interface ColumnWords {
  readonly time: RegExp;
  readonly year: RegExp;
  readonly month: RegExp;
  readonly quarter: RegExp;
  readonly territory: RegExp;
  readonly indicator: RegExp;
  readonly unit: RegExp;
  readonly value: RegExp;
  readonly status: RegExp;
  readonly frequency: RegExp;
  readonly note: RegExp;
  /** A power of ten for the value beside it. */
  readonly multiplier: RegExp;
  /** The number of a day, a week or an hour, which needs other columns to be a period. */
  readonly part: RegExp;
  /** Numbers of rows. */
  readonly index: RegExp;
  /** Codes and numbers that say again what another column says. */
  readonly code: RegExp;
  /** English names of what another column names. */
  readonly english: RegExp;
}

export const COLUMN_WORDS: ColumnWords = {
  time: /^(?:(?:ref(?:erence)?|obs(?:ervation)?|report(?:ing)?|start|end)?[ _.-]?(?:date|time|period|datetime|timestamp|day|week)s?(?:[ _](?:period|key|value))?|time_period|yyyy-?mm(?:-?dd)?|дата|период|отч[её]тный период|время|день|неделя)$/i,
  year: /^(?:(?:calendar|ref(?:erence)?|obs)?[ _]?(?:year|yr|years|yyyy)|год|годы|отч[её]тный год)$/i,
  month: /^(?:month|mon|mm|month[ _](?:no|num|number|name)|месяц|номер месяца|мес\.?)$/i,
  quarter: /^(?:quarter|qtr|qrt|qq?|quarter[ _](?:no|num|number)|квартал|номер квартала|кв\.?)$/i,
  territory:
    /^(?:(?:reporter|ref|reference)[ _])?(?:country|countries|nation|entity|area|geo|geography|region|territory|territories|state|location|iso(?:[ _-]?(?:2|3|alpha|a2|a3|code|num\w*))*|iso3166\w*|place|city|cities|town|province|county|district|municipality|shop|store|branch|office|okato|oktmo|стран[аы]|государство|регион|субъект|территори[яи]|город|область|район|окато|октмо|федеральный округ|магазин|филиал|отделение)(?:$|[ _.,/\\(-].*)/i,
  indicator:
    /^(?:(?:indicator|series|variable|item|subject|measure|concept|statistic|metric|commodity|product)s?|показатель|показатели|индикатор|ряд|переменная|товар|наименование показателя)(?:[ _.]?(?:name|label|title|description))?$/i,
  unit: /^(?:units?|uom|unit[ _]?(?:measure|name|label|of[ _]measure(?:ment)?s?)|measure(?:ment)? unit|ед(?:\.|иниц[аы])?[ _]?изм(?:\.|ерения)?)$/i,
  value:
    /^(?:obs_?)?values?$|^val$|^(?:obs_?)?rate$|^obs$|^observation$|^amount$|^number$|^data$|^значени[ея]$|^показатель$|^величина$|^число$/i,
  status: /^(?:obs_?|observation[ _])?(?:status|flags?|flag[ _]codes?)$|^статус$|^признак$/i,
  frequency: /^(?:freq|frequency|periodicity|частота|периодичность)$/i,
  note: /^(?:notes?|foot[ _]?notes?|decimals|comments?|remarks?|sources?|source[ _].*|url|link|примечани[ея]|комментари[ий]|источник|ссылка)$/i,
  multiplier: /^(?:unit[ _]?mult(?:iplier)?|mult(?:iplier)?|power[ _]?code(?: code)?|scale|множитель)$/i,
  part: /^(?:(?:iso[ _]?)?week(?:[ _]?(?:no|num|number))?|day(?:[ _]of[ _](?:month|year|week))?|hour|half|semester|неделя|номер недели|день|час|полугодие)$/i,
  index: /^(?:|unnamed: ?\d+|index|idx|row|row[ _]?(?:id|no|number)|id|#|n|№|№ ?п\/п|п\/п)$/i,
  english: /(?:^|[ _.,(-])(?:en|eng|english)\)?$|^(?:en|eng|english)[ _.-]|(?:^|[ _.,(-])англ/i,
  code: /(?:^|[ _.])(?:code|id|key|iso|код|номер)s?$|^(?:code|id|код|okato|oktmo|окато|октмо)(?:[ _.]|$)/i,
};

/** Texts that programs write for a missing value; a single point is one of FRED. */
export const MISSING_WORDS =
  /^(?:\.|\.\.|:|na|n\/a|n\.a\.?|n\/d|nan|null|none|nil|missing|#n\/a|#na|<na>|нет данных|н\/д|н\. ?д\.?)$/i;

/** A status that says there is no value, by SDMX: missing, not collected, not used, not significant. */
export const MISSING_STATUS = /^(?:[MLOQH]|NaN|missing|нет данных)$/i;

/** The first words of a line below or above a table that is none of its rows. */
export const REMARK_WORDS =
  /^(?:\*|sources?\b|notes?\b|data (?:from|source|retrieved)|last updated|updated|copyright|©|источник|примечани|данные|обновлено|дата обновления)/i;

/** A line that programs leave out; "#N/A" is a value that is missing. */
export const COMMENT = /^(?:#(?!n\/?a\b)[^\p{L}]*\p{L}{2}|\/\/)/iu;

/** A header that says which of two lists its codes are of: CA is Canada and California. */
export const STATE_WORDS = /state|штат/i;
export const COUNTRY_WORDS = /countr|nation|iso|стран/i;

/** A header of partners. */
export const PARTNER_HEADER =
  /\b(?:partner|counterpart|destination|origin|citizenship|nationality)|партн[её]р|контрагент|назначени|происхождени|гражданств/i;

/** Russian tables of trade and migration name the other country in the column "Страна". */
export const PARTNER_TITLE =
  /\bby (?:partner|counterpart|destination|origin|citizenship|nationality|country of (?:destination|origin|birth))|партн[её]р|контрагент|гражданств|экспорт|импорт|товарооборот|внешн\S* торговл|мигра(?:нт|ци)|прибывш|выбывш/i;

/** Of a price or a rate for a unit: "Bread, kg" under these words costs money, and is no kilogram. */
export const PRICE_WORDS =
  /(?<!\p{L})(?:цен[аыуе]?|стоимост\p{L}{1,2}|тариф\p{L}{0,2}|prices?|costs?|tariffs?)(?!\p{L})/iu;

/** The name of a unit of money. */
export const MONEY_WORDS =
  /\p{Sc}|руб|доллар|евро(?!п)|юан|иен|фунт\S* стерлинг|rouble|ruble|dollar|euro(?!p)|yuan|yen|pound sterling|\b(?:USD|EUR|RUB|CNY|GBP|JPY)\b/iu;

/** The header of a column with the days of publication, which are no periods. */
export const PUBLISHED_WORDS =
  /publi(?:shed|cation)|release|updated|revised|modified|vintage|\bas[ _]?of\b|опубликован|публикаци|обновлен|выпуск/i;
