// The language of names in an answer: the parameter `lang`, else the language of the server's country.
//
// Without it a server of a country with Russian names gives names as published, and the tag has no language. Reference lists come with the
// program, so an answer in a language that was asked for has the program's version in its tag.
import {Type} from "typebox";
import {countryOf, DEFAULT_COUNTRY} from "../../country/countries.ts";
import {readVersion} from "../../reference/reference.ts";
import type {ApiSettings} from "../../settings/settings.ts";
import {isLanguage, type Language, type NameChoice} from "../../text/language.ts";

export const LANGUAGE_PARAMETER = "lang";

export const LANG = Type.Optional(
  Type.String({
    enum: ["en", "ru"],
    examples: ["en"],
    description:
      "language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names",
  }),
);

/** A name without a fault, from a parameter that was checked. */
export function languageOf(given: string | undefined, settings: Pick<ApiSettings, "country">): NameChoice {
  if (isLanguage(given)) return given;
  return serverLanguage(settings) === "en" ? "en" : "published";
}

export function serverLanguage({country}: Pick<ApiSettings, "country">): Language {
  return (countryOf(country.toUpperCase()) ?? DEFAULT_COUNTRY).language;
}

/** What a tag has of the language, besides the state of the store. */
export function languageTag(language: NameChoice): readonly string[] {
  return language === "published" ? [] : [language, readVersion()];
}
