// Units in the language of the visitor: packages name them in Russian, the reference lists know most of them in English.
import {foldedUnit, readOtherUnits, readUnits} from "../../reference.ts";
import {type Html, html} from "../widgets/html.ts";
import type {Language} from "./language.ts";

/** @param name as the package wrote it, or the code of the unit; it stays so where it has no other name */
export function unitText(name: string, language: Language): string {
  return (language === "en" ? englishNames().get(foldedUnit(name)) : undefined) ?? name;
}

/** The same on a page, where a name that stayed Russian says that it is. */
export function unitWords(name: string, language: Language): Html {
  const text = unitText(name, language);
  return language === "en" && /[а-яё]/i.test(text) ? html`<span lang="ru">${text}</span>` : html`${text}`;
}

let names: ReadonlyMap<string, string> | null = null;

function englishNames(): ReadonlyMap<string, string> {
  if (names !== null) return names;
  const built = new Map<string, string>();
  for (const {name, spellings, english} of [...readUnits(), ...readOtherUnits()]) {
    if (english === null) continue;
    for (const one of [name, ...spellings]) built.set(foldedUnit(one), english);
  }
  names = built;
  return built;
}
