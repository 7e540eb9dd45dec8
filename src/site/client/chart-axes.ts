// The texts at the value marks of a chart: all with the decimals of the mark that needs most.
import {numberText} from "./period-words.ts";

/** @param splits null: a mark without a text */
export function valueTexts(splits: readonly (number | null)[], isLogarithmic: boolean): string[] {
  const values = splits.map((value) => (value === null ? null : tidy(value)));
  // powers of ten need different numbers of decimals
  const decimals = isLogarithmic ? 0 : Math.max(0, ...values.map(decimalsOf));
  return values.map((value) => (value === null ? "" : numberText(value, decimals)));
}

/** Width of the texts at value marks, in pixels. */
export function sizeOfTexts(texts: string[] | null): number {
  return 18 + 7 * Math.max(3, ...(texts ?? []).map((text) => text.length));
}

function decimalsOf(value: number | null): number {
  return String(value).split(".")[1]?.length ?? 0;
}

/** Without the digits that floating-point multiplication adds. */
function tidy(value: number): number {
  return Number(value.toPrecision(12));
}
