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
    map: "Плиточная карта регионов, пять групп по значению",
  },
  en: {
    one: {
      country: "country",
      district: "federal district",
      macroregion: "economic region",
      region: "region",
      city: "city or part of a region",
    },
    many: {
      country: "country",
      district: "federal districts",
      macroregion: "economic regions",
      region: "regions",
      city: "cities and parts of regions",
    },
    map: "Tile map of the regions, five groups by value",
  },
};
