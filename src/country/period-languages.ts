// The words of periods by language, as data: names of months, and signs of a quarter.
//
// Short names stand only where no other language has them for something else: "set" is September in Italian and a set of rows elsewhere.

export interface PeriodLanguage {
  /** The ways to write each month, January first, with bars between them; in lower case. */
  readonly months: readonly string[];
  /** An expression for the word of a quarter, beside its number. */
  readonly quarter: string;
}

const list = (text: string): string[] => text.split(" ");

export const PERIOD_LANGUAGES: Readonly<Record<string, PeriodLanguage>> = {
  en: {
    months: list(
      "january|jan february|feb march|mar april|apr may june|jun july|jul august|aug september|sept|sep october|oct november|nov december|dec",
    ),
    quarter: "q|quarter|qtr",
  },
  ru: {
    months: list(
      "январь|января|янв февраль|февраля|февр|фев март|марта|мар апрель|апреля|апр май|мая июнь|июня|июн июль|июля|июл август|августа|авг сентябрь|сентября|сент|сен октябрь|октября|окт ноябрь|ноября|нояб|ноя декабрь|декабря|дек",
    ),
    quarter: "квартал|кварт|кв",
  },
  de: {
    months: list("januar|jänner februar märz april mai juni juli august september oktober november dezember"),
    quarter: "quartal",
  },
  fr: {
    months: list(
      "janvier février|fevrier mars avril mai juin juillet août|aout septembre octobre novembre décembre|decembre",
    ),
    quarter: "trimestre",
  },
  es: {
    months: list("enero febrero marzo abril mayo junio julio agosto septiembre|setiembre octubre noviembre diciembre"),
    quarter: "trimestre",
  },
};
