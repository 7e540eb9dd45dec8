// A drawing in points, for images other than SVG: lines with round ends and smooth edges, in a few inks on one background.
//
// A point is an index into a palette: an ink at one of LEVELS strengths over the background. Where two inks meet, only the later one is
// drawn; on lines a few points wide this is invisible.

export interface Raster {
  readonly width: number;
  readonly height: number;
  /** Row by row; 0 is the background. */
  readonly points: Uint8Array;
  /** A line through the places, `wide` points wide. @param ink counted from 0 */
  stroke(places: readonly Place[], wide: number, ink: number): void;
}

export type Place = readonly [x: number, y: number];

/** Strengths of an ink between the background and the full ink. */
const LEVELS = 15;

export function createRaster(width: number, height: number): Raster {
  const points = new Uint8Array(width * height);

  function put(x: number, y: number, share: number, ink: number): void {
    if (share <= 0 || x < 0 || y < 0 || x >= width || y >= height) return;
    const index = 1 + ink * LEVELS + Math.ceil(Math.min(1, share) * LEVELS) - 1;
    const at = y * width + x;
    const before = points[at]!;
    const isSameInk = before > 0 && Math.floor((before - 1) / LEVELS) === ink;
    if (!isSameInk || index > before) points[at] = index;
  }

  /** Steps along the longer side, so that a steep line costs no more than its length. */
  function segment([x0, y0]: Place, [x1, y1]: Place, wide: number, ink: number): void {
    const [dx, dy] = [x1 - x0, y1 - y0];
    const length = Math.hypot(dx, dy);
    const half = wide / 2;
    const reach = half + 1;
    const isSteep = Math.abs(dy) > Math.abs(dx);
    const [from, to] = isSteep ? [Math.min(y0, y1), Math.max(y0, y1)] : [Math.min(x0, x1), Math.max(x0, x1)];
    const slope = isSteep ? dx / dy : dx === 0 ? 0 : dy / dx;
    const aside = reach * Math.hypot(1, slope);
    for (let along = Math.floor(from - reach); along <= Math.ceil(to + reach); along++) {
      const inside = Math.min(to, Math.max(from, along));
      const middle = isSteep ? x0 + (inside - y0) * slope : y0 + (inside - x0) * slope;
      for (let across = Math.floor(middle - aside); across <= Math.ceil(middle + aside); across++) {
        const [x, y] = isSteep ? [across, along] : [along, across];
        const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / (length * length)));
        const [offX, offY] = [x - x0 - share * dx, y - y0 - share * dy];
        // Math.hypot takes five times as long
        put(x, y, half + 0.5 - Math.sqrt(offX * offX + offY * offY), ink);
      }
    }
  }

  return {
    width,
    height,
    points,
    stroke(places, wide, ink) {
      if (places.length === 1) segment(places[0]!, places[0]!, wide, ink);
      for (let at = 1; at < places.length; at++) segment(places[at - 1]!, places[at]!, wide, ink);
    },
  };
}

export type Colour = readonly [red: number, green: number, blue: number];

/** The colours of the indexes. */
export function paletteOf(ground: Colour, inks: readonly Colour[]): Colour[] {
  const mixed = inks.flatMap((ink) =>
    Array.from({length: LEVELS}, (_, level): Colour => {
      const share = (level + 1) / LEVELS;
      const part = (at: 0 | 1 | 2): number => Math.round(ground[at] + (ink[at] - ground[at]) * share);
      return [part(0), part(1), part(2)];
    }),
  );
  return [ground, ...mixed];
}
