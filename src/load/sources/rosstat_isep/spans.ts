// Spans of time in the words of headers and footnotes: "Октябрь 2017г.", "январю-октябрю 2016 года", "I полугодие 2017г.", "2016г.".
import {parsePeriodWords} from "../../../country/ru/period-words.ts";

export interface Span {
  readonly frequency: "A" | "Q" | "M";
  readonly ordinal: number;
  /** Counted from January on. */
  readonly cumulative: boolean;
}

/** null for any other text. */
export function parseSpan(text: string): Span | null {
  const parts = /^(.*?)\s*((?:19|20)\d\d)\s*(?:г\.?|год[ау]?)?$/i.exec(text.trim());
  if (parts === null) return null;
  const year = Number(parts[2]);
  if (parts[1] === "") return {frequency: "A", ordinal: year, cumulative: false};
  // "к январю-октябрю", "к I полугодию": the dative.
  const words = parts[1]!
    .toLowerCase()
    .replace(/\s*-\s*/g, "-")
    .replace(/(янв|февр|апр|сент|окт|но|дек)([а-я]*)рю/g, "$1$2рь")
    .replace(/(февра|апре)лю/g, "$1ль")
    .replace(/(июн|июл)ю/g, "$1ь")
    .replace(/(март|август)у/g, "$1")
    .replace(/(?<![а-я])маю/g, "май")
    .replace(/полугодию/g, "полугодие")
    .replace(/кварталу/g, "квартал");
  const found = parsePeriodWords(words);
  if (found === null || found.kind !== "part") return null;
  const {frequency, periodsAYear, offset, cumulative} = found;
  return {frequency, ordinal: year * periodsAYear + offset, cumulative};
}
