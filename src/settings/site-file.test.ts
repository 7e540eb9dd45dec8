import assert from "node:assert/strict";
import {test} from "node:test";
import {Refusal} from "../service/refusal.ts";
import {parseSiteFile} from "./site-file.ts";

const read = (text: string) => parseSiteFile(text, "site.yaml");

test("site.yaml chooses tiles by the names of the list and by keys of series, in its order [site.tiles-chosen]", async () => {
  assert.deepEqual(
    await read(
      "tiles:\n  - gdp\n  - series: wspgztqv58axkpc2\n    name: {ru: Ставка, en: Rate}\n  - series: wspgztqv58axkpc2\n",
    ),
    {
      tiles: [
        {tile: "gdp"},
        {series: "wspgztqv58axkpc2", names: {ru: "Ставка", en: "Rate"}},
        {series: "wspgztqv58axkpc2", names: null},
      ],
    },
  );
  assert.deepEqual(await read(""), {});
  assert.deepEqual(await read("tiles: []"), {tiles: []});
});

test("a fault of site.yaml is refused with its place and what is wanted [site.tiles-chosen]", async () => {
  for (const [text, told] of [
    ["tiles: gdp", /site\.yaml: tiles is a list of at most 24/],
    ["tiles: [gdp, 3]", /site\.yaml: tile 2: the name of a tile/],
    ["tiles: [{series: short}]", /site\.yaml: tile 1: series is the key of a series/],
    ["tiles: [{series: wspgztqv58axkpc2, name: {ru: x}}]", /tile 1: name is a text, or has ru and en/],
    ["tiles: [{series: wspgztqv58axkpc2, colour: red}]", /tile 1: there is no setting colour/],
    ["colour: red", /there is no setting colour/],
    ["- gdp", /a list of tiles under/],
    ["tiles: [", /site\.yaml: /],
  ] as const)
    await assert.rejects(read(text), (error) => error instanceof Refusal && told.test(error.message), text);
});
