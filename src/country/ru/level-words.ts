// The levels of territories in Russia by their names, in the languages of the site.
import type {Country} from "../country.ts";

export const LEVEL_WORDS: Country["levels"] = {
  ru: {
    one: {
      country: "страна",
      district: "федеральный округ",
      macroregion: "экономический район",
      region: "субъект федерации",
      city: "город или часть субъекта",
    },
    many: {
      country: "страна",
      district: "федеральные округа",
      macroregion: "экономические районы",
      region: "субъекты федерации",
      city: "города и части субъектов",
    },
    map: "Карта субъектов плитками, цвет — пятая часть, в которую попало значение",
  },
  en: {
    one: {
      country: "country",
      district: "federal district",
      macroregion: "economic region",
      region: "subject of the federation",
      city: "city or part of a subject",
    },
    many: {
      country: "country",
      district: "federal districts",
      macroregion: "economic regions",
      region: "subjects of the federation",
      city: "cities and parts of subjects",
    },
    map: "Map of the federation's subjects as tiles, coloured by the fifth that the value is in",
  },
};
