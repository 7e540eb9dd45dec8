// The language of names in an answer: the parameter `lang`, else the language of the server's country.
//
// Without it a server of a country with Russian names gives names as published, and the tag has no language. Reference lists come with the
// program, so an answer in a language that was asked for has the program's version in its tag.
import {Type} from "typebox";
import {countryOf, DEFAULT_COUNTRY} from "../../country/countries.ts";
import {readVersion} from "../../reference/reference.ts";
import type {Language, NameChoice} from "../../text/language.ts";

export const LANGUAGE_PARAMETER = "lang";

export const LANG = Type.Optional(
  Type.Unsafe<Language>({
    type: "string",
    enum: ["en", "ru"],
    examples: ["en"],
    description:
      "language of names: `en` gives the English name of a territory, class, indicator, unit or dataset where its package or the reference lists have one, else the published name; `ru` gives published names, and the Russian names of countries; codes never change; the language of the server's country when omitted, where Russian means published names",
  }),
);

export interface ServerLanguage {
  /** Of the server's country. */
  readonly language: Language;
}

/** @param given the parameter, which was checked */
export function languageOf(given: Language | undefined, {language}: ServerLanguage): NameChoice {
  return given ?? (language === "en" ? "en" : "published");
}

/** @param country a code in any case */
export function languageOfCountry(country: string): Language {
  return (countryOf(country.toUpperCase()) ?? DEFAULT_COUNTRY).language;
}

/** What a tag has of the language, besides the state of the store. */
export function languageTag(language: NameChoice): readonly string[] {
  return language === "published" ? [] : [language, readVersion()];
}
