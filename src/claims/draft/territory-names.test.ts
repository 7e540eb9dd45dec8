import assert from "node:assert/strict";
import {test} from "node:test";
import {draftWords} from "./draft-words.ts";
import {territoryAt} from "./territory-names.ts";

function namesIn(text: string): string[] {
  const words = draftWords(text);
  const found: string[] = [];
  for (let at = 0; at < words.length; ) {
    const named = territoryAt(words, at);
    if (named !== null) found.push(named.words.join(" "));
    at += named?.length ?? 1;
  }
  return found;
}

test("regions, districts and cities are named in both languages, with the word for their kind, and in Latin letters [verify.draft]", () => {
  assert.deepEqual(namesIn("В Калужской области, Красноярском крае, Республике Ингушетия и Ростове-на-Дону"), [
    "калужской области",
    "красноярском крае",
    "республике ингушетия",
    "ростове на дону",
  ]);
  for (const name of ["Central Federal District", "Moscow"])
    assert.deepEqual(namesIn(`in ${name} it was`), [name.toLowerCase()]);
  for (const [name, title] of [
    ["Tomsk Region", "томская область"],
    ["the Tomsk Oblast", "томская область"],
    ["Altai Republic", "республика алтай"],
    ["Altai Krai", "алтайский край"],
    ["Moscow Region", "московская область"],
  ] as const)
    assert.deepEqual(namesIn(`in ${name} it was`), [title]);
  assert.deepEqual(namesIn("Kazan, Nizhny Novgorod, Yekaterinburg"), ["казань", "нижний новгород", "екатеринбург"]);
});

test("adjectives and inhabitants name a territory; words in small letters and common nouns do not [verify.draft]", () => {
  assert.deepEqual(namesIn("столичная первичка, петербургская, тулячек"), [
    "москва",
    "санкт петербург",
    "тульская область",
  ]);
  assert.deepEqual(namesIn("Дно пройдено, мирный труд, орел летит, в области и в крае"), []);
});

test("an adjective of a region names it before a noun, and before another name it does not [verify.draft]", () => {
  assert.deepEqual(namesIn("белгородские фонды, Белгородчина, на Чукотке"), [
    "белгородская область",
    "белгородская область",
    "чукотский",
  ]);
  assert.deepEqual(namesIn("тульский Чекалин"), ["чекалин"]);
  assert.deepEqual(namesIn("завод белгородский"), []);
});
