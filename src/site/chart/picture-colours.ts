// The colours of pictures: those of a light screen (styles/tokens.css), and for each the one that it has on a dark screen.
//
// A colour is only ever the whole value of an attribute: text in a picture has no bare quotes, so none of it can look like one.

export const [INK, MUTED, GRID, BAND, GROUND] = ["#1c1f23", "#585f67", "#e6e2da", "#efeadf", "#fcfbf8"];
export const LINE_COLOURS: Readonly<Record<string, string>> = {
  "line-1": "#174a82",
  "line-2": "#b4540a",
  "line-3": "#1f7a50",
  "line-4": "#8a3a8f",
  "line-5": "#5f6b12",
  "line-6": "#a32a4c",
};
/** From the ground to the accent, as in the style of the page: 10, 26, 44, 78 and 100 %. */
export const TILE_COLOURS = ["#e5e9ec", "#c0cdd9", "#97adc4", "#49719c", "#174a82"];
/** The edge of an empty tile, and the letters on a tile with a strong colour. */
export const [TILE_EDGE, ON_ACCENT] = ["#8c8f92", "#ffffff"];

/** By the colour of a light screen. */
export const DARK_COLOURS: Readonly<Record<string, string>> = {
  [INK]: "#e4e4e0",
  [MUTED]: "#a3a9b0",
  [GRID]: "#2b3036",
  [BAND]: "#262b31",
  [GROUND]: "#14171a",
  "#174a82": "#8db9ef",
  "#b4540a": "#f0a35e",
  "#1f7a50": "#76cfa0",
  "#8a3a8f": "#d79adb",
  "#5f6b12": "#c2cd66",
  "#a32a4c": "#f293ad",
  "#e5e9ec": "#20272f",
  "#c0cdd9": "#334151",
  "#97adc4": "#495e78",
  "#49719c": "#7295c0",
  [TILE_EDGE]: "#79808a",
  [ON_ACCENT]: "#10161d",
};

/** The same picture in the colours of a dark screen. RangeError for a colour without a pair. */
export function inDarkColours(svg: string): string {
  return svg.replace(/(?<= (?:fill|stroke)=")#[0-9a-f]{6}(?=")/g, (light) => {
    const dark = DARK_COLOURS[light];
    if (dark === undefined) throw new RangeError(`${light} has no dark colour`);
    return dark;
  });
}
