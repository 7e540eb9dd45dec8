import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

test("lines of a chart, the dashed one too, have a contrast of 3 or more against the ground in both themes [site.line-contrast]", () => {
  const style = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
  const [light = "", dark = ""] = style.split("@media screen and (prefers-color-scheme: dark)");
  for (const theme of [light, dark]) {
    const colours = new Map([...theme.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!]));
    const lines = ["line-1", "line-2", "line-3", "line-4", "line-5", "line-6", "line-dashed", "warn"];
    for (const name of lines) {
      const ratio = contrast(colours.get(name)!, colours.get("ground")!);
      assert.ok(ratio >= 3, `--${name}: ${ratio}`);
    }
  }
});

/** As WCAG 2.2 defines it. */
function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
