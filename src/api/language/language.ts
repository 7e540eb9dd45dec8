// The language of names in an answer: the parameter `lang`, else the language of the server's country.
//
// Published names are the Russian ones: an answer in Russian is the answer as it is stored, and has the tag that it always had. Reference
// lists come with the program, so an answer in English has the program's version in its tag.
import {Type} from "typebox";
import {countryOf, DEFAULT_COUNTRY} from "../../country/countries.ts";
import {readVersion} from "../../reference/reference.ts";
import type {ApiSettings} from "../../settings/settings.ts";
import {isLanguage, type Language} from "../../text/language.ts";

export const LANGUAGE_PARAMETER = "lang";

export const LANG = Type.Optional(
  Type.String({
    enum: ["en", "ru"],
    examples: ["en"],
    description:
      "language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names; codes never change; the language of the server's country when omitted",
  }),
);

/** A name without a fault, from a parameter that was checked. */
export function languageOf(given: string | undefined, settings: Pick<ApiSettings, "country">): Language {
  return isLanguage(given) ? given : serverLanguage(settings);
}

export function serverLanguage({country}: Pick<ApiSettings, "country">): Language {
  return (countryOf(country.toUpperCase()) ?? DEFAULT_COUNTRY).language;
}

/** What a tag has of the language, besides the state of the store. */
export function languageTag(language: Language): readonly string[] {
  return language === "ru" ? [] : [language, readVersion()];
}
