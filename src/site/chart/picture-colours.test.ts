import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {
  BAND,
  DARK_COLOURS,
  GRID,
  GROUND,
  INK,
  inDarkColours,
  LINE_COLOURS,
  MUTED,
  ON_ACCENT,
  TILE_COLOURS,
  TILE_EDGE,
} from "./picture-colours.ts";

const tokens = readFileSync(new URL("../styles/tokens.css", import.meta.url), "utf8");
const [light, dark] = tokens.split("@media");

const token = (part: string, name: string): string => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)![1]!;

test("the colours of pictures are those of the pages, on a light and on a dark screen [site.dark-pictures]", () => {
  const names: Readonly<Record<string, string>> = {
    ...{ink: INK, muted: MUTED, grid: GRID, band: BAND, ground: GROUND, "rule-strong": TILE_EDGE},
    ...{"on-accent": ON_ACCENT, accent: TILE_COLOURS.at(-1)!},
    ...LINE_COLOURS,
  };
  for (const [name, colour] of Object.entries(names)) {
    assert.equal(colour, token(light!, name), name);
    assert.equal(DARK_COLOURS[colour], token(dark!, name), name);
  }
  const shares = [10, 26, 44, 78, 100];
  const partsOf = (colour: string): number[] => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  for (const [at, colour] of TILE_COLOURS.entries())
    for (const [shown, part] of [
      [colour, light!],
      [DARK_COLOURS[colour]!, dark!],
    ] as const) {
      const [ground, accent] = [partsOf(token(part, "ground")), partsOf(token(part, "accent"))];
      for (const [index, own] of partsOf(shown).entries()) {
        const mixed = ground[index]! + ((accent[index]! - ground[index]!) * shares[at]!) / 100;
        assert.ok(Math.abs(own - mixed) <= 1.5, `${shown}: ${own} ${mixed}`);
      }
    }
});

test("a picture in dark colours differs in nothing else, and a colour without a pair is a fault [site.dark-pictures]", () => {
  const svg = `<svg fill="${MUTED}"><path d="M0 0" stroke="${GRID}"/><text fill="none">fill=&quot;#123456&quot; #1c1f23</text></svg>`;
  assert.equal(
    inDarkColours(svg),
    '<svg fill="#a3a9b0"><path d="M0 0" stroke="#2b3036"/><text fill="none">fill=&quot;#123456&quot; #1c1f23</text></svg>',
  );
  assert.throws(() => inDarkColours('<rect fill="#123456"/>'), /#123456 has no dark colour/);
});
