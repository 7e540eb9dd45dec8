// The figures of one cell of the text: one as a rule; two where the publication gives a value by the old and by a new reckoning.
import type {NumberText} from "../../../country/country.ts";
import {parseNumberText} from "../../../country/ru/number-text.ts";

export interface CellFigure {
  readonly value: NumberText;
  /** The second of two, of which a footnote speaks. */
  readonly isSecond: boolean;
  readonly steps: readonly string[];
}

/**
 * FIX-rosstat-18: "6512,3 6762,31)" is the figure that goes with the years before and, with a footnote, the one that goes with the years
 * after; without a comma in both, the blank may as well stand between thousands. FIX-rosstat-19: "97,1," has a stray comma behind its only decimal.
 */
export function cellFigures(raw: string): readonly CellFigure[] {
  const pair = /^(-?\d+,\d+) (-?\d+,\d+\d\)(?:, ?\d\))*)$/.exec(raw);
  if (pair !== null) {
    return [
      {value: parseNumberText(pair[1]!), isSecond: false, steps: ["the first of two figures", "read from text"]},
      secondFigure(pair[2]!),
    ];
  }
  const bare = /^-?\d+,\d+(?=,$)/.exec(raw)?.[0];
  if (bare !== undefined)
    return [{value: parseNumberText(bare), isSecond: false, steps: ["a stray comma dropped", "read from text"]}];
  const steps = /\d\)$/.test(raw) ? ["a footnote mark dropped", "read from text"] : ["read from text"];
  return [{value: parseNumberText(raw), isSecond: false, steps}];
}

/** A figure with its footnote that stands alone in the line below the other. */
export function secondFigure(raw: string): CellFigure {
  const steps = ["the second of two figures", "a footnote mark dropped", "read from text"];
  return {value: parseNumberText(raw), isSecond: true, steps};
}

/** Whether a row holds nothing but second figures of the row above. */
export function isSecondLine(cells: readonly string[]): boolean {
  const words = cells.filter((cell) => cell !== "");
  return words.length > 0 && words.every((word) => /^-?\d+,\d+\d\)(?:, ?\d\))*$/.test(word));
}
