// Tests of recipes: each is a source without faults, and adding one keeps what the file has.
import assert from "node:assert/strict";
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from "node:fs";
import {tmpdir} from "node:os";
import {join} from "node:path";
import {test} from "node:test";
import {stringify} from "yaml";
import {addToSources, fillRecipe, findRecipe, listRecipes} from "./recipes.ts";
import {parseSources} from "./sources-file.ts";

test("every recipe says what it rests on, and is a source without faults once its parameters are given [fetch.recipes]", () => {
  const recipes = listRecipes();
  assert.ok(recipes.length >= 8);
  for (const recipe of recipes) {
    assert.ok(recipe.about.length > 20 && recipe.rests.length > 20, recipe.name);
    const needed = Object.entries(recipe.parameters).filter(([, meaning]) => !meaning.includes("="));
    const source = fillRecipe(
      recipe,
      needed.map(([name]) => `${name}=31074`),
    );
    const text = stringify({sources: [source]});
    assert.doesNotMatch(text.replaceAll(/\(\?<\w+>/g, "").replaceAll(/<\/?[\w:]+[ >]/g, ""), /<[a-z]+>/, recipe.name);
    assert.equal(parseSources(text, recipe.name).length, 1);
  }
});

test("a recipe is put at the end of the file, whose comments stay; one that is there already is refused [fetch.recipes]", (t) => {
  const folder = mkdtempSync(join(tmpdir(), "ryad-recipes-"));
  t.after(() => rmSync(folder, {recursive: true, force: true}));
  const path = join(folder, "new", "sources.yaml");
  const emiss = findRecipe("emiss-indicator");
  assert.throws(() => fillRecipe(emiss, []), /needs indicator/);
  assert.throws(() => fillRecipe(emiss, ["number=1"]), /no parameter number/);
  addToSources(path, fillRecipe(emiss, ["indicator=31074"]));
  writeFileSync(path, `# mine\n${readFileSync(path, "utf8")}`);
  addToSources(path, fillRecipe(emiss, ["indicator=33459"]));
  const text = readFileSync(path, "utf8");
  assert.match(text, /^# mine\n/);
  assert.deepEqual(
    parseSources(text, path).map(({id}) => id),
    ["emiss-31074", "emiss-33459"],
  );
  assert.throws(() => addToSources(path, fillRecipe(emiss, ["indicator=31074"])), /id of another source/);
  assert.equal(readFileSync(path, "utf8"), text);
});
