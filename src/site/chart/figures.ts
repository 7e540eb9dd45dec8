// Digits as strokes, for a picture without a font: ten digits and the signs between them. Any other character is a blank.
import type {Place} from "./raster.ts";

/** Height of a digit: 0 is its top and 10 its foot. */
const BODY = 10;
const BETWEEN = 2.2;

interface Figure {
  readonly width: number;
  readonly strokes: readonly (readonly Place[])[];
}

/** Part of an ellipse, in degrees clockwise from its right end. */
function arc(cx: number, cy: number, rx: number, ry: number, from: number, to: number): Place[] {
  const steps = Math.max(2, Math.round(Math.abs(to - from) / 20));
  return Array.from({length: steps + 1}, (_, step): Place => {
    const angle = ((from + ((to - from) * step) / steps) * Math.PI) / 180;
    return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
  });
}

const DIGITS: Readonly<Record<string, readonly (readonly Place[])[]>> = {
  "0": [arc(3, 5, 3, 5, 0, 360)],
  "1": [
    [
      [0.9, 2],
      [3.4, 0],
      [3.4, 10],
    ],
  ],
  "2": [[...arc(3, 2.9, 2.8, 2.9, 190, 395), [0.2, 10], [6, 10]]],
  "3": [[...arc(2.9, 2.45, 2.5, 2.45, 205, 450), ...arc(2.9, 7.45, 3, 2.55, -90, 155)]],
  "4": [
    [
      [4.5, 10],
      [4.5, 0],
      [0, 7],
      [6.2, 7],
    ],
  ],
  "5": [[[5.4, 0], [1, 0], [0.6, 4.7], ...arc(2.9, 6.7, 3, 3.3, -130, 145)]],
  "6": [arc(4.7, 6.8, 4.7, 6.6, 180, 270), arc(3, 6.8, 3, 3.2, 0, 360)],
  "7": [
    [
      [0.2, 0],
      [6, 0],
      [2.2, 10],
    ],
  ],
  "8": [arc(3, 2.5, 2.4, 2.5, 0, 360), arc(3, 7.4, 3, 2.6, 0, 360)],
  "9": [arc(1.3, 3.2, 4.7, 6.6, 0, 90), arc(3, 3.2, 3, 3.2, 0, 360)],
};

const MARKS: Readonly<Record<string, Figure>> = {
  ",": {
    width: 1,
    strokes: [
      [
        [0.6, 9.6],
        [0.1, 11.6],
      ],
    ],
  },
  ".": {width: 0.8, strokes: [[[0.4, 9.7]]]},
  "-": {
    width: 4.6,
    strokes: [
      [
        [0, 5.4],
        [4.6, 5.4],
      ],
    ],
  },
};

const BLANK: Figure = {width: 1.2, strokes: []};

function figureOf(letter: string): Figure {
  const strokes = DIGITS[letter];
  if (strokes !== undefined) return {width: 6, strokes};
  return MARKS[letter === "\u2212" ? "-" : letter] ?? BLANK;
}

/** The strokes of a text of the given height, from (0, 0) to the right, and its width. */
export function figureStrokes(
  text: string,
  high: number,
): {readonly width: number; readonly strokes: readonly (readonly Place[])[]} {
  const scale = high / BODY;
  const strokes: Place[][] = [];
  let left = 0;
  for (const letter of text) {
    const {width, strokes: own} = figureOf(letter);
    for (const stroke of own) strokes.push(stroke.map(([x, y]): Place => [(left + x) * scale, y * scale]));
    left += width + BETWEEN;
  }
  return {width: Math.max(0, left - BETWEEN) * scale, strokes};
}
