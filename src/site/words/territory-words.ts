// Territories in the language of the visitor: publishers name them in Russian, the reference list knows the country, districts and
// subjects in English. The api, its files and OData keep the publisher's name in either language.

import {readTerritories, readTerritoryEnglish} from "../../reference.ts";
import type {Territory} from "../../statistics/territory.ts";
import type {Visit} from "../frame/visit.ts";
import {type Html, html} from "../widgets/html.ts";
import type {Language} from "./language.ts";
import {drawnName} from "./line-breaks.ts";
import {territoryPath} from "./territory-path.ts";

/** The name for titles and labels; as published where it has no other: cities, and a code that a package gave to something else. */
export function territoryText({code, name}: Pick<Territory, "code" | "name">, language: Language): string {
  return (language === "en" ? englishNames().get(`${code};${name}`) : undefined) ?? name;
}

/** The same on a page, where a name that stayed Russian says that it is. */
export function territoryWords(place: Pick<Territory, "code" | "name">, language: Language): Html {
  const text = territoryText(place, language);
  return language === "en" && isRussian(text)
    ? html`<span lang="ru">${drawnName(text)}</span>`
    : html`${drawnName(text)}`;
}

/** The same, leading to the page of the territory. */
export function territoryLink(
  visit: Pick<Visit, "language" | "link">,
  place: Pick<Territory, "code" | "canonical" | "name">,
): Html {
  const [path, words] = [territoryPath(place), territoryWords(place, visit.language)];
  return path === null ? words : html`<a href="${visit.link(path)}">${words}</a>`;
}

/** Packages name territories in Russian or in whatever their own language is. */
export function isRussian(name: string): boolean {
  return /[а-яё]/i.test(name);
}

let names: ReadonlyMap<string, string> | null = null;

function englishNames(): ReadonlyMap<string, string> {
  names ??= new Map(
    readTerritories().flatMap(({code, name}) => {
      const english = readTerritoryEnglish().get(code);
      return english === undefined ? [] : [[`${code};${name}`, english] as const];
    }),
  );
  return names;
}
