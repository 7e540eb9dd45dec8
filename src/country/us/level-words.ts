// The levels of territories in the United States by their names, in the languages of the site.
import type {Country} from "../country.ts";

export const LEVEL_WORDS: Country["levels"] = {
  ru: {
    one: {
      country: "страна",
      district: "район переписи",
      macroregion: "регион переписи",
      region: "штат",
      city: "город или округ",
    },
    many: {
      country: "страна",
      district: "районы переписи",
      macroregion: "регионы переписи",
      region: "штаты",
      city: "города и округа",
    },
    map: "Плиточная карта штатов, пять групп по значению",
  },
  en: {
    one: {
      country: "nation",
      district: "census division",
      macroregion: "census region",
      region: "state",
      city: "city or county",
    },
    many: {
      country: "nation",
      district: "census divisions",
      macroregion: "census regions",
      region: "states",
      city: "cities and counties",
    },
    map: "Tile map of the states, five groups by value",
  },
};
